// The overlay for a stream: clock, names and the last verdict; silent, and nothing to press.

import { clock } from "../clock.js";
import { showSeats } from "../seats.js";
import { clockOf } from "../state.js";
import { follow } from "../stream.js";
import { $, h, refresh, t } from "../texts.js";
import { about } from "../words.js";
import { sign } from "./signs.js";

/** @param {State} state */
function show(state) {
  /** @type {HTMLElement} */ ($("overlay")).hidden = state.phase === "setup";
  clock.set(clockOf(state));
  showSeats($("players"), state);
  const { verdict } = state;
  const outcome = state.ending ? "reading" : verdict?.outcome;
  $("verdict").hidden = !outcome;
  if (!outcome) return;
  $("verdict").className = `verdict ${outcome}`;
  const rest = state.ending || !verdict ? "" : outcome === "undecided" ? verdict.player : about(verdict);
  refresh($("verdict"), [outcome, rest], () => [sign(outcome), h("p", {}, h("b", {}, t(`verdict.${outcome}`)), rest)]);
}

follow(show, () => {}); // a stream shows what was last known
