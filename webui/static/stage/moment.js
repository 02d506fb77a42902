// The end of a round: the winner, the counting, the sheet; and what stands there before the first.

import { avatar } from "../avatars.js";
import { about, blamed, others } from "../count/blame.js";
import { grown, shrink } from "../fit.js";
import { left } from "../left.js";
import { finished, match, places, scoreTable } from "../scores.js";
import { awaitsCount } from "../state.js";
import { $, h, parts, refresh, t } from "../texts.js";
import { tile } from "../tile.js";
import { contradictions } from "../told.js";

const SHEET = { most: 84, least: 13 }; // pixels of its text on a television
const COUNT = { most: 44, least: 13 }; // the same of the racks
const WINNER = { most: 0.2, least: 0.02 }; // of the screen's width

/**
 * Shows the scene in place of the table; hidden while the round is played. `counted` is the state in which the racks were counted last.
 *
 * @param {import("./scenes.js").Scene} scene
 * @param {State} state
 * @param {State} ended
 * @param {State | null} counted
 */
export function showMoment(scene, state, ended, counted) {
  const moment = $("moment");
  moment.hidden = scene === "play";
  moment.className = `moment ${scene}`;
  const awaits = awaitsCount(state);
  if (scene === "setup") refresh(moment, [scene, awaits], () => [h("p.big", {}, t(awaits ? "remote.over" : "stage.setup")), awaits && h("p.line", {}, t("elsewhere.waits"))]);
  if (scene === "won") refresh(moment, [scene, ended.winner], () => won(ended));
  if (scene === "count") refresh(moment, [scene, ended.players, ended.winner, counted?.count, counted?.contradictions], () => (counted ? count(counted) : uncounted(ended)));
  if (scene === "match") refresh(moment, [scene, state.sheet], () => matchWon(state.sheet));
  if (scene === "sheet") refresh(moment, [scene, state.sheet, state.left, state.contradictions], () => sheet(state));
  fitMoment();
}

/** @param {State} state */
function won({ winner, sheet }) {
  const word = winner ? t("stage.rummikub") : t("now.blocked");
  return [h("p.word", {}, word), winner ? h("h1.winner", {}, avatar(winner, sheet.players), winner) : null, h("p.line", {}, t(winner ? "stage.out" : "stage.blocked"))];
}

/**
 * The match is won: by whom, and everybody's place in it.
 *
 * @param {MatchSheet} sheet
 */
function matchWon(sheet) {
  const { finish, players } = sheet;
  if (!finish) return [];
  const winners = finish.winners.map((name) => h("span", {}, avatar(name, players), name));
  return [h("p.word", {}, t("party.match")), h("h1.winner", {}, ...winners), h("p.line", {}, finished(finish)), places(sheet)];
}

/**
 * A round that was written down in one go: what the racks must have held.
 *
 * @param {State} state
 */
function uncounted({ players, winner }) {
  const left = players.filter(({ name }) => name !== winner).map(({ name, tiles }) => h("li", {}, h("span.name", {}, name), tiles === null ? null : h("b", {}, t("player.tiles", { n: tiles }))));
  return [h("h2", {}, t("stage.count")), h("ul.racks", {}, ...left)];
}

/**
 * The racks as they come in, each with what cannot be about it.
 *
 * @param {State} state
 */
function count(state) {
  const { racks = [] } = state.count ?? {};
  const counted = racks.map((rack) => h(rack.points === null ? "li" : "li.done", {}, ...one(rack, state)));
  const waits = racks.some(({ points }) => points === null);
  return [h("h2", {}, t("stage.count")), contradictions(others(state)), h("ul.racks", {}, ...counted), waits ? h("p.line", {}, t("stage.count-hint")) : null];
}

/**
 * @param {RackCount} rack
 * @param {State} state
 */
function one({ player, must, tiles, points }, state) {
  const blame = blamed(state, player);
  const sum = points !== null ? t("verdict.points", { n: points }) : must === null ? "–" : t("player.tiles", { n: must });
  return [
    h("span.name", {}, player),
    h("b", {}, sum),
    tiles ? h("div.set", {}, ...tiles.map((name) => tile(name, { signs: blame.has(name) ? ["blamed"] : [] }))) : null,
    contradictions(about(state, player)),
  ];
}

/** @param {State} state */
function sheet(state) {
  return [h("h2", {}, t("sheet.title")), ...match(state.sheet), h("div.sheet", {}, scoreTable(state.sheet)), ...left(state.left), contradictions(state.contradictions)];
}

/** The winner's name, the racks and the sheet as large as they fit. */
export function fitMoment() {
  const moment = $("moment");
  moment.style.fontSize = "";
  if (moment.hidden) return;
  const [name] = parts(moment, ".winner");
  if (name) {
    const sizes = { most: WINNER.most * innerWidth, least: WINNER.least * innerWidth };
    shrink(name, sizes, () => name.scrollWidth <= name.clientWidth && moment.scrollHeight <= moment.clientHeight);
  }
  moment.classList.remove("brief");
  if (moment.classList.contains("count")) {
    const fits = () => moment.scrollHeight <= moment.clientHeight;
    if (!shrink(moment, grown(COUNT), fits)) {
      moment.classList.add("brief"); // the sums stay, the tiles give way
      shrink(moment, grown(COUNT), fits);
    }
  }
  const table = moment.querySelector("table");
  if (table) fitSheet(moment, table);
}

/**
 * What was left on the racks gives way where it does not fit, and then, of more rounds than fit, the first ones.
 *
 * @param {HTMLElement} moment
 * @param {HTMLTableElement} table
 */
function fitSheet(moment, table) {
  const fits = () => moment.scrollHeight <= moment.clientHeight && table.offsetWidth <= (table.parentElement ?? table).clientWidth;
  const cells = [...table.rows].map((row) => [...row.cells].slice(1, -1));
  for (const cell of cells.flat()) cell.hidden = false;
  let fitted = shrink(moment, grown(SHEET), fits);
  if (!fitted) {
    moment.classList.add("brief");
    fitted = shrink(moment, grown(SHEET), fits);
  }
  for (let first = 0; !fitted && first < cells[0].length - 1; first += 1) {
    for (const row of cells) row[first].hidden = true;
    fitted = fits();
  }
}
