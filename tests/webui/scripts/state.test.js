// What the pages ask of the state.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stateOf } from "./page.js";

const { awaitsCount, clockOf, inTurn, onTurn, runsByItself, shown } = await import("../../../webui/static/state.js");

test("who is on turn is in turn only while that turn runs", () => {
  assert.deepEqual([onTurn(stateOf()), inTurn(stateOf())], ["Anna", "Anna"]);
  assert.deepEqual([onTurn(stateOf({ state: "paused" })), inTurn(stateOf({ state: "paused" }))], ["Anna", null]);
  assert.equal(onTurn(stateOf({ players: [] })), null);
});

test("a round that was played elsewhere is to be counted until somebody is said to have gone out", () => {
  assert.equal(awaitsCount(stateOf({ elsewhere: true, state: "deal" })), true);
  assert.equal(awaitsCount(stateOf({ elsewhere: true, state: "over" })), false);
  assert.equal(awaitsCount(stateOf({ state: "deal" })), false);
});

test("the clock says that tiles are dealt, or that it has stopped, and of a round from elsewhere only the latter", () => {
  const told = (changes) => {
    const { dealing, ending } = clockOf(stateOf(changes));
    return [dealing, ending];
  };
  assert.deepEqual(told({}), [false, false]);
  assert.deepEqual(told({ state: "deal" }), [true, false]);
  assert.deepEqual(told({ state: "deal", elsewhere: true }), [false, true]);
  for (const stopped of [{ ending: true }, { over: true }, { state: "question" }]) assert.deepEqual(told(stopped), [false, true]);
});

test("the film presses its own buttons until somebody else does, or it is over", () => {
  assert.equal(runsByItself(stateOf({ demo: { byItself: true, over: false } })), true);
  assert.equal(runsByItself(stateOf({ demo: { byItself: true, over: true } })), false);
  assert.equal(runsByItself(stateOf({ demo: { byItself: false, over: false } })), false);
  assert.equal(runsByItself(stateOf()), false);
});

test("nothing can be pressed on a state that has not come", () => {
  shown.newest = null;
  assert.throws(() => shown.state);
  shown.newest = stateOf();
  assert.equal(shown.state.turn, 2);
});
