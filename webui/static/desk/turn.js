// One turn in full: before and after in one picture, what was read, the clauses, and what was said by people.

import { press } from "../api.js";
import { crop } from "../crop.js";
import { pick } from "../picker.js";
import { asPoints } from "../shapes.js";
import { h, s, start, t } from "../texts.js";
import { tile, tiles } from "../tile.js";
import { costs, hostForm } from "../told.js";
import { about, alike, cited, objection, sentence, timed, who } from "../words.js";

const asked = Number(new URLSearchParams(location.search).get("evening"));

/** Which evening the desk shows, as a query: the one that begins with that event; empty for the one that is played. */
export const which = asked ? `?evening=${asked}` : "";

/**
 * What is shown of a turn of the evening, and of one that two photos tell of.
 *
 * @typedef {Partial<Noted> & Pick<OpenedTurn, "sets" | "player" | "drew" | "before" | "after"> &
 *   { verdict: Said | null, seconds: number | null, host?: string | null, by?: string | null }} Judged
 */

/**
 * The parts of a turn as `/evening/<press>` gives it.
 *
 * @param {OpenedTurn} turn
 */
export function opened(turn) {
  const { verdict } = turn;
  return [
    h("h2", {}, t("desk.turn", { number: turn.number, round: turn.round, name: turn.player })),
    turn.takenBack && h("p.notice", {}, t("desk.taken-back-line")),
    sideBySide(
      pictures(turn),
      verdict ? h(`section.card.verdict.${verdict.verdict}`, {}, ...judged(turn, verdict)) : h("p.hint", {}, t(turn.unseen ? "desk.stands" : "desk.waits")),
      verdict && !turn.takenBack && start.host ? appeal(turn) : null,
      verdict && turn.after?.photo ? h("p.row", {}, h("a.plain", { href: `evening/${turn.press}/report${which}`, download: "" }, t("desk.report")), h("span.hint", {}, t("desk.report-line"))) : null,
      turn.said.length ? h("section.card", {}, h("h3", {}, t("desk.said")), h("ul.said", {}, ...turn.said.map(said))) : null,
    ),
    verdict ? h("section.card.tables", {}, table(turn, "before"), table(turn, "after")) : null,
  ];
}

/**
 * What is seen, and beside it, where the screen has the room, what is said of it.
 *
 * @param {Child} seen
 * @param {Child[]} told
 */
const sideBySide = (seen, ...told) => h("div.looked", {}, seen, h("div.told", {}, ...told));

/**
 * The host's word against a verdict, and another look; where later turns build on it, why not.
 *
 * @param {OpenedTurn} turn
 */
function appeal({ press: ended, open }) {
  if (open) return h("p.hint", {}, t(`refused.${open}`));
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
export function audited({ verdict, remarks, questions, before, after, sets, report }, answer) {
  const page = URL.createObjectURL(new Blob([report], { type: "text/html" }));
  const turn = { verdict, before, after, sets, player: t("desk.player"), drew: 0, seconds: null };
  return [
    h("h2", {}, t("desk.audited")),
    sideBySide(
      pictures(turn),
      h(`section.card.verdict.${verdict.verdict}`, {}, ...judged(turn, verdict)),
      ...remarks.map(({ code }) => h("p.notice", {}, t(`desk.remark-${code}`))),
      questions.length
        ? h(
            "section.card.asked",
            {},
            h("h3", {}, t("desk.asked")),
            h("ul.said", {}, ...questions.map((one) => question(one, one.photo === "before" && before ? before : after, answer))),
            h("p.hint", { role: "status" }),
          )
        : null,
      h("p.row", {}, h("a.plain", { href: page, download: "tileref.html" }, t("desk.report"))),
    ),
    h("section.card.tables", {}, before && table(turn, "before"), table(turn, "after")),
  ];
}

/**
 * A tile that the verdict hangs on, as its photo shows it: whoever was there says what it is, with a tap.
 *
 * @param {AuditQuestion} asked
 * @param {Shot} shot
 * @param {(one: Answer) => unknown} answer
 */
function question({ photo, candidates, corners }, { href, width, height }, answer) {
  const say = (/** @type {string | null} */ name) => answer({ photo, corners, tile: name });
  const other = () => pick({ title: t("picker.title"), likely: candidates.map((name) => /** @type {const} */ ([name])), photo: href, width, height, corners }, say);
  const options = candidates.map((name) => tile(name, { onclick: () => say(name) }));
  return h(
    "li",
    {},
    h(
      "div.question",
      { role: "group", "aria-label": t("question.which") },
      t(`desk.${photo}`),
      h("div.crop", {}, href && crop(href, width, height, corners)),
      ...options,
      h("button.quiet", { type: "button", onclick: other }, t("question.other")),
    ),
  );
}

/**
 * Both photos one over the other, the one before the turn from the left as far as the slider is drawn; before the first turn of a round there is none.
 *
 * @param {Judged} turn
 */
function pictures({ before, after, verdict }) {
  if (!after) return null;
  const faults = new Set((verdict?.violations ?? []).flatMap(({ set }) => set ?? []));
  const shown = h("div.pictures", {}, layer(after, faults));
  if (!before?.photo && !before?.href) return shown;
  const now = h("span.now", {}, t("desk.after"));
  const then = h("span", {}, t("desk.before"));
  const over = layer(before, new Set());
  over.classList.add("over");
  shown.append(over);
  const slider = h("input", { type: "range", min: 0, max: 100, value: 25, "aria-label": t("desk.slider") });
  const move = () => {
    over.style.setProperty("clip-path", `inset(0 ${100 - Number(slider.value)}% 0 0)`);
    then.hidden = Number(slider.value) < 20; // each half of the picture says what it is
    now.hidden = Number(slider.value) > 80;
  };
  slider.addEventListener("input", move);
  move();
  return h("figure.compared", {}, h("figcaption.halves", {}, then, now), shown, slider);
}

/**
 * @param {Shot} shot
 * @param {Set<number>} faults
 */
function layer({ href, photo, width, height, tiles: seen }, faults) {
  const outline = (/** @type {Shot["tiles"][number]} */ { corners, doubt, set }) => s("polygon", { class: faults.has(set) ? "fault" : doubt ? "doubt" : "face", points: asPoints(corners) });
  return s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("camera.alt") }, s("image", { href: href ?? `photos/${photo}`, width, height }), ...seen.map(outline));
}

/**
 * @param {Judged} turn
 * @param {Said & { laid?: string[] }} verdict
 */
function judged(turn, verdict) {
  const told = { ...verdict, outcome: verdict.verdict, player: turn.player, drew: turn.drew };
  const reason = (/** @type {Violation[]} */ all) => h("li", {}, sentence(all[0], false), h("div.about", {}, ...all.map((one) => blamed(turn, one))), h("p.clause", {}, cited(all[0].clause)));
  const reasons = alike([...verdict.violations, ...verdict.notices], false).map(reason);
  const facts = [timed(verdict) ?? took(turn), turn.by && t("desk.ended", { who: who(turn.by) })].filter(Boolean).join(" ");
  return [
    h("p.word", {}, h("span", {}, t(`verdict.${verdict.verdict}`)), " ", h("small", {}, about(told))),
    turn.host && h("p", {}, t("host.said", { reason: turn.host })),
    verdict.played.length > 0 && h("div.laid", {}, h("p.hint", {}, t("desk.laid")), tiles(verdict.laid ?? verdict.played)),
    turn.note && h("p", {}, objection({ note: turn.note, noteCode: turn.noteCode ?? null, noteValues: turn.noteValues ?? {} })),
    reasons.length > 0 && h("ul.reasons", {}, ...reasons),
    verdict.penalty && costs("ul.todo", {}, told),
    facts && h("p.hint", {}, facts),
  ];
}

/**
 * How long the turn took; null where nobody measured it.
 *
 * @param {Judged} turn
 */
const took = ({ seconds }) => (seconds === null ? null : t("desk.took", { n: seconds, seconds: seconds.toLocaleString(start.language) }));

/**
 * The set or the tiles that a violation is about.
 *
 * @param {Judged} turn
 * @param {Violation} violation
 */
function blamed(turn, { set, tiles: named }) {
  const lying = set === null ? null : turn.sets.after[set];
  return lying || named.length ? tiles(lying ?? named) : null;
}

/** @param {Word} word */
function said({ kind, tile: name, reason, by }) {
  const text = kind === "verdict" ? t("host.said", { reason }) : t(`desk.said-${kind}`, { reason });
  return h("li", {}, text, name ? tile(name) : null, by ? h("small.by", {}, who(by)) : null);
}

/**
 * @param {Judged} turn
 * @param {"before" | "after"} when
 */
function table(turn, when) {
  const sets = turn.sets[when];
  return h("div", {}, h("h3", {}, t(`desk.${when}`)), sets.length ? h("div.sets", {}, ...sets.map(tiles)) : h("p.hint", {}, t("mat.empty")));
}
