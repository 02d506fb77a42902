// What is looked up now and then: the table as read, and the score sheet.

import { measure } from "../blink.js";
import { kept, listOfCodes } from "../codes.js";
import { open } from "../dialogs.js";
import { laid, lookOf } from "../laid.js";
import { isOpen, markedSets } from "../marks.js";
import { asksOf } from "../naming.js";
import { match, noteScrolling, scoreTable } from "../scores.js";
import { onTurn, shown } from "../state.js";
import { $, h, onClick, refresh, t } from "../texts.js";
import { emptyFelt } from "../words.js";
import { mine, pressesFor } from "./role.js";

const dialog = $("more");

/**
 * Takes the state that is looked up.
 *
 * @param {State} state
 */
export function showMore(state) {
  if (dialog.open) draw(state);
}

/** @param {State} state */
function draw(state) {
  const sets = markedSets(state.table, isOpen(state) ? state.verdict : null);
  const own = pressesFor(state.verdict?.player ?? onTurn(state)); // who may say what a tile is
  refresh($("table"), [own, sets.map(lookOf)], () => (sets.length ? sets.map((set) => laid(set, own ? asksOf(set) : null)) : [h("p", {}, emptyFelt(state))]));
  $("measure").hidden = !state.camera.lag;
  $("to-desk").hidden = mine().reach === "table";
  $("mat-foot").textContent = state.phase === "setup" || state.pool === null ? "" : t("mat.pool", { n: state.pool });
  refresh($("sheet"), state.sheet, () => [...match(state.sheet), scoreTable(state.sheet) ?? h("p.hint", {}, t("sheet.empty"))]);
  refresh($("codes"), kept(), listOfCodes);
}

onClick("more-open", () => {
  if (!shown.newest) return;
  open(dialog);
  draw(shown.newest);
  $("sheet").scrollLeft = $("sheet").scrollWidth; // the last round is in sight
});
noteScrolling($("sheet"));
onClick("measure", measure);
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
