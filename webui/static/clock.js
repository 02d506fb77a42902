// The turn clock. The server keeps it; between two messages the page only counts on.

import { HURRY, noteOf, readingOf } from "./state.js";
import { $, s, t } from "./texts.js";

/** @typedef {ReturnType<typeof import("./state.js").clockOf>} ShownClock */

const TICKS = 60;
const LEAST = 4; // letters for which digits are made: more of them are smaller
const ticks = Array.from({ length: TICKS }, (_, i) => {
  const tick = s("line", { x1: 0, y1: -57, x2: 0, y2: i % 5 ? -52 : -49, transform: `rotate(${(i * 360) / TICKS})` });
  $("ticks").append(tick);
  return tick;
});

/** The clock of a page. */
class TurnClock {
  /** @type {ShownClock} */
  #clock = { elapsed: 0, limit: null, free: null, running: false, waiting: false, rate: 1, dealing: false, ending: false };
  #received = 0;

  /**
   * Is told whenever another second is shown while the clock runs: how many are left, or null where there is no limit.
   *
   * @type {(left: number | null) => unknown}
   */
  onSecond = () => {};

  /**
   * Takes the clock as the server has it now.
   *
   * @param {ShownClock} now
   */
  set(now) {
    this.#clock = now;
    this.#received = performance.now();
    this.draw();
  }

  draw() {
    const { running, rate } = this.#clock;
    const reading = readingOf(this.#clock, running ? ((performance.now() - this.#received) / 1000) * rate : 0);
    const { over, left, thenBank, share, text } = reading;
    if ($("digits").textContent !== text) {
      $("digits").textContent = text;
      $("clock").style.setProperty("--letters", String(Math.max(LEAST, text.length)));
      if (running) this.onSecond(left === null ? null : Math.ceil(left));
    }
    $("clock-note").textContent = t(noteOf(this.#clock, reading), { bank: thenBank ?? "" });
    const lit = Math.ceil(share * TICKS);
    for (const [i, tick] of ticks.entries()) tick.classList.toggle("left", i >= TICKS - lit);
    $("clock").classList.toggle("over", over);
    $("clock").classList.toggle("hurry", left !== null && !over && left <= HURRY);
  }
}

export const clock = new TurnClock();
setInterval(() => clock.draw(), 200);
