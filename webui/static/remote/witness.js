// A phone is a witness by itself: it keeps the code of each round that is written down, and in mid-round that of the journal after each turn.

import { fetched } from "../api.js";
import { keep } from "../codes.js";

/** What was kept last: after which turn, and of what sheet. */
const last = { turn: "", sheet: "" };

/**
 * Keeps what there is to keep of a state; of the demo nothing.
 *
 * @param {State} state
 */
export async function witness({ demo, phase, code, round, turn, sheet }) {
  if (demo || !code) return;
  const [now, written] = [JSON.stringify([round, turn]), JSON.stringify([sheet.players, sheet.columns])];
  if (phase === "playing" && turn && last.turn !== now) keep([{ code, at: Date.now(), players: sheet.players, round, turn }]);
  last.turn = now;
  if (!sheet.columns.length || last.sheet === written) return;
  last.sheet = written;
  const answer = await fetched("codes");
  if (answer) keep(answer.codes);
  else last.sheet = ""; // the next state asks again
}
