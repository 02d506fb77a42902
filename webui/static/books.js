// The rulebooks as cards: each says what is to be known of it, and what differs from the first.

import { $, bookTitle, h, has, start, t } from "./texts.js";

/** @type {["opening" | "time" | "penalty" | "joker" | "freed", (value: string | number | null) => string][]} those by which a booklet is known stand first */
const FACTS = [
  ["joker", (value) => t("house.joker.short", { value })],
  ["time", (value) => (value === null ? t("house.time.short-none") : t("house.time.short", { value }))],
  ["opening", (value) => t("house.opening.short", { value })],
  ["penalty", (n) => t("setup.penalty", { n })],
  ["freed", (value) => t(`house.freed.short-${value}`)],
];

/** The rulebook that is chosen. */
export function book() {
  const [usual] = start.rulebooks;
  const chosen = /** @type {HTMLInputElement | null} */ (document.querySelector("#rulebook :checked"));
  return start.rulebooks.find(({ id }) => id === chosen?.value) ?? usual;
}

/**
 * Draws the cards, with the book of that id chosen, else the first; `choose` is told of another choice.
 *
 * @param {string} id
 * @param {() => void} choose
 */
export function prepareBooks(id, choose) {
  const [usual] = start.rulebooks;
  const chosen = start.rulebooks.find((one) => one.id === id) ?? usual;
  const facts = (/** @type {Book} */ one) => FACTS.map(([name, say]) => h(one[name] === usual[name] ? "li" : "li.differs", {}, say(one[name])));
  $("rulebook").append(
    ...start.rulebooks.map((one) =>
      h(
        "label.book",
        {},
        h("input", { type: "radio", name: "rulebook", value: one.id, checked: one === chosen, onchange: choose }),
        h(
          "span.about",
          {},
          h("b", {}, bookTitle(one)),
          one === usual && h("span.usual", {}, t("known.usual")),
          has(`known.${one.id}`) && h("small", {}, t("known.line", { mark: t(`known.${one.id}`) })),
          h("ul.marks", {}, ...facts(one)),
        ),
      ),
    ),
  );
}
