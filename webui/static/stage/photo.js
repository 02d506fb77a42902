// The photo that was judged, with what is wrong marked on it.

import { asPoints } from "../shapes.js";
import { $, refresh, s } from "../texts.js";
import { places, ring } from "./badges.js";
import { isOpen, marksOf } from "./marks.js";

/** @typedef {ReturnType<typeof marksOf>} Marks */
/** @typedef {{ points: number[][], numbers: number[] }} Fault */
/** @typedef {{ at: number[], size: number, number: number }} Gone */
/** @typedef {{ verdict: Verdict, faults: Fault[], gone: Gone[] }} Shown */
/** @typedef {Fault & { ghost?: { at: number[], radius: number } }} Outlined */

const AROUND = 2.2; // tiles that are seen around what is marked
const LEAST = 0.34; // of the photo's width: nearer than that nobody sees where on the table it is
const BADGE = 0.028; // of the width that is seen
const GHOST = 0.85; // of a tile's size: how far the circle goes around the place of one that is gone

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
  const faults = verdict && marks ? faultsOf(verdict.table, marks) : [];
  const gone = marks ? marks.missing.flatMap(({ at, size, number }) => (at ? [{ at, size, number }] : [])) : [];
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
 * What is outlined: each set at fault as a whole, and of the others the tiles at fault, with the numbers of the reasons.
 *
 * @param {Table} table
 * @param {Marks} marks
 */
function faultsOf(table, marks) {
  return table.sets.flatMap((members, set) => {
    const { whole, tiles } = marks.sets[set];
    const outlined = whole.length ? members : members.filter((_, at) => tiles[at].length);
    const numbers = [...new Set([...whole, ...tiles.flat()])];
    return outlined.length ? [{ points: outlined.flatMap(({ corners }) => corners), numbers }] : [];
  });
}

/**
 * @param {Shown} shown
 * @param {number} shape
 */
function drawn({ verdict: { photo, table }, faults, gone }, shape) {
  const seen = view(table, faults, gone, shape);
  /** @type {Outlined[]} */
  const marks = [
    ...faults.map(({ points, numbers }) => ({ points: hull(points), numbers })),
    ...gone.map(({ at, size, number }) => ({ points: circle(at, size * GHOST), numbers: [number], ghost: { at, radius: size * GHOST } })),
  ];
  const covered = [...table.sets.flat().map(({ corners }) => corners), ...marks.filter(({ ghost }) => ghost).map(({ points }) => points)];
  const radius = seen[2] * BADGE;
  const badges = places(marks, covered, seen, radius)
    .flat()
    .map((one) => badge(one, radius));
  return s("svg", { viewBox: seen.join(" "), "aria-hidden": "true" }, s("image", { href: `photos/${photo}`, width: table.width, height: table.height }), ...marks.flatMap(outline), ...badges);
}

/**
 * What is at fault lies in a line, and what is gone in a circle.
 *
 * @param {Outlined} mark
 * @returns {SVGElement[]}
 */
function outline({ points, ghost }) {
  if (ghost) return ["edge", "ghost"].map((kind) => s("circle", { class: kind, cx: ghost.at[0], cy: ghost.at[1], r: ghost.radius }));
  return ["edge", "fault"].map((kind) => s("polygon", { class: kind, points: asPoints(points) }));
}

/**
 * @param {number[]} middle
 * @param {number} radius
 */
const circle = ([x, y], radius) => ring(radius, 16).map(([dx, dy]) => [x + dx, y + dy]);

/**
 * @param {{ number: number, at: number[] }} one
 * @param {number} radius
 */
function badge({ number, at: [x, y] }, radius) {
  return s("g", { class: "badge", transform: `translate(${x} ${y})` }, s("circle", { r: radius }), s("text", { y: radius * 0.36, "font-size": radius * 1.2 }, String(number)));
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

/**
 * The convex hull of points (Andrew's monotone chain).
 *
 * @param {number[][]} points
 */
function hull(points) {
  const sorted = [...points].sort(([x1, y1], [x2, y2]) => x1 - x2 || y1 - y2);
  const half = (/** @type {number[][]} */ all) => {
    /** @type {number[][]} */
    const chain = [];
    for (const point of all) {
      while (chain.length > 1 && turns(chain[chain.length - 2], chain[chain.length - 1], point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/**
 * @param {number[]} from
 * @param {number[]} by
 * @param {number[]} to
 */
const turns = ([ox, oy], [ax, ay], [bx, by]) => (ax - ox) * (by - oy) - (ay - oy) * (bx - ox);
