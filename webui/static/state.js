// The state that a page shows, and what several parts of it ask of a state.

/** What a page shows: its stream takes each new state, its parts ask for the newest, and have the page drawn anew. */
export const shown = {
  /** @type {State | null} the newest; null before the first */
  newest: null,
  isOffline: false, // whether the line to the table is lost
  /** @type {string | null} why the last press was refused, or that it is on its way, until that has been read */
  refusal: null,
  /** @type {() => unknown} */
  redraw: () => {},

  /** The newest, for a press on what is shown of it. */
  get state() {
    if (!this.newest) throw new Error("no state has come yet");
    return this.newest;
  },
};

/**
 * Who is on turn; null where nobody is.
 *
 * @param {State} state
 */
export const onTurn = (state) => state.players.find((player) => player.onTurn)?.name ?? null;

/**
 * Who is on turn while that turn runs; null while it is judged, put back or paused.
 *
 * @param {State} state
 */
export const inTurn = (state) => (state.state === "turn" ? onTurn(state) : null);

/**
 * Whether a round that was played elsewhere is to be counted, and nobody has said yet who has gone out.
 *
 * @param {State} state
 */
export const awaitsCount = (state) => state.elsewhere && state.state === "deal";

/**
 * What stands on the one big button in the states of a game that goes on with a press, and that press.
 *
 * @type {Record<string, [string, keyof Presses]>}
 */
export const BIG = { deal: ["button.first", "first-turn"], turn: ["button.end", "end"], paused: ["button.resume", "resume"], restore: ["button.back", "resume"] };

/**
 * The clock as `clock.js` shows it.
 *
 * @param {State} state
 */
export const clockOf = (state) => ({
  ...state.clock,
  free: state.allowance?.free ?? null,
  dealing: state.state === "deal" && !state.elsewhere,
  ending: state.ending || state.elsewhere || state.over || state.state === "question",
});

/** @type {(keyof State)[]} */
const TOLD = ["phase", "state", "watched", "elsewhere", "ending", "echo", "waits", "faceUp", "verdict", "questions", "restored", "late", "leftUnseen", "unjudged", "contradictions", "challenges"];
/** @type {(keyof State)[]} */
const AROUND = ["claim", "redeal", "lots", "winner", "count", "undo"];

/**
 * All of a state that is told of a turn, for `refresh`: on whatever page, this is what it is drawn from.
 *
 * @param {State} state
 */
export const toldOf = (state) => [...[...TOLD, ...AROUND].map((field) => state[field]), state.clock.waiting, state.players.map(({ name }) => name), state.sheet.totals];

/**
 * Whether the demo's film runs and presses its buttons itself.
 *
 * @param {State} state
 */
export const runsByItself = (state) => Boolean(state.demo?.byItself && !state.demo.over);

/**
 * The text under a clock that shows that reading.
 *
 * @param {Pick<ReturnType<typeof clockOf>, "dealing" | "ending" | "waiting" | "running">} clock
 * @param {Pick<ReturnType<typeof readingOf>, "left" | "over" | "ofBank" | "thenBank">} reading
 */
export function noteOf({ dealing, ending, waiting, running }, { left, over, ofBank, thenBank }) {
  if (dealing) return "clock.deal";
  if (ending) return "clock.stopped";
  if (waiting) return "clock.waits";
  if (!running) return "clock.paused";
  if (over) return "clock.over";
  if (ofBank) return "clock.bank";
  if (thenBank) return "clock.then-bank";
  return left === null ? "clock.free" : "clock.left";
}

/** Seconds before the end in which a clock hurries. */
export const HURRY = 10;

/**
 * Whole seconds as a clock shows them.
 *
 * @param {number} seconds
 */
export const digits = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/**
 * What a clock shows so many seconds of its own after it was told: the seconds left, null without a limit, whether they are over, and the digits:
 * of seconds left rounded up, of those over or gone rounded down. Where a player has a bank, the digits are those of the turn's own time first (`thenBank` is what
 * the bank holds), and of the bank once it pays (`ofBank`); `share` is how much of either is left.
 *
 * @param {Pick<ReturnType<typeof clockOf>, "elapsed" | "limit" | "free">} clock
 * @param {number} since
 */
export function readingOf({ elapsed, limit, free }, since) {
  const gone = elapsed + since;
  if (limit === null || free === null) return { left: null, over: false, ofBank: false, thenBank: null, share: 0, text: digits(Math.floor(gone)) };
  const left = limit - gone;
  const over = left < 0;
  const bank = limit - free;
  const ofBank = bank > 0 && gone >= free && !over;
  const thenBank = bank > 0 && gone < free ? digits(Math.floor(bank)) : null;
  const running = thenBank ? free - gone : left;
  const text = over ? `+${digits(Math.floor(-left))}` : digits(Math.ceil(running));
  return { left, over, ofBank, thenBank, share: Math.max(0, running / (ofBank ? bank : free || 1)), text };
}
