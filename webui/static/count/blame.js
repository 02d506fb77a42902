// Which counted tiles and racks contradict something, so that it is said where they are.

/** @param {string} player */
const isOn = (player) => (/** @type {FoundAt} */ found) => found.place === "rack" && found.player === player;

/**
 * The contradictions of `state` that a player's rack has part in.
 *
 * @param {State} state
 * @param {string} player
 */
export function about(state, player) {
  return state.contradictions.filter((one) => one.player === player || one.found.some(isOn(player)));
}

/**
 * Those that no counted rack has part in: they stand above the racks.
 *
 * @param {State} state
 */
export function others(state) {
  const counted = (state.count?.racks ?? []).map((rack) => rack.player);
  return state.contradictions.filter((one) => !counted.some((player) => about(state, player).includes(one)));
}

/**
 * The names of the tiles on a player's rack of which there are too many.
 *
 * @param {State} state
 * @param {string} player
 */
export function blamed(state, player) {
  return new Set(state.contradictions.filter((one) => one.found.some(isOn(player))).flatMap(({ tiles }) => tiles));
}
