// Codes of the record that this browser keeps: whoever alters the record afterwards must answer to them.

import { remember, remembered } from "./kept.js";
import { h, start, t } from "./texts.js";

const KEPT = "tileref.codes";

/** How many are kept. */
export const MOST = 1000;

/**
 * A code: of the file of a whole round, or, with the `turn` that was over when it was told, of the journal up to there. `at` is when that was, or when the round began.
 *
 * @typedef {{ code: string, at: number, players: string[], round: number, turn: number | null }} Code
 */

/** @returns {Code[]} the oldest first */
export function kept() {
  const found = remembered(KEPT);
  return Array.isArray(found) ? found : [];
}

/**
 * Keeps those of `codes` that are new; where there are too many, the oldest go, those of turns first.
 *
 * @param {Code[]} codes
 */
export function keep(codes) {
  const known = kept();
  const all = [...known, ...codes.filter(({ code }) => !known.some((one) => one.code === code))];
  while (all.length > MOST)
    all.splice(
      Math.max(
        0,
        all.findIndex(({ turn }) => turn !== null),
      ),
      1,
    );
  if (all.length > known.length || all.at(-1)?.code !== known.at(-1)?.code) remember(KEPT, all);
}

/**
 * One of them; a tap copies it.
 *
 * @param {Code} one
 */
function line({ code, at, players, round, turn }) {
  const button = h("button.plain", { type: "button" }, code);
  button.addEventListener("click", () => copy(button, code));
  const when = new Date(at).toLocaleString(start.language, { dateStyle: "medium", timeStyle: "short" });
  const facts = [when, t("where.round", { number: round }), turn === null ? null : t("codes.turn", { number: turn }), ...players];
  return h("li", {}, h("small", {}, facts.filter(Boolean).join(" · ")), button);
}

/**
 * Copies what stands on `button`; without https there is no other way.
 *
 * @param {HTMLButtonElement} button
 * @param {string} code
 */
function copy(button, code) {
  getSelection()?.selectAllChildren(button);
  button.textContent = document.execCommand("copy") ? t("codes.copied") : code;
  setTimeout(() => button.replaceChildren(code), 1500);
}

/** The codes that are kept, the newest first: of rounds, and folded below them of turns. */
export function listOfCodes() {
  const newest = kept().reverse();
  const rounds = newest.filter(({ turn }) => turn === null);
  const turns = newest.filter(({ turn }) => turn !== null);
  return [
    h("p.hint", {}, t(newest.length ? "codes.line" : "codes.none")),
    h("ul.codes", {}, ...rounds.map(line)),
    turns.length ? h("details", {}, h("summary", {}, t("codes.turns", { n: turns.length })), h("ul.codes", {}, ...turns.map(line))) : null,
  ];
}
