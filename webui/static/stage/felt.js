// The table as read, as large as the felt is, with marks on what is wrong and ghosts of what is gone.

import { largestTile } from "../felt.js";
import { grown } from "../fit.js";
import { laid, lookOf } from "../laid.js";
import { isOpen, markedSets } from "../marks.js";
import { $, h, refresh, t } from "../texts.js";
import { atFoot } from "../words.js";

const SIZES = { most: 150, least: 12 }; // pixels of a tile on a television

/** The numbers of tiles in the sets as they lie. */
const felt = {
  /** @type {number[]} */
  laid: [],
};

/**
 * Draws the sets of `state.table`.
 *
 * @param {State} state
 */
export function showFelt(state) {
  const sets = markedSets(state.table, isOpen(state) ? state.verdict : null);
  felt.laid = sets.map(({ tiles }) => tiles.length);
  $("mat").classList.toggle(
    "blamed",
    sets.some(({ numbers }) => numbers.length),
  );
  refresh($("table"), [sets.map(lookOf), Boolean(state.table)], () => (sets.length ? sets.map((set) => laid(set)) : [h("p.none", {}, t(state.table ? "mat.empty" : "mat.waiting"))]));
  fitFelt();
  $("mat-foot").textContent = atFoot(state);
}

/** Makes the tiles as large as the felt allows. */
export function fitFelt() {
  const table = $("table");
  const room = { width: table.clientWidth, height: table.clientHeight };
  if (room.width && room.height) table.style.setProperty("--tile", `${largestTile(felt.laid, room, grown(SIZES))}px`);
}
