// The verdict in words, what to do about it, the questions it hangs on, and what it waits for.

import { press, seen } from "./api.js";
import { beforeFirstTurn } from "./before.js";
import { challengeButton } from "./challenge.js";
import { askFaceUp } from "./faceup.js";
import { shrink } from "./fit.js";
import { isOpen, reasonsOf } from "./marks.js";
import { question, suspects } from "./naming.js";
import { isReading, photoButton } from "./photo.js";
import { settle } from "./picker.js";
import { awaitsCount, toldOf } from "./state.js";
import { $, h, refresh, t } from "./texts.js";
import { tiles } from "./tile.js";
import { contradictions, costs, hostForm, reasonItems, whose } from "./told.js";
import { about, awaited, echoed, isHeldUp, late, lately, noted, timed, unseen } from "./words.js";

const WIDE = matchMedia("(min-width: 900px)");
const PLAIN = 16; // pixels of its plain text
const LEAST = 12.8;
const MOST = 42; // on a television
const SHARE = 0.025; // of the screen's width
/** @type {(string | undefined)[]} */
const OWN_WAY = ["hidden", "glare", "restart", "hand"]; // what a person may know better than the camera
/** @type {(string | undefined)[]} */
const OVER_TILES = ["hidden", "glare", "hand"];

/**
 * Shows `state.verdict` or what is going on in its place.
 *
 * @param {State} state
 */
export function showVerdict(state) {
  const card = $("verdict");
  const { verdict, ending } = state;
  settle(verdict?.event ?? null);
  const calm = !ending && verdict?.outcome === "legal" && !verdict.notices.length && !state.contradictions.length;
  card.className = `verdict card ${calm ? "calm " : ""}${state.faceUp?.asked ? "undecided" : ending ? "waiting" : (verdict?.outcome ?? "")}`;
  if (ending && card.querySelector("form.host :focus")) return; // somebody is writing there
  refresh(card, [toldOf(state), isReading()], () => build(state));
  fitText();
}

/**
 * @param {State} state
 * @returns {Child[]}
 */
function build(state) {
  const { verdict } = state;
  const parts = (/** @type {string} */ title, /** @type {string} */ hint) => [word(title), h("p.hint", {}, hint), contradictions(state.contradictions), ...beforeFirstTurn(state)];
  if (state.faceUp?.asked) return askFaceUp(state);
  if (state.ending) return waiting(state);
  if (state.elsewhere) return elsewhere(state);
  if (state.state === "deal") return parts("deal.title", t("deal.hint"));
  if (verdict) return verdict.outcome === "undecided" ? undecided(state, verdict) : decided(state, verdict);
  return state.watched ? parts("verdict.none", echoed(state) ?? t("verdict.none-hint")) : unwatched(state);
}

/** The largest text with which all is seen on a wide screen, where tiles at fault that find no room are seen on the felt alone; on a narrow one it scrolls with the page. */
function fitText() {
  const card = $("verdict");
  const drawn = /** @type {HTMLElement[]} */ ([...card.querySelectorAll(":scope > .suspects")]);
  for (const one of drawn) one.hidden = false;
  const size = (/** @type {number} */ pixels) => card.style.setProperty("--fit", String(pixels / PLAIN));
  size(PLAIN);
  if (!WIDE.matches || card.querySelector("form :focus")) return;
  const parts = card.querySelector(":scope > .cost") ? [...card.querySelectorAll(":scope > :not(.suspects)")] : [...card.children];
  const sizes = { most: Math.max(PLAIN, Math.min(MOST, innerWidth * SHARE)), least: LEAST };
  const isSeen = (/** @type {Element} */ part) => part.getBoundingClientRect().bottom <= card.getBoundingClientRect().bottom;
  const fits = () => card.scrollWidth <= card.clientWidth && parts.every(isSeen);
  card.classList.remove("terse");
  if (!shrink(card, sizes, fits, size)) {
    card.classList.add("terse"); // the clauses give way, and stand at the desk
    shrink(card, sizes, fits, size);
  }
  for (const one of drawn.filter((part) => !isSeen(part))) one.hidden = true;
}

new ResizeObserver(() => requestAnimationFrame(fitText)).observe($("game"));

/**
 * @param {string} title
 * @param {string | null} [rest]
 */
const word = (title, rest) => h("p.word", {}, h("span", {}, t(title)), rest && h("small", {}, rest));

/** @param {string | null} text */
const note = (text) => text && h("p.note", {}, text);

/**
 * A turn that was ended and has no verdict yet: what that waits for, and the ways on.
 *
 * @param {State} state
 */
function waiting(state) {
  const why = state.waits?.for;
  const photo = isReading() ? h("p.hint", { role: "status" }, t("unwatched.reading")) : photoButton(state);
  const ways = [
    ...whose(state),
    OWN_WAY.includes(why) && h("button.plain", { type: "button", onclick: () => press("judge-anyway") }, t("waits.anyway")),
    why === "moved" && h("button.plain", { type: "button", onclick: () => press("accept-camera") }, t("camera.accept")),
    isHeldUp(state) && photo,
  ].filter(Boolean);
  return [
    word(isHeldUp(state) ? "waits.title" : "verdict.reading"),
    h("p.hint", {}, awaited(state)),
    ways.length > 0 && h("div.row", {}, ...ways),
    OVER_TILES.includes(why) && h("p.hint", {}, t("waits.anyway-means")),
    host(),
  ];
}

/** The host's own word on a turn that the referee cannot settle. */
function host() {
  const turn = seen("rule"); // the one that is spoken of, however long it takes to write why
  const form = hostForm("form.host", (outcome, reason) => press("rule", { ...turn, outcome, reason }));
  return h("details.agreed", {}, h("summary", {}, t("host.open")), form);
}

/**
 * A round that was played elsewhere: nobody takes a turn here.
 *
 * @param {State} state
 */
function elsewhere(state) {
  if (state.phase === "scored") return [word("ending.title")];
  return [word("remote.over"), awaitsCount(state) && h("p.hint", {}, t("elsewhere.host")), contradictions(state.contradictions)];
}

/**
 * A turn that no camera saw: it stands, and a photo can judge it.
 *
 * @param {State} state
 */
function unwatched(state) {
  const last = state.unjudged;
  const title = word(last ? "unwatched.stands" : "unwatched.begin", last && unseen(last));
  if (isReading()) return [title, h("p.hint", { role: "status" }, t("unwatched.reading"))];
  const line = h("p.hint", {}, t(last ? "unwatched.stands-line" : "unwatched.begin-line"));
  return [title, note(late(state)), line, last && h("div.row", {}, photoButton(state)), contradictions(state.contradictions), ...(last ? [] : beforeFirstTurn(state))];
}

/**
 * @param {State} state
 * @param {Verdict} verdict
 */
function decided(state, verdict) {
  const { winner } = state;
  const [wrong, numbered] = [reasonsOf(verdict.violations, true), isOpen(state)];
  return [
    word(`verdict.${verdict.outcome}`, about(verdict)),
    echoed(state) && h("p.note", { role: "status" }, echoed(state)),
    note(lately(state)),
    note(verdict.host && t("host.said", { reason: verdict.host })),
    !verdict.whole && h("p.hint", {}, t("unwatched.sets-only")),
    contradictions(state.contradictions),
    verdict.outcome === "legal" && verdict.played.length > 0 && tiles(verdict.laid),
    reasons(wrong, numbered),
    reasons(reasonsOf(verdict.notices, true), false),
    verdict.time && h("p.hint", {}, timed(verdict)),
    verdict.penalty && todo(state, verdict),
    suspects(verdict, wrong, numbered),
    suspects(verdict, reasonsOf(verdict.notices, true), false),
    winner && state.phase === "playing" && h("p.todo", {}, t("verdict.won", { name: winner })),
    winner && state.state === "over" && h("button.quiet", { type: "button", onclick: () => press("still-holds") }, t("verdict.still-holds", { name: winner })),
  ];
}

/**
 * A list of what is wrong or worth saying; nothing where that is empty.
 *
 * @param {import("./marks.js").Reason[]} list
 * @param {boolean} numbered
 */
const reasons = (list, numbered) => (list.length ? h("ul.reasons", {}, ...reasonItems(list, numbered)) : null);

/**
 * @param {State} state
 * @param {Verdict} verdict
 */
function todo(state, verdict) {
  const waits = state.state === "restore" && !state.restored;
  const goOn = waits ? h("button.quiet", { type: "button", onclick: () => press("resume", { anyway: true }) }, t("todo.as-lies")) : null;
  return h("div.cost", {}, costs("ul.todo", state, verdict), h("div.row", {}, goOn, challengeButton(state, verdict), h("a.quiet", { href: "desk#appeal" }, t("desk.appeal"))));
}

/**
 * @param {State} state
 * @param {Verdict} verdict
 */
function undecided(state, verdict) {
  const why = verdict.note ? note(noted(verdict, "verdict.note")) : state.questions.length > 0 && h("p", {}, t("question.intro"));
  return [
    word("verdict.undecided", verdict.player),
    note(lately(state)),
    why,
    reasons(reasonsOf(verdict.notices, true), false),
    suspects(verdict, reasonsOf(verdict.notices, true), false),
    ...state.questions.map((asked) => question(verdict, asked)),
    state.unjudged && h("div.row", {}, photoButton(state)),
    host(),
  ];
}
