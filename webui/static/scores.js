// The score sheet as a table, whoever leads first: what was amended stands there struck out, beside what holds.

import { avatar } from "./avatars.js";
import { spark } from "./chart.js";
import { h, signed, start, t, tableOf } from "./texts.js";
import { who } from "./words.js";

/** @typedef {(round: number, player: string, points: number, button: HTMLButtonElement) => unknown} Amend */

/**
 * The players by their totals, the best first, each with the place that it is; who are level share a place, in the order of their seats.
 *
 * @param {Sheet} sheet
 */
export function standings({ players, totals }) {
  const placed = players.map((name) => ({ name, points: totals[name], place: 1 + players.filter((other) => totals[other] > totals[name]).length }));
  return placed.sort((a, b) => a.place - b.place);
}

/**
 * Who leads; nobody where all are level, as before the first round.
 *
 * @param {Sheet} sheet
 */
export function leaders(sheet) {
  const placed = standings(sheet);
  return placed.some(({ place }) => place > 1) ? placed.filter(({ place }) => place === 1).map(({ name }) => name) : [];
}

/**
 * A sign beside the name of who leads; null of everybody else.
 *
 * @param {Sheet} sheet
 * @param {string} name
 */
export const lead = (sheet, name) => (leaders(sheet).includes(name) ? h("span.lead", { role: "img", "aria-label": t("player.leads"), title: t("player.leads") }, "★") : null);

/**
 * Whether the round that was written down last has won somebody the match.
 *
 * @param {Pick<State, "phase" | "sheet">} state
 */
export const wonMatch = ({ phase, sheet }) => phase === "scored" && sheet.finish !== null && sheet.finish.round === sheet.columns.length;

/**
 * What the round that was written down last has brought its winner; null where nobody has won it.
 *
 * @param {Sheet} sheet
 */
export function gain({ columns }) {
  const column = columns.at(-1);
  return column?.winner ? column.points[column.winner] : null;
}

/**
 * A row for each player, the best first, a column for each round, from the second on how the totals went, and the control sums below; null before the first round is written down.
 *
 * Where `amend` is given, each round's points are a button, and it is told the round, the player, the points and the button.
 *
 * @param {Sheet} sheet
 * @param {Amend | null} [amend]
 */
export function scoreTable(sheet, amend = null) {
  const { players, columns, totals } = sheet;
  if (!columns.length) return null;
  const course = columns.length > 1;
  const head = [h("td"), ...columns.map((_, i) => h("th", { scope: "col" }, t("sheet.round", { number: i + 1 }))), course && h("td"), h("th", { scope: "col" }, t("sheet.total"))];
  const rows = standings(sheet).map(({ name, points }) => {
    const cells = columns.map((column, i) => h(column.winner === name ? "td.won" : "td", {}, ...cell(column, name, i + 1, amend)));
    return [h("th", { scope: "row" }, avatar(name, players), name, lead(sheet, name)), ...cells, course && h("td.course", {}, spark(sheet, name)), h("td.total", {}, signed(points))];
  });
  const sum = players.reduce((total, name) => total + totals[name], 0);
  const sums = columns.map(({ control }) => h("td", {}, signed(control)));
  const foot = [h("th", { scope: "row" }, t("sheet.control")), ...sums, course && h("td"), h("td", {}, signed(sum))];
  const table = tableOf(head, rows, foot);
  table.style.setProperty("--rounds", String(columns.length));
  return table;
}

/**
 * Has an element that scrolls a sheet sideways say when its first rounds are out of sight: points whose sign is cut off read as others.
 *
 * @param {HTMLElement} element
 */
export const noteScrolling = (element) => element.addEventListener("scroll", () => element.classList.toggle("scrolled", element.scrollLeft > 0), { passive: true });

/**
 * The players in their places, with what they have.
 *
 * @param {Sheet} sheet
 */
export const places = (sheet) =>
  h(
    "ol.places",
    {},
    ...standings(sheet).map(({ name, points, place }) =>
      h(place === 1 ? "li.first" : "li", {}, h("span.place", {}, `${place}.`), avatar(name, sheet.players), h("span.name", {}, name), h("b", {}, signed(points))),
    ),
  );

/**
 * @param {Column} column
 * @param {string} name
 * @param {number} round
 * @param {Amend | null} amend
 */
function cell(column, name, round, amend) {
  const points = column.points[name];
  if (points === undefined) return ["–"]; // who came later, or had left
  const text = signed(points);
  const struck = [...column.struck.map((one) => one.points[name]), points].filter((value, i, all) => i < all.length - 1 && value !== all[i + 1]);
  const old = struck.flatMap((value) => [h("del", {}, signed(value)), " "]);
  if (!amend) return [...old, text];
  /** @type {HTMLButtonElement} */
  const button = h("button.cell", { type: "button", "aria-label": t("sheet.amend", { name, number: round, points: text }), onclick: () => amend(round, name, points, button) }, text);
  return [...old, button];
}

/**
 * What is said below the sheet: which rounds do not add up to 0 and why, then who amended what, and when; a line each.
 *
 * @param {Sheet} sheet
 */
export const remarks = (sheet) => [...uneven(sheet), ...amendments(sheet)];

/** @param {Sheet} sheet */
function uneven({ columns }) {
  const line = (/** @type {Column} */ { blocked, control }, /** @type {number} */ i) =>
    control && h("li", {}, t(blocked ? "sheet.uneven-blocked" : "sheet.uneven", { number: i + 1, sum: signed(control) }));
  return columns.map(line).filter(Boolean);
}

/** @param {Sheet} sheet */
function amendments({ players, columns }) {
  const lines = columns.flatMap((column, i) => column.struck.map((one, k) => ({ ...one, round: i + 1, after: column.struck[k + 1]?.points ?? column.points })));
  lines.sort((a, b) => a.at - b.at);
  return lines.map(({ round, points, after, at, by }) => {
    const changes = players.filter((name) => points[name] !== after[name]).map((name) => `${name} ${signed(points[name])} → ${signed(after[name])}`);
    return h("li", {}, t("sheet.amended", { number: round, changes: changes.join(", "), time: clock(at), who: by ? who(by) : "" }).trim());
  });
}

/**
 * The time of day, in the reader's language; with the date where that is another.
 *
 * @param {number} seconds
 */
function clock(seconds) {
  const then = new Date(seconds * 1000);
  const isToday = then.toDateString() === new Date().toDateString();
  return then.toLocaleString(start.language, isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
}

/**
 * The points that were agreed on for the match, and who has won it, with everybody's place.
 *
 * @param {MatchSheet} sheet
 */
export function match(sheet) {
  const { goal, finish } = sheet;
  if (!goal) return [];
  const agreed = t("sheet.goal", { goal, n: goal });
  if (!finish) return [h("p.hint", {}, agreed)];
  return [h("p.finish", {}, finished(finish)), places(sheet), h("p.hint", {}, [agreed, t("sheet.reached", { number: finish.round })].join(" · "))];
}

/**
 * Who has won the match.
 *
 * @param {Finish} finish
 */
export const finished = ({ winners, points }) => t("sheet.finish", { n: winners.length, names: winners, points });
