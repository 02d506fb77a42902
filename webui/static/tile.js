// A tile as it looks, drawn small enough to draw a hundred.

import { h, s, t } from "./texts.js";

/** @type {Record<string, string>} */
const SHAPES = {
  K: "M-4.2-4.2h8.4v8.4h-8.4z",
  R: "M0-6L5.4 0 0 6-5.4 0z",
  B: "M0-4.9a4.9 4.9 0 1 1 0 9.8 4.9 4.9 0 1 1 0-9.8z",
  O: "M0-5.6L5.6 4.2h-11.2z",
};

/**
 * The name of a tile in words, for those who listen.
 *
 * @param {string} name
 */
export function spoken(name) {
  if (name === "J") return t("tile.J");
  if (name === "?") return t("tile.unread");
  return t(`tile.${name[0]}`, { number: name.slice(1) });
}

/** @param {string} name */
function face(name) {
  const shape = SHAPES[name[0]];
  return s(
    "svg",
    { viewBox: "0 0 40 56", "aria-hidden": "true" },
    ...(name === "J" ? smile() : [s("text", { x: 19.4, y: 30 }, name === "?" ? "?" : name.slice(1))]),
    s("g", { transform: "translate(20 43.5)" }, s("circle", { r: 8.6, class: "dish" }), shape && s("path", { d: shape, class: "shape" })),
  );
}

function smile() {
  return [
    s("circle", { cx: 20, cy: 21, r: 12.5, fill: "none", stroke: "currentColor", "stroke-width": 2.6 }),
    s("circle", { cx: 15.6, cy: 18, r: 1.9, fill: "currentColor" }),
    s("circle", { cx: 24.4, cy: 18, r: 1.9, fill: "currentColor" }),
    s("path", { d: "M13.5 23.5q6.5 8 13 0", fill: "none", stroke: "currentColor", "stroke-width": 2.4, "stroke-linecap": "round" }),
  ];
}

/**
 * The tile `name`; a button if `onclick` is given. `signs` are its classes: doubt, fresh.
 *
 * @param {string} name
 * @param {{ onclick?: () => unknown, signs?: string[] }} [options]
 */
export function tile(name, { onclick, signs = [] } = {}) {
  const kind = name === "?" ? "unread" : name[0];
  const spec = [onclick ? "button" : "span", "tile", kind, ...signs].join(".");
  const words = signs.includes("doubt") ? t("tile.doubtful", { tile: spoken(name) }) : spoken(name);
  const properties = onclick ? { type: "button", "aria-label": words, title: words, onclick } : { role: "img", "aria-label": words };
  return h(spec, properties, face(name));
}

/**
 * Tiles side by side.
 *
 * @param {string[]} names
 */
export function tiles(names) {
  return h("div.set", {}, ...names.map((name) => tile(name)));
}
