// Points and the shapes that they make, and the corners that are dragged.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { asPoints, isWithin, middle } = await import("../../../webui/static/shapes.js");
const { shifted, stepOf } = await import("../../../webui/static/corners.js");

const SQUARE = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];

test("the middle of a tile's corners is its middle", () => {
  assert.deepEqual(middle(SQUARE), [5, 5]);
});

test("a point lies within a shape whichever way round its corners go, and on none of its sides", () => {
  for (const shape of [SQUARE, [...SQUARE].reverse()]) {
    assert.equal(isWithin(shape, [3, 9]), true);
    assert.equal(isWithin(shape, [11, 5]), false);
    assert.equal(isWithin(shape, [10, 5]), false);
  }
});

test("points are written as a drawing wants them", () => {
  assert.equal(asPoints(SQUARE), "0,0 10,0 10,10 0,10");
});

test("an arrow key moves a corner, with Shift further, never out of the picture; other keys do not", () => {
  assert.deepEqual(shifted([0.5, 0.5], stepOf({ key: "ArrowUp", shiftKey: false })), [0.5, 0.49]);
  assert.deepEqual(shifted([0.98, 0.5], stepOf({ key: "ArrowRight", shiftKey: true })), [1, 0.5]);
  assert.equal(stepOf({ key: "a", shiftKey: false }), undefined);
});
