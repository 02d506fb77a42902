// The table as read, as large as the felt is, with marks on what is wrong and ghosts of what is gone.

import { inOrder, largestTile } from "../felt.js";
import { scoreTable } from "../scores.js";
import { $, h, refresh, t } from "../texts.js";
import { spoken, tile } from "../tile.js";
import { atFoot } from "../words.js";
import { grown } from "./fit.js";
import { isOpen, marksNow } from "./marks.js";

/** @typedef {ReturnType<typeof marksNow>} Marks */
/** @typedef {{ tiles: { name: string, signs: string[] }[], whole: boolean, numbers: number[] }} LaidSet */

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
  const marks = marksNow(isOpen(state) ? state.verdict : null, state.table ?? { sets: [] });
  /** @type {LaidSet[]} */
  const sets = inOrder(state.table).map(({ members, index }) => withGhosts(members, index, marks));
  sets.push(...lostSets(marks));
  felt.laid = sets.map(({ tiles }) => tiles.length);
  $("mat").classList.toggle(
    "blamed",
    sets.some(({ numbers }) => numbers.length),
  );
  const sheet = state.watched ? null : state.sheet;
  refresh($("table"), [sets, Boolean(state.table), sheet], () => (sets.length ? sets.map(drawn) : bare(state)));
  fitFelt();
  $("mat-foot").textContent = atFoot(state);
}

/**
 * What stands on a felt without tiles; where no camera looks, the score sheet has the room.
 *
 * @param {State} state
 */
function bare(state) {
  if (!state.watched) return [h("p.none", {}, t("unwatched.mat")), h("div.sheet", {}, scoreTable(state.sheet))];
  return [h("p.none", {}, t(state.table ? "mat.empty" : "mat.waiting"))];
}

/** Makes the tiles as large as the felt allows. */
export function fitFelt() {
  const table = $("table");
  const room = { width: table.clientWidth, height: table.clientHeight };
  if (room.width && room.height) table.style.setProperty("--tile", `${largestTile(felt.laid, room, grown(SIZES))}px`);
}

/**
 * @param {SeenTile[]} members
 * @param {number} index
 * @param {Marks} marks
 */
function withGhosts(members, index, marks) {
  const marked = marks.sets[index];
  const whole = marked.whole.length > 0 || marked.tiles.every((all) => all.length);
  const tiles = members.map(({ tile: name, doubt, fresh }, at) => ({ name, signs: [doubt && "doubt", fresh && "fresh", !whole && marked.tiles[at].length && "blamed"].filter(Boolean) }));
  const ghosts = marks.missing.filter(({ set }) => set === index).sort((a, b) => b.place - a.place);
  for (const { tile: name, place } of ghosts) tiles.splice(place, 0, { name, signs: ["ghost"] });
  const numbers = [...marked.whole, ...ghosts.map(({ number }) => number), ...marked.tiles.flat()];
  return { tiles, whole, numbers: [...new Set(numbers)].sort() };
}

/**
 * Sets of which nothing lies any more.
 *
 * @param {Marks} marks
 */
function lostSets({ missing }) {
  const lost = missing.filter(({ set }) => set === null);
  return [...new Set(lost.map(({ lay }) => lay))].map((lay) => {
    const gone = lost.filter((tile) => tile.lay === lay);
    return { tiles: gone.map(({ tile: name }) => ({ name, signs: ["ghost"] })), whole: false, numbers: [gone[0].number] };
  });
}

/** @param {LaidSet} set */
function drawn({ tiles, whole, numbers }) {
  const label = numbers.length ? t("stage.blamed", { numbers: numbers.map(String) }) : t("mat.set");
  return h(
    whole ? "div.set.fault" : "div.set",
    { role: "group", "aria-label": label },
    ...tiles.map(({ name, signs }) => one(name, signs)),
    numbers.length ? h("span.numbers", { "aria-hidden": "true" }, ...numbers.map((number) => h("b", {}, String(number)))) : null,
  );
}

/**
 * @param {string} name
 * @param {string[]} signs
 */
function one(name, signs) {
  const element = tile(name, { signs });
  if (signs.includes("ghost")) element.setAttribute("aria-label", t("stage.missing", { tile: spoken(name) }));
  return element;
}
