// What is to be heard of a change: who is on turn, a verdict, a question, a win; and of a clock that runs out.

import { wonMatch } from "../scores.js";
import { HURRY, inTurn, onTurn } from "../state.js";

/** @typedef {(name: string | null | undefined) => boolean} For whether what is of that player is heard here */

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
 * The sound of a verdict that has just been given; null for none, and of going out, which has its own.
 *
 * @param {State} last
 * @param {State} next
 * @param {For} isFor
 */
function judged(last, next, isFor) {
  const { verdict } = next;
  const isNews = eventOf(next) > eventOf(last); // after an undo it is an older one again
  const isOut = next.over && !last.over;
  return verdict && verdict.outcome !== "undecided" && isNews && !isOut && isFor(verdict.player) ? verdict.outcome : null;
}

/**
 * Whether somebody is asked anew.
 *
 * @param {State} last
 * @param {State} next
 * @param {For} isFor
 */
const isAsked = (last, next, isFor) => Boolean(asked(next)) && asked(next) !== asked(last) && isFor(next.state === "question" ? next.verdict?.player : onTurn(next));

/**
 * Whose turn begins; null where none does.
 *
 * @param {State} last
 * @param {State} next
 * @param {For} isFor
 */
function called(last, next, isFor) {
  const goesOn = GOES_ON.includes(last.state) && turnOf(next) === turnOf(last);
  const name = goesOn ? null : inTurn(next);
  return name && isFor(name) ? name : null;
}

/**
 * The sounds from one state to the next, in order: `{ play: tone }`, or `{ say: name }` of the player on turn; none on coming to the table.
 * Of turns, only those of players for whom `isFor` holds are heard.
 *
 * @param {State | null} last
 * @param {State} next
 * @param {For} [isFor]
 * @returns {{ play?: import("./voice.js").Tone, say?: string }[]}
 */
export function heard(last, next, isFor = () => true) {
  if (!last) return [];
  const name = called(last, next, isFor);
  /** @type {(import("./voice.js").Tone | null)[]} */
  const tones = [judged(last, next, isFor), isAsked(last, next, isFor) ? "question" : null, ended(last, next)];
  return [...tones.flatMap((tone) => (tone ? [{ play: tone }] : [])), ...(name ? [{ say: name }] : [])];
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
