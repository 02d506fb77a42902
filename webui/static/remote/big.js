// What the one big button says and does on this device in each state of the game.

import { awaitsCount, onTurn, runsByItself } from "../state.js";
import { t } from "../texts.js";
import { mine, pressesFor } from "./role.js";

/** @type {Record<string, string>} */
const RESTING = { reading: "verdict.reading", question: "verdict.undecided", scored: "remote.next", over: "remote.over" };

/**
 * `{ text, press }`: what stands on the button, and the press that it is; without a press it is disabled.
 *
 * @param {State} state
 * @returns {{ text: string, press?: keyof Presses }}
 */
export function big(state) {
  if (state.phase === "setup") return { text: t("remote.setup") };
  if (runsByItself(state)) return { text: t("demo.title") };
  if (RESTING[state.state]) return { text: t(RESTING[state.state]) };
  if (awaitsCount(state)) return { text: t(mine().role === "player" ? "count.mine" : "remote.over") };
  const name = onTurn(state) ?? "";
  const { may, text, press, else: other } = acts(state, name);
  return may ? { text: t(text), press } : { text: t(other, { name }) };
}

/**
 * The press that the table waits for, and what stands on the button of whoever may not make it.
 *
 * @param {State} state
 * @param {string} name who is on turn
 * @returns {{ may: boolean, text: string, press: keyof Presses, else: string }}
 */
function acts(state, name) {
  const own = pressesFor(name);
  if (state.state === "deal") return { may: own, text: "button.first", press: "first-turn", else: "remote.begins" };
  if (state.state === "turn") return { may: own, text: "button.end", press: "end", else: "remote.theirs" };
  if (state.state === "restore") return { may: own || pressesFor(state.verdict?.player), text: "button.back", press: "resume", else: "remote.back" };
  return { may: pressesFor(null), text: "button.resume", press: "resume", else: "remote.paused" }; // no player's own device ends a pause
}
