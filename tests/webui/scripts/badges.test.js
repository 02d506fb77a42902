// Where the numbers of the reasons stand in the photo.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { places, ring } = await import("../../../webui/static/badges.js");
const { isWithin } = await import("../../../webui/static/shapes.js");

const box = (x, y) => [
  [x, y],
  [x + 60, y],
  [x + 60, y + 90],
  [x, y + 90],
];
const TILES = [box(100, 100), box(162, 100), box(224, 100)];
const SEEN = [0, 0, 800, 600];
const RADIUS = 15;

const badges = (outlines) => places(outlines, TILES, SEEN, RADIUS).flat();

test("a number covers no tile where there is room beside it", () => {
  for (const {
    at: [x, y],
  } of badges(TILES.map((points, i) => ({ points, numbers: [i + 1] }))))
    for (const [dx, dy] of ring(RADIUS, 12)) assert.ok(!TILES.some((tile) => isWithin(tile, [x + dx, y + dy])));
});

test("numbers stand apart from each other, and within what is seen", () => {
  const found = badges([{ points: TILES[0], numbers: [1, 2, 3] }]);
  for (const {
    number,
    at: [x, y],
  } of found) {
    assert.ok(x >= RADIUS && y >= RADIUS && x <= 800 - RADIUS && y <= 600 - RADIUS);
    for (const other of found) assert.ok(other.number === number || Math.hypot(x - other.at[0], y - other.at[1]) >= 2 * RADIUS);
  }
});

test("a number alone stands where people look first, at the top left", () => {
  const [
    {
      at: [x, y],
    },
  ] = badges([{ points: TILES[0], numbers: [1] }]);
  assert.ok(Math.hypot(x - 100, y - 100) < 2 * RADIUS);
});
