// What the player who holds the phone asks oftenest: the tiles on the own rack, the own score, who is next, and what the last own turn came to.

import { lead } from "../scores.js";
import { $, h, refresh, signed, t } from "../texts.js";
import { mine } from "./role.js";

/**
 * What a turn came to, for whoever took it: laid, drew, or what it cost; null where nobody knows.
 *
 * @param {TakenTurn} turn
 */
export function cameTo({ outcome, laid, points, drew, cost }) {
  if (outcome === "illegal") return cost ? t("facts.cost", { n: cost }) : t("facts.illegal");
  if (outcome === "legal" && laid) return t("facts.laid", { points: t("verdict.points", { n: points }) });
  return drew ? t("facts.drew") : null;
}

/**
 * Shows that for `state`; nothing where nobody takes turns here.
 *
 * @param {State} state
 */
export function showFacts({ phase, players, next, sheet, taken }) {
  const { role, player } = mine();
  const me = role === "player" ? players.find(({ name }) => name === player) : null;
  const last = me && taken.filter((turn) => turn.player === me.name).pop();
  $("facts").hidden = phase !== "playing";
  refresh($("facts"), [me, next, sheet, last], () => {
    const came = last && cameTo(last);
    return [
      me && me.tiles !== null ? h("li", {}, h("b.count", {}, String(me.tiles)), " ", h("span", {}, t("facts.tiles", { n: me.tiles }))) : null,
      me && sheet.columns.length > 0 ? h("li", {}, lead(sheet, me.name), h("b", {}, signed(sheet.totals[me.name])), " ", h("span", {}, t("facts.points", { n: sheet.totals[me.name] }))) : null,
      came ? h("li", {}, came) : null,
      next ? h("li", {}, next === me?.name ? t("facts.you-next") : t("facts.next", { name: next })) : null,
    ];
  });
}
