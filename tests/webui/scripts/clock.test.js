// What the turn clock shows.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { noteOf, readingOf } = await import("../../../webui/static/state.js");

const text = (elapsed, limit, since = 0) => readingOf({ elapsed, limit, free: limit }, since).text;

test("the seconds left are rounded up: a second counts until it is over", () => {
  assert.equal(text(0, 60), "1:00");
  assert.equal(text(0.2, 60), "1:00");
  assert.equal(text(59.9, 60), "0:01");
  assert.equal(text(60, 60), "0:00");
});

test("past the limit it counts up, with a plus", () => {
  assert.equal(text(60.5, 60), "+0:00");
  assert.equal(text(125, 60), "+1:05");
  assert.equal(readingOf({ elapsed: 61, limit: 60, free: 60 }, 0).over, true);
  assert.equal(readingOf({ elapsed: 60, limit: 60, free: 60 }, 0).over, false);
});

test("without a limit it counts what has gone by, and nothing is left", () => {
  assert.equal(text(75.9, null), "1:15");
  assert.equal(readingOf({ elapsed: 75.9, limit: null, free: null }, 0).left, null);
});

test("between two messages it goes on from what the server said", () => {
  assert.equal(text(50, 60, 4), "0:06");
});

test("with a bank it shows the turn's own time first, then what the bank holds, then by how much that did not suffice", () => {
  const at = (elapsed, free = 10) => {
    const { text: shown, ofBank, thenBank } = readingOf({ elapsed, limit: free + 90, free }, 0);
    return [shown, ofBank, thenBank];
  };
  assert.deepEqual(at(4), ["0:06", false, "1:30"]);
  assert.deepEqual(at(25), ["1:15", true, null]);
  assert.deepEqual(at(0, 0), ["1:30", true, null]);
  assert.deepEqual(at(103), ["+0:03", false, null]);
});

test("under the clock stands whose time runs down", () => {
  const running = { dealing: false, ending: false, waiting: false, running: true };
  const noted = (elapsed) => noteOf(running, readingOf({ elapsed, limit: 100, free: 10 }, 0));
  assert.deepEqual([noted(4), noted(25), noted(101)], ["clock.then-bank", "clock.bank", "clock.over"]);
});

test("under the clock stands why it does not run, before how it stands", () => {
  const clock = { dealing: false, ending: false, waiting: false, running: true };
  const note = (changes, left = 10) => noteOf({ ...clock, ...changes }, { left, over: left !== null && left < 0 });
  assert.deepEqual([note({}), note({}, -1), note({}, null)], ["clock.left", "clock.over", "clock.free"]);
  assert.equal(note({ running: false }, -1), "clock.paused");
  assert.equal(note({ running: false, waiting: true }), "clock.waits");
  assert.equal(note({ running: false, ending: true }), "clock.stopped");
  assert.equal(note({ running: false, dealing: true }), "clock.deal");
});
