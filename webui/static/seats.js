// The players in seating order, whose turn it is, what they hold and have in words, and who leads.

import { avatar } from "./avatars.js";
import { leaders } from "./scores.js";
import { h, refresh, t } from "./texts.js";
import { timeLeft } from "./words.js";

/**
 * Draws the players of `state` into the list `element`; where `begin` is given, the name of whoever is not on turn is a button, and it is told that name.
 *
 * @param {Element} element
 * @param {State} state
 * @param {((name: string) => unknown) | null} [begin]
 */
export function showSeats(element, state, begin = null) {
  const { players, phase, elsewhere } = state;
  const totals = state.sheet.columns.length ? state.sheet.totals : {};
  const opening = phase === "scored" || elsewhere ? null : state.opening;
  const seats = players.map((player) => ({
    ...player,
    tiles: phase === "scored" ? null : player.tiles,
    points: totals[player.name] ?? null,
    needs: player.opened ? null : opening,
    time: phase === "scored" ? "" : timeLeft(player, state),
  })); // once the round is over, what lay on the racks is past
  const leads = leaders(state.sheet);
  refresh(element, [seats, leads, Boolean(begin)], () => seats.map((one) => seat(one, state.sheet.players, leads.includes(one.name), begin)));
}

/**
 * @param {Player & { points: number | null, needs: number | null, time: string }} player
 * @param {string[]} names of all players
 * @param {boolean} leads
 * @param {((name: string) => unknown) | null} begin
 */
function seat(player, names, leads, begin) {
  const { name, onTurn } = player;
  const facts = [...factsOf(player), leads && h("b.leads", {}, t("player.leads"))].filter((fact) => fact instanceof Node);
  const known = [avatar(name, names), name];
  return h(
    ["li", "seat", onTurn && "on-turn", leads && "leader"].filter(Boolean).join("."),
    onTurn ? { "aria-current": "true" } : {},
    begin && !onTurn ? h("button.name", { type: "button", title: t("player.begin", { name }), onclick: () => begin(name) }, ...known) : h("span.name", {}, ...known),
    facts.length > 0 && h("span.holds", {}, ...facts.flatMap((fact, i) => (i ? [", ", fact] : [fact]))),
  );
}

/**
 * What a player holds, has, and must lay first, and what is left of their time.
 *
 * @param {{ tiles: number | null, points: number | null, needs: number | null, time: string }} player
 */
function factsOf({ tiles, points, needs, time }) {
  const held = tiles !== null && t("player.held", { n: tiles });
  const has = points !== null && t("player.has", { n: points, points: points < 0 ? `−${-points}` : points });
  return [
    (held || has) && h(has ? "span.points" : "span.count", {}, [held, has].filter(Boolean).join(", ")),
    needs !== null && h("span.needs", {}, t("player.needs", { points: needs })),
    time && h("span.time", { title: t("player.time") }, time),
  ];
}
