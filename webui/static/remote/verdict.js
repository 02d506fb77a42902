// The verdict on a phone: what it is, why, what it costs; and whoever it asks answers with a tap.

import { press } from "../api.js";
import { claimed } from "../claimed.js";
import { crop } from "../crop.js";
import { askFaceUp } from "../faceup.js";
import { nameJudged } from "../naming.js";
import { isReading, photoButton } from "../photo.js";
import { pickJudged, settle } from "../picker.js";
import { leaveOut, showAll, shrink } from "../stage/fit.js";
import { awaitsCount, onTurn } from "../state.js";
import { suspects } from "../suspects.js";
import { $, parts as found, h, refresh, signed, t } from "../texts.js";
import { tile, tiles } from "../tile.js";
import { whose } from "../waiting.js";
import { about, awaited, echoed, isHeldUp, late, lately, noted, owed, sentence, unseen } from "../words.js";
import { openClaim } from "./claim.js";
import { mine, pressesFor } from "./role.js";

const TEXT = { most: 26, least: 16, leastOnLow: 14 }; // pixels
const LOW = matchMedia("(max-height: 379.98px)"); // a small phone on its side

/** @typedef {{ kind: string, build: () => Child[] }} Card */

/** The verdict on the screen. */
const card = {
  /** @type {number | null} */
  event: null,
  /** @type {number | null} the verdict of which all reasons are shown, where they take more than the screen */
  unfolded: null,
};

const SHARE = { upright: 0.4, side: 0.48 }; // of the screen's height that it takes at most beside a clock

/**
 * Whether the state asks something that this device may answer.
 *
 * @param {State} state
 */
export function asks(state) {
  if (state.state === "question") return state.questions.length > 0 && pressesFor(state.verdict?.player);
  return Boolean(state.faceUp?.asked) && pressesFor(onTurn(state));
}

/**
 * Shows what is to be said in `state`; hidden where there is nothing.
 *
 * @param {State} state
 */
export function showVerdict(state) {
  const element = $("verdict");
  settle(state.verdict?.event ?? null);
  const shown = parts(state);
  element.hidden = !shown;
  if (!shown) return;
  card.event = state.verdict?.event ?? null;
  const { verdict, questions, restored, waits, claim, redeal, contradictions, faceUp, clock, players, undo, sheet } = state;
  element.className = `verdict ${shown.kind}`;
  refresh(
    element,
    [
      shown.kind,
      state.elsewhere && state.count,
      verdict,
      questions[0],
      restored,
      waits,
      claim,
      redeal,
      contradictions,
      faceUp,
      clock.waiting,
      players.map(({ name }) => name),
      mine(),
      undo,
      sheet.totals,
      state.unjudged,
      echoed(state),
      lately(state),
      isReading(),
    ],
    () => shown.build(),
  );
}

/**
 * @param {State} state
 * @returns {Card | null}
 */
function parts(state) {
  if (state.phase === "scored") return { kind: "totals", build: () => [totals(state.sheet)] };
  if (state.phase !== "playing") return null;
  if (state.faceUp?.asked) return { kind: "undecided", build: () => (asks(state) ? askFaceUp(state) : [word("verdict.undecided"), line(t("remote.asked", { name: onTurn(state) ?? "" }))]) };
  if (awaitsCount(state)) return { kind: "deal", build: () => [word("remote.over"), line(t(mine().role === "player" ? "elsewhere.player" : "elsewhere.waits"))] };
  if (state.elsewhere) return { kind: "totals", build: () => [counted(state.count)] };
  if (!state.watched && state.state !== "deal" && !state.verdict) return { kind: "unwatched", build: () => unwatched(state) };
  if (state.ending) return { kind: "reading", build: () => awaits(state) };
  const { verdict } = state;
  if (state.state === "deal" || !verdict) return beforeFirstTurn(state);
  return { kind: verdict.outcome, build: () => judged(state, verdict) };
}

/**
 * A turn whose verdict waits; where that takes its time, a photo of the table is a way on.
 *
 * @param {State} state
 */
function awaits(state) {
  if (isReading()) return [word("unwatched.reading")];
  if (!isHeldUp(state)) return [word("verdict.reading"), line(awaited(state))];
  return [word("waits.title"), line(awaited(state)), ...(mine().role === "watching" ? [] : [...whose(state), photoButton(state)])];
}

/**
 * A turn that no camera saw stands; whoever doubts it takes a photo of the table.
 *
 * @param {State} state
 */
function unwatched(state) {
  const last = state.unjudged;
  if (isReading()) return [word("unwatched.reading")];
  if (!last) return [word("unwatched.begin")];
  return [word("unwatched.stands", unseen(last)), lineOf(late(state)), mine().role === "watching" ? null : photoButton(state)];
}

/**
 * The claim to new tiles, and the way to one's own.
 *
 * @param {State} state
 * @returns {Card | null}
 */
function beforeFirstTurn(state) {
  const redeal = mine().role === "player" ? state.redeal : null;
  if (!redeal && !state.claim) return state.state === "deal" ? { kind: "deal", build: () => [word("deal.title")] } : null;
  return { kind: "deal", build: () => [state.claim ? claimed(state.claim) : null, redeal ? h("button.plain", { type: "button", onclick: () => openClaim(redeal) }, t("claim.open")) : null] };
}

/** @param {Sheet} sheet */
const totals = (sheet) => h("ul.totals", {}, ...sheet.players.map((name) => h("li", {}, h("span", {}, name), h("b", {}, signed(sheet.totals[name])))));

/**
 * The racks as they come in, of a round that was played elsewhere: nothing else is to be said of it.
 *
 * @param {Count | null} count
 */
const counted = (count) =>
  h("ul.totals", {}, ...(count?.racks ?? []).map(({ player, points }) => h("li", {}, h("span", {}, player), h("b", {}, points === null ? "–" : t("verdict.points", { n: points })))));

/**
 * @param {string} key
 * @param {string} [rest]
 */
const word = (key, rest) => h("p.word", {}, h("span", {}, t(key)), rest ? " " : null, rest ? h("small", {}, rest) : null);
/** @param {string} text */
const line = (text) => h("p", {}, text);
/** @param {string | null} text */
const lineOf = (text) => text && line(text);

/**
 * @param {State} state
 * @param {Verdict} verdict
 */
function judged(state, verdict) {
  const isSettled = Boolean(verdict.penalty?.restore && state.restored);
  const reasons = isSettled ? verdict.violations.slice(0, 1) : verdict.violations; // once it is put right, one is enough
  return [
    word(`verdict.${verdict.outcome}`, verdict.outcome === "undecided" ? verdict.player : about(verdict)),
    lineOf(echoed(state)),
    lineOf(lately(state)),
    verdict.host ? line(t("host.said", { reason: verdict.host })) : null,
    verdict.outcome === "undecided" ? question(state, verdict) : null,
    verdict.outcome === "undecided" && mine().role !== "watching" ? photoButton(state) : null,
    reasons.length
      ? h(
          "ul.reasons",
          {},
          ...reasons.map((one) => h("li", {}, sentence(one, !isSettled && pressesFor(verdict.player)), blamed(verdict, one, isSettled))),
          h("li.rest", { hidden: true }, h("button.quiet", { type: "button", onclick: () => unfold(verdict.event) })),
        )
      : null,
    verdict.penalty ? h("ul.owed", {}, ...owed(state, verdict).map(({ text, tiles: named, done }) => h(done ? "li.done" : "li", {}, h("div", {}, text, named ? tiles(named) : null)))) : null,
  ];
}

/**
 * The tiles that a reason is about; whoever presses for that player says of one that was misread what it is, with a tap.
 *
 * @param {Verdict} verdict
 * @param {Violation} violation
 * @param {boolean} isSettled
 */
function blamed(verdict, violation, isSettled) {
  const found = suspects(verdict, violation);
  if (!found || isSettled || !pressesFor(verdict.player)) return violation.tiles.length ? tiles(violation.tiles) : null;
  return h("div.set", { role: "group" }, ...found.map((seen) => tile(seen.tile, { signs: seen.doubt ? ["doubt"] : [], onclick: () => nameJudged(verdict, seen) })));
}

/**
 * The first question: the next one comes with its answer.
 *
 * @param {State} state
 * @param {Verdict} verdict
 */
function question(state, verdict) {
  if (verdict.note) return line(noted(verdict, "stage.note"));
  const [asked] = state.questions;
  if (!asked) return null;
  if (!asks(state)) return line(t("remote.asked", { name: verdict.player }));
  const photo = verdict.photo && `photos/${verdict.photo}`;
  const { width, height } = verdict.table;
  const answer = (/** @type {string | null} */ name) => press("answer", { set: asked.set, index: asked.index, seen: { verdict: verdict.event }, tile: name });
  const other = () => pickJudged(t("question.which"), verdict, asked, answer);
  return h(
    "div.question",
    { role: "group", "aria-label": t("question.which") },
    h("p", {}, t("question.which")),
    photo ? h("div.crop", {}, crop(photo, width, height, asked.corners)) : null,
    h("div.likely", {}, ...asked.likely.map(([name]) => tile(name, { onclick: () => answer(name) })), h("button.quiet", { type: "button", onclick: other }, t("question.other"))),
  );
}

/**
 * Shows all reasons of a verdict, to be scrolled through.
 *
 * @param {number} event
 */
function unfold(event) {
  card.unfolded = event;
  fitVerdict();
  $("verdict").focus();
}

/** The largest text with which all of it is seen; where the smallest is too large, the last reasons are counted, until somebody asks for them. */
export function fitVerdict() {
  const element = $("verdict");
  if (element.hidden) return;
  const remote = $("remote");
  const isAlone = $("clock").hidden || remote.classList.contains("watching");
  const room = isAlone ? Infinity : SHARE[innerWidth > innerHeight ? "side" : "upright"] * innerHeight;
  const fits = () => element.scrollHeight <= Math.min(room, element.clientHeight + 1) && element.scrollWidth <= element.clientWidth && remote.scrollHeight <= remote.clientHeight;
  const items = found(element, ".reasons > li:not(.rest)");
  const [rest] = found(element, ".rest");
  showAll(items, rest);
  const fit = () =>
    shrink(
      { most: TEXT.most, least: LOW.matches ? TEXT.leastOnLow : TEXT.least },
      (pixels) => {
        element.style.fontSize = `${pixels}px`;
      },
      fits,
    );
  const isWhole = fit();
  const isUnfolded = !isWhole && card.unfolded !== null && card.unfolded === card.event;
  scrolling(element, isUnfolded);
  if (isWhole || isUnfolded) return;
  leaveOut(items, rest, fits);
  scrolling(element, !fit()); // on a very small screen
}

/**
 * What scrolls begins with its first line, and is reached by keyboard.
 *
 * @param {HTMLElement} element
 * @param {boolean} scrolls
 */
function scrolling(element, scrolls) {
  element.classList.toggle("unfolded", scrolls);
  element.tabIndex = scrolls ? 0 : -1;
}
