// What the stage lets be heard of a change.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stateOf, verdictOf } from "./page.js";

const { heard } = await import("../../../webui/static/stage/heard.js");

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

test("going out has a moment with a sound of its own, and an undone verdict none", () => {
  assert.deepEqual(heard(stateOf({ state: "reading" }), stateOf({ state: "over", over: true, verdict: verdictOf() })), []);
  assert.deepEqual(heard(stateOf({ verdict: verdictOf({ event: 9 }) }), stateOf({ verdict: verdictOf({ event: 7 }) })), []);
});
