// A photo that somebody took, as it is sent: upright, and no larger than needed.

import { h } from "./texts.js";

const LONGEST = 2400;
const QUALITY = 0.9;

/** The photo in a file as `{ canvas, base64 }`, upright and scaled down; `canvas` is null where this browser cannot open it, so that the server says what is wrong. */
export async function taken(file) {
  let canvas = null;
  let small = file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
    canvas = h("canvas", { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale), "aria-hidden": "true" });
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    small = (await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY))) ?? file;
  } catch {
    // a format that this browser does not know
  }
  return { canvas, base64: await base64(small) };
}

async function base64(blob) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}
