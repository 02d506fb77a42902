// The codes of the record that a browser keeps by itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";

const { keep, kept, MOST } = await import("../../../webui/static/codes.js");

/** A browser that has kept nothing yet, and has room for so many letters. */
function browser(room = Infinity) {
  const store = new Map();
  globalThis.window = {
    localStorage: {
      getItem: (key) => store.get(key) ?? null,
      setItem: (key, text) => {
        if (text.length > room) throw new Error("full");
        store.set(key, text);
      },
    },
  };
}

const one = (code, turn = null) => ({ code, at: 0, players: ["Anna", "Ben"], round: 1, turn });
const codes = () => kept().map(({ code }) => code);

test("a code is kept once, and what is amended stands beside what was kept before", () => {
  browser();
  keep([one("first")]);
  keep([one("first"), one("amended")]);
  assert.deepEqual(codes(), ["first", "amended"]);
});

test("where there are too many, those of turns make room before those of rounds", () => {
  browser();
  keep([one("old round"), one("old turn", 1), one("newer turn", 2), ...Array.from({ length: MOST - 3 }, (_, k) => one(`round ${k}`))]);
  keep([one("new turn", 3), one("new round")]);
  assert.equal(kept().length, MOST);
  assert.deepEqual([codes()[0], ...codes().slice(-2)], ["old round", "new turn", "new round"]);
});

test("a browser without room goes on with what it has, and one that keeps nothing without any", () => {
  browser(100);
  keep([one("first")]);
  keep([one("second"), one("third")]);
  assert.deepEqual(codes(), ["first"]);
  browser(0);
  keep([one("first")]);
  assert.deepEqual(codes(), []);
});
