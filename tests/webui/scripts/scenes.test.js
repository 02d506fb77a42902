// Which scene the stage shows at the end of a round.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stateOf } from "./page.js";

const { Scenes } = await import("../../../webui/static/stage/scenes.js");

const OVER = { over: true, state: "over", winner: "Anna", count: { winner: "Anna", won: null, racks: [] } };
const SCORED = { over: true, phase: "scored", state: "scored", winner: "Anna" };

/** The scenes of a stage that shows these states at these moments, in milliseconds. */
function scenes(...told) {
  const stage = new Scenes();
  return told.map(([now, changes]) => stage.at(stateOf(changes), now).scene);
}

test("going out is a moment of its own, then the racks are counted, then comes the sheet, each in its time", () => {
  const shown = scenes([0, {}], [10, OVER], [4000, OVER], [5010, OVER], [5100, SCORED], [8009, SCORED], [8010, SCORED]);
  assert.deepEqual(shown, ["play", "won", "won", "count", "count", "count", "sheet"]);
});

test("it is known when to look again while a scene stays that is past", () => {
  const stage = new Scenes();
  stage.at(stateOf(), 0);
  assert.deepEqual(stage.at(stateOf(OVER), 1000), { scene: "won", again: 5000 });
  assert.deepEqual(stage.at(stateOf(OVER), 3000), { scene: "won", again: 3000 });
  assert.deepEqual(stage.at(stateOf(OVER), 6000), { scene: "count", again: null });
});

test("an end that is undone is not shown any longer", () => {
  assert.deepEqual(scenes([0, {}], [10, OVER], [20, {}]), ["play", "won", "play"]);
});

test("the sheet stays for its time while the next round is dealt, and gives way to a running clock", () => {
  const next = { round: 2, turn: 0, state: "deal" };
  const to = [
    [0, {}],
    [10, OVER],
    [5010, OVER],
    [8010, SCORED],
    [8020, SCORED],
  ];
  assert.deepEqual(scenes(...to, [9000, next], [13_010, next]).slice(-2), ["sheet", "play"]);
  assert.deepEqual(scenes(...to, [9000, { ...next, state: "turn" }]).at(-1), "play");
});

test("whoever opens the stage late sees what the state asks for at once", () => {
  assert.deepEqual(scenes([0, SCORED]), ["sheet"]);
  assert.deepEqual(scenes([0, { phase: "setup", state: "setup" }]), ["setup"]);
});

test("a match that is won has the sheet's place, also while the next round is dealt", () => {
  const sheet = { players: ["Anna"], columns: [{}], totals: { Anna: 60 }, goal: 50, finish: { round: 1, winners: ["Anna"], points: 60 } };
  const won = { ...SCORED, sheet };
  const next = { round: 2, turn: 0, state: "deal", sheet };
  assert.deepEqual(scenes([0, {}], [10, OVER], [5010, OVER], [8010, won], [9000, next], [16_010, next]).slice(2), ["count", "match", "match", "play"]);
});
