// The score sheet, and the end of a round that writes its next column.

import { $, h, refresh, t } from "./texts.js";
import { press, seen } from "./api.js";
import { contradictions } from "./contradiction.js";
import { rackField } from "./rack.js";
import { match, scoreTable } from "./scores.js";

/** Draws the sheet: a row for each player, a column for each round, and the control sums below. */
export function showSheet(state) {
  refresh($("sheet"), state.sheet, () => [scoreTable(state.sheet) ?? h("p.empty", {}, t("sheet.empty"))]);
  const found = state.phase === "scored" ? state.contradictions : [];
  refresh($("sheet-note"), found, () => [contradictions(found)].filter(Boolean));
  refresh($("match"), [state.sheet.goal, state.sheet.finish], () => match(state.sheet));
  $("after-round").hidden = state.phase !== "scored";
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
