// The table as read: tiles on felt, as large as they fit.

import { laid, lookOf } from "./laid.js";
import { isOpen, markedSets } from "./marks.js";
import { asksOf } from "./naming.js";
import { $, h, refresh } from "./texts.js";
import { atFoot, emptyFelt, overFelt } from "./words.js";

const LARGEST = 110;
const SMALLEST = 24;
const LEAST = 16; // beside a verdict with many reasons
const table = $("table");

/**
 * Draws the sets of `state.table`, with marks on what the verdict blames; a tap on a tile corrects it.
 *
 * @param {State} state
 */
export function showTable(state) {
  const sets = markedSets(state.table, isOpen(state) ? state.verdict : null);
  table.classList.toggle("empty", sets.length === 0);
  refresh(table, [sets.map(lookOf), state.stillness === "none", state.watched], () => (sets.length ? sets.map((set) => laid(set, asksOf(set))) : [h("p", {}, emptyFelt(state))]));
  $("mat-note").textContent = overFelt(state);
  $("mat-foot").textContent = state.phase === "setup" ? "" : atFoot(state);
  fit();
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
