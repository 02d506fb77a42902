// What is seen of a turn, step by step: photo and felt before it, after it, and both over one another with what moved.

import { laid } from "../laid.js";
import { markedSets, marksOf } from "../marks.js";
import { faultsOf, outlines } from "../outlines.js";
import { photoAt, sizeFor } from "../resolution.js";
import { asPoints, middle } from "../shapes.js";
import { $, h, part, parts, s, t } from "../texts.js";
import { tiles } from "../tile.js";
import { movesOf } from "./moves.js";

/** @typedef {import("./ruled.js").Judged} Judged */
/** @typedef {Judged & { sets: { before: string[][], after: string[][] }, moves: import("./moves.js").Moves }} Moved a turn, with what it moved */
/** @typedef {"before" | "both" | "after"} Step */
/** @typedef {number[][] | null} Corners of a tile in a photo; null where it is not known */
/** @typedef {Shot["tiles"][number]} SeenThere */

/** @type {Step[]} */
const STEPS = ["before", "both", "after"];
const ALIGNED = 3; // tiles at least, where there are so many, that lie where they lay: else the photos are taken from elsewhere

/** The step at which turns are shown. */
export const at = {
  /** @type {Step} */
  step: "after",
};

/**
 * What is seen of a turn, and beside it, where the screen has the room, what is said of it.
 *
 * @param {Judged} turn
 * @param {Child[]} told
 */
export function looked(turn, ...told) {
  const { before, after } = turn;
  const sets = { before: turn.sets.before ?? [], after: turn.sets.after };
  const seen = { ...turn, sets, moves: movesOf(turn.sets.before, sets.after) };
  const isSeen = Boolean(after || sets.before.length || sets.after.length);
  const hasSteps = isSeen && Boolean(before || sets.before.length);
  const step = h("div.steps", { role: "group", "aria-label": t("desk.steps") }, ...STEPS.map((one) => h("button.plain", { type: "button", value: one, onclick: () => show(one) }, t(`desk.${one}`))));
  const all = h(
    "div.looked",
    {},
    h("div.compared", {}, hasSteps && step, pictures(seen), isSeen && h("section.card.felts", { "aria-live": "off" }, ...felts(seen, hasSteps))),
    h("div.told", {}, ...told),
  );
  mark(all);
  return all;
}

/** @param {Element} all */
function mark(all) {
  const buttons = parts(all, ".steps button");
  all.setAttribute("data-step", buttons.length ? at.step : "after");
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.getAttribute("value") === at.step));
}

/** @param {Step} step */
export function show(step) {
  at.step = step;
  mark(part(document, ".looked"));
}

/**
 * Goes so many steps on in the turn that is shown; whether there is such a step.
 *
 * @param {number} by
 */
export function stepBy(by) {
  const next = STEPS[STEPS.indexOf(at.step) + by];
  if (!next || !document.querySelector(".looked .steps")) return false;
  show(next);
  return true;
}

/**
 * Where each tile of a table lies in its photo, set by set: one that people named lies in no set there, or was read as another.
 *
 * @param {Shot | null} shot
 * @param {string[][]} sets
 */
function placed(shot, sets) {
  const left = [...(shot?.tiles ?? [])];
  const found = sets.map((members) => members.map(() => /** @type {Corners} */ (null)));
  /** @type {((one: SeenThere, name: string, set: number) => boolean)[]} */
  const ways = [(one, name, set) => one.set === set && one.tile === name, (one, _, set) => one.set === set && one.doubt, (one, name) => one.tile === name];
  for (const fits of ways) {
    for (const [set, members] of sets.entries()) {
      for (const [place, name] of members.entries()) {
        const index = found[set][place] ? -1 : left.findIndex((one) => fits(one, name, set));
        if (index >= 0) found[set][place] = left.splice(index, 1)[0].corners;
      }
    }
  }
  return found;
}

/** @param {number[][]} corners */
const width = ([[x1, y1], [x2, y2]]) => Math.hypot(x2 - x1, y2 - y1);

/**
 * Whether two photos show the table from the same place.
 *
 * @param {Shot} before
 * @param {Shot} after
 */
function isAligned({ tiles: then }, { tiles: now }) {
  const isThere = (/** @type {SeenThere} */ one) => {
    const [x, y] = middle(one.corners);
    return now.some(({ tile, corners }) => tile === one.tile && Math.hypot(middle(corners)[0] - x, middle(corners)[1] - y) < width(one.corners) / 2);
  };
  return then.filter(isThere).length >= Math.min(ALIGNED, then.length);
}

/**
 * The photos of a turn, with the numbers of the reasons, and where tiles lay and lie that moved.
 *
 * @param {Moved} turn
 */
function pictures({ verdict, sets, before, after, missing, moves }) {
  if (!after) return null;
  const isOver = Boolean(before && isAligned(before, after));
  const [then, now] = [placed(before, sets.before), placed(after, sets.after)];
  const paths = moves.moved.map(({ tile, lay, old, to }) => ({ tile, lay, from: then[lay][old], to: to && now[to[0]][to[1]] }));
  const laidAt = moves.laid.map(([set, place]) => now[set][place]);
  const marks = marksOf({ table: tableOf(sets.after, moves.laid), violations: verdict?.violations ?? [], missing });
  const faults = faultsOf(
    now.map((members) => members.map((corners) => ({ corners: corners ?? [] }))),
    marks,
  ).filter(({ points }) => points.length);
  const gone = marks.missing.map(({ number, at: known, size, tile, lay }) => ({ number, known, size, from: paths.find((path) => path.tile === tile && path.lay === lay)?.from ?? null }));
  const ghosts = gone.flatMap(({ number, known, size, from }) => (known ? [{ at: known, size, number }] : from && isOver ? [{ at: middle(from), size: width(from), number }] : []));
  const lay = gone.flatMap(({ number, from }) => (from ? [{ points: from, numbers: [number] }] : []));
  const origins = paths.flatMap(({ from }) => (from ? [s("polygon", { class: "from", points: asPoints(from) })] : []));
  const ends = [...paths.map(({ to }) => outlined(to, "to")), ...laidAt.map((corners) => outlined(corners, "laid"))];
  const ways = isOver ? [...origins, ...paths.map(way)] : [];
  return h(
    isOver ? "div.pictures" : "div.pictures.apart",
    {},
    before && layer("before", before, outlines([before.tiles], lay, [], [0, 0, before.width, before.height]), isOver ? [] : origins),
    layer("after", after, outlines([after.tiles], faults, ghosts, [0, 0, after.width, after.height]), [...ways, ...ends]),
  );
}

/**
 * @param {Corners} corners
 * @param {string} kind
 */
const outlined = (corners, kind) => corners && s("polygon", { class: kind, points: asPoints(corners) });

/** @param {{ from: Corners, to: Corners }} path */
function way({ from, to }) {
  if (!from || !to) return null;
  const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
  return s("line", { x1, y1, x2, y2 });
}

/**
 * A photo with what was read and what is wrong, and what moved, of which one or the other is seen.
 *
 * @param {"before" | "after"} when
 * @param {NonNullable<Shot>} shot
 * @param {Child[]} wrong
 * @param {Child[]} moved
 */
function layer(when, { href, photo, width: across, height: down, tiles: all }, wrong, moved) {
  const read = all.map(({ corners, doubt }) => s("polygon", { class: doubt ? "doubt" : "face", points: asPoints(corners) }));
  const label = [t(`desk.${when}`), t("camera.alt")].join(t("colon"));
  const shows = href ?? (photo && photoAt(photo, sizeFor($("turn").clientWidth) || "large"));
  const image = shows && s("image", { href: shows, width: across, height: down });
  return s(
    "svg",
    { class: `shot ${when}`, viewBox: `0 0 ${across} ${down}`, role: "img", "aria-label": label },
    image,
    s("g", { class: "judged" }, ...read, ...wrong),
    s("g", { class: "moved" }, ...moved),
  );
}

/**
 * Sets of names as a table that was seen; those in `laid` lie there anew.
 *
 * @param {string[][]} sets
 * @param {number[][]} laidAt
 */
function tableOf(sets, laidAt) {
  const isLaid = (/** @type {number} */ set, /** @type {number} */ place) => laidAt.some(([at, index]) => at === set && index === place);
  return { width: 0, height: 0, sets: sets.map((members, k) => members.map((name, i) => ({ tile: name, doubt: false, fresh: isLaid(k, i), confirmed: false, likely: [], corners: [] }))) };
}

/**
 * The table at each step; at the middle one, tiles that moved are marked, with ghosts where they lay.
 *
 * @param {Moved} turn
 * @param {boolean} hasSteps
 */
function felts({ verdict, sets, missing, moves }, hasSteps) {
  const table = tableOf(sets.after, moves.laid);
  const judged = markedSets(table, { table, violations: verdict?.violations ?? [], missing }).map((set) => laid(set));
  const after = felt("after", judged);
  if (!hasSteps) return [after];
  const came = moves.moved.flatMap(({ to }) => (to ? [table.sets[to[0]][to[1]]] : []));
  const both = markedSets(table, { table, violations: [], missing: moves.moved }).map((set) =>
    laid({ ...set, numbers: [], tiles: set.tiles.map((one) => ({ ...one, signs: [...one.signs, !one.seen ? "lay" : came.some((seen) => seen === one.seen) ? "moved" : ""] })) }),
  );
  return [after, felt("both", both, changes(sets, moves)), felt("before", sets.before.map(tiles))];
}

/**
 * @param {Step} step
 * @param {Child[]} sets
 * @param {Child} [more]
 */
const felt = (step, sets, more) => h(`div.felt.${step}`, {}, h("h3", {}, t(`desk.${step}`)), sets.length ? h("div.sets", {}, ...sets) : h("p.hint", {}, t("mat.empty")), more);

/**
 * What a turn did to the tiles of the table, in words.
 *
 * @param {Moved["sets"]} sets
 * @param {Moved["moves"]} moves
 */
function changes(sets, { moved, laid: laidAt }) {
  const kinds = {
    laid: laidAt.map(([set, place]) => sets.after[set][place]),
    moved: moved.filter(({ to }) => to).map(({ tile }) => tile),
    gone: moved.filter(({ to }) => !to).map(({ tile }) => tile),
  };
  const told = Object.entries(kinds).flatMap(([kind, named]) => (named.length ? [h(`li.${kind}`, {}, t(`desk.tiles-${kind}`), tiles(named))] : []));
  return told.length ? h("ul.suspects", {}, ...told) : h("p.hint", {}, t("desk.nothing-moved"));
}
