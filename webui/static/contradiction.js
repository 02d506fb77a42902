// What cannot be, in one plain sentence each: it stops nothing, somebody should look.

import { h, has, t } from "./texts.js";
import { spoken } from "./tile.js";

/**
 * A list of what contradicts each other; nothing where all fits together.
 *
 * @param {Contradiction[]} found
 */
export function contradictions(found) {
  return found.length ? h("ul.contradictions", {}, ...found.map((one) => h("li", {}, sentence(one)))) : null;
}

/** @param {Contradiction} one */
function sentence({ kind, message, tiles, player, values, found }) {
  const where = found.map(({ place, player: name, count }) => t(`place.${place}`, { count, name }));
  const words = { ...values, name: player, tile: tiles.length ? spoken(tiles[0]) : "", tiles: tiles.map(spoken), where };
  const text = has(`contradiction.${kind}`) ? t(`contradiction.${kind}`, words) : message;
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
