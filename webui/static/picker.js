// Choosing what a tile is: the likely ones first, any other after them.

import { crop } from "./crop.js";
import { $ } from "./texts.js";
import { tile } from "./tile.js";

const dialog = $("picker");
const OFFERED = 6; // of the likely ones: more would hide that there are others

let done = () => {};
let about = null; // the verdict that the question is about; null for none

/** Asks what a tile is; `choose` gets its name, or null for no tile at all. `shown` is a picture of it, where it is in no photo of the server's; `verdict` is the event of the one that it is about. */
export function pick({ title, likely, photo, width, height, corners, shown = null, none = true, verdict = null }, choose) {
  done = choose;
  about = verdict;
  $("picker-title").textContent = title;
  $("picker-crop").replaceChildren(...(shown ? [shown] : photo && corners ? [crop(photo, width, height, corners)] : []));
  $("picker-likely").replaceChildren(...likely.slice(0, OFFERED).map(([name]) => tile(name, { onclick: () => finish(name) })));
  const kinds = ["K", "R", "B", "O"].flatMap((colour) => Array.from({ length: 13 }, (_, i) => `${colour}${i + 1}`));
  $("picker-all").replaceChildren(...[...kinds, "J"].map((name) => tile(name, { onclick: () => finish(name) })));
  $("picker-none").hidden = !none;
  dialog.showModal();
}

/** Asks the same of a tile of a verdict's table, shown as its photo has it: one that was `seen`, or a question. */
export function pickJudged(title, verdict, { likely, corners }, choose) {
  const { width, height } = verdict.table;
  pick({ title, likely, photo: verdict.photo && `photos/${verdict.photo}`, width, height, corners, verdict: verdict.event }, choose);
}

/** Takes the event of the `verdict` that stands: what was asked about an older one is asked no more. */
export function settle(verdict) {
  if (dialog.open && about !== null && about !== verdict) dialog.close();
}

function finish(name) {
  dialog.close();
  done(name);
}

$("picker-none").addEventListener("click", () => finish(null));
$("picker-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
