// A phone that lies on the table is felt when its player is to act. Browsers that cannot, or that nobody has touched yet, stay still.

import { HURRY, inTurn } from "../state.js";
import { mine, pressesFor } from "./role.js";
import { asks } from "./verdict.js";

/** Milliseconds on, off, on ... */
const PATTERNS = { turn: [180, 90, 180], asked: [90, 60, 90, 60, 90], hurry: [450] };

/** @param {keyof typeof PATTERNS} pattern */
const buzz = (pattern) => mine().role === "player" && navigator.vibrate?.(PATTERNS[pattern]);

/**
 * Tells of what has begun between two states.
 *
 * @param {State | null} before
 * @param {State} state
 */
export function feel(before, state) {
  if (!before) return;
  const name = inTurn(state);
  if (name && pressesFor(name) && (inTurn(before) !== name || before.round !== state.round)) buzz("turn");
  if (asks(state) && !asks(before)) buzz("asked");
}

/** The turn whose last seconds have been told. */
const hurried = { turn: "" };

/**
 * Tells once that the last seconds of one's own turn have begun; `left` seconds are shown, null without a limit.
 *
 * @param {State} state
 * @param {number | null} left
 */
export function feelSecond(state, left) {
  const turn = `${state.round}/${state.turn}`;
  if (left === null || left <= 0 || left > HURRY || turn === hurried.turn || !pressesFor(inTurn(state))) return;
  hurried.turn = turn;
  buzz("hurry");
}
