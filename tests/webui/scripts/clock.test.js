// What the turn clock shows.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { readingOf } = await import("../../../webui/static/state.js");

const text = (elapsed, limit, since = 0) => readingOf({ elapsed, limit }, since).text;

test("the seconds left are rounded up: a second counts until it is over", () => {
  assert.equal(text(0, 60), "1:00");
  assert.equal(text(0.2, 60), "1:00");
  assert.equal(text(59.9, 60), "0:01");
  assert.equal(text(60, 60), "0:00");
});

test("past the limit it counts up, with a plus", () => {
  assert.equal(text(60.5, 60), "+0:00");
  assert.equal(text(125, 60), "+1:05");
  assert.equal(readingOf({ elapsed: 61, limit: 60 }, 0).over, true);
  assert.equal(readingOf({ elapsed: 60, limit: 60 }, 0).over, false);
});

test("without a limit it counts what has gone by, and nothing is left", () => {
  assert.equal(text(75.9, null), "1:15");
  assert.equal(readingOf({ elapsed: 75.9, limit: null }, 0).left, null);
});

test("between two messages it goes on from what the server said", () => {
  assert.equal(text(50, 60, 4), "0:06");
});
