// What is wrong, marked in a picture: lines around what is at fault, circles where tiles are gone, and the number of the reason at each.

import { places, ring } from "./badges.js";
import { asPoints } from "./shapes.js";
import { s } from "./texts.js";

/** @typedef {{ sets: { whole: number[], tiles: number[][] }[], missing: { at: number[] | null, size: number, number: number }[] }} Marks as `marks.js` has them */
/** @typedef {{ points: number[][], numbers: number[] }} Fault */
/** @typedef {{ at: number[], size: number, number: number }} Gone */
/** @typedef {Fault & { ghost?: { at: number[], radius: number } }} Outlined */

const BADGE = 0.028; // of the width that is seen
const GHOST = 0.85; // of a tile's size: how far the circle goes around the place of one that is gone

/**
 * What is outlined: each set at fault as a whole, and of the others the tiles at fault, with the numbers of the reasons.
 *
 * @param {{ corners: number[][] }[][]} sets
 * @param {Marks} marks
 * @returns {Fault[]}
 */
export function faultsOf(sets, marks) {
  return sets.flatMap((members, set) => {
    const { whole, tiles } = marks.sets[set];
    const outlined = whole.length ? members : members.filter((_, at) => tiles[at]?.length);
    const numbers = [...new Set([...whole, ...tiles.flat()])];
    return outlined.length ? [{ points: outlined.flatMap(({ corners }) => corners), numbers }] : [];
  });
}

/**
 * The tiles that are gone whose place in the picture is known.
 *
 * @param {Marks} marks
 * @returns {Gone[]}
 */
export const goneOf = ({ missing }) => missing.flatMap(({ at, size, number }) => (at ? [{ at, size, number }] : []));

/**
 * The marks as a drawing over a picture of which the part `seen` is shown: x, y, width and height.
 *
 * @param {{ corners: number[][] }[][]} sets
 * @param {Fault[]} faults
 * @param {Gone[]} gone
 * @param {number[]} seen
 */
export function outlines(sets, faults, gone, seen) {
  /** @type {Outlined[]} */
  const marks = [
    ...faults.map(({ points, numbers }) => ({ points: hull(points), numbers })),
    ...gone.map(({ at, size, number }) => ({ points: circle(at, size * GHOST), numbers: [number], ghost: { at, radius: size * GHOST } })),
  ];
  const covered = [...sets.flat().map(({ corners }) => corners), ...marks.filter(({ ghost }) => ghost).map(({ points }) => points)];
  const radius = seen[2] * BADGE;
  const badges = places(marks, covered, seen, radius).flat();
  return [...marks.flatMap(outline), ...badges.map((one) => badge(one, radius))];
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
