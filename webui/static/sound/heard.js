// What is to be heard of a change: who is on turn, a verdict, a question, a win; and of a clock that runs out.

import { wonMatch } from "../scores.js";
import { HURRY, inTurn, onTurn } from "../state.js";

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
 * The sound of a match that is won, or a round that is over; null where neither has happened.
 *
 * @param {State} last
 * @param {State} next
 */
function ended(last, next) {
  if (wonMatch(next) && !wonMatch(last)) return "match";
  if (!next.over || last.over) return null;
  return next.winner ? "won" : "time";
}

/**
 * The verdict that has come; null where none has, or where it has ended the round, which is heard instead.
 *
 * @param {State} last
 * @param {State} next
 * @param {(name: string | null | undefined) => boolean} isFor
 */
function judged(last, next, isFor) {
  const { verdict } = next;
  const isNews = eventOf(next) > eventOf(last) && !(next.over && !last.over); // after an undo it is an older one again
  return isNews && verdict && verdict.outcome !== "undecided" && isFor(verdict.player) ? verdict.outcome : null;
}

/**
 * @param {State} last
 * @param {State} next
 */
const isAskedAnew = (last, next) => Boolean(asked(next)) && asked(next) !== asked(last);

/**
 * The sounds from one state to the next, in order: `{ play: tone }`, or `{ say: name }` of the player on turn; none on coming to the table.
 * Of turns, only those of players for whom `isFor` holds are heard.
 *
 * @param {State | null} last
 * @param {State} next
 * @param {(name: string | null | undefined) => boolean} [isFor]
 */
export function heard(last, next, isFor = () => true) {
  if (!last) return [];
  /** @type {{ play?: import("./voice.js").Tone, say?: string | null }[]} */
  const sounds = [];
  const outcome = judged(last, next, isFor);
  if (outcome) sounds.push({ play: outcome });
  if (isAskedAnew(last, next) && isFor(next.state === "question" ? next.verdict?.player : onTurn(next))) sounds.push({ play: "question" });
  const end = ended(last, next);
  if (end) sounds.push({ play: end });
  const goesOn = GOES_ON.includes(last.state) && turnOf(next) === turnOf(last);
  if (inTurn(next) && !goesOn && isFor(inTurn(next))) sounds.push({ say: inTurn(next) });
  return sounds;
}

/**
 * What is to be heard when the clock of `state` shows that many seconds `left`; null for nothing.
 *
 * @param {State} state
 * @param {number | null} left
 */
export function ticking({ state }, left) {
  if (left === null || state !== "turn") return null;
  if (left > 0) return left <= HURRY ? "tick" : null;
  return left > -1 ? "time" : null;
}
