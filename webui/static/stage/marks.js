// What a verdict blames, where it lies now: sets at fault, tiles at fault, and tiles that are gone.

import { sentence } from "../words.js";

/** @param {SeenTile[]} members */
const named = (members) =>
  members
    .map(({ tile }) => tile)
    .sort()
    .join(" ");

/**
 * @param {Table} table
 * @param {string} name
 */
const count = (table, name) => table.sets.flat().filter(({ tile }) => tile === name).length;

/**
 * @param {number} set
 * @param {number} index
 */
const placeOf = (set, index) => `${set}/${index}`;

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
 * The marks for the table as it was judged.
 *
 * `sets` has the numbers of the reasons by the index of the set that each is about, `tiles` by set and place ("2/0") where a reason is
 * about single tiles, and `missing` the tiles that are gone.
 *
 * @param {Verdict} verdict
 */
export function marksOf(verdict) {
  /** @type {Map<number, number[]>} */
  const sets = new Map();
  /** @type {Map<string, number[]>} */
  const tiles = new Map();
  const blamed = reasonsOf(verdict.violations).flatMap(({ number, violations }) => violations.map((violation) => ({ ...violation, number })));
  for (const { code, set, tiles: about, number } of blamed) {
    if (code === "tile-missing") continue;
    if (set !== null && set !== undefined) add(sets, set, number);
    else for (const place of placesOf(verdict.table, about)) add(tiles, place, number);
  }
  const gone = blamed.find(({ code }) => code === "tile-missing")?.number ?? 0;
  return { sets, tiles, missing: verdict.missing.map((tile) => ({ ...tile, number: gone })) };
}

/**
 * @template Key
 * @param {Map<Key, number[]>} map
 * @param {Key} key
 * @param {number} number
 */
function add(map, key, number) {
  map.set(key, [...new Set([...(map.get(key) ?? []), number])]);
}

/**
 * Where tiles of these names lie, those first that were just laid.
 *
 * @param {Table} table
 * @param {string[]} names
 */
function placesOf(table, names) {
  const all = table.sets.flatMap((members, set) => members.map((member, index) => ({ ...member, place: placeOf(set, index) })));
  all.sort((a, b) => Number(b.fresh) - Number(a.fresh));
  return names.flatMap((name) => {
    const at = all.findIndex(({ tile }) => tile === name);
    return at < 0 ? [] : [all.splice(at, 1)[0].place];
  });
}

/**
 * The same marks for the table as it lies now: what has been put right since has none.
 *
 * @param {Verdict} verdict
 * @param {Table} table
 */
export function marksNow(verdict, table) {
  const marks = marksOf(verdict);
  /** @type {(string | null)[]} */
  const lying = table.sets.map(named);
  /** @type {Map<number | null, number>} */
  const where = new Map();
  verdict.table.sets.forEach((members, index) => {
    const found = lying.indexOf(named(members));
    if (found < 0) return;
    lying[found] = null; // of two equal sets, each is found once
    where.set(index, found);
  });
  const sets = [...marks.sets].flatMap(([index, numbers]) => {
    const now = where.get(index);
    return now === undefined ? [] : [/** @type {const} */ ([now, numbers])];
  });
  const tiles = [...marks.tiles].flatMap(([place, numbers]) => {
    const [set, index] = place.split("/").map(Number);
    const now = where.get(set);
    return now === undefined ? [] : [/** @type {const} */ ([placeOf(now, index), numbers])];
  });
  const back = new Map();
  const missing = marks.missing.filter(({ tile }) => {
    const returned = count(table, tile) - count(verdict.table, tile) - (back.get(tile) ?? 0);
    if (returned > 0) back.set(tile, (back.get(tile) ?? 0) + 1);
    return returned <= 0;
  });
  return {
    sets: new Map(sets),
    tiles: new Map(tiles),
    missing: missing.map((tile) => ({ ...tile, set: where.get(tile.set) ?? null })),
  };
}
