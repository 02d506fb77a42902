// What has happened while this phone slept, or had no line to the table: said once it is back.

import { remember, remembered } from "../kept.js";
import { t } from "../texts.js";
import { mine } from "./role.js";

const KEPT = "tileref.seen";

const away = {
  isBack: true, // whether the next state is the first after a while
};

/**
 * What one turn of somebody else was.
 *
 * @param {TakenTurn} turn
 */
function told({ player: name, outcome, laid, drew, cost }) {
  if (outcome === "illegal") return t("meanwhile.illegal", { name, n: cost });
  if (laid) return t("meanwhile.laid", { name, n: laid });
  return t(drew ? "meanwhile.drew" : "meanwhile.ended", { name });
}

/**
 * The turns of others since the one that was `seen` last, in one sentence; null where there were none.
 *
 * @param {{ round: number, event: number } | null} seen
 * @param {State} state
 * @param {string | null} me
 */
export function since(seen, { round, taken, phase }, me) {
  if (!seen || phase === "setup") return null;
  const news = taken.filter(({ event, player }) => event > seen.event && player !== me).map(told);
  if (round !== seen.round) news.unshift(t("meanwhile.round", { number: round }));
  return news.length ? t("meanwhile.line", { list: news }) : null;
}

/** Notes that what comes next comes after a while. */
export function leave() {
  away.isBack = true;
}

/**
 * Takes a state that is shown; what is to be said of the time before it, null for nothing.
 *
 * @param {State} state
 */
export function see(state) {
  if (document.hidden) return null;
  const text = away.isBack ? since(remembered(KEPT), state, mine().player) : null;
  away.isBack = false;
  remember(KEPT, { round: state.round, event: Math.max(0, ...state.taken.map(({ event }) => event)) });
  return text;
}

document.addEventListener("visibilitychange", () => document.hidden && leave());
