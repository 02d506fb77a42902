// What several pages tell in the same way: what cannot be, a claim to new tiles, what a turn costs; and how the host's word is asked for.

import { press } from "./api.js";
import { h, has, pressed, t } from "./texts.js";
import { spoken, tiles } from "./tile.js";
import { cited, owed } from "./words.js";

/**
 * A list of what contradicts each other, in one plain sentence each: it stops nothing, somebody should look. Nothing where all fits together.
 *
 * @param {Contradiction[]} found
 */
export const contradictions = (found) => (found.length ? h("ul.contradictions", {}, ...found.map((one) => h("li", {}, sentence(one)))) : null);

/** @param {Contradiction} one */
function sentence({ kind, message, tiles: named, player, values, found }) {
  const where = found.map(({ place, player: name, count }) => t(`place.${place}`, { count, name }));
  const words = { ...values, name: player, tile: named.length ? spoken(named[0]) : "", tiles: named.map(spoken), where };
  const text = has(`contradiction.${kind}`) ? t(`contradiction.${kind}`, words) : message;
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/**
 * A claim to new tiles before the first turn, with the tiles that were shown for it, and what became of it.
 *
 * @param {Claim} claim
 */
export function claimed({ player, granted, pairs, needed, shown, clause }) {
  const text = granted ? t("claim.granted", { name: player, pairs }) : t("claim.refused", { name: player, n: pairs, needed });
  return h("div.claimed", {}, h("p", {}, text), shown.length ? tiles(shown) : null, h("p.clause", {}, cited(clause)));
}

/**
 * What an illegal turn costs, as the list `spec`.
 *
 * @param {string} spec
 * @param {import("./words.js").PutBack} state
 * @param {import("./words.js").Penalised} verdict
 */
export const costs = (spec, state, verdict) => h(spec, {}, ...owed(state, verdict).map(({ text, tiles: named, done }) => h(done ? "li.done" : "li", {}, h("div", {}, text, named && tiles(named)))));

/**
 * The items of a list of reasons; with their numbers where marks bear these.
 *
 * @param {import("./marks.js").Reason[]} reasons
 * @param {boolean} numbered
 */
export const reasonItems = (reasons, numbered) =>
  reasons.map(({ text, clause, number }) => h("li", {}, numbered ? h("b.number", {}, String(number)) : null, h("div", {}, h("p", {}, text), h("p.clause", {}, cited(clause)))));

/**
 * The form, as `spec`, in which the host says how a turn counts, and why; `rule` is told both.
 *
 * @param {string} spec
 * @param {(outcome: string, reason: string) => unknown} rule
 */
export function hostForm(spec, rule) {
  const reason = h("input", { name: "reason", required: true, maxlength: 200, autocomplete: "off" });
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    rule(pressed(event) ?? "", reason.value);
  };
  const outcomes = ["legal", "illegal"].map((value) => h("button.plain", { value }, t(`host.${value}`)));
  return h(spec, { onsubmit }, h("label.field", {}, t("host.reason"), reason), h("div.row", {}, ...outcomes));
}

/**
 * A button for each answer to what the next player laid, where the verdict waits for that.
 *
 * @param {State} state
 */
export function whose({ waits }) {
  if (!waits?.whose) return [];
  return [...waits.whose.tiles, []].map((laid) => h("button.plain", { type: "button", onclick: () => press("whose", { tiles: laid.join(" ") }) }, laid.length ? tiles(laid) : t("waits.whose-none")));
}
