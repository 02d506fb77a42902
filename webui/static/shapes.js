// Points, `[x, y]`, and the shapes that they make.

/**
 * The middle of some points.
 *
 * @param {number[][]} points
 */
export const middle = (points) => [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);

/**
 * Whether a point lies within a convex shape, whichever way round that goes.
 *
 * @param {number[][]} shape
 * @param {number[]} point
 */
export function isWithin(shape, [x, y]) {
  const sides = shape.map(([x1, y1], i) => {
    const [x2, y2] = shape[(i + 1) % shape.length];
    return (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
  });
  return sides.every((side) => side > 0) || sides.every((side) => side < 0);
}

/**
 * Points as the attribute of a polygon in a drawing.
 *
 * @param {number[][]} points
 */
export const asPoints = (points) => points.map((point) => point.join(",")).join(" ");
