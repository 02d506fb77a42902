// The end of a round: the winner, the counting, the sheet; and what stands there before the first.

import { $, h, refresh, t } from "../texts.js";
import { contradictions } from "../contradiction.js";
import { match, scoreTable } from "../scores.js";
import { shrink } from "./fit.js";

const SHEET = { most: 56, least: 13 }; // pixels of its text
const WINNER = { most: 0.2, least: 0.02 }; // of the screen's width

/** Shows the scene in place of the table; hidden while the round is played. */
export function showMoment(scene, state, ended) {
  const moment = $("moment");
  moment.hidden = scene === "play";
  moment.className = `moment ${scene}`;
  if (scene === "setup") refresh(moment, [scene], () => [h("p.big", {}, t("stage.setup"))]);
  if (scene === "won") refresh(moment, [scene, ended.winner], () => won(ended));
  if (scene === "count") refresh(moment, [scene, ended.players, ended.winner], () => count(ended));
  if (scene === "sheet") refresh(moment, [scene, state.sheet, state.contradictions], () => sheet(state));
  fitMoment();
}

function won({ winner }) {
  const word = winner ? t("stage.rummikub") : t("now.blocked");
  return [h("p.word", {}, word), winner ? h("p.winner", {}, winner) : null, h("p.line", {}, t(winner ? "stage.out" : "stage.blocked"))].filter(Boolean);
}

function count({ players, winner }) {
  const left = players.filter(({ name }) => name !== winner).map(({ name, tiles }) => h("li", {}, h("span", {}, name), tiles === null ? null : h("b", {}, t("player.tiles", { n: tiles }))));
  return [h("h2", {}, t("stage.count")), h("ul.racks", {}, ...left), h("p.line", {}, t("stage.count-hint"))];
}

function sheet(state) {
  return [h("h2", {}, t("sheet.title")), ...match(state.sheet), h("div.sheet", {}, scoreTable(state.sheet)), contradictions(state.contradictions)].filter(Boolean);
}

/** The winner's name and the sheet as large as they fit. */
export function fitMoment() {
  const moment = $("moment");
  moment.style.fontSize = "";
  if (moment.hidden) return;
  const name = moment.querySelector(".winner");
  if (name) {
    const sizes = { most: WINNER.most * innerWidth, least: WINNER.least * innerWidth };
    shrink(sizes, (pixels) => { name.style.fontSize = `${pixels}px`; }, () => name.scrollWidth <= name.clientWidth && moment.scrollHeight <= moment.clientHeight);
  }
  const table = moment.querySelector("table");
  if (table) fitSheet(moment, table);
}

/** Of more rounds than fit, the first ones give way. */
function fitSheet(moment, table) {
  const size = (pixels) => { moment.style.fontSize = `${pixels}px`; };
  const fits = () => moment.scrollHeight <= moment.clientHeight && table.offsetWidth <= table.parentElement.clientWidth;
  const cells = [...table.rows].map((row) => [...row.cells].slice(1, -1));
  for (const cell of cells.flat()) cell.hidden = false;
  let fitted = shrink(SHEET, size, fits);
  for (let first = 0; !fitted && first < cells[0].length - 1; first += 1) {
    for (const row of cells) row[first].hidden = true;
    fitted = fits();
  }
}
