// One turn in full: what is seen of it, the clauses, what was said by people, and what became of it.

import { fetched, press } from "../api.js";
import { crop } from "../crop.js";
import { pick } from "../picker.js";
import { photoAt } from "../resolution.js";
import { h, start, t } from "../texts.js";
import { tile, tiles } from "../tile.js";
import { hostForm } from "../told.js";
import { linked } from "./links.js";
import { looked } from "./looked.js";
import { judged, saidOf } from "./ruled.js";

const asked = Number(new URLSearchParams(location.search).get("evening"));

/** Which evening the desk shows, as a query: the one that begins with that event; empty for the one that is played. */
export const which = asked ? `?evening=${asked}` : "";

/**
 * The parts of a turn as `/evening/<press>` gives it; `choose` is told which later turn somebody wants to see.
 *
 * @param {OpenedTurn} turn
 * @param {(press: number) => unknown} choose
 */
export function opened(turn, choose) {
  return linked([
    h("h2", {}, t("desk.turn", { number: turn.number, round: turn.round, name: turn.player })),
    turn.takenBack && h("p.notice", {}, t("desk.taken-back-line")),
    turn.verdict ? looked(turn, ...toldOf(turn, turn.verdict, choose), saidOf(turn)) : looked(turn, h("p.hint", {}, t(turn.unseen ? "desk.stands" : "desk.waits")), saidOf(turn)),
  ]);
}

/**
 * What is told of a turn that was judged.
 *
 * @param {OpenedTurn} turn
 * @param {Said} verdict
 * @param {(press: number) => unknown} choose
 */
function toldOf(turn, verdict, choose) {
  const { after, questions } = turn;
  const mayChange = !turn.takenBack && !turn.open && start.host;
  const answer = (/** @type {OpenedTurn["questions"][number]} */ { set, index }, /** @type {string | null} */ name) => press("answer", { set, index, tile: name });
  return [
    h(`section.card.verdict.${verdict.verdict}`, {}, ...judged(turn, verdict)),
    after && questions.length > 0 && asking(questions, () => after, mayChange ? answer : null),
    !turn.takenBack && (!turn.played.length || verdict.verdict === "illegal") && couldHave(turn),
    !turn.takenBack && sinceThen(turn, verdict, choose),
    mayChange && appeal(turn),
    after?.photo && h("p.row", {}, h("a.plain", { href: `evening/${turn.press}/report${which}`, download: "" }, t("desk.report")), h("span.hint", {}, t("desk.report-line"))),
  ];
}

/**
 * Whether tiles could have been laid, asked for with a button, since it takes a while to find out.
 *
 * @param {OpenedTurn} turn
 */
function couldHave({ press: ended }) {
  const answer = h("div", { role: "status" });
  const ask = async () => {
    /** @type {{ could: "yes" | "if" | "no" | "unknown", played: string[], needs: string[] } | null} */
    const found = await fetched(`evening/${ended}/could${which}`);
    if (!found) return;
    const { could, played, needs } = found;
    answer.replaceChildren(h("p", {}, t(`desk.could-${could}`)), ...(could === "if" ? [tiles(needs)] : []), ...(played.length ? [h("p.hint", {}, t("desk.could-lay")), tiles(played)] : []));
  };
  return h("section.card", {}, h("button.plain", { type: "button", onclick: ask }, t("desk.could")), answer);
}

/**
 * What later turns made of a turn: which tiles of its sets each moved, how many verdicts build on it, and why its own cannot be changed; nothing where it can.
 *
 * @param {OpenedTurn} turn
 * @param {Said} verdict
 * @param {(press: number) => unknown} choose
 */
function sinceThen({ later, open }, { verdict, played, penalty }, choose) {
  if (!open) return null;
  const isUndone = open === "built-on" && verdict === "illegal" && penalty?.restore;
  const why = start.host && h("p.hint", {}, t(`refused.${isUndone ? "put-back" : open}`));
  if (!later.length && !isUndone) return why;
  const moving = later.filter(({ moved }) => moved.length);
  const still = played.length > 0 && !moving.length ? [t("desk.later-still")] : [];
  const built = isUndone ? t("desk.later-undone") : [t("desk.later-built", { n: later.length }), ...still].join(" ");
  return h("section.card", {}, h("h3", {}, t("desk.later")), h("p", {}, built), moving.length > 0 && h("ul.said", {}, ...moving.map((one) => movedBy(one, choose))), why);
}

/**
 * A later turn with what it moved.
 *
 * @param {OpenedTurn["later"][number]} later
 * @param {(press: number) => unknown} choose
 */
const movedBy = ({ press: ended, number, player, moved }, choose) =>
  h("li", {}, h("button.quiet", { type: "button", onclick: () => choose(ended) }, t("desk.later-moved", { number, name: player })), tiles(moved));

/**
 * The host's word against a verdict, and another look.
 *
 * @param {OpenedTurn} turn
 */
function appeal({ press: ended }) {
  const seen = { press: ended };
  return h(
    "details.card.appeal",
    { open: location.hash === "#appeal" }, // whoever comes from a verdict to object to it
    h("summary", {}, t("desk.appeal")),
    h("div.row", {}, h("button.plain", { type: "button", onclick: () => press("judge-again", { seen }) }, t("desk.again"))),
    hostForm("form", (outcome, reason) => press("overrule", { seen, outcome, reason })),
  );
}

/**
 * What two photos say of a turn that no camera saw, as `/api/audit` gives it; `answer` is told what a tile is that the verdict hangs on.
 *
 * @param {Audit} found
 * @param {(one: Answer) => unknown} answer
 */
export function audited({ verdict, remarks, questions, before, after, report, ...tables }, answer) {
  const page = URL.createObjectURL(new Blob([report], { type: "text/html" }));
  const turn = { ...tables, verdict, before, after, player: t("desk.player"), drew: 0, seconds: null };
  return linked([
    h("h2", {}, t("desk.audited")),
    looked(
      turn,
      h(`section.card.verdict.${verdict.verdict}`, {}, ...judged(turn, verdict)),
      ...remarks.map(({ code }) => h("p.notice", {}, t(`desk.remark-${code}`))),
      questions.length > 0 &&
        asking(
          questions,
          ({ photo }) => (photo === "before" && before ? before : after),
          ({ photo, corners }, name) => answer({ photo, corners, tile: name }),
        ),
      h("p.row", {}, h("a.plain", { href: page, download: "tileref.html" }, t("desk.report"))),
    ),
  ]);
}

/**
 * The tiles that the verdict hangs on, as `shot` shows them; null for `answer` where they are only told.
 *
 * @template {AuditQuestion} Asked
 * @param {Asked[]} questions
 * @param {(one: Asked) => Shot} shot
 * @param {((one: Asked, name: string | null) => unknown) | null} answer
 */
const asking = (questions, shot, answer) =>
  h(
    "section.card.asked",
    {},
    h("h3", {}, t(answer ? "desk.asked" : "desk.hangs")),
    h("ul.said", {}, ...questions.map((one) => question(one, shot(one), answer && ((name) => answer(one, name))))),
    h("p.hint", { role: "status" }),
  );

/**
 * A tile that the verdict hangs on, as its photo shows it: whoever was there says what it is, with a tap.
 *
 * @param {AuditQuestion} asked
 * @param {Shot} shot
 * @param {((name: string | null) => unknown) | null} say
 */
function question({ photo, candidates, corners }, { href = "", photo: kept, width, height }, say) {
  const shows = kept ? photoAt(kept) : href;
  const other = () => say && pick({ title: t("picker.title"), likely: candidates.map((name) => /** @type {const} */ ([name])), photo: shows, width, height, corners }, say);
  const options = candidates.map((name) => tile(name, say ? { onclick: () => say(name) } : {}));
  return h(
    "li",
    {},
    h(
      "div.question",
      { role: "group", "aria-label": t("question.which") },
      !kept && t(`desk.${photo}`),
      h("div.crop", {}, crop(shows, width, height, corners)),
      ...options,
      say && h("button.quiet", { type: "button", onclick: other }, t("question.other")),
    ),
  );
}
