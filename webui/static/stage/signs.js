// A verdict's shape: it can be told from the other end of the room, and without colours.

import { s } from "../texts.js";

export const SHAPES = {
  legal: ["M32 4a28 28 0 1 1 0 56a28 28 0 1 1 0-56z", "M19 33l9 10 17-21"], // a round sign with a tick
  illegal: ["M21 5h22l16 16v22l-16 16h-22l-16-16v-22z", "M22 22l20 20m0-20l-20 20"], // a stop sign with a cross
  undecided: ["M32 3l29 29-29 29-29-29z", "M25 26a7.5 7.5 0 1 1 10.5 7q-3.5 1.6-3.5 6m0 7v.5"], // a warning sign with a question mark
  reading: ["M16 8h32a8 8 0 0 1 8 8v32a8 8 0 0 1-8 8h-32a8 8 0 0 1-8-8v-32a8 8 0 0 1 8-8z", "M20 32v.1m12 0v.1m12 0v.1"], // a square with three dots
};

/**
 * The sign of an outcome: legal, illegal, undecided, or reading before there is one.
 *
 * @param {keyof typeof SHAPES} outcome
 */
export function sign(outcome) {
  const [shape, mark] = SHAPES[outcome];
  return s("svg", { class: "sign", viewBox: "0 0 64 64", "aria-hidden": "true" }, s("path", { class: "shape", d: shape }), s("path", { class: "mark", d: mark }));
}
