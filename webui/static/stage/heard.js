// What is to be heard of a change: who is on turn, a verdict, a question.

import { inTurn } from "../state.js";

const GOES_ON = ["turn", "paused", "reading"]; // from these a turn goes on; from any other it begins

/**
 * What a person is asked; null for nothing.
 *
 * @param {State} state
 */
const asked = (state) => (state.faceUp?.asked || state.waits?.for === "restart" ? `turn ${state.turn}` : state.state === "question" ? `verdict ${state.verdict?.event}` : null);

/** @param {State} state */
const eventOf = ({ verdict }) => verdict?.event ?? 0;

/** @param {State} state */
const turnOf = ({ round, turn }) => `${round}/${turn}`;

/**
 * The sounds from one state to the next, in order: `{ play: tone }`, or `{ say: name }` of the player on turn; none on coming to the table.
 *
 * @param {State | null} last
 * @param {State} next
 */
export function heard(last, next) {
  if (!last) return [];
  /** @type {{ play?: import("./sound.js").Tone, say?: string | null }[]} */
  const sounds = [];
  const outcome = next.verdict?.outcome;
  const isNews = eventOf(next) > eventOf(last); // after an undo it is an older one again
  const isOut = next.over && !last.over; // a moment with a sound of its own
  if (isNews && outcome && outcome !== "undecided" && !isOut) sounds.push({ play: outcome });
  if (asked(next) && asked(next) !== asked(last)) sounds.push({ play: "question" });
  const goesOn = GOES_ON.includes(last.state) && turnOf(next) === turnOf(last);
  if (inTurn(next) && !goesOn) sounds.push({ say: inTurn(next) });
  return sounds;
}
