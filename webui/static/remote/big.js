// What the one big button says and does on this device in each state of the game.

import { awaitsCount, BIG, onTurn, runsByItself } from "../state.js";
import { t } from "../texts.js";
import { mine, pressesFor } from "./role.js";

/** @type {Record<string, string>} */
const RESTING = { reading: "verdict.reading", question: "verdict.undecided", scored: "remote.next", over: "remote.over" };

/**
 * What stands on the button of whoever may not press it.
 *
 * @type {Record<string, string>}
 */
const THEIRS = { deal: "remote.begins", turn: "remote.theirs", paused: "remote.paused", restore: "remote.back" };

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
  const may = state.state === "paused" ? pressesFor(null) : pressesFor(name) || (state.state === "restore" && pressesFor(state.verdict?.player)); // no player's own device ends a pause
  const [text, press] = BIG[state.state];
  return may ? { text: t(text), press } : { text: t(THEIRS[state.state], { name }) };
}
