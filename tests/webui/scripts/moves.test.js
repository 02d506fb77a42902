// What a turn moved, from how the table lay before it and after it.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { movesOf } = await import("../../../webui/static/desk/moves.js");

/** @param {string} text */
const sets = (text) => text.split(" / ").map((tiles) => tiles.split(" "));

test("a turn lays some tiles, moves others and takes one away", () => {
  const { moved, laid } = movesOf(sets("R3 R4 R5 R6 / K3 B3 O3 / B7 B8 B9 B10"), sets("K3 B3 O3 R3 / B7 B8 B9 / R4 R5 R6 R7"));
  assert.deepEqual(
    moved.map(({ tile, lay, old, set, place, to }) => [tile, lay, old, set, place, to]),
    [
      ["R3", 0, 0, 2, 0, [0, 3]],
      ["B10", 2, 3, 1, 3, null],
    ],
  );
  assert.deepEqual(laid, [[2, 3]]);
});

test("sets that are joined, or listed in another order, are not moved", () => {
  const nothing = { moved: [], laid: [] };
  assert.deepEqual(movesOf(sets("R1 R2 R3 / R4 R5 R6"), sets("R1 R2 R3 R4 R5 R6")), nothing);
  assert.deepEqual(movesOf(sets("R1 R2 R3 / K3 B3 O3"), sets("O3 B3 K3 / R1 R2 R3")), nothing);
});

test("of a table that nobody knows nothing is told", () => {
  assert.deepEqual(movesOf(null, sets("R1 R2 R3")), { moved: [], laid: [] });
});
