// Texts in the reader's language.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { readIn } from "./page.js";

const { bookTitle, has, listed, signed, t } = await import("../../../webui/static/texts.js");

afterEach(() => readIn("en"));

test("a number decides between one and several, in each language by its own rule", () => {
  assert.equal(t("verdict.laid", { n: 1 }), "1 tile");
  assert.equal(t("verdict.laid", { n: 3 }), "3 tiles");
  assert.equal(t("verdict.laid", { n: 0 }), "0 tiles");
  readIn("fr");
  assert.equal(t("verdict.laid", { n: 0 }), t("verdict.laid", { n: 1 }).replace("1", "0"));
});

test("lists are joined as the language joins them", () => {
  assert.equal(listed(["Anna", "Ben", "Cleo"]), "Anna, Ben, and Cleo");
  assert.equal(listed(["R5", "R6"], "disjunction"), "R5 or R6");
  readIn("de");
  assert.equal(listed(["Anna", "Ben"]), "Anna und Ben");
  assert.equal(listed(["R5", "R6"], "disjunction"), "R5 oder R6");
});

test("a list among the values stands in the text as one", () => {
  assert.match(t("verdict.left-unseen", { name: "Ben", tiles: ["red 5", "red 6"] }), /red 5 and red 6.*Ben's rack/);
});

test("what no text knows stands as its key, and what no value fills stays open", () => {
  assert.equal(t("no.such.text"), "no.such.text");
  assert.equal(has("no.such.text"), false);
  assert.match(t("verdict.won"), /\{name\}/);
});

test("points have a sign that is no hyphen, and none at nought", () => {
  assert.deepEqual([12, -3, 0].map(signed), ["+12", "−3", "0"]);
});

test("a rulebook has its title in the reader's language where a word of it needs that, whatever was switched on", () => {
  readIn("de");
  assert.equal(bookTitle({ id: "no-such-book", title: "Ours" }), "Ours");
  assert.equal(bookTitle({ id: "piatnik-xxl+opening=50", title: "Piatnik, extra-large numbers" }), bookTitle({ id: "piatnik-xxl", title: "" }));
  assert.notEqual(bookTitle({ id: "piatnik-xxl", title: "Piatnik, extra-large numbers" }), "Piatnik, extra-large numbers");
});
