// The score sheet, and the end of a round that writes its next column.

import { $, h, refresh, signed, t } from "./texts.js";
import { press, seen } from "./api.js";
import { contradictions } from "./contradiction.js";
import { rackField } from "./rack.js";

/** Draws the sheet: a row for each player, a column for each round, and the control sums below. */
export function showSheet(state) {
  refresh($("sheet"), state.sheet, () => {
    const { players, columns, totals } = state.sheet;
    const head = h("tr", {}, h("th", { scope: "col" }, ""), ...columns.map((column, i) => h("th", { scope: "col" }, t("sheet.round", { number: i + 1 }))), h("th", { scope: "col" }, t("sheet.total")));
    const rows = players.map((name) =>
      h("tr", {}, h("th", { scope: "row" }, name), ...columns.map((column) => h(column.winner === name ? "td.won" : "td", {}, signed(column.points[name]))), h("td.total", {}, signed(totals[name]))),
    );
    const sum = players.reduce((total, name) => total + totals[name], 0);
    const foot = h("tr", {}, h("th", { scope: "row" }, t("sheet.control")), ...columns.map((column) => h("td", {}, signed(column.control))), h("td", {}, signed(sum)));
    const table = h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows), h("tfoot", {}, foot));
    return columns.length ? [table] : [h("p.empty", {}, t("sheet.empty"))];
  });
  const found = state.phase === "scored" ? state.contradictions : [];
  refresh($("sheet-note"), found, () => [contradictions(found)].filter(Boolean));
  refresh($("match"), [state.sheet.goal, state.sheet.finish], () => match(state.sheet));
  $("after-round").hidden = state.phase !== "scored";
}

/** The points that were agreed on for the match, and who has won it. */
function match({ goal, finish }) {
  if (!goal) return [];
  const agreed = t("sheet.goal", { goal, n: goal });
  if (!finish) return [h("p.hint", {}, agreed)];
  const { winners, points, round } = finish;
  return [
    h("p.finish", {}, t("sheet.finish", { n: winners.length, names: winners, points })),
    h("p.hint", {}, [agreed, t("sheet.reached", { number: round })].join(" · ")),
  ];
}

const dialog = $("ending");
let names = [];
let about = {}; // the round whose end is written, however long the counting takes

/** Opens the form that ends a round; `winner` is chosen already where the racks say so. */
export function openEnding(state) {
  names = state.sheet.players;
  about = seen("score");
  const chosen = state.winner ?? names[0];
  const chip = (value, text) => h("label", {}, h("input", { type: "radio", name: "winner", value, checked: value === chosen, onchange: racks }), h("span", {}, text));
  $("winners").replaceChildren(...names.map((name) => chip(name, name)), chip("", t("ending.blocked")));
  $("ending-error").textContent = "";
  racks();
  if (!dialog.open) dialog.showModal();
}

/** Asks who of these players wins a blocked round in which their racks are level; with none of them, asks nothing. */
export function settleLevel(players) {
  const chip = (name) => h("label", {}, h("input", { type: "radio", name: "level", value: name }), h("span", {}, name));
  $("level").hidden = !players.length;
  $("level-names").replaceChildren(...players.map(chip));
}

function winner() {
  return $("ending-form").elements.winner.value;
}

/** A field for each player but the winner; those that are there stay, with what is being typed or read into them. */
function racks() {
  settleLevel([]);
  const there = new Map([...$("racks").children].map((field) => [field.querySelector("input[name]").name, field]));
  const losers = names.filter((name) => name !== winner());
  $("racks").replaceChildren(...losers.map((name) => there.get(name) ?? rackField(t("ending.rack", { name }), { name })));
}

$("ending-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const entries = Object.fromEntries([...$("racks").querySelectorAll("input[name]")].map((input) => [input.name, input.value]));
  const blocked = !winner();
  const agreed = blocked ? $("ending-form").elements.level?.value : winner();
  if (!(await press("score", { ...about, winner: agreed || null, blocked, racks: entries }))) return;
  dialog.close();
  $("racks").replaceChildren(); // the next round begins with empty fields
});
$("racks").addEventListener("input", () => settleLevel([])); // other racks may be level, or none
$("ending-close").addEventListener("click", () => dialog.close());
