// What several parts of a page ask of the state.

/** Who is on turn; null where nobody is. */
export const onTurn = (state) => state.players.find((player) => player.onTurn)?.name ?? null;

/** Who is on turn while that turn runs; null while it is judged, put back or paused. */
export const inTurn = (state) => (state.state === "turn" ? onTurn(state) : null);

/** Whether a round that was played elsewhere is to be counted, and nobody has said yet who has gone out. */
export const awaitsCount = (state) => state.elsewhere && state.state === "deal";

/** The clock as `clock.js` shows it. */
export const clockOf = (state) => ({ ...state.clock, dealing: state.state === "deal" && !state.elsewhere, ending: state.ending || state.elsewhere || state.over || state.state === "question" });

/** Whether the demo's film runs and presses its buttons itself. */
export const runsByItself = (state) => Boolean(state.demo?.byItself) && !state.demo.over;
