// The verdict on a phone: what it is, why, what it costs; and whoever it asks answers with a tap.

import { challengeButton } from "../challenge.js";
import { openClaim } from "../claim.js";
import { askFaceUp } from "../faceup.js";
import { leaveOut, showAll, shrink } from "../fit.js";
import { isOpen, reasonsOf } from "../marks.js";
import { question, suspects } from "../naming.js";
import { isReading, photoButton } from "../photo.js";
import { settle } from "../picker.js";
import { finished, places, wonMatch } from "../scores.js";
import { awaitsCount, onTurn, toldOf } from "../state.js";
import { $, parts as found, h, refresh, t } from "../texts.js";
import { claimed, costs, reasonItems, whose } from "../told.js";
import { about, awaited, echoed, isHeldUp, late, lately, noted, unseen } from "../words.js";
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
  element.className = `verdict ${shown.kind}`;
  refresh(element, [shown.kind, toldOf(state), mine(), isReading()], () => shown.build());
}

/**
 * @param {State} state
 * @returns {Card | null}
 */
function parts(state) {
  if (state.phase === "scored") return { kind: "scored", build: () => [wonMatch(state) && state.sheet.finish && line(finished(state.sheet.finish)), places(state.sheet)] };
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

/** @param {State} state */
const takePhoto = (state) => mine().role !== "watching" && photoButton(state);

/**
 * A turn whose verdict waits; where that takes its time, a photo of the table is a way on.
 *
 * @param {State} state
 */
function awaits(state) {
  if (isReading()) return [word("unwatched.reading")];
  if (!isHeldUp(state)) return [word("verdict.reading"), line(awaited(state))];
  return [word("waits.title"), line(awaited(state)), ...(mine().role === "watching" ? [] : whose(state)), takePhoto(state)];
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
  return [word("unwatched.stands", unseen(last)), line(late(state)), takePhoto(state)];
}

/**
 * The claim to new tiles, and the way to one's own.
 *
 * @param {State} state
 * @returns {Card | null}
 */
function beforeFirstTurn(state) {
  const { claim } = state;
  const { role, player } = mine();
  const redeal = role === "player" ? state.redeal : null;
  if (!redeal && !claim) return state.state === "deal" ? { kind: "deal", build: () => [word("deal.title")] } : null;
  const ask = () => redeal && h("button.plain", { type: "button", onclick: () => openClaim(redeal, [player ?? ""]) }, t("claim.open"));
  return { kind: "deal", build: () => [claim && claimed(claim), ask()] };
}

/** @param {string[][]} rows names, and what is said of each */
const list = (rows) => h("ul.totals", {}, ...rows.map(([name, text]) => h("li", {}, h("span", {}, name), h("b", {}, text))));

/**
 * The racks as they come in, of a round that was played elsewhere: nothing else is to be said of it.
 *
 * @param {Count | null} count
 */
const counted = (count) => list((count?.racks ?? []).map(({ player, points }) => [player, points === null ? "–" : t("verdict.points", { n: points })]));

/**
 * @param {string} key
 * @param {string} [rest]
 */
const word = (key, rest) => h("p.word", {}, h("span", {}, t(key)), rest ? " " : null, rest ? h("small", {}, rest) : null);
/** @param {string | null} text */
const line = (text) => text && h("p", {}, text);

/**
 * @param {State} state
 * @param {Verdict} verdict
 */
function judged(state, verdict) {
  const isSettled = Boolean(verdict.penalty?.restore && state.restored);
  const isUndecided = verdict.outcome === "undecided";
  const taps = !isSettled && pressesFor(verdict.player);
  const reasons = reasonsOf(verdict.violations, taps).slice(0, isSettled ? 1 : undefined); // once it is put right, one is enough
  const items = reasonItems(reasons, isOpen(state));
  const rest = h("li.rest", { hidden: true }, h("button.quiet", { type: "button", onclick: () => unfold(verdict.event) }));
  return [
    word(`verdict.${verdict.outcome}`, isUndecided ? verdict.player : about(verdict)),
    line(echoed(state)),
    line(lately(state)),
    line(verdict.host && t("host.said", { reason: verdict.host })),
    isUndecided && open(state, verdict),
    isUndecided && takePhoto(state),
    items.length > 0 && h("ul.reasons", {}, ...items, rest),
    pressesFor(verdict.player) && mine().role === "player" && challengeButton(state, verdict),
    verdict.penalty && costs("ul.owed", state, verdict),
    suspects(verdict, reasons, isOpen(state), taps),
  ];
}

/**
 * What the verdict hangs on: the first question, as the next one comes with its answer.
 *
 * @param {State} state
 * @param {Verdict} verdict
 */
function open(state, verdict) {
  if (verdict.note) return line(noted(verdict, "stage.note"));
  const [asked] = state.questions;
  if (!asked) return null;
  return asks(state) ? question(verdict, asked, line(t("question.which"))) : line(t("remote.asked", { name: verdict.player }));
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

/**
 * Pixels that a verdict may be high: all where nothing stands above it.
 *
 * @param {Element} remote
 */
function roomOf(remote) {
  const isAlone = $("clock").hidden || remote.classList.contains("watching");
  return isAlone ? Infinity : SHARE[innerWidth > innerHeight ? "side" : "upright"] * innerHeight;
}

/** The largest text with which all of it is seen; where the smallest is too large, the last reasons are counted, until somebody asks for them. */
export function fitVerdict() {
  const element = $("verdict");
  if (element.hidden) return;
  const remote = $("remote");
  const room = roomOf(remote);
  const fits = () => element.scrollHeight <= Math.min(room, element.clientHeight + 1) && element.scrollWidth <= element.clientWidth && remote.scrollHeight <= remote.clientHeight;
  const items = found(element, ".reasons > li:not(.rest)");
  const [rest] = found(element, ".rest");
  showAll(items, rest);
  const fit = () => shrink(element, { most: TEXT.most, least: LOW.matches ? TEXT.leastOnLow : TEXT.least }, fits);
  const [tapped] = found(element, ".suspects");
  if (tapped) tapped.hidden = false;
  if (tapped && !fit()) tapped.hidden = true; // the reasons come first; the table has the same tiles to tap
  const isWhole = fit();
  const isUnfolded = !isWhole && card.unfolded !== null && card.unfolded === card.event;
  if (tapped && isUnfolded) tapped.hidden = false;
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
