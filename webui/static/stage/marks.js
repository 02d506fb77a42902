// What a verdict blames, where it lies now: sets at fault, tiles at fault, and tiles that are gone.

import { sentence } from "../words.js";

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
 * The reasons of a verdict, each told once: a list of `{ text, clause, number, violations }`.
 *
 * @param {Violation[]} violations
 */
export function reasonsOf(violations) {
  /** @type {Map<string, Reason>} */
  const reasons = new Map();
  for (const violation of violations) {
    const text = sentence(violation, false);
    const reason = reasons.get(text) ?? { text, clause: violation.clause, number: reasons.size + 1, violations: [] };
    reason.violations.push(violation);
    reasons.set(text, reason);
  }
  return [...reasons.values()];
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

/**
 * The marks for the table as it was judged, set by set, and the tiles that are gone.
 *
 * @param {Verdict} verdict
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
 * @param {Table} table
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
 * @param {Verdict | null} verdict
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
