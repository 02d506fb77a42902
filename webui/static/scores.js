// The score sheet as a table: what was amended stands there struck out, beside what holds.

import { h, signed, start, t, tableOf } from "./texts.js";
import { who } from "./words.js";

/** @typedef {(round: number, player: string, points: number, button: HTMLButtonElement) => unknown} Amend */

/**
 * A row for each player, a column for each round, and the control sums below; null before the first round is written down.
 *
 * Where `amend` is given, each round's points are a button, and it is told the round, the player, the points and the button.
 *
 * @param {Sheet} sheet
 * @param {Amend | null} [amend]
 */
export function scoreTable({ players, columns, totals }, amend = null) {
  if (!columns.length) return null;
  const head = [h("td"), ...columns.map((_, i) => h("th", { scope: "col" }, t("sheet.round", { number: i + 1 }))), h("th", { scope: "col" }, t("sheet.total"))];
  const rows = players.map((name) => {
    const cells = columns.map((column, i) => h(column.winner === name ? "td.won" : "td", {}, ...cell(column, name, i + 1, amend)));
    return [h("th", { scope: "row" }, name), ...cells, h("td.total", {}, signed(totals[name]))];
  });
  const sum = players.reduce((total, name) => total + totals[name], 0);
  const foot = [h("th", { scope: "row" }, t("sheet.control")), ...[...columns.map(({ control }) => control), sum].map((points) => h("td", {}, signed(points)))];
  const table = tableOf(head, rows, foot);
  table.style.setProperty("--rounds", String(columns.length));
  return table;
}

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
 * The points that were agreed on for the match, and who has won it.
 *
 * @param {Pick<MatchSheet, "goal" | "finish">} sheet
 */
export function match({ goal, finish }) {
  if (!goal) return [];
  const agreed = t("sheet.goal", { goal, n: goal });
  if (!finish) return [h("p.hint", {}, agreed)];
  const { winners, points, round } = finish;
  return [h("p.finish", {}, t("sheet.finish", { n: winners.length, names: winners, points })), h("p.hint", {}, [agreed, t("sheet.reached", { number: round })].join(" · "))];
}
