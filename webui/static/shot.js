// A photo that somebody took, as it is sent: upright, and no larger than needed.

import { h } from "./texts.js";

const LONGEST = 2400;
const QUALITY = 0.9;
const LARGEST = 8 * 1024 * 1024; // bytes of a file that is sent as it is: in base64 the server takes a third more

/**
 * The photo in a file, upright and scaled down: drawn on a canvas, and as a file; the canvas is null where this browser cannot open it, and the file as it was.
 *
 * @param {File} file
 */
async function opened(file) {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
    const canvas = h("canvas", { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale), "aria-hidden": "true" });
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const small = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
    return { canvas, small: small ?? file };
  } catch {
    if (file.size > LARGEST) throw new Error("neither opened here nor taken there");
    return { canvas: null, small: file }; // a format that this browser does not know, as HEIC: the server may
  }
}

/**
 * The photo that was chosen in a field, as `{ canvas, base64 }`; null where there is none, or where it cannot be opened, as `refuse` is told. The field is empty then.
 *
 * @param {HTMLInputElement} field
 * @param {() => unknown} refuse
 */
export async function taken(field, refuse) {
  const file = field.files?.[0];
  if (!file) return null;
  try {
    const { canvas, small } = await opened(file);
    return { canvas, base64: await base64(small) };
  } catch {
    refuse(); // the file is gone, or in no form that is known
    return null;
  } finally {
    field.value = "";
  }
}

/**
 * The photo in a file, scaled down, as a file.
 *
 * @param {File} file
 */
export const scaled = async (file) => (await opened(file)).small;

/**
 * The JPEG with these bytes in base64, as a file.
 *
 * @param {string} text
 */
export const jpeg = (text) => new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], { type: "image/jpeg" });

/**
 * The bytes of a file as base64.
 *
 * @param {Blob} blob
 */
export async function base64(blob) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}
