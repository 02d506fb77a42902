// Which names are at fault when they are refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { faultsOf } = await import("../../../webui/static/seating.js");

test("missing and equal names are at fault, each of them", () => {
  assert.deepEqual(faultsOf("players-names", ["Anna", "", "Ben", "Anna"], {}), [true, true, false, true]);
});

test("names that differ only in how they are written are the same name", () => {
  assert.deepEqual(faultsOf("players-names", ["Zoë", "Zoe\u0308", "An  na", "An na"], {}), [true, true, true, true]);
});

test("names that look alike are those that the server names", () => {
  assert.deepEqual(faultsOf("names-alike", ["Anna", "Аnna", "Ben"], { names: ["Anna", "Аnna"] }), [true, true, false]);
});

test("a character that nobody sees is at fault, an accent or an emoji is not", () => {
  assert.deepEqual(faultsOf("name-unseen", ["An\u200bna", "Zoë", "🎲", "B\u2800"], {}), [true, false, false, true]);
});

test("other refusals are not about names", () => {
  assert.equal(faultsOf("players-count", ["Anna", "Ben"], {}), null);
});
