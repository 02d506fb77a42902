// Choosing what a tile is: the likely ones first, any other after them.

import { $ } from "./texts.js";
import { crop } from "./crop.js";
import { tile } from "./tile.js";

const dialog = $("picker");
let done = () => {};

/** Asks what a tile is; `choose` gets its name, or null for no tile at all. `shown` is a picture of it, where it is in no photo of the server's. */
export function pick({ title, likely, photo, width, height, corners, shown = null, none = true }, choose) {
  done = choose;
  $("picker-title").textContent = title;
  $("picker-crop").replaceChildren(...(shown ? [shown] : photo && corners ? [crop(photo, width, height, corners)] : []));
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
