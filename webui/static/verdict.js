// The verdict in words, what to do about it, and the questions it hangs on.

import { press } from "./api.js";
import { beforeFirstTurn } from "./before.js";
import { contradictions } from "./contradiction.js";
import { crop } from "./crop.js";
import { askFaceUp } from "./faceup.js";
import { nameJudged } from "./naming.js";
import { isReading, photoButton } from "./photo.js";
import { pickJudged, settle } from "./picker.js";
import { shrink } from "./stage/fit.js";
import { awaitsCount } from "./state.js";
import { suspects } from "./suspects.js";
import { $, h, refresh, t } from "./texts.js";
import { tile, tiles } from "./tile.js";
import { host, waiting } from "./waiting.js";
import { about, alike, echoed, late, lately, noted, owed, sentence, unseen } from "./words.js";

const WIDE = matchMedia("(min-width: 900px)");
const MANY = 5; // reasons, from which on they stand in two columns
const TEXT = { most: 16, least: 12.8 }; // pixels

/**
 * Shows `state.verdict` or what is going on in its place.
 *
 * @param {State} state
 */
export function showVerdict(state) {
  const card = $("verdict");
  const verdict = state.verdict;
  settle(verdict?.event ?? null);
  const calm = !state.ending && verdict?.outcome === "legal" && !verdict.notices.length && !state.contradictions.length;
  const asked = Boolean(state.faceUp?.asked);
  card.className = `verdict card ${calm ? "calm " : ""}${asked ? "undecided" : state.ending ? "waiting" : (verdict?.outcome ?? "")}`;
  if (state.ending && card.querySelector("form.host :focus")) return; // somebody is writing there
  const before = [state.claim, state.redeal, state.lots, state.players.map(({ name }) => name)];
  refresh(
    card,
    [
      state.state,
      state.waits,
      verdict,
      state.questions,
      state.restored,
      state.clock.waiting,
      state.winner,
      state.phase,
      state.faceUp,
      state.contradictions,
      before,
      state.watched,
      state.unjudged,
      echoed(state),
      lately(state),
      isReading(),
    ],
    () => build(state),
  );
  fitReasons();
}

/**
 * @param {State} state
 * @returns {Child[]}
 */
function build(state) {
  const { verdict } = state;
  const parts = (/** @type {string} */ word, /** @type {string} */ hint) => [h("p.word", {}, t(word)), h("p.hint", {}, hint), contradictions(state.contradictions), ...beforeFirstTurn(state)];
  if (state.faceUp?.asked) return askFaceUp(state);
  if (state.ending) return waiting(state);
  if (state.elsewhere) return elsewhere(state);
  if (state.state === "deal") return parts("deal.title", t("deal.hint"));
  if (verdict) return verdict.outcome === "undecided" ? undecided(state, verdict) : decided(state, verdict);
  return state.watched ? parts("verdict.none", echoed(state) ?? t("verdict.none-hint")) : unwatched(state);
}

/** The largest text with which many reasons are seen beside what they cost, on a wide screen; on a narrow one they scroll with the page. */
function fitReasons() {
  const card = $("verdict");
  const size = (/** @type {number} */ pixels) => card.style.setProperty("--fit", String(pixels / TEXT.most));
  if (!WIDE.matches || card.querySelectorAll(".reasons > li").length < MANY) size(TEXT.most);
  else shrink(TEXT, size, () => card.scrollHeight <= card.clientHeight);
}

new ResizeObserver(() => requestAnimationFrame(fitReasons)).observe($("verdict"));

/**
 * A round that was played elsewhere: nobody takes a turn here.
 *
 * @param {State} state
 */
function elsewhere(state) {
  if (state.phase === "scored") return [h("p.word", {}, t("ending.title"))];
  return [h("p.word", {}, t("remote.over")), awaitsCount(state) && h("p.hint", {}, t("elsewhere.host")), contradictions(state.contradictions)];
}

/**
 * A turn that no camera saw: it stands, and a photo can judge it.
 *
 * @param {State} state
 */
function unwatched(state) {
  const last = state.unjudged;
  const word = h("p.word", {}, h("span", {}, t(last ? "unwatched.stands" : "unwatched.begin")), last && h("small", {}, unseen(last)));
  if (isReading()) return [word, h("p.hint", { role: "status" }, t("unwatched.reading"))];
  const line = h("p.hint", {}, t(last ? "unwatched.stands-line" : "unwatched.begin-line"));
  return [word, late(state) && h("p.note", {}, late(state)), line, last && h("div.row", {}, photoButton(state)), contradictions(state.contradictions), ...(last ? [] : beforeFirstTurn(state))].filter(
    Boolean,
  );
}

/**
 * @param {State} state
 * @param {Verdict} verdict
 */
function decided(state, verdict) {
  /** @type {Child[]} */
  const parts = [h("p.word", {}, h("span", {}, t(`verdict.${verdict.outcome}`)), h("small", {}, about(verdict)))];
  if (echoed(state)) parts.push(h("p.note", { role: "status" }, echoed(state)));
  if (lately(state)) parts.push(h("p.note", {}, lately(state)));
  if (verdict.host) parts.push(h("p.note", {}, t("host.said", { reason: verdict.host })));
  if (!verdict.whole) parts.push(h("p.hint", {}, t("unwatched.sets-only")));
  parts.push(contradictions(state.contradictions));
  if (verdict.outcome === "legal" && verdict.played.length) parts.push(tiles(verdict.laid));
  parts.push(reasons(verdict, verdict.violations), reasons(verdict, verdict.notices));
  if (verdict.penalty) parts.push(todo(state, verdict));
  if (state.winner && state.phase === "playing") parts.push(h("p.todo", {}, t("verdict.won", { name: state.winner })));
  if (state.winner && state.state === "over") parts.push(h("button.quiet", { type: "button", onclick: () => press("still-holds") }, t("verdict.still-holds", { name: state.winner })));
  return parts;
}

/**
 * A list of what is wrong or worth saying; nothing where that is empty.
 *
 * @param {Verdict} verdict
 * @param {Violation[]} list
 */
function reasons(verdict, list) {
  if (!list.length) return null;
  return h("ul.reasons", {}, ...alike(list).map((all) => h("li", {}, sentence(all[0]), h("div.about", {}, ...all.map((one) => shown(verdict, one)), h("span.clause", {}, all[0].clause)))));
}

/**
 * The set or tiles a violation is about; a tap corrects a tile that was misread.
 *
 * @param {Verdict} verdict
 * @param {Violation} violation
 */
function shown(verdict, violation) {
  const found = suspects(verdict, violation);
  if (found) {
    const blamed = found.map((seen) => tile(seen.tile, { signs: seen.doubt ? ["doubt"] : [], onclick: () => nameJudged(verdict, seen) }));
    return h("div.set", { role: "group" }, ...blamed);
  }
  return violation.tiles.length ? tiles(violation.tiles) : null;
}

/**
 * @param {State} state
 * @param {Verdict} verdict
 */
function todo(state, verdict) {
  const items = owed(state, verdict).map(({ text, tiles: named, done }) => h(done ? "li.done" : "li", {}, named ? h("div", {}, text, tiles(named)) : text));
  const list = h("ul.todo", {}, ...items);
  const waits = state.state === "restore" && !state.restored;
  const goOn = waits ? h("button.quiet", { type: "button", onclick: () => press("resume", { anyway: true }) }, t("todo.as-lies")) : null;
  return h("div.cost", {}, list, h("div.row", {}, goOn, h("a.quiet", { href: "desk#appeal" }, t("desk.appeal"))));
}

/**
 * @param {State} state
 * @param {Verdict} verdict
 */
function undecided(state, verdict) {
  /** @type {Child[]} */
  const parts = [h("p.word", {}, h("span", {}, t("verdict.undecided")), h("small", {}, verdict.player))];
  if (lately(state)) parts.push(h("p.note", {}, lately(state)));
  if (verdict.note) parts.push(h("p.note", {}, noted(verdict, "verdict.note")));
  else if (state.questions.length) parts.push(h("p", {}, t("question.intro")));
  parts.push(reasons(verdict, verdict.notices));
  for (const question of state.questions) {
    const answer = (/** @type {string | null} */ name) => press("answer", { set: question.set, index: question.index, seen: { verdict: verdict.event }, tile: name });
    const options = question.likely.map(([name]) => tile(name, { onclick: () => answer(name) }));
    const other = h("button.quiet", { type: "button", onclick: () => pickJudged(t("question.which"), verdict, question, answer) }, t("question.other"));
    const photo = verdict.photo ? h("div.crop", {}, crop(`photos/${verdict.photo}`, verdict.table.width, verdict.table.height, question.corners)) : null;
    parts.push(h("div.question", { role: "group", "aria-label": t("question.which") }, photo, h("div.likely", {}, ...options, other)));
  }
  if (state.unjudged) parts.push(h("div.row", {}, photoButton(state)));
  parts.push(host());
  return parts;
}
