// Whether the camera sees the tiles well enough.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { amissIn } = await import("../../../webui/static/sight.js");

test("one tile that leans is never sharp, and no reason to move the camera; more than one in five are, as is one that is too small or in glare", () => {
  const seen = { tiles: 10, low: 0, soft: 2, burnt: 0 };
  assert.deepEqual(amissIn(seen), []);
  assert.deepEqual(amissIn({ ...seen, soft: 3 }), ["soft"]);
  assert.deepEqual(amissIn({ ...seen, low: 1, burnt: 1 }), ["low", "burnt"]);
});
