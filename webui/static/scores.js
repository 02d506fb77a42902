// The score sheet as a table, to be read.

import { h, signed, t } from "./texts.js";

/** A row for each player, a column for each round, and the control sums below; null before the first round is written down. */
export function scoreTable({ players, columns, totals }) {
  if (!columns.length) return null;
  const head = h("tr", {}, h("td"), ...columns.map((column, i) => h("th", { scope: "col" }, t("sheet.round", { number: i + 1 }))), h("th", { scope: "col" }, t("sheet.total")));
  const rows = players.map((name) =>
    h("tr", {}, h("th", { scope: "row" }, name), ...columns.map((column) => h(column.winner === name ? "td.won" : "td", {}, signed(column.points[name]))), h("td.total", {}, signed(totals[name]))),
  );
  const sum = players.reduce((total, name) => total + totals[name], 0);
  const foot = h("tr", {}, h("th", { scope: "row" }, t("sheet.control")), ...columns.map((column) => h("td", {}, signed(column.control))), h("td", {}, signed(sum)));
  return h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows), h("tfoot", {}, foot));
}

/** The points that were agreed on for the match, and who has won it. */
export function match({ goal, finish }) {
  if (!goal) return [];
  const agreed = t("sheet.goal", { goal, n: goal });
  if (!finish) return [h("p.hint", {}, agreed)];
  const { winners, points, round } = finish;
  return [
    h("p.finish", {}, t("sheet.finish", { n: winners.length, names: winners, points })),
    h("p.hint", {}, [agreed, t("sheet.reached", { number: round })].join(" · ")),
  ];
}
