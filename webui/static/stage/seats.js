// The players in seating order, whose turn it is, what they hold and what they have.

import { avatar } from "../avatars.js";
import { lead } from "../scores.js";
import { h, refresh, signed, t } from "../texts.js";

/**
 * Draws the players of `state` into the list `element`.
 *
 * @param {Element} element
 * @param {State} state
 */
export function showSeats(element, state) {
  const { players, sheet } = state;
  refresh(element, [players, sheet], () => players.map((player) => seat(player, sheet)));
}

/**
 * @param {Player} player
 * @param {Sheet} sheet
 */
function seat({ name, tiles, onTurn }, sheet) {
  return h(
    onTurn ? "li.seat.on-turn" : "li.seat",
    onTurn ? { "aria-current": "true" } : {},
    h("span.name", {}, avatar(name, sheet.players), name),
    tiles === null ? null : h("span.count", { role: "img", "aria-label": t("player.tiles", { n: tiles }) }, String(tiles)),
    lead(sheet, name),
    sheet.columns.length ? h("span.points", {}, signed(sheet.totals[name])) : null,
  );
}
