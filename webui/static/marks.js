// What a verdict blames, where it lies now: sets at fault, tiles at fault, and tiles that are gone.

import { inOrder } from "./felt.js";
import { sentence } from "./words.js";

/** @param {SeenTile[]} members */
const named = (members) => String(members.map(({ tile }) => tile).sort());

/**
 * @param {Pick<Table, "sets">} table
 * @param {string} name
 */
const count = (table, name) => table.sets.flat().filter(({ tile }) => tile === name).length;

/**
 * Whether there is still something to be put right on the table after the last verdict.
 *
 * @param {State} state
 */
export const isOpen = (state) => state.state === "restore" && !state.restored && state.verdict?.outcome === "illegal";

/** @typedef {{ text: string, clause: string, number: number, violations: Violation[] }} Reason */

/**
 * The reasons of a verdict, each told once for the same clause: a list of `{ text, clause, number, violations }`. Where tiles can be tapped, `taps` is true.
 *
 * @param {Violation[]} violations
 * @param {boolean} [taps]
 */
export function reasonsOf(violations, taps = false) {
  /** @type {Reason[]} */
  const reasons = [];
  for (const violation of violations) {
    const { clause, number } = violation;
    reasons[number - 1] ??= { text: sentence(violation, taps), clause, number, violations: [] };
    reasons[number - 1].violations.push(violation);
  }
  return reasons;
}

/**
 * The numbers of the reasons that are about a set as a whole, and of those that are about each of its tiles.
 *
 * @typedef {{ whole: number[], tiles: number[][] }} Marked
 */

/**
 * @param {SeenTile[]} members
 * @returns {Marked}
 */
const unmarked = (members) => ({ whole: [], tiles: members.map(() => []) });

/** @typedef {Pick<Verdict, "violations" | "missing"> & { table: Pick<Table, "sets"> }} Blaming what a verdict must have to be marked */

/**
 * The marks for the table as it was judged, set by set, and the tiles that are gone.
 *
 * @param {Blaming} verdict
 */
export function marksOf({ table, violations, missing }) {
  const sets = table.sets.map(unmarked);
  const blamed = reasonsOf(violations).flatMap(({ number, violations: all }) => all.map((violation) => ({ ...violation, number })));
  for (const { code, set, tiles, number } of blamed) {
    if (code === "tile-missing") continue;
    const marked = set === null ? placesOf(table, tiles).map(([at, index]) => sets[at].tiles[index]) : [sets[set].whole];
    for (const numbers of marked) if (!numbers.includes(number)) numbers.push(number);
  }
  const gone = blamed.find(({ code }) => code === "tile-missing")?.number ?? 0;
  return { sets, missing: missing.map((tile) => ({ ...tile, number: gone })) };
}

/**
 * Where tiles of these names lie, the set and the index in it, those first that were just laid.
 *
 * @param {Pick<Table, "sets">} table
 * @param {string[]} names
 */
function placesOf(table, names) {
  const all = table.sets.flatMap((members, set) => members.map((member, index) => ({ ...member, place: [set, index] })));
  all.sort((a, b) => Number(b.fresh) - Number(a.fresh));
  return names.flatMap((name) => {
    const at = all.findIndex(({ tile }) => tile === name);
    return at < 0 ? [] : [all.splice(at, 1)[0].place];
  });
}

/**
 * The same marks for the table as it lies now: what has been put right since has none, and without a verdict nothing has.
 *
 * @param {Blaming | null} verdict
 * @param {Pick<Table, "sets">} table
 */
export function marksNow(verdict, table) {
  if (!verdict) return { sets: table.sets.map(unmarked), missing: [] };
  const marks = marksOf(verdict);
  const lying = table.sets.map(named);
  const where = verdict.table.sets.map((members) => {
    const found = lying.indexOf(named(members));
    if (found >= 0) lying[found] = ""; // of two equal sets, each is found once
    return found;
  });
  const back = new Map();
  const missing = marks.missing.filter(({ tile }) => {
    const returned = count(table, tile) - count(verdict.table, tile) - (back.get(tile) ?? 0);
    if (returned > 0) back.set(tile, (back.get(tile) ?? 0) + 1);
    return returned <= 0;
  });
  return {
    sets: table.sets.map((members, now) => marks.sets[where.indexOf(now)] ?? unmarked(members)),
    missing: missing.map((tile) => ({ ...tile, set: tile.set !== null && where[tile.set] >= 0 ? where[tile.set] : null })),
  };
}

/** @typedef {{ name: string, signs: string[], seen: SeenTile | null, at: number }} LaidTile its place in the set as it is seen; a ghost is seen nowhere */
/** @typedef {{ index: number | null, tiles: LaidTile[], whole: boolean, numbers: number[] }} LaidSet its `index` on the table; null for one of which nothing lies any more */

/**
 * The sets as they are laid on a felt, with marks on what the verdict blames and ghosts where tiles are gone; of a null verdict there are none.
 *
 * @param {Pick<Table, "sets"> | null} table
 * @param {Blaming | null} verdict
 * @returns {LaidSet[]}
 */
export function markedSets(table, verdict) {
  const marks = marksNow(verdict, table ?? { sets: [] });
  return [...inOrder(table).map(({ members, index }) => withGhosts(members, index, marks)), ...lostSets(marks)];
}

/** @param {string} name @returns {LaidTile} */
const ghost = (name) => ({ name, signs: ["ghost"], seen: null, at: -1 });

/**
 * @param {SeenTile} seen
 * @param {boolean} blamed
 */
const signsOf = ({ doubt, fresh }, blamed) => Object.entries({ doubt, fresh, blamed }).flatMap(([sign, holds]) => (holds ? [sign] : []));

/**
 * @param {SeenTile[]} members
 * @param {number} index
 * @param {ReturnType<typeof marksNow>} marks
 * @returns {LaidSet}
 */
function withGhosts(members, index, marks) {
  const marked = marks.sets[index];
  const whole = marked.whole.length > 0 || marked.tiles.every((all) => all.length);
  /** @type {LaidTile[]} */
  const tiles = members.map((seen, at) => ({ name: seen.tile, signs: signsOf(seen, !whole && marked.tiles[at].length > 0), seen, at }));
  const ghosts = marks.missing.filter(({ set }) => set === index).sort((a, b) => a.place - b.place);
  for (const [earlier, { tile: name, place }] of ghosts.entries()) tiles.splice(place + earlier, 0, ghost(name));
  const numbers = [...marked.whole, ...ghosts.map(({ number }) => number), ...marked.tiles.flat()];
  return { index, tiles, whole, numbers: [...new Set(numbers)].sort() };
}

/**
 * Sets of which nothing lies any more.
 *
 * @param {ReturnType<typeof marksNow>} marks
 * @returns {LaidSet[]}
 */
function lostSets({ missing }) {
  const lost = missing.filter(({ set }) => set === null);
  return [...new Set(lost.map(({ lay }) => lay))].map((lay) => {
    const gone = lost.filter((tile) => tile.lay === lay);
    return { index: null, tiles: gone.map(({ tile }) => ghost(tile)), whole: false, numbers: [gone[0].number] };
  });
}
