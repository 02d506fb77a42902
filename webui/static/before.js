// Before the first turn: who begins, and a claim to new tiles.

import { press } from "./api.js";
import { claimed } from "./claimed.js";
import { rackField } from "./rack.js";
import { $, h, part, t } from "./texts.js";

const lots = $("lots");
const claim = $("claim");

/**
 * What can be settled before the first turn, and the last claim to new tiles.
 *
 * @param {State} state
 */
export function beforeFirstTurn(state) {
  if (state.demo) return [];
  const { redeal } = state;
  const parts = [];
  if (state.claim) parts.push(claimed(state.claim));
  const buttons = [
    state.lots && h("button.quiet", { type: "button", onclick: () => openLots(state.players.map(({ name }) => name)) }, t("lots.open")),
    redeal && h("button.quiet", { type: "button", onclick: () => openClaim(state.players, redeal) }, t("claim.open")),
  ].filter(Boolean);
  if (buttons.length) parts.push(h("div.row", {}, ...buttons));
  return parts;
}

/** @param {string[]} names */
function openLots(names) {
  $("lots-names").replaceChildren(
    ...names.map((name) => h("label.field.drew", {}, t("lots.drew", { name }), h("input", { name, required: true, autocomplete: "off", autocapitalize: "characters", maxlength: 3 }))),
  );
  part(lots, ".error").textContent = "";
  if (!lots.open) lots.showModal();
}

$("lots-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const drawn = Object.fromEntries([...$("lots-names").querySelectorAll("input")].map((input) => [input.name, input.value]));
  if (await press("lots", { drawn })) lots.close();
});
$("lots-close").addEventListener("click", () => lots.close());

/**
 * Players who drew the same draw again: only they are asked.
 *
 * @param {string[]} names
 */
export function drawAgain(names) {
  if (!lots.open) return;
  openLots(names);
}

/**
 * @param {Player[]} players
 * @param {Redeal} redeal
 */
function openClaim(players, redeal) {
  const chip = (/** @type {Player} */ { name }, /** @type {number} */ i) => h("label", {}, h("input", { type: "radio", name: "claimer", value: name, checked: i === 0 }), h("span", {}, name));
  $("claimers").replaceChildren(...players.map(chip));
  $("claim-line").textContent = t("claim.line", { ...redeal });
  $("claim-rack").replaceChildren(rackField(t("claim.rack"), { name: "rack" }));
  part(claim, ".error").textContent = "";
  claim.showModal();
}

$("claim-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const told = new FormData($("claim-form"));
  if (await press("redeal", { player: String(told.get("claimer")), rack: String(told.get("rack")) })) claim.close();
});
$("claim-close").addEventListener("click", () => claim.close());
