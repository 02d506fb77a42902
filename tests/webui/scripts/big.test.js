// What the one big button of a phone says and does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stateOf, verdictOf } from "./page.js";

const { start } = await import("../../../webui/static/texts.js");
start.role = { role: "player", player: "Anna" };
const { big } = await import("../../../webui/static/remote/big.js");

const others = { players: [{ name: "Ben", onTurn: true }] };

test("on a player's own turn it ends that turn, and no other", () => {
  assert.deepEqual(big(stateOf()), { text: "End turn", press: "end" });
  const { text, press } = big(stateOf(others));
  assert.match(text, /Ben/);
  assert.equal(press, undefined);
});

test("the first turn begins with whoever has it", () => {
  assert.equal(big(stateOf({ state: "deal" })).press, "first-turn");
  assert.equal(big(stateOf({ ...others, state: "deal" })).press, undefined);
});

test("a table is put back by whoever took the turn, or has the next one", () => {
  const restore = (player, changes) => big(stateOf({ state: "restore", verdict: verdictOf({ player }), ...changes })).press;
  assert.equal(restore("Anna", others), "resume");
  assert.equal(restore("Ben", {}), "resume");
  assert.equal(restore("Ben", others), undefined);
});

test("a pause is not a player's to end, and while a film runs nothing is", () => {
  assert.equal(big(stateOf({ state: "paused" })).press, undefined);
  assert.equal(big(stateOf({ demo: { byItself: true, over: false } })).press, undefined);
});

test("where nothing is to be pressed it says what is waited for", () => {
  const said = ["reading", "question", "over", "scored"].map((state) => big(stateOf({ state })));
  assert.deepEqual(
    said.map(({ press }) => press),
    [undefined, undefined, undefined, undefined],
  );
  assert.equal(new Set(said.map(({ text }) => text)).size, 4);
});
