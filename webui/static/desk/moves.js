// What a turn moved on the table, from how it lay before and after; which set is what is left of which, as `live/telling/missing_tiles.py` finds it.

/** @typedef {string[][]} Sets names of tiles */
/** @typedef {MissingTile & { old: number, to: number[] | null }} MovedTile a tile that left its set: its place in that, and the set and place where it lies, null where it is gone */
/** @typedef {{ moved: MovedTile[], laid: number[][] }} Moves those that left their sets, and the sets and places of those that were laid */

/**
 * The names that both have, as often as both do.
 *
 * @param {string[]} some
 * @param {string[]} others
 */
function common(some, others) {
  const left = [...others];
  return some.filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/**
 * The names of `some` that are beyond `others`.
 *
 * @param {string[]} some
 * @param {string[]} others
 */
function beyond(some, others) {
  const left = [...some];
  for (const name of others) if (left.includes(name)) left.splice(left.indexOf(name), 1);
  return left;
}

/**
 * For each set before: which set after it holds most of it, or null, and its tiles that lie there. No tile counts twice.
 *
 * @param {Sets} before
 * @param {Sets} after
 */
function rests(before, after) {
  const free = after.map((names) => [...names]);
  const found = before.map(() => ({ set: /** @type {number | null} */ (null), still: /** @type {string[]} */ ([]) }));
  const pairs = before.flatMap((names, old) =>
    after.map((others, set) => {
      const held = common(names, others).length;
      return { old, set, whole: held === names.length && held === others.length };
    }),
  );
  const waiting = new Set(before.keys());
  const take = (/** @type {number} */ old, /** @type {number} */ set) => {
    waiting.delete(old);
    found[old] = { set, still: common(before[old], free[set]) };
    free[set] = beyond(free[set], found[old].still);
  };
  for (const { old, set, whole } of pairs) if (whole && waiting.has(old) && free[set].length === after[set].length) take(old, set);
  while (waiting.size) {
    const held = pairs.filter(({ old }) => waiting.has(old)).map(({ old, set }) => ({ old, set, n: common(before[old], free[set]).length }));
    const best = held.reduce((most, one) => (one.n > most.n ? one : most), { old: -1, set: -1, n: 0 });
    if (!best.n) break;
    take(best.old, best.set);
  }
  return found;
}

/**
 * The index of the tile of `rest` before which the tile at `place` lay; `rest` may be read from its other end.
 *
 * @param {string[]} names
 * @param {number} place
 * @param {string[]} rest
 */
function between(names, place, rest) {
  const lying = [...names.keys()].filter((i) => rest.includes(names[i]));
  const at = (/** @type {number | undefined} */ i) => (i === undefined ? -1 : rest.indexOf(names[i]));
  const turned = lying.length > 1 && at(lying[0]) > at(lying[lying.length - 1]);
  const earlier = lying.filter((i) => i < place);
  const later = lying.find((i) => i > place);
  if (earlier.length) return at(earlier[earlier.length - 1]) + (turned ? 0 : 1);
  return later === undefined ? 0 : at(later) + (turned ? 1 : 0);
}

/**
 * The tiles that left their sets, with where they lie now or null where they are gone; and where tiles lie that lay nowhere before. Nothing where nobody knows how the table lay.
 *
 * @param {Sets | null} before
 * @param {Sets} after
 * @returns {Moves}
 */
export function movesOf(before, after) {
  if (!before) return { moved: [], laid: [] };
  const staying = after.map(() => /** @type {string[]} */ ([]));
  const found = rests(before, after);
  for (const { set, still } of found) if (set !== null) staying[set].push(...still);
  const came = after.flatMap((names, set) =>
    names.flatMap((name, place) => {
      const at = staying[set].indexOf(name);
      if (at >= 0) staying[set].splice(at, 1);
      return at >= 0 ? [] : [{ name, to: [set, place] }];
    }),
  );
  const moved = before.flatMap((names, lay) => {
    const { set, still } = found[lay];
    const lacking = beyond(names, still);
    return names.flatMap((tile, old) => {
      const at = lacking.indexOf(tile);
      if (at < 0) return [];
      lacking.splice(at, 1);
      const arrived = came.findIndex(({ name }) => name === tile);
      const to = arrived < 0 ? null : came.splice(arrived, 1)[0].to;
      return [{ tile, lay, set, place: set === null ? old : between(names, old, after[set]), at: null, size: 0, old, to }];
    });
  });
  return { moved, laid: came.map(({ to }) => to) };
}
