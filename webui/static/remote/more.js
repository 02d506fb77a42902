// What is looked up now and then: the table as read, and the score sheet.

import { measure } from "../blink.js";
import { inOrder } from "../felt.js";
import { nameTile } from "../naming.js";
import { match, scoreTable } from "../scores.js";
import { onTurn, shown } from "../state.js";
import { $, h, refresh, t } from "../texts.js";
import { tile } from "../tile.js";
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
  const sets = inOrder(state.table);
  const own = pressesFor(state.verdict?.player ?? onTurn(state)); // who may say what a tile is
  refresh($("table"), [own, sets.map(({ members }) => members.map(({ tile: name, doubt }) => [name, doubt]))], () =>
    sets.length
      ? sets.map(({ members, index }) => h("div.set", { role: "group", "aria-label": t("mat.set") }, ...members.map((seen, at) => one(seen, index, at, own))))
      : [h("p", {}, emptyFelt(state))],
  );
  $("measure").hidden = !state.camera.lag;
  $("to-desk").hidden = mine().reach === "table";
  $("mat-foot").textContent = state.phase === "setup" || state.pool === null ? "" : t("mat.pool", { n: state.pool });
  refresh($("sheet"), state.sheet, () => [...match(state.sheet), scoreTable(state.sheet) ?? h("p.hint", {}, t("sheet.empty"))]);
}

/**
 * @param {SeenTile} seen
 * @param {number} set
 * @param {number} at
 * @param {boolean} own
 */
function one(seen, set, at, own) {
  const ask = () => nameTile(shown.state, shown.state.table?.sets[set]?.[at] ?? seen);
  return tile(seen.tile, { signs: seen.doubt ? ["doubt"] : [], onclick: own ? ask : undefined });
}

$("more-open").addEventListener("click", () => {
  if (!shown.newest) return;
  draw(shown.newest);
  dialog.showModal();
});
$("measure").addEventListener("click", measure);
$("more-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
