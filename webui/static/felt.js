// How sets are laid out on the felt: in an order that stays, and as large as they fit.

/* Measures of sets in widths of a tile; `tiles.css` and the pages' own styles draw them so. */
const HEIGHT = 1.4; // of a tile
const STEP = 1.045; // from one tile to the next
const PADDING = 0.2; // of a set, left and right together, and above and below
const BETWEEN = { across: 0.42, down: 0.26 };

/** @param {number} count */
const width = (count) => count * STEP - (STEP - 1) + PADDING;

/**
 * The sets of a table with their indices, runs by colour, then groups by number: they keep their order while the camera finds them in another.
 *
 * @param {Pick<Table, "sets"> | null} table
 */
export function inOrder(table) {
  const sets = (table?.sets ?? []).map((members, index) => ({ members, index }));
  return sets.sort((a, b) => rank(a.members) - rank(b.members));
}

/** @param {SeenTile[]} members */
function rank(members) {
  const names = members.map((member) => member.tile).filter((name) => name !== "J" && name !== "?");
  if (!names.length) return 9999;
  const colours = new Set(names.map((name) => name[0]));
  const number = Math.min(...names.map((name) => Number(name.slice(1))));
  return colours.size === 1 ? "KRBO".indexOf(names[0][0]) * 100 + number : 1000 + number;
}

/**
 * The largest tile with which sets of so many tiles fit a felt, all in pixels.
 *
 * `counts` are the sets in the order in which they are laid, row after row; the answer lies between `least` and `most`.
 *
 * @param {number[]} counts
 * @param {{ width: number, height: number }} room
 * @param {Sizes} sizes
 */
export function largestTile(counts, room, { least, most }) {
  let size = most;
  while (size > least && !fits(counts, room.width / size, room.height / size)) size -= 1;
  return Math.max(size, least);
}

/**
 * Whether the sets fit a felt that is so many tiles wide and high.
 *
 * @param {number[]} counts
 * @param {number} across
 * @param {number} down
 */
function fits(counts, across, down) {
  let rows = 1;
  let taken = 0;
  for (const count of counts) {
    const needed = width(count);
    if (needed > across) return false;
    if (taken && taken + BETWEEN.across + needed > across) {
      rows += 1;
      taken = 0;
    }
    taken += (taken ? BETWEEN.across : 0) + needed;
  }
  return rows * (HEIGHT + PADDING) + (rows - 1) * BETWEEN.down <= down;
}
