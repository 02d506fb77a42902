// What the one big button says and does on this device in each state of the game.

import { awaitsCount, onTurn, runsByItself } from "../state.js";
import { t } from "../texts.js";
import { mine, pressesFor } from "./role.js";

/** @type {Record<string, string>} */
const RESTING = { reading: "verdict.reading", question: "verdict.undecided", scored: "remote.next", over: "remote.over" };

/**
 * `{ text, press, body }`: what stands on the button, and the press that it is; without a press it is disabled.
 *
 * @param {State} state
 * @returns {{ text: string, press?: string, body?: object }}
 */
export function big(state) {
  const name = onTurn(state) ?? "";
  const own = pressesFor(name);
  const theirs = { text: t("remote.theirs", { name }) };
  if (state.phase === "setup") return { text: t("remote.setup") };
  if (runsByItself(state)) return { text: t("demo.title") };
  if (RESTING[state.state]) return { text: t(RESTING[state.state]) };
  if (awaitsCount(state)) return { text: t(mine().role === "player" ? "count.mine" : "remote.over") };
  if (state.state === "deal") return own ? { text: t("button.first"), press: "first-turn" } : { text: t("remote.begins", { name }) };
  if (state.state === "turn") return own ? { text: t("button.end"), press: "end", body: { turn: state.turn } } : theirs;
  if (state.state === "restore") return own || pressesFor(state.verdict?.player) ? { text: t("button.back"), press: "resume" } : { text: t("remote.back") };
  return mayGoOn() ? { text: t("button.resume"), press: "resume" } : { text: t("remote.paused") };
}

/** Whether a paused clock goes on by this device: no player's own does. */
const mayGoOn = () => pressesFor(null);
