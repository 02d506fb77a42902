// The verdict for the whole room: a word, a colour and a shape, the reasons, and what it costs. The last is always in sight.

import { cutOut } from "../crop.js";
import { leaveOut, showAll, shrink } from "../fit.js";
import { isOpen, reasonsOf } from "../marks.js";
import { onTurn, toldOf } from "../state.js";
import { $, parts as found, h, refresh, t } from "../texts.js";
import { tile, tiles } from "../tile.js";
import { claimed, contradictions, costs, reasonItems } from "../told.js";
import { about, awaited, echoed, isHeldUp, late, lately, noted, unseen } from "../words.js";
import { sign } from "./signs.js";

/** @typedef {"deal" | "unwatched" | keyof typeof import("./signs.js").SHAPES} Kind */
/** @typedef {"calm" | "asked" | "open"} Weight */

const LEAST = 14; // pixels of its plain text
const MOST = { calm: 0.015, asked: 0.017, open: 0.021 }; // of the screen's width and height together

/** How much of the screen's height the card takes at most: of a turn that is settled, asked about, to be put right; and where that is too little. */
const SHARES = { wide: { calm: 0.3, asked: 0.5, open: 0.6, full: 0.8 }, upright: { calm: 0.26, asked: 0.4, open: 0.45, full: 0.5 } };

/**
 * Shows what is to be said in `state`; hidden where there is nothing.
 *
 * @param {State} state
 */
export function showVerdict(state) {
  const card = $("verdict");
  const kind = kindOf(state);
  card.hidden = !kind;
  if (!kind) return;
  card.className = `verdict ${kind}`;
  /** @type {Weight} */
  const weight = isOpen(state) ? "open" : kind === "undecided" ? "asked" : "calm";
  card.dataset.weight = weight;
  refresh(card, [toldOf(state)], () => parts(kind, state));
  fitVerdict();
}

/**
 * How the turn stands, and so how the card looks; null where there is nothing to say.
 *
 * @param {State} state
 * @returns {Kind | null}
 */
function kindOf(state) {
  if (state.state === "deal") return "deal";
  if (state.ending) return state.faceUp?.asked ? "undecided" : "reading";
  if (!state.watched && !state.verdict && state.unjudged && state.phase === "playing") return "unwatched";
  return state.verdict?.outcome ?? (state.claim || state.contradictions.length ? "deal" : null);
}

/**
 * @param {Kind} kind
 * @param {State} state
 * @returns {Child[]}
 */
function parts(kind, state) {
  if (kind === "deal") return deal(state);
  if (kind === "unwatched") return unwatched(state);
  if (kind === "reading") return [head("reading", t(isHeldUp(state) ? "waits.title" : "verdict.reading"), ""), h("p.line", {}, awaited(state))];
  if (state.faceUp?.asked && state.ending) return [head("undecided", t("verdict.undecided"), ""), h("p.line", {}, t("stage.beside", { name: onTurn(state) ?? "" }))];
  return state.verdict ? judged(state, state.verdict) : [];
}

/**
 * A turn that no camera saw stands; whether it took too long is known all the same.
 *
 * @param {State} state
 */
function unwatched(state) {
  return [head("legal", t("unwatched.stands"), state.unjudged ? unseen(state.unjudged) : ""), line(late(state))];
}

/** @param {string | null} text */
const line = (text) => text && h("p.line", {}, text);

/** @param {State} state */
function deal(state) {
  const dealing = state.state === "deal";
  return [
    dealing ? h("p.head", {}, h("b.word", {}, t("deal.title"))) : null,
    dealing ? h("p.line", {}, t("stage.deal")) : null,
    state.claim ? claimed(state.claim) : null,
    contradictions(state.contradictions),
  ];
}

/**
 * @param {keyof typeof import("./signs.js").SHAPES} outcome
 * @param {string} word
 * @param {string} rest
 */
const head = (outcome, word, rest) => h("p.head", {}, sign(outcome), h("span.said", {}, h("b.word", {}, word), rest ? h("span.rest", {}, rest) : null));

/**
 * @param {State} state
 * @param {Verdict} verdict
 */
function judged(state, verdict) {
  const undecided = verdict.outcome === "undecided";
  const played = verdict.outcome === "legal" && verdict.played.length ? tiles(verdict.laid) : null;
  return [
    head(verdict.outcome, t(`verdict.${verdict.outcome}`), undecided ? verdict.player : about(verdict)),
    played,
    line(echoed(state)),
    line(lately(state)),
    line(verdict.host && t("host.said", { reason: verdict.host })),
    line(verdict.whole ? null : t("unwatched.sets-only")),
    line(undecided && verdict.note ? noted(verdict, "stage.note") : null),
    reasons(isSettled(state, verdict) ? reasonsOf(verdict.violations).slice(0, 1) : reasonsOf(verdict.violations), isOpen(state)),
    reasons(reasonsOf(verdict.notices), false),
    undecided && state.questions.length ? questions(state, verdict) : null,
    contradictions(state.contradictions),
    verdict.penalty && costs("ul.penalty", state, verdict),
  ];
}

/**
 * Whether the table of an illegal turn lies as before: then the first reason, and what it costs, are enough.
 *
 * @param {State} state
 * @param {Verdict} verdict
 */
const isSettled = (state, verdict) => Boolean(verdict.penalty?.restore && state.restored);

/**
 * A list of what is wrong or worth saying; nothing where that is empty.
 *
 * @param {import("../marks.js").Reason[]} list
 * @param {boolean} numbered
 */
function reasons(list, numbered) {
  if (!list.length) return null;
  return h("ul.reasons", {}, ...reasonItems(list, numbered), h("li.more", { hidden: true }));
}

/**
 * @param {State} state
 * @param {Verdict} verdict
 */
function questions(state, verdict) {
  const one = (/** @type {Question} */ { corners, likely }) => {
    const choices = likely.flatMap(([name], i) => [i ? h("span", {}, t("stage.or")) : null, tile(name)]);
    return h("li", {}, cutOut("span.crop", verdict, corners), h("span.choices", {}, ...choices));
  };
  return h("div.asked", {}, h("p.line", {}, t("stage.question", { name: verdict.player })), h("ul.questions", {}, ...state.questions.map(one)));
}

/** The largest text with which everything is seen; at the smallest, the clauses give way, then the last reasons, never the penalty. */
export function fitVerdict() {
  const card = $("verdict");
  if (card.hidden) return;
  const stage = $("stage");
  const kind = /** @type {Weight} */ (card.dataset.weight);
  const shares = SHARES[stage.clientWidth > stage.clientHeight ? "wide" : "upright"];
  const most = (stage.clientWidth + stage.clientHeight) * MOST[kind];
  const fits = (/** @type {number} */ part) => card.scrollHeight <= stage.clientHeight * part && card.scrollWidth <= card.clientWidth;
  const items = found(card, ".reasons > li:not(.more)");
  const [more] = found(card, ".more");
  card.classList.remove("terse");
  showAll(items, more);
  if (shrink(card, { most, least: LEAST }, () => fits(shares[kind]))) return;
  card.classList.add("terse");
  leaveOut(items, more, () => fits(shares.full));
}
