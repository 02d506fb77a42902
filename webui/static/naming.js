// Saying what a tile on the table is: one that was read, one that was not found, one that a verdict blames or asks about.

import { press, seen as sees } from "./api.js";
import { cutOut } from "./crop.js";
import { pick } from "./picker.js";
import { isWithin, middle } from "./shapes.js";
import { shown } from "./state.js";
import { h, t } from "./texts.js";
import { tile, tiles } from "./tile.js";

/** @param {State} state */
const ofTable = ({ frame, table }) => ({ photo: `camera.jpg?at=${frame}`, width: table?.width, height: table?.height });

/** @param {Verdict} verdict */
const ofVerdict = ({ photo, table: { width, height }, event }) => ({ photo: photo && `photos/${photo}`, width, height, verdict: event });

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
 * A set of the table, by its index there; where somebody `taps` a tile, it is said what that is. `signs` are those that its tiles may have.
 *
 * @param {{ members: SeenTile[], index: number }} set
 * @param {boolean} [taps]
 * @param {("doubt" | "fresh")[]} [signs]
 */
export function laid({ members, index }, taps = true, signs = ["doubt", "fresh"]) {
  const one = (/** @type {SeenTile} */ seen, /** @type {number} */ at) => {
    const name = () => nameTile(shown.state, shown.state.table?.sets[index]?.[at] ?? seen);
    return tile(seen.tile, { signs: signs.filter((sign) => seen[sign]), onclick: taps ? name : undefined });
  };
  return h("div.set", { role: "group", "aria-label": t("mat.set") }, ...members.map(one));
}

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
function suspects({ sets }, { code, set, tiles: named }) {
  if (set !== null) return sets[set] ?? null;
  return code === "tile-impossible" ? sets.flat().filter((seen) => named.includes(seen.tile)) : null;
}

/**
 * The set or tiles that a violation is about; where somebody `taps` them, it is said of a tile that was misread what it is.
 *
 * @param {Verdict} verdict
 * @param {Violation} violation
 * @param {boolean} [taps]
 */
export function blamed(verdict, violation, taps = true) {
  const found = taps ? suspects(verdict.table, violation) : null;
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
