// Before the first turn: who begins, and a claim to new tiles.

import { press } from "./api.js";
import { avatar } from "./avatars.js";
import { openClaim } from "./claim.js";
import { onSent, open } from "./dialogs.js";
import { $, h, t } from "./texts.js";
import { claimed } from "./told.js";

/**
 * What can be settled before the first turn, and the last claim to new tiles.
 *
 * @param {State} state
 */
export function beforeFirstTurn({ demo, redeal, claim, lots, players, state }) {
  if (demo) return [];
  const names = players.map(({ name }) => name);
  const first = (/** @type {Player} */ { name, onTurn }) =>
    h("button.choice", { type: "button", "aria-pressed": String(onTurn), onclick: () => onTurn || press("first", { player: name }) }, avatar(name, names), name);
  const begins =
    state === "deal" &&
    h(
      "div.begins",
      { role: "group", "aria-label": t("lots.title") },
      h("p", {}, h("b", {}, t("lots.title")), " ", t(lots ? "fact.start-highest-tile" : "fact.start-agreed")),
      h("div.row", {}, ...players.map(first)),
    );
  const buttons = [
    lots && h("button.quiet", { type: "button", onclick: () => openLots(names) }, t("lots.open")),
    redeal && h("button.quiet", { type: "button", onclick: () => openClaim(redeal, names) }, t("claim.open")),
  ].filter(Boolean);
  return [begins, claim && claimed(claim), buttons.length ? h("div.row", {}, ...buttons) : null];
}

/** @param {string[]} names */
function openLots(names) {
  const field = (/** @type {string} */ name) =>
    h("label.field.drew", {}, t("lots.drew", { name }), h("input", { name, required: true, autocomplete: "off", autocapitalize: "characters", maxlength: 3 }));
  $("lots-names").replaceChildren(...names.map(field));
  open($("lots"));
}

onSent($("lots-form"), () => press("lots", { drawn: Object.fromEntries([...$("lots-names").querySelectorAll("input")].map(({ name, value }) => [name, value])) }));

/**
 * Players who drew the same draw again: only they are asked.
 *
 * @param {string[]} names
 */
export function drawAgain(names) {
  if ($("lots").open) openLots(names);
}
