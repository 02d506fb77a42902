// A player's claim to new tiles.

import { press } from "../api.js";
import { rackField } from "../rack.js";
import { $, part, t } from "../texts.js";
import { mine } from "./role.js";

const dialog = $("claim");

/**
 * Asks for the tiles just dealt; `redeal` is the clause.
 *
 * @param {Redeal} redeal
 */
export function openClaim(redeal) {
  $("claim-line").textContent = t("claim.line", { ...redeal });
  $("claim-rack").replaceChildren(rackField(t("claim.rack"), { name: "rack" }));
  part(dialog, ".error").textContent = "";
  dialog.showModal();
}

$("claim-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await press("redeal", { player: mine().player ?? "", rack: String(new FormData($("claim-form")).get("rack")) })) dialog.close();
});
$("claim-close").addEventListener("click", () => dialog.close());
