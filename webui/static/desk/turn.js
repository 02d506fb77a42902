// One turn in full: before and after in one picture, what was read, the clauses, and what was said by people.

import { press } from "../api.js";
import { crop } from "../crop.js";
import { laid } from "../laid.js";
import { markedSets, marksOf, reasonsOf } from "../marks.js";
import { faultsOf, goneOf, outlines } from "../outlines.js";
import { pick } from "../picker.js";
import { sizeFor } from "../resolution.js";
import { asPoints, middle } from "../shapes.js";
import { $, h, s, start, t } from "../texts.js";
import { tile, tiles } from "../tile.js";
import { costs, hostForm, reasonItems } from "../told.js";
import { about, objection, timed, who } from "../words.js";

const asked = Number(new URLSearchParams(location.search).get("evening"));

/** Which evening the desk shows, as a query: the one that begins with that event; empty for the one that is played. */
export const which = asked ? `?evening=${asked}` : "";

/**
 * What is shown of a turn of the evening, and of one that two photos tell of.
 *
 * @typedef {Partial<Noted> & Pick<OpenedTurn, "sets" | "player" | "drew" | "before" | "after" | "missing"> &
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
export function audited({ verdict, remarks, questions, before, after, sets, missing, report }, answer) {
  const page = URL.createObjectURL(new Blob([report], { type: "text/html" }));
  const turn = { verdict, before, after, sets, missing, player: t("desk.player"), drew: 0, seconds: null };
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

/** @typedef {NonNullable<Shot>["tiles"][number]} SeenThere */

/**
 * What `marks.js` asks of a verdict, of a turn that was judged; the tiles that are gone lay, as far as a photo before it shows them, at `corners`.
 *
 * @param {Judged} turn
 */
function blamed({ verdict, sets, missing, before }) {
  const table = { width: 0, height: 0, sets: sets.after.map((members) => members.map((name) => ({ tile: name, doubt: false, fresh: false, confirmed: false, likely: [], corners: [] }))) };
  const left = [...(before?.tiles ?? [])];
  const gone = missing.map((one) => {
    const found = left.findIndex((seen) => seen.tile === one.tile && seen.set === one.lay);
    const at = found >= 0 ? found : left.findIndex((seen) => seen.tile === one.tile);
    return { ...one, corners: at < 0 ? [] : left.splice(at, 1)[0].corners };
  });
  return { table, violations: verdict?.violations ?? [], missing: gone };
}

/** @param {Shot} shot */
function setsIn({ tiles: all }) {
  const count = Math.max(-1, ...all.map(({ set }) => set)) + 1;
  return Array.from({ length: count }, (_, k) => all.filter(({ set }) => set === k));
}

/**
 * Both photos one over the other, the one before the turn from the left as far as the slider is drawn, with the numbers of the reasons; before the first turn of
 * a round there is none.
 *
 * @param {Judged} turn
 */
function pictures(turn) {
  const { before, after } = turn;
  if (!after) return null;
  const verdict = blamed(turn);
  const marks = marksOf(verdict);
  const there = verdict.missing.flatMap(({ corners }, i) => (corners.length ? [{ corners, number: marks.missing[i].number }] : []));
  const isSameCamera = Boolean(before?.photo); // a photo that somebody took by hand shows the table from elsewhere
  const gone = isSameCamera ? there.map(({ corners, number }) => ({ at: middle(corners), size: Math.hypot(corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]), number })) : goneOf(marks);
  const shown = h("div.pictures", {}, layer(after, faultsOf(setsIn(after), marks), gone));
  if (!before?.photo && !before?.href) return shown;
  const now = h("span.now", {}, t("desk.after"));
  const then = h("span", {}, t("desk.before"));
  const over = layer(
    before,
    there.map(({ corners, number }) => ({ points: corners, numbers: [number] })),
    [],
  );
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
 * @param {import("../outlines.js").Fault[]} faults
 * @param {import("../outlines.js").Gone[]} gone
 */
function layer({ href, photo, width, height, tiles: all }, faults, gone) {
  const outline = (/** @type {SeenThere} */ { corners, doubt }) => s("polygon", { class: doubt ? "doubt" : "face", points: asPoints(corners) });
  const image = s("image", { href: href ?? `photos/${photo}?${sizeFor($("turn").clientWidth)}`, width, height });
  return s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": t("camera.alt") }, image, ...all.map(outline), ...outlines([all], faults, gone, [0, 0, width, height]));
}

/**
 * @param {Judged} turn
 * @param {Said & { laid?: string[] }} verdict
 */
function judged(turn, verdict) {
  const told = { ...verdict, outcome: verdict.verdict, player: turn.player, drew: turn.drew };
  const wrong = reasonItems(reasonsOf(verdict.violations), verdict.verdict === "illegal");
  const reasons = [...wrong, ...reasonItems(reasonsOf(verdict.notices), false)];
  const suspects = suspectsOf(turn, verdict);
  const facts = factsOf(turn, verdict);
  return [
    h("p.word", {}, h("span", {}, t(`verdict.${verdict.verdict}`)), " ", h("small", {}, about(told))),
    turn.host && h("p", {}, t("host.said", { reason: turn.host })),
    verdict.played.length > 0 && h("div.laid", {}, h("p.hint", {}, t("desk.laid")), tiles(verdict.laid ?? verdict.played)),
    turn.note && h("p", {}, objection({ note: turn.note, noteCode: turn.noteCode ?? null, noteValues: turn.noteValues ?? {} })),
    reasons.length > 0 && h("ul.reasons", {}, ...reasons),
    verdict.penalty && costs("ul.todo", {}, told),
    suspects.length > 0 && h("ul.suspects", {}, ...suspects),
    facts && h("p.hint", {}, facts),
  ];
}

/**
 * The sets and tiles that the reasons are about, with their numbers.
 *
 * @param {Judged} turn
 * @param {Said} verdict
 */
function suspectsOf({ sets }, { violations }) {
  const meant = reasonsOf(violations).flatMap((reason) => reason.violations.map(({ set, tiles: all }) => ({ number: reason.number, all: (set === null ? null : sets.after[set]) ?? all })));
  return meant.flatMap(({ number, all }) => (all.length ? [h("li", {}, h("b.number", {}, String(number)), tiles(all))] : []));
}

/**
 * How long a turn took, and who ended it.
 *
 * @param {Judged} turn
 * @param {Said} verdict
 */
const factsOf = (turn, verdict) => [timed(verdict) ?? took(turn), turn.by && t("desk.ended", { who: who(turn.by) })].filter(Boolean).join(" ");

/**
 * How long the turn took; null where nobody measured it.
 *
 * @param {Judged} turn
 */
const took = ({ seconds }) => (seconds === null ? null : t("desk.took", { n: seconds, seconds: seconds.toLocaleString(start.language) }));

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
  const verdict = when === "after" ? blamed(turn) : null;
  const sets = verdict ? markedSets(verdict.table, verdict).map((set) => laid(set)) : turn.sets.before.map(tiles);
  return h("div", {}, h("h3", {}, t(`desk.${when}`)), sets.length ? h("div.sets", {}, ...sets) : h("p.hint", {}, t("mat.empty")));
}
