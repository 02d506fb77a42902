// Choosing what a tile is: the likely ones first, any other after them.

import { crop } from "./crop.js";
import { open } from "./dialogs.js";
import { note } from "./shortcuts.js";
import { $, onClick, parts } from "./texts.js";
import { tile } from "./tile.js";

const dialog = $("picker");
const LETTERS = note("keys.tile", { K: 13, R: 13, B: 13, O: 13, J: 0 }); // the highest number behind it
const STEPS = note("keys.tiles", { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -13, ArrowDown: 13 });
const ALL = Object.entries(LETTERS).flatMap(([letter, most]) => (most ? Array.from({ length: most }, (_, i) => `${letter}${i + 1}`) : [letter]));
const OFFERED = 6; // of the likely ones: more would hide that there are others

/**
 * What is asked: `photo` shows the tile, `verdict` is the event of the one that it is about.
 *
 * @typedef {{ title: string, likely: (readonly [string, ...unknown[]])[], photo?: string | null, width?: number, height?: number, corners?: number[][] | null,
 *   none?: boolean, verdict?: number | null }} Asked
 */

/** The question that is on the screen. */
const question = {
  /** @type {(name: string | null) => unknown} */
  done: () => {},
  /** @type {number | null} the verdict that it is about; null for none */
  about: null,
  typed: "", // the name of a tile as far as it was typed
};

/**
 * Asks what a tile is; `choose` gets its name, or null for no tile at all.
 *
 * @param {Asked} asked
 * @param {(name: string | null) => unknown} choose
 */
export function pick({ title, likely, photo, width, height, corners, none = true, verdict = null }, choose) {
  question.done = choose;
  question.about = verdict;
  $("picker-title").textContent = title;
  $("picker-crop").replaceChildren(...(photo && corners && width && height ? [crop(photo, width, height, corners)] : []));
  $("picker-likely").replaceChildren(...likely.slice(0, OFFERED).map(([name]) => tile(name, { onclick: () => finish(name) })));
  $("picker-all").replaceChildren(...ALL.map((name) => tile(name, { onclick: () => finish(name) })));
  $("picker-none").hidden = !none;
  open(dialog);
}

/**
 * Takes the event of the `verdict` that stands: what was asked about an older one is asked no more.
 *
 * @param {number | null} verdict
 */
export function settle(verdict) {
  if (dialog.open && question.about !== null && question.about !== verdict) dialog.close();
}

/** @param {string | null} name */
function finish(name) {
  dialog.close();
  question.done(name);
}

dialog.addEventListener("keydown", (event) => {
  const tiles = parts($("picker-all"), ".tile");
  const [key, step] = [event.key.toUpperCase(), STEPS[event.key]];
  question.typed = key in LETTERS ? key : /^\d$/.test(key) ? question.typed + key : "";
  if (step) event.preventDefault(); // the dialog stays where it is scrolled to
  const here = tiles.findIndex((one) => one.matches(":focus"));
  const named = ALL.includes(question.typed) ? question.typed : `${question.typed}1`;
  const next = step ? (here < 0 ? 0 : here + step) : ALL.indexOf(named);
  tiles[next]?.focus();
});
onClick("picker-none", () => finish(null));
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
