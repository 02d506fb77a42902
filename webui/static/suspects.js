// Which tiles on the table a reason is about, so that one that was misread is put right with a tap.

/**
 * The set that a violation blames, or each tile of a kind that lies there too often; null where it is about no tile that can be pointed at.
 *
 * @param {{ table: Table | null }} judged
 * @param {Violation} violation
 */
export function suspects({ table }, { code, set, tiles }) {
  if (set !== null && set !== undefined) return table?.sets[set] ?? null;
  return code === "tile-impossible" ? (table?.sets.flat().filter(({ tile }) => tiles.includes(tile)) ?? null) : null;
}
