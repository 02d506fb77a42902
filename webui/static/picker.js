// Choosing what a tile is: the likely ones first, any other after them.

import { $, h, s, t } from "./texts.js";
import { tile } from "./tile.js";

const dialog = $("picker");
let done = () => {};

/** The part of a photo around a tile. */
export function crop(photo, width, height, corners) {
  const xs = corners.map((corner) => corner[0]);
  const ys = corners.map((corner) => corner[1]);
  const side = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) * 1.35;
  const x = (Math.max(...xs) + Math.min(...xs)) / 2 - (side * 0.8125) / 2;
  const y = (Math.max(...ys) + Math.min(...ys)) / 2 - side / 2;
  return s("svg", { viewBox: `${x} ${y} ${side * 0.8125} ${side}`, role: "img", "aria-label": t("picker.photo") }, s("image", { href: photo, width, height }));
}

/** Asks what a tile is; `choose` gets its name, or null for no tile at all. */
export function pick({ title, likely, photo, width, height, corners, none = true }, choose) {
  done = choose;
  $("picker-title").textContent = title;
  $("picker-crop").replaceChildren(...(photo && corners ? [crop(photo, width, height, corners)] : []));
  $("picker-likely").replaceChildren(...likely.map(([name]) => tile(name, { onclick: () => finish(name) })));
  const kinds = ["K", "R", "B", "O"].flatMap((colour) => Array.from({ length: 13 }, (_, i) => `${colour}${i + 1}`));
  $("picker-all").replaceChildren(...[...kinds, "J"].map((name) => tile(name, { onclick: () => finish(name) })));
  $("picker-none").hidden = !none;
  dialog.showModal();
}

function finish(name) {
  dialog.close();
  done(name);
}

$("picker-none").addEventListener("click", () => finish(null));
$("picker-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
