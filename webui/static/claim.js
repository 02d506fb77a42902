// A player's claim to new tiles before the first turn.

import { press } from "./api.js";
import { chip, onSent, open } from "./dialogs.js";
import { rackField } from "./rack.js";
import { $, h, t } from "./texts.js";

/**
 * Asks for the tiles just dealt, and of several players who claims; `redeal` is the clause.
 *
 * @param {Redeal} redeal
 * @param {string[]} names
 */
export function openClaim(redeal, names) {
  const [first] = names;
  $("claimers")?.replaceChildren(...names.map((value) => chip({ name: "claimer", value, checked: value === first }, value)));
  $("claim-line").textContent = t("claim.line", { ...redeal });
  $("claim-rack").replaceChildren(rackField(t("claim.rack"), { name: "rack" }), $("claimers") ? "" : h("input", { type: "hidden", name: "claimer", value: first }));
  open($("claim"));
}

onSent($("claim-form"), () => {
  const said = new FormData($("claim-form"));
  return press("redeal", { player: String(said.get("claimer")), rack: String(said.get("rack")) });
});
