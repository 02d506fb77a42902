// Saying what a tile on the table is: one that was read, one that was not found, one that a verdict blames or asks about.

import { press, seen as sees } from "./api.js";
import { cutOut } from "./crop.js";
import { pick } from "./picker.js";
import { photoAt } from "./resolution.js";
import { isWithin, middle } from "./shapes.js";
import { shown } from "./state.js";
import { h, t } from "./texts.js";
import { tile, tiles } from "./tile.js";

/** @param {State} state */
const ofTable = ({ frame, table }) => ({ photo: `camera.jpg?at=${frame}`, width: table?.width, height: table?.height });

/** @param {Verdict} verdict */
const ofVerdict = ({ photo, table: { width, height }, event }) => ({ photo: photo && photoAt(photo), width, height, verdict: event });

/**
 * Asks what the tile `seen` of `state.table` is.
 *
 * @param {State} state
 * @param {SeenTile} seen
 */
function nameTile(state, { likely, corners }) {
  pick({ title: t("picker.title"), likely, corners, ...ofTable(state) }, (name) => press("correct", { corners, tile: name }));
}

/**
 * Asks what a tile on the felt is, as the set that it lies in has it.
 *
 * @param {import("./laid.js").LaidSet} set
 */
export const asksOf =
  ({ index }) =>
  (/** @type {import("./laid.js").LaidTile} */ { seen, at }) => {
    const now = shown.state.table?.sets[index ?? -1]?.[at] ?? seen;
    if (now) nameTile(shown.state, now);
  };

/**
 * Asks about the place `at`, in pixels of the picture: the tile read there, or one as large as the nearest that was not found.
 *
 * @param {State} state
 * @param {number[]} at
 */
export function namePlace(state, at) {
  const away = (/** @type {SeenTile} */ { corners }) => Math.hypot(...middle(corners).map((part, axis) => part - at[axis]));
  const nearest = state.table?.sets.flat().sort((one, other) => away(one) - away(other))[0];
  if (!nearest) return;
  if (isWithin(nearest.corners, at)) {
    nameTile(state, nearest);
    return;
  }
  const centre = middle(nearest.corners);
  const corners = nearest.corners.map((corner) => corner.map((part, axis) => part + at[axis] - centre[axis]));
  pick({ title: t("picker.missing"), likely: [], corners, none: false, ...ofTable(state) }, (name) => name && press("add", { at, tile: name }));
}

/**
 * The set that a violation blames, or each tile of a kind that lies there too often; null where it is about no tile that can be pointed at.
 *
 * @param {Table} table
 * @param {Violation} violation
 */
function suspected({ sets }, { code, set, tiles: named }) {
  if (set !== null) return sets[set] ?? null;
  return code === "tile-impossible" ? sets.flat().filter((seen) => named.includes(seen.tile)) : null;
}

/**
 * The sets or tiles that reasons are about, each with its number; where somebody `taps` them, it is said of a tile that was misread what it is.
 *
 * @param {Verdict} verdict
 * @param {import("./marks.js").Reason[]} reasons
 * @param {boolean} numbered
 * @param {boolean} [taps]
 */
export function suspects(verdict, reasons, numbered, taps = true) {
  const all = reasons.flatMap(({ number, violations }) => violations.map((violation) => ({ number, set: blamed(verdict, violation, taps) })));
  const found = all.flatMap(({ number, set }) => (set ? [h("li", {}, numbered ? h("b.number", {}, String(number)) : null, set)] : []));
  return found.length ? h("ul.suspects", {}, ...found) : null;
}

/**
 * @param {Verdict} verdict
 * @param {Violation} violation
 * @param {boolean} taps
 */
function blamed(verdict, violation, taps) {
  const found = taps ? suspected(verdict.table, violation) : null;
  if (!found) return violation.tiles.length ? tiles(violation.tiles) : null;
  const name = (/** @type {SeenTile} */ { likely, corners }) =>
    pick({ title: t("picker.title"), likely, corners, ...ofVerdict(verdict) }, (given) => press("correct", { seen: { ...sees("correct").seen, verdict: verdict.event }, corners, tile: given }));
  return h("div.set", { role: "group" }, ...found.map((seen) => tile(seen.tile, { signs: seen.doubt ? ["doubt"] : [], onclick: () => name(seen) })));
}

/**
 * A tile that an undecided verdict hangs on, below its `head`: a tap on one of the likely ones answers.
 *
 * @param {Verdict} verdict
 * @param {Question} asked
 * @param {Child} [head]
 */
export function question(verdict, { set, index, corners, likely }, head) {
  const title = t("question.which");
  const answer = (/** @type {string | null} */ name) => press("answer", { set, index, seen: { verdict: verdict.event }, tile: name });
  const options = likely.map(([name]) => tile(name, { onclick: () => answer(name) }));
  const other = h("button.quiet", { type: "button", onclick: () => pick({ title, likely, corners, ...ofVerdict(verdict) }, answer) }, t("question.other"));
  return h("div.question", { role: "group", "aria-label": title }, head, cutOut("div.crop", verdict, corners), h("div.likely", {}, ...options, other));
}
