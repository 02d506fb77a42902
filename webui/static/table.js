// The table as read: tiles on felt, as large as they fit.

import { inOrder } from "./felt.js";
import { nameTile } from "./naming.js";
import { shown } from "./state.js";
import { $, h, refresh, t } from "./texts.js";
import { spoken, tile } from "./tile.js";
import { emptyFelt } from "./words.js";

const LARGEST = 68;
const SMALLEST = 24;
const LEAST = 16; // beside a verdict with many reasons
const table = $("table");

/**
 * Draws the sets of `state.table`; a tap on a tile corrects it.
 *
 * @param {State} state
 */
export function showTable(state) {
  const sets = inOrder(state.table);
  const simple = sets.map(({ members, index }) => [index, members.map(({ tile: name, doubt, fresh }) => [name, doubt, fresh])]);
  table.classList.toggle("empty", sets.length === 0);
  refresh(table, [simple, state.stillness === "none", state.watched], () => {
    if (!sets.length) return [h("p", {}, emptyFelt(state))];
    return sets.map(({ members, index }) => h("div.set", { role: "group", "aria-label": t("mat.set") }, ...members.map((seenTile, at) => one(seenTile, index, at))));
  });
  fit();
  const doubtful = sets.reduce((sum, { members }) => sum + members.filter((member) => member.doubt).length, 0);
  $("mat-note").textContent = state.ending && state.stillness !== "still" ? t("mat.hands") : doubtful ? t("mat.doubt", { n: doubtful }) : "";
  const count = sets.reduce((sum, { members }) => sum + members.length, 0);
  $("mat-foot").textContent =
    state.phase === "setup"
      ? ""
      : [
          count ? t("mat.tiles", { n: count }) : null,
          state.pool === null ? null : t("mat.pool", { n: state.pool }),
          state.faceUp?.offered ? t("face-up.offered", { tile: spoken(state.faceUp.offered) }) : null,
        ]
          .filter(Boolean)
          .join(" · ");
}

/**
 * @param {SeenTile} seenTile
 * @param {number} set
 * @param {number} index
 */
function one(seenTile, set, index) {
  const signs = [seenTile.doubt && "doubt", seenTile.fresh && "fresh"].filter(Boolean);
  const ask = () => {
    nameTile(shown.state, shown.state.table?.sets[set]?.[index] ?? seenTile);
  };
  return tile(seenTile.tile, { signs, onclick: ask });
}

/** The largest tiles with which everything fits the felt. */
function fit() {
  const wide = matchMedia("(min-width: 900px)").matches;
  const most = wide ? LARGEST : 44;
  let size = most;
  for (; size > (wide ? LEAST : SMALLEST); size -= 2) {
    table.style.setProperty("--tile", `${size}px`);
    const overflow = table.scrollWidth > table.clientWidth || (wide && needed() > table.clientHeight);
    const high = !wide && needed() > innerHeight * 0.62;
    if (!overflow && !high) break;
  }
  table.style.setProperty("--tile", `${size}px`);
}

function needed() {
  const boxes = [...table.children].map((child) => child.getBoundingClientRect());
  if (!boxes.length) return 0;
  return Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top)) + 16;
}

addEventListener("resize", fit);
new ResizeObserver(() => requestAnimationFrame(fit)).observe(table); // a verdict, too, takes of its room
