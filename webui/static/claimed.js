// A claim to new tiles before the first turn, and what became of it.

import { h, t } from "./texts.js";
import { tiles } from "./tile.js";

/**
 * The claim of the state, with the tiles that were shown for it.
 *
 * @param {Claim} claim
 */
export function claimed({ player, granted, pairs, needed, shown, clause }) {
  const text = granted ? t("claim.granted", { name: player, pairs }) : t("claim.refused", { name: player, n: pairs, needed });
  return h("div.claimed", {}, h("p", {}, text), shown.length ? tiles(shown) : null, h("p.clause", {}, clause));
}
