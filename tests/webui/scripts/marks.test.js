// What a verdict blames, where it lies now.

import assert from "node:assert/strict";
import { test } from "node:test";
import { seen, tableOf, verdictOf, violationOf } from "./page.js";

const { markedSets, marksNow, marksOf, reasonsOf } = await import("../../../webui/static/marks.js");

const short = (set) => violationOf("set-invalid", { set, values: { reason: "too-short" } });
const gone = { tile: "O9", lay: 1, set: 0, place: 1, at: null, size: 0 };
const verdict = verdictOf({
  outcome: "illegal",
  violations: [short(1), violationOf("tile-missing", { tiles: ["O9"], number: 2 }), short(2)],
  table: tableOf("R1 R2 R3", "B1 B2", "K1 K2"),
  missing: [gone],
});

test("reasons are numbered as they are told: the same one for two sets has one number", () => {
  assert.deepEqual(
    reasonsOf(verdict.violations).map(({ number, violations }) => [number, violations.length]),
    [
      [1, 2],
      [2, 1],
    ],
  );
  const { sets, missing } = marksOf(verdict);
  assert.deepEqual(
    sets.map(({ whole }) => whole),
    [[], [1], [1]],
  );
  assert.deepEqual(missing, [{ ...gone, number: 2 }]);
});

test("a reason about single tiles marks those that were just laid first", () => {
  const table = { ...tableOf("R5 R6"), sets: [[seen("R5"), seen("R6")], [seen("R5", { fresh: true })]] };
  const { sets } = marksOf(verdictOf({ table, violations: [violationOf("not-from-rack", { tiles: ["R5"] })] }));
  assert.deepEqual(
    sets.map(({ tiles }) => tiles),
    [[[], []], [[1]]],
  );
});

test("marks follow their sets to where they lie now, and what was put right has none", () => {
  const { sets, missing } = marksNow(verdict, tableOf("K1 K2", "B1 B2 B3", "R1 R2 R3"));
  assert.deepEqual(
    sets.map(({ whole }) => whole),
    [[1], [], []],
  );
  assert.deepEqual(missing, [{ ...gone, number: 2, set: 2 }]);
});

test("of two equal sets at fault each keeps its own mark", () => {
  const twice = verdictOf({ violations: [short(0), short(1)], table: tableOf("B1 B2", "B1 B2") });
  assert.deepEqual(
    marksNow(twice, tableOf("R1 R2 R3", "B1 B2", "B1 B2")).sets.map(({ whole }) => whole),
    [[], [1], [1]],
  );
});

test("a tile that lies on the table again is gone no more", () => {
  assert.deepEqual(marksNow(verdict, tableOf("R1 R2 R3", "B1 B2", "K1 K2", "O9")).missing, []);
});

test("a set is laid with its marks, and with a ghost where a tile is gone", () => {
  const [first, second] = markedSets(tableOf("R1 R2 R3", "B1 B2"), verdict);
  assert.deepEqual(
    first.tiles.map(({ name, signs }) => [name, ...signs]),
    [["R1"], ["O9", "ghost"], ["R2"], ["R3"]],
  );
  assert.deepEqual([first.numbers, second.whole, second.numbers], [[2], true, [1]]);
  assert.deepEqual(
    markedSets(tableOf("R1 R2 R3"), null).map(({ tiles, numbers }) => [tiles.length, numbers.length]),
    [[3, 0]],
  );
});

test("ghosts of neighbours lie in the order in which the tiles lay", () => {
  const missing = ["R2", "R3"].map((tile) => ({ ...gone, tile, place: 1 }));
  const [set] = markedSets(tableOf("R1 R4"), verdictOf({ table: tableOf("R1 R4"), missing }));
  assert.deepEqual(
    set.tiles.map(({ name }) => name),
    ["R1", "R2", "R3", "R4"],
  );
});
