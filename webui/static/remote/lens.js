// All that a phone's camera is good for at the table, in one place: to be the table's camera, to count one's rack, to settle a dispute.

import { counting, counts } from "../count/dialog.js";
import { open } from "../dialogs.js";
import { photoButton } from "../photo.js";
import { shown } from "../state.js";
import { $, h, onClick, refresh, t } from "../texts.js";
import { mine } from "./role.js";

/**
 * Draws what can be photographed in `state` while the dialog is open.
 *
 * @param {State} state
 */
export function showLens(state) {
  const { role, player } = mine();
  const mayCount = role === "player" && counts(state, player);
  const judges = role !== "watching" && state.unjudged;
  if (!$("lens").open) return;
  refresh($("lens-ways"), [mayCount, judges, state.demo], () => [
    h("li", {}, h("h3", {}, t("lens.table")), h("p.hint", {}, t("lens.table-line")), h("a.plain", { href: "camera" }, t("phone.go"))),
    h("li", {}, h("h3", {}, t("lens.rack")), mayCount ? h("button.plain", { type: "button", onclick: count }, t("count.mine")) : h("p.hint", {}, t("lens.rack-later"))),
    h("li", {}, h("h3", {}, t("lens.dispute")), judges ? photoButton(state) : h("p.hint", {}, t(state.watched ? "lens.dispute-watched" : "lens.dispute-later"))),
  ]);
}

function count() {
  $("lens").close();
  counting.open();
}

onClick("lens-open", () => {
  open($("lens"));
  if (shown.newest) showLens(shown.newest);
});
$("turn-photo").addEventListener("change", () => $("lens").close()); // what is judged of it is asked next
