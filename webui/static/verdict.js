// The verdict in words, what to do about it, and the questions it hangs on.

import { $, h, has, listed, refresh, start, t } from "./texts.js";
import { spoken, tile, tiles } from "./tile.js";
import { crop, pick } from "./picker.js";
import { press } from "./api.js";
import { beforeFirstTurn } from "./before.js";
import { askBeside, besideText } from "./beside.js";
import { contradictions } from "./contradiction.js";
import { host, waiting } from "./waiting.js";

/** Shows `state.verdict` or what is going on in its place. */
export function showVerdict(state) {
  const card = $("verdict");
  const verdict = state.verdict;
  const calm = !state.ending && verdict?.outcome === "legal" && !verdict.notices.length && !state.contradictions.length;
  const asked = Boolean(state.faceUp?.asked);
  card.className = `verdict card ${calm ? "calm " : ""}${asked ? "undecided" : state.ending ? "waiting" : (verdict?.outcome ?? "")}`;
  if (state.ending && card.querySelector("form.host :focus")) return; // somebody is writing there
  const before = [state.claim, state.redeal, state.lots, state.players.map(({ name }) => name)];
  refresh(card, [state.state, state.waits, verdict, state.questions, state.restored, state.clock.waiting, state.winner, state.phase, state.faceUp, state.contradictions, before], () => {
    if (asked) return askBeside(state);
    if (state.ending) return waiting(state);
    if (state.state === "deal") return [h("p.word", {}, t("deal.title")), h("p.hint", {}, t("deal.hint")), contradictions(state.contradictions), ...beforeFirstTurn(state)].filter(Boolean);
    if (!verdict) return [h("p.word", {}, t("verdict.none")), h("p.hint", {}, t("verdict.none-hint")), contradictions(state.contradictions), ...beforeFirstTurn(state)].filter(Boolean);
    if (verdict.outcome === "undecided") return undecided(state, verdict);
    return decided(state, verdict);
  });
}

function decided(state, verdict) {
  const played = verdict.played.length;
  const about = verdict.outcome === "legal" && played ? laid(played, verdict.points) : verdict.outcome === "legal" && verdict.drew ? t("verdict.drew") : "";
  const parts = [h("p.word", {}, h("span", {}, t(`verdict.${verdict.outcome}`)), h("small", {}, [verdict.player, about, verdict.called && t("verdict.called"), ...besideText(verdict.faceUp)].filter(Boolean).join(" · ")))];
  if (verdict.host) parts.push(h("p.note", {}, t("host.said", { reason: verdict.host })));
  const impossible = contradictions(state.contradictions);
  if (impossible) parts.push(impossible);
  if (verdict.outcome === "legal" && played) parts.push(tiles(verdict.played));
  if (verdict.violations.length) parts.push(reasons(verdict, verdict.violations));
  if (verdict.notices.length) parts.push(reasons(verdict, verdict.notices));
  if (verdict.penalty) parts.push(todo(state, verdict));
  if (state.winner && state.phase === "playing") parts.push(h("p.todo", {}, t("verdict.won", { name: state.winner })));
  return parts;
}

const laid = (n, points) => `${t("verdict.laid", { n })}, ${t("verdict.points", { n: points })}`;

function reasons(verdict, list) {
  return h("ul.reasons", {}, ...list.map((violation) => h("li", {}, sentence(violation), h("div.about", {}, shown(verdict, violation), h("span.clause", {}, violation.clause)))));
}

/** The violation in the reader's language; the server's English where there is no text for it. */
function sentence(violation) {
  const values = violation.values ?? {};
  const key = `violation.${violation.code}${values.reason ? `/${values.reason}` : ""}`;
  const text = has(key) ? t(key, Object.fromEntries(Object.entries(values).map(inWords))) : violation.message;
  return /\{\w+\}/.test(text) ? violation.message : text;
}

/** A value as people say it: tiles by their names, seconds as the reader's language writes them. */
function inWords([key, value]) {
  if (key === "stands" || key === "beside") return [key, listed(value.match(/[KRBO]\d+/g).map(spoken), value.includes(" and ") ? "conjunction" : "disjunction")];
  return [key, key === "seconds" ? Number(value).toLocaleString(start.language) : value];
}

/** The set or tiles a violation is about; a tap corrects a tile that was misread. */
function shown(verdict, violation) {
  const set = violation.set === null || violation.set === undefined ? null : verdict.table?.sets[violation.set];
  if (set) {
    const blamed = set.map((seen) => tile(seen.tile, { signs: seen.doubt ? ["doubt"] : [], onclick: () => correct(verdict, seen) }));
    return h("div.set", { role: "group" }, ...blamed);
  }
  return violation.tiles.length ? tiles(violation.tiles) : null;
}

function correct(verdict, seen) {
  const { width, height } = verdict.table;
  pick({ title: t("picker.title"), likely: seen.likely, photo: verdict.photo && `/photos/${verdict.photo}`, width, height, corners: seen.corners }, (name) =>
    press("correct", { event: verdict.event, corners: seen.corners, tile: name }),
  );
}

function todo(state, verdict) {
  const { draw, restore, take, extra_per_lost: extra, put_back: back = 0 } = verdict.penalty;
  const items = [];
  if (restore) items.push(h(state.restored ? "li.done" : "li", {}, t(state.restored ? "todo.restored" : state.clock.waiting ? "todo.restore-waits" : "todo.restore")));
  if (take.length) items.push(h("li", {}, h("div", {}, t("todo.take", { name: verdict.player }), tiles(take))));
  if (back) items.push(h("li", {}, t("todo.put-back", { name: verdict.player, n: back })));
  if (draw) items.push(h("li", {}, t("todo.draw", { name: verdict.player, n: draw })));
  if (restore && extra) items.push(h("li", {}, t("todo.extra", { n: extra })));
  const list = h("ul.todo", {}, ...items);
  if (state.state !== "restore" || state.restored) return list;
  return h("div", {}, list, h("button.quiet", { type: "button", onclick: () => press("resume", { anyway: true }) }, t("todo.as-lies")));
}

function undecided(state, verdict) {
  const parts = [h("p.word", {}, h("span", {}, t("verdict.undecided")), h("small", {}, verdict.player))];
  if (verdict.note) parts.push(h("p.note", {}, t("verdict.note", { line: objection(verdict) })));
  else if (state.questions.length) parts.push(h("p", {}, t("question.intro")));
  if (verdict.notices.length) parts.push(reasons(verdict, verdict.notices));
  for (const question of state.questions) {
    const answer = (name) => press("answer", { set: question.set, index: question.index, event: verdict.event, tile: name });
    const options = question.likely.map(([name]) => tile(name, { onclick: () => answer(name) }));
    const other = h("button.quiet", { type: "button", onclick: () => ask(question, verdict, answer) }, t("question.other"));
    const photo = verdict.photo ? h("div.crop", {}, crop(`/photos/${verdict.photo}`, verdict.table.width, verdict.table.height, question.corners)) : null;
    parts.push(h("div.question", { role: "group", "aria-label": t("question.which") }, photo, h("div.likely", {}, ...options, other)));
  }
  parts.push(host());
  return parts;
}

/** Why nothing can be said of the turn, in the reader's language; the server's English where there is no text for it. */
function objection({ note, noteCode, noteValues }) {
  return has(`refused.${noteCode}`) ? t(`refused.${noteCode}`, noteValues).replace(/\.$/, "") : note;
}

function ask(question, verdict, answer) {
  const { width, height } = verdict.table;
  pick({ title: t("question.which"), likely: question.likely, photo: verdict.photo && `/photos/${verdict.photo}`, width, height, corners: question.corners }, answer);
}
