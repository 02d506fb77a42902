// The photo that was judged, with what is wrong marked on it.

import { isOpen, marksOf } from "../marks.js";
import { faultsOf, goneOf, outlines } from "../outlines.js";
import { photoAt } from "../resolution.js";
import { $, refresh, s } from "../texts.js";

/** @typedef {import("../outlines.js").Fault} Fault */
/** @typedef {import("../outlines.js").Gone} Gone */
/** @typedef {{ verdict: Verdict, faults: Fault[], gone: Gone[] }} Shown */

const AROUND = 2.2; // tiles that are seen around what is marked
const LEAST = 0.34; // of the photo's width: nearer than that nobody sees where on the table it is

/** The verdict that is shown, what is outlined and what is gone. */
const screen = {
  /** @type {Shown | null} */
  shown: null,
};

/**
 * Shows the photo while its table is to be put right, where it shows something to look at.
 *
 * @param {State} state
 */
export function showPhoto(state) {
  const verdict = isOpen(state) && state.verdict?.photo ? state.verdict : null;
  const marks = verdict && marksOf(verdict);
  const faults = verdict && marks ? faultsOf(verdict.table.sets, marks) : [];
  const gone = marks ? goneOf(marks) : [];
  screen.shown = verdict && (faults.length || gone.length) ? { verdict, faults, gone } : null;
  $("photo").hidden = !screen.shown;
  fitPhoto();
}

/** Draws the part of the photo that is to be seen in the shape that its place has. */
export function fitPhoto() {
  const place = $("photo");
  const { shown } = screen;
  if (!shown || place.hidden || !place.clientHeight) return;
  const shape = place.clientWidth / place.clientHeight;
  refresh(place, [shown.verdict.photo, shown.faults, shown.gone, shape], () => [drawn(shown, shape)]);
}

/**
 * @param {Shown} shown
 * @param {number} shape
 */
function drawn({ verdict: { photo, table }, faults, gone }, shape) {
  const seen = view(table, faults, gone, shape);
  return s(
    "svg",
    { viewBox: seen.join(" "), "aria-hidden": "true" },
    s("image", { href: photo && photoAt(photo), width: table.width, height: table.height }),
    ...outlines(table.sets, faults, gone, seen),
  );
}

/**
 * The part of the photo to be seen, with the `shape` of its place, width through height: x, y, width and height.
 *
 * @param {Table} table
 * @param {Fault[]} faults
 * @param {Gone[]} gone
 * @param {number} shape
 */
function view({ sets, width, height }, faults, gone, shape) {
  const points = [...faults.flatMap(({ points: all }) => all), ...gone.map(({ at }) => at)];
  const around = AROUND * tileWidth(sets, gone);
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const needed = { across: Math.max(...xs) - Math.min(...xs) + 2 * around, down: Math.max(...ys) - Math.min(...ys) + 2 * around };
  const across = Math.max(needed.across, needed.down * shape, LEAST * width);
  const down = across / shape;
  return [within(xs, across, width), within(ys, down, height), across, down];
}

/**
 * Where a stretch begins that has the middle of the points in its own, and shows as much of the photo as it can.
 *
 * @param {number[]} points
 * @param {number} length
 * @param {number} most
 */
function within(points, length, most) {
  if (length >= most) return (most - length) / 2;
  const middle = (Math.min(...points) + Math.max(...points)) / 2;
  return Math.min(Math.max(0, middle - length / 2), most - length);
}

/**
 * @param {SeenTile[][]} sets
 * @param {Gone[]} gone
 */
function tileWidth(sets, gone) {
  const [corners] = sets.flat().map((tile) => tile.corners);
  return corners ? Math.hypot(corners[1][0] - corners[0][0], corners[1][1] - corners[0][1]) : (gone[0]?.size ?? 0);
}
