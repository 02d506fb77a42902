// The players in seating order, whose turn it is, what they hold and what they have.

import { h, refresh, signed, t } from "../texts.js";
import { timeLeft } from "../words.js";

/**
 * Draws the players of `state` into the list `element`.
 *
 * @param {Element} element
 * @param {State} state
 */
export function showSeats(element, state) {
  const totals = state.sheet.columns.length ? state.sheet.totals : {};
  refresh(element, [state.players, totals, state.allowance], () => state.players.map((player) => seat(player, totals, timeLeft(player, state))));
}

/**
 * @param {Player} player
 * @param {Record<string, number>} totals
 * @param {string} time what is left of bank and extensions
 */
function seat({ name, tiles, onTurn }, totals, time) {
  return h(
    onTurn ? "li.seat.on-turn" : "li.seat",
    onTurn ? { "aria-current": "true" } : {},
    h("span.name", {}, name),
    tiles === null ? null : h("span.count", { role: "img", "aria-label": t("player.tiles", { n: tiles }) }, String(tiles)),
    time ? h("span.time", { role: "img", "aria-label": `${t("player.time")}${t("colon")}${time}` }, time) : null,
    name in totals ? h("span.points", {}, signed(totals[name])) : null,
  );
}
