// What a page lets be heard of a change, and of a clock that runs out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stateOf, verdictOf } from "./page.js";

const { heard, ticking } = await import("../../../webui/static/sound/heard.js");

const next = { turn: 3, players: [{ name: "Ben", onTurn: true }] };

test("nothing is heard on coming to the table", () => {
  assert.deepEqual(heard(null, stateOf()), []);
});

test("a verdict is heard, and then who is on turn", () => {
  assert.deepEqual(heard(stateOf({ state: "reading" }), stateOf({ ...next, verdict: verdictOf() })), [{ play: "legal" }, { say: "Ben" }]);
});

test("the same turn that goes on after a pause says no name again", () => {
  assert.deepEqual(heard(stateOf({ state: "paused" }), stateOf()), []);
});

test("a question is heard once, and is no verdict", () => {
  const question = stateOf({ state: "question", verdict: verdictOf({ outcome: "undecided" }) });
  assert.deepEqual(heard(stateOf({ state: "reading" }), question), [{ play: "question" }]);
  assert.deepEqual(heard(question, question), []);
});

test("going out, a round that nobody can finish and a match that is won each have a sound of their own, and an undone verdict none", () => {
  const reading = stateOf({ state: "reading" });
  const out = stateOf({ state: "over", over: true, winner: "Anna", verdict: verdictOf() });
  assert.deepEqual(heard(reading, out), [{ play: "won" }]);
  assert.deepEqual(heard(reading, { ...out, winner: null }), [{ play: "time" }]);
  const sheet = { players: ["Anna"], columns: [{}], totals: { Anna: 60 }, goal: 50, finish: { round: 1, winners: ["Anna"], points: 60 } };
  const scored = stateOf({ phase: "scored", state: "scored", over: true, winner: "Anna", verdict: verdictOf(), sheet });
  assert.deepEqual(heard(out, scored), [{ play: "match" }]);
  assert.deepEqual(heard(stateOf({ verdict: verdictOf({ event: 9 }) }), stateOf({ verdict: verdictOf({ event: 7 }) })), []);
});

test("a player's phone lets that player's turns be heard, and nobody else's", () => {
  const of = (player) => heard(stateOf({ state: "reading" }), stateOf({ ...next, verdict: verdictOf() }), (name) => name === player);
  assert.deepEqual(of("Anna"), [{ play: "legal" }]);
  assert.deepEqual(of("Ben"), [{ say: "Ben" }]);
  assert.deepEqual(of("Cleo"), []);
});

test("the last ten seconds tick, the end of the time is heard once, and a clock that stands still is silent", () => {
  const tones = [11, 10, 1, 0, -1].map((left) => ticking(stateOf(), left));
  assert.deepEqual(tones, [null, "tick", "tick", "time", null]);
  assert.equal(ticking(stateOf({ state: "paused" }), 5), null);
  assert.equal(ticking(stateOf(), null), null);
});
