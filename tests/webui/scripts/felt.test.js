// How sets are laid out on the felt.

import assert from "node:assert/strict";
import { test } from "node:test";
import { tableOf } from "./page.js";

const { inOrder, largestTile } = await import("../../../webui/static/felt.js");

const order = (...sets) => inOrder(tableOf(...sets)).map(({ index }) => index);

test("runs stand by colour and number, groups after them by number, whatever order the camera finds them in", () => {
  assert.deepEqual(order("K9 R9 B9", "O1 O2 O3", "K4 K5 K6", "K2 J K4", "R3 B3 O3"), [3, 2, 1, 4, 0]);
});

test("a set of which nothing is known stands last, and no table has no sets", () => {
  assert.deepEqual(order("? J ?", "K9 R9 B9"), [1, 0]);
  assert.deepEqual(inOrder(null), []);
});

test("tiles are as large as the sets fit, and never larger or smaller than they may be", () => {
  const size = (counts, width, height) => largestTile(counts, { width, height }, { most: 150, least: 12 });
  assert.equal(size([3], 4000, 3000), 150);
  assert.equal(size(Array(40).fill(4), 300, 200), 12);
  const some = size([13, 13, 4, 4], 1200, 700);
  assert.ok(some > size([13, 13, 4, 4, 13, 13, 13, 13], 1200, 700));
  assert.ok(some * 13 < 1200);
});
