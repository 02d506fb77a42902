// The avatars of players.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { avatarsOf, COLOURS } = await import("../../../webui/static/avatars.js");

const NAMES = ["Anna", "Ben", "Cleo", "Dimitri", "Élise", "Francesca"];

test("players who sit together have colours that differ, whatever seats they have", () => {
  const avatars = avatarsOf(NAMES);
  assert.equal(new Set([...avatars.values()].map(({ colour }) => colour)).size, NAMES.length);
  const turned = avatarsOf([...NAMES].reverse());
  for (const name of NAMES) assert.deepEqual(turned.get(name), avatars.get(name));
});

test("a player keeps the shape in any company, and the colour unless a friend has the same", () => {
  for (const name of NAMES) {
    assert.equal(avatarsOf([name, "Zoe"]).get(name).shape, avatarsOf(NAMES).get(name).shape);
    assert.ok(avatarsOf([name]).get(name).colour < COLOURS);
  }
});
