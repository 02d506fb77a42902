// Where the numbers of the reasons stand in the photo: around what each is about, where they cover no tile.

import { isWithin, middle } from "./shapes.js";

const APART = 1.2; // of a badge's radius: how far its middle lies from an outline, which has a width of its own
const FRACTIONS = [0, 0.25, 0.5, 0.75];
/** @type {number[][]} */
const PROBES = [[0, 0], ...ring(0.55, 6), ...ring(1.05, 24)]; // where it is asked whether a badge covers a tile

/**
 * Points around the middle at a distance.
 *
 * @param {number} distance
 * @param {number} count
 */
export function ring(distance, count) {
  return Array.from({ length: count }, (_, i) => [Math.cos((2 * Math.PI * i) / count) * distance, Math.sin((2 * Math.PI * i) / count) * distance]);
}

/**
 * The middle of each badge.
 *
 * `outlines` has the `points` of convex outlines in turn, and the `numbers` of the badges of each; `covered` are the convex shapes that
 * are to be seen, `seen` is the part of the photo that is shown, and `radius` that of a badge.
 *
 * @param {{ points: number[][], numbers: number[] }[]} outlines
 * @param {number[][][]} covered
 * @param {number[]} seen
 * @param {number} radius
 */
export function places(outlines, covered, seen, radius) {
  /** @type {number[][]} */
  const taken = [];
  return outlines.map(({ points, numbers }) => {
    const around = candidates(points, radius);
    return numbers.map((number) => {
      const cost = (/** @type {number[]} */ at) => hidden(at, covered, radius) + crowding(at, taken, radius) + leaving(at, seen, radius) + far(at, points, seen);
      const at = around.reduce((best, other) => (cost(other) < cost(best) ? other : best));
      taken.push(at);
      return { number, at };
    });
  });
}

/**
 * Places along an outline, outside of it.
 *
 * @param {number[][]} points
 * @param {number} radius
 */
function candidates(points, radius) {
  const [x, y] = middle(points);
  return points.flatMap(([x1, y1], i) => {
    const [x2, y2] = points[(i + 1) % points.length];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const side = (x1 - x) * (y2 - y1) - (y1 - y) * (x2 - x1) > 0 ? 1 : -1;
    const out = [(side * (y2 - y1)) / length, (side * (x1 - x2)) / length];
    return FRACTIONS.map((part) => [x1 + part * (x2 - x1) + out[0] * APART * radius, y1 + part * (y2 - y1) + out[1] * APART * radius]);
  });
}

/**
 * How much of the shapes a badge would cover.
 *
 * @param {number[]} point
 * @param {number[][][]} shapes
 * @param {number} radius
 */
function hidden([x, y], shapes, radius) {
  return PROBES.filter(([dx, dy]) => shapes.some((shape) => isWithin(shape, [x + dx * radius, y + dy * radius]))).length;
}

/**
 * @param {number[]} point
 * @param {number[][]} taken
 * @param {number} radius
 */
const crowding = ([x, y], taken, radius) => 100 * taken.filter(([x2, y2]) => Math.hypot(x - x2, y - y2) < 2.1 * radius).length;

/**
 * @param {number[]} point
 * @param {number[]} view
 * @param {number} radius
 */
const leaving = ([x, y], [left, top, width, height], radius) => (x - radius < left || y - radius < top || x + radius > left + width || y + radius > top + height ? 100 : 0);

/**
 * How far from where people look first, the top left of an outline: less than the least that may be covered.
 *
 * @param {number[]} point
 * @param {number[][]} points
 * @param {number[]} view
 */
function far([x, y], points, [, , width, height]) {
  const left = Math.min(...points.map((point) => point[0]));
  const top = Math.min(...points.map((point) => point[1]));
  return Math.hypot(x - left, y - top) / Math.hypot(width, height);
}
