// Who leads on a score sheet, and when a match is won.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stateOf } from "./page.js";

const { leaders, standings, wonMatch } = await import("../../../webui/static/scores.js");
const { occasion } = await import("../../../webui/static/party.js");

const sheetOf = (totals, changes = {}) => ({ players: Object.keys(totals), totals, columns: [{}, {}], goal: null, finish: null, ...changes });
const scored = (sheet, changes = {}) => stateOf({ phase: "scored", state: "scored", over: true, winner: "Ben", sheet, ...changes });
const FINISH = { round: 2, winners: ["Ben"], points: 60 };

test("the best stands first, and who are level share a place in the order of their seats", () => {
  const placed = standings(sheetOf({ Anna: -20, Ben: 40, Cleo: -20, Dina: 0 })).map(({ name, place }) => [name, place]);
  assert.deepEqual(placed, [
    ["Ben", 1],
    ["Dina", 2],
    ["Anna", 3],
    ["Cleo", 3],
  ]);
});

test("whoever has most leads, several who are level lead together, and nobody does where all are level", () => {
  assert.deepEqual(leaders(sheetOf({ Anna: 12, Ben: -12 })), ["Anna"]);
  assert.deepEqual(leaders(sheetOf({ Anna: 12, Ben: 12, Cleo: -24 })), ["Anna", "Ben"]);
  assert.deepEqual(leaders(sheetOf({ Anna: 0, Ben: 0 })), []);
});

test("a match is won by the round that was written down last, and not once more by the next", () => {
  const won = sheetOf({ Anna: -60, Ben: 60 }, { finish: FINISH });
  assert.equal(wonMatch(scored(won)), true);
  assert.equal(wonMatch(scored({ ...won, columns: [{}, {}, {}] })), false);
  assert.equal(wonMatch(stateOf({ sheet: won })), false);
});

test("going out and a won match are celebrated once, and neither on coming to the table", () => {
  const playing = stateOf({ sheet: sheetOf({ Anna: 0, Ben: 0 }) });
  const out = stateOf({ sheet: playing.sheet, state: "over", over: true, winner: "Ben" });
  const won = scored(sheetOf({ Anna: -60, Ben: 60 }, { finish: FINISH }));
  assert.equal(occasion(null, out), null);
  assert.deepEqual([occasion(playing, out), occasion(out, out), occasion(out, won), occasion(won, won)], ["round", null, "match", null]);
});

test("a round that nobody could finish is nothing to celebrate", () => {
  const sheet = sheetOf({ Anna: 0, Ben: 0 });
  assert.equal(occasion(stateOf({ sheet }), stateOf({ sheet, over: true, winner: null })), null);
});
