// What a phone says of its player's last turn, and of what has happened while it was away.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readIn, stateOf, takenOf } from "./page.js";

const { start } = await import("../../../webui/static/texts.js");
start.role = { role: "player", player: "Anna" };
const { cameTo } = await import("../../../webui/static/remote/facts.js");
const { since } = await import("../../../webui/static/remote/meanwhile.js");

const DRAWN = { laid: 0, points: 0, drew: 1 };
const FALSE = { outcome: "illegal", laid: 0, points: 0, cost: 3 };

test("a turn came to points, a draw, or what it cost; of one that nobody judged nothing is said", () => {
  const said = [{}, DRAWN, FALSE, { ...FALSE, cost: 0 }, { outcome: null, laid: 0 }].map((changes) => cameTo(takenOf(9, "Anna", changes)));
  assert.deepEqual(said, ["last turn: 24 points", "last turn: drew", "last turn cost you 3 tiles", "last turn: not legal", null]);
});

test("whoever was away is told each turn of the others since, in order, and no own one", () => {
  const taken = [takenOf(5, "Anna"), takenOf(7, "Ben"), takenOf(9, "Cleo", { laid: 4 }), takenOf(11, "Anna"), takenOf(13, "Ben", DRAWN), takenOf(15, "Cleo", FALSE)];
  const seen = { round: 1, event: 7 };
  assert.equal(since(seen, stateOf({ taken }), "Anna"), "Meanwhile: Cleo laid 4, Ben drew, and Cleo's turn was not legal and costs 3 tiles.");
  assert.equal(since({ round: 1, event: 15 }, stateOf({ taken }), "Anna"), null);
});

test("a round that has begun meanwhile is told, too, and whoever has just come is told nothing", () => {
  const state = stateOf({ round: 2, taken: [takenOf(30, "Ben", DRAWN)] });
  assert.equal(since({ round: 1, event: 20 }, state, "Anna"), "Meanwhile: round 2 has begun and Ben drew.");
  assert.equal(since(null, state, "Anna"), null);
});

test("it is told in every language without a gap", () => {
  const taken = [takenOf(7, "Ben"), takenOf(9, "Cleo", DRAWN), takenOf(11, "Ben", FALSE), takenOf(13, "Cleo", { outcome: null, laid: 0 })];
  for (const language of ["de", "fr", "it", "en"]) {
    readIn(language);
    const text = since({ round: 0, event: 1 }, stateOf({ taken }), "Anna");
    assert.doesNotMatch(text, /[{}]|meanwhile\./);
    assert.match(text, /Cleo/);
  }
});
