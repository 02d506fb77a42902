// The totals over the rounds as lines, and the same numbers as a table.

import { colourOf } from "./avatars.js";
import { h, refresh, s, signed, t, tableOf } from "./texts.js";

/** @typedef {{ name: string, sums: number[] }} Line */
/** @typedef {(value: number) => number} Scale */

const LEAST = 144; // pixels of the drawing's height
const MARGIN = { top: 14, bottom: 26, left: 46, gap: 10 };
const LETTER = 8; // pixels, about, of a name's letter
const NUMBER = 24; // pixels from one round's number to the next, at least
const LINE = 17; // pixels from one name to the next
const STEPS = [5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000]; // of the lines across
const LINES = 5; // across, at most

/** Signs for six players, so that colour is never the only one. */
const SIGNS = [
  "M-4 0a4 4 0 1 1 8 0a4 4 0 1 1 -8 0z",
  "M-4-4h8v8h-8z",
  "M0-5.5l5.5 9.5h-11z",
  "M0-5.5l5.5 5.5l-5.5 5.5l-5.5-5.5z",
  "M0 5.5l5.5-9.5h-11z",
  "M-1.6-5h3.2v3.4h3.4v3.2h-3.4v3.4h-3.2v-3.4h-3.4v-3.2h3.4z",
];

/**
 * The totals after each round, nobody's having anything before the first.
 *
 * @param {Sheet} sheet
 */
function totals({ players, columns }) {
  return players.map((name) => {
    let sum = 0;
    return { name, sums: [0, ...columns.map((column) => (sum += column.points[name] ?? 0))] };
  });
}

const SPARK = { width: 64, height: 20, edge: 3 };

/**
 * How a player's total went, in as little room as a word takes; all players of a sheet to one scale.
 *
 * @param {Sheet} sheet
 * @param {string} player
 */
export function spark(sheet, player) {
  const lines = totals(sheet);
  const all = lines.flatMap(({ sums }) => sums);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const [sums = []] = lines.filter(({ name }) => name === player).map((line) => line.sums);
  const { width, height, edge } = SPARK;
  const x = (/** @type {number} */ round) => edge + (round / (sums.length - 1)) * (width - 2 * edge);
  const y = (/** @type {number} */ sum) => edge + ((most - sum) / Math.max(1, most - least)) * (height - 2 * edge);
  const points = sums.map((sum, round) => `${x(round).toFixed(1)},${y(sum).toFixed(1)}`);
  const [cx, cy] = points[points.length - 1].split(",");
  return s(
    "svg",
    { class: `spark ${colourOf(player, sheet.players)}`, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    s("polyline", { points: points.join(" ") }),
    s("circle", { cx, cy, r: edge }),
  );
}

/**
 * The chart of a sheet of so many rounds at least, drawn again whenever its room changes; null of a shorter sheet.
 *
 * @param {Sheet} sheet
 * @param {number} [least]
 */
export function chart(sheet, least = 2) {
  if (sheet.columns.length < least) return null;
  const lines = totals(sheet);
  const drawing = h("div.drawing");
  const draw = () => {
    const { clientWidth: width, clientHeight: high } = drawing;
    refresh(drawing, [width, high], () => [drawn(lines, width, Math.max(LEAST, high))]);
  };
  new ResizeObserver(draw).observe(drawing);
  const isCourse = sheet.columns.length > 1; // a round alone has its totals on the sheet
  return h(
    "figure.chart",
    {},
    drawing,
    isCourse && h("details", {}, h("summary", {}, t("chart.table")), h("div.scroll", { tabindex: 0, role: "region", "aria-label": t("chart.table") }, asTable(lines))),
  );
}

/** @param {Line[]} lines */
function asTable(lines) {
  const rounds = lines[0].sums.slice(1);
  const head = [h("td"), ...rounds.map((_, i) => h("th", { scope: "col" }, t("sheet.round", { number: i + 1 })))];
  const rows = lines.map(({ name, sums }) => [h("th", { scope: "row" }, name), ...sums.slice(1).map((sum) => h("td", {}, signed(sum)))]);
  return tableOf(head, rows);
}

/**
 * @param {Line[]} lines
 * @param {number} width
 * @param {number} high
 */
function drawn(lines, width, high) {
  const rounds = lines[0].sums.length - 1;
  const all = lines.flatMap(({ sums }) => sums);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const longest = Math.max(...lines.map(({ name }) => Math.min(name.length, width / 4 / LETTER)));
  const right = width - longest * LETTER - 2 * MARGIN.gap;
  const x = (/** @type {number} */ round) => MARGIN.left + (round / rounds) * (right - MARGIN.left);
  const y = (/** @type {number} */ sum) => MARGIN.top + ((most - sum) / Math.max(1, most - least)) * (high - MARGIN.top - MARGIN.bottom);
  const last = lines.map(({ name, sums }) => `${name} ${signed(sums.at(-1) ?? 0)}`);
  const every = Math.ceil(NUMBER / (x(1) - x(0)));
  const labels = apart(
    lines.map(({ sums }) => y(sums.at(-1) ?? 0)),
    high,
  );
  return s(
    "svg",
    { viewBox: `0 0 ${width} ${high}`, width, height: high, role: "img", "aria-label": t("chart.title", { n: rounds, totals: last }) },
    ...across(least, most, x(0), right, y),
    ...Array.from({ length: rounds }, (_, i) => i + 1)
      .filter((round) => round % every === 0)
      .map((round) => s("text", { x: x(round), y: high - 6, class: "axis middle" }, String(round))),
    ...lines.flatMap((line, i) =>
      player(line, i, every, x, y, {
        x: right + MARGIN.gap,
        y: labels[i],
        most: longest,
        colour: colourOf(
          line.name,
          lines.map(({ name }) => name),
        ),
      }),
    ),
  );
}

/**
 * Lines across at round numbers, the one at 0 among them.
 *
 * @param {number} least
 * @param {number} most
 * @param {number} left
 * @param {number} right
 * @param {Scale} y
 */
function across(least, most, left, right, y) {
  const step = STEPS.find((size) => (most - least) / size <= LINES) ?? STEPS[STEPS.length - 1];
  const first = Math.ceil(least / step) * step;
  const sums = Array.from({ length: Math.floor((most - first) / step) + 1 }, (_, i) => first + i * step);
  return sums.flatMap((sum) => [
    s("line", { x1: left, x2: right, y1: y(sum), y2: y(sum), class: sum ? "grid" : "grid zero" }),
    s("text", { x: left - 8, y: y(sum) + 4, class: "axis end" }, signed(sum)),
  ]);
}

/**
 * A player's line; of many rounds, every so many have a sign.
 *
 * @param {Line} line
 * @param {number} i
 * @param {number} every
 * @param {Scale} x
 * @param {Scale} y
 * @param {{ x: number, y: number, most: number, colour: string }} label
 */
function player({ name, sums }, i, every, x, y, label) {
  const points = sums.map((sum, round) => `${x(round)},${y(sum)}`).join(" ");
  const marked = sums.map((sum, round) => [round, sum]).filter(([round]) => round && (round % every === 0 || round === sums.length - 1));
  const signs = marked.map(([round, sum]) => s("path", { d: SIGNS[i % SIGNS.length], transform: `translate(${x(round)} ${y(sum)})`, class: "sign" }));
  const short = name.length > label.most ? `${name.slice(0, Math.max(1, Math.floor(label.most) - 1))}…` : name;
  return [s("g", { class: `player ${label.colour}` }, s("polyline", { points }), ...signs, s("text", { x: label.x, y: label.y + 5, class: "name" }, short))];
}

/**
 * The same heights, moved down and up as far as names need to stand below each other.
 *
 * @param {number[]} heights
 * @param {number} high
 */
function apart(heights, high) {
  const order = heights.map((_, i) => i).sort((a, b) => heights[a] - heights[b]);
  const moved = [...heights];
  order.forEach((i, rank) => {
    if (rank) moved[i] = Math.max(moved[i], moved[order[rank - 1]] + LINE);
  });
  const over = Math.max(0, moved[order[order.length - 1]] - (high - LINE / 2));
  let limit = Infinity;
  for (const i of [...order].reverse()) {
    moved[i] = Math.min(moved[i], limit, over ? high - LINE / 2 : Infinity);
    limit = moved[i] - LINE;
  }
  return moved;
}
