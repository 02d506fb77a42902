// What was ruled on a turn, and what people said of it: the verdict with its clauses, what it costs, and how long the turn took.

import { reasonsOf } from "../marks.js";
import { h, start, t } from "../texts.js";
import { tile, tiles } from "../tile.js";
import { costs, reasonItems } from "../told.js";
import { about, objection, timed, who } from "../words.js";

/**
 * What is shown of a turn of the evening, and of one that two photos tell of.
 *
 * @typedef {Partial<Noted> & Pick<OpenedTurn, "sets" | "player" | "drew" | "before" | "after" | "missing"> &
 *   { verdict: Said | null, seconds: number | null, host?: string | null, by?: string | null }} Judged
 */

/** @param {Pick<Turn, "said">} turn */
export const saidOf = (turn) => turn.said.length > 0 && h("section.card", {}, h("h3", {}, t("desk.said")), h("ul.said", {}, ...turn.said.map(said)));

/**
 * @param {Judged} turn
 * @param {Said & { laid?: string[] }} verdict
 */
export function judged(turn, verdict) {
  const told = { ...verdict, outcome: verdict.verdict, player: turn.player, drew: turn.drew };
  const wrong = reasonItems(reasonsOf(verdict.violations), verdict.verdict === "illegal");
  const reasons = [...wrong, ...reasonItems(reasonsOf(verdict.notices), false)];
  const suspects = suspectsOf(turn, verdict);
  const facts = factsOf(turn, verdict);
  return [
    h("p.word", {}, h("span", {}, t(`verdict.${verdict.verdict}`)), " ", h("small", {}, about(told))),
    turn.host && h("p", {}, t("host.said", { reason: turn.host })),
    turn.note && h("p", {}, objection({ note: turn.note, noteCode: turn.noteCode ?? null, noteValues: turn.noteValues ?? {} })),
    reasons.length > 0 && h("ul.reasons", {}, ...reasons),
    verdict.penalty && costs("ul.todo", {}, told),
    verdict.played.length > 0 && h("div.laid", {}, h("p.hint", {}, t("desk.laid")), tiles(verdict.laid ?? verdict.played)),
    suspects.length > 0 && h("ul.suspects", {}, ...suspects),
    facts && h("p.hint", {}, facts),
  ];
}

/**
 * The sets and tiles that the reasons are about, with their numbers.
 *
 * @param {Judged} turn
 * @param {Said} verdict
 */
function suspectsOf({ sets }, { violations }) {
  const meant = reasonsOf(violations).flatMap((reason) => reason.violations.map(({ set, tiles: all }) => ({ number: reason.number, all: (set === null ? null : sets.after[set]) ?? all })));
  return meant.flatMap(({ number, all }) => (all.length ? [h("li", {}, h("b.number", {}, String(number)), tiles(all))] : []));
}

/**
 * How long a turn took, and who ended it.
 *
 * @param {Judged} turn
 * @param {Said} verdict
 */
const factsOf = (turn, verdict) => [timed(verdict) ?? (isLate(verdict) ? null : took(turn)), turn.by && t("desk.ended", { who: who(turn.by) })].filter(Boolean).join(" ");

/**
 * Whether a reason says how long the turn took.
 *
 * @param {Said} verdict
 */
const isLate = ({ violations, notices }) => [...violations, ...notices].some(({ code }) => code === "overtime");

/**
 * How long the turn took; null where nobody measured it.
 *
 * @param {Judged} turn
 */
const took = ({ seconds }) => (seconds === null ? null : t("desk.took", { n: seconds, seconds: seconds.toLocaleString(start.language) }));

/** @param {Word} word */
function said({ kind, tile: name, reason, by }) {
  const text = kind === "verdict" ? t("host.said", { reason }) : t(`desk.said-${kind}`, { reason });
  return h("li", {}, text, name ? tile(name) : null, by ? h("small.by", {}, who(by)) : null);
}
