// Keys that were learnt as buttons.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import "./page.js";

const kept = new Map();
globalThis.window = { localStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) } };
globalThis.Element = class {
  constructor(within = "") {
    this.within = within;
  }
  closest(selector) {
    return this.within && selector.includes(this.within) ? this : null;
  }
};
globalThis.document.querySelector = () => null;
let heard;
globalThis.addEventListener = (_, listener) => {
  heard = listener;
};
const { buttonOf, EVERYBODY, give, hearButtons, learn, rename } = await import("../../../webui/static/buttons.js");

const pressed = [];
hearButtons((player) => pressed.push(player));

/** A key that is pressed; whether it still means what it says. */
function press(code, { within = "", key = code, ...changes } = {}) {
  let means = true;
  heard({ code, key, target: new Element(within), preventDefault: () => (means = false), stopImmediatePropagation() {}, ...changes });
  return means;
}

beforeEach(() => {
  kept.clear();
  pressed.length = 0;
});

test("the next key is learnt, and is the player's button from then on", () => {
  learn((key) => give("Anna", key));
  assert.equal(press("PageDown"), false);
  assert.deepEqual([buttonOf("Anna"), pressed], ["PageDown", []]);
  assert.equal(press("PageDown"), false);
  assert.deepEqual(pressed, ["Anna"]);
});

test("a device that does not say where its key lies is known by what it does", () => {
  learn((key) => give("Ben", key));
  press("", { key: "AudioVolumeUp" });
  press("", { key: "AudioVolumeUp" });
  assert.deepEqual(pressed, ["Ben"]);
});

test("a key has one owner, and a player one key", () => {
  give("Anna", "KeyA");
  give("Ben", "KeyA");
  assert.deepEqual([buttonOf("Anna"), buttonOf("Ben")], [undefined, "KeyA"]);
  give("Ben", "KeyB");
  press("KeyA");
  press("KeyB");
  assert.deepEqual(pressed, ["Ben"]);
  give("Ben");
  assert.equal(press("KeyB"), true);
});

test("escape learns nothing, and the keys that a page needs cannot be learnt", () => {
  let told;
  learn((key) => (told = key));
  assert.equal(press("Tab"), true);
  press("Escape");
  assert.equal(told, null);
});

test("a key that is held down is one press", () => {
  give(EVERYBODY, "KeyX");
  press("KeyX");
  press("KeyX", { repeat: true });
  assert.deepEqual(pressed, [EVERYBODY]);
});

test("while somebody types, or works a button by it, a key means what it says", () => {
  give("Anna", "KeyA");
  give("Ben", "Enter");
  assert.equal(press("KeyA", { within: "input" }), true);
  assert.equal(press("Enter", { within: "button" }), true);
  assert.equal(press("KeyA", { ctrlKey: true }), true);
  assert.equal(press("KeyA", { within: "button" }), false);
  assert.deepEqual(pressed, ["Anna"]);
});

test("a player who goes by another name keeps the button", () => {
  give("Ana", "KeyA");
  rename("Ana", "Anna");
  assert.deepEqual([buttonOf("Ana"), buttonOf("Anna")], [undefined, "KeyA"]);
});
