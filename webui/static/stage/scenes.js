// Which scene the stage shows: going out is a moment, then the racks are counted, then comes the sheet, or who has won the match. Nothing jumps over it.

import { wonMatch } from "../scores.js";
import { awaitsCount } from "../state.js";

/** Milliseconds that each scene at the end of a round stays at least. */
const STAYS = { won: 5000, count: 3000, sheet: 5000, match: 8000 };

/** @typedef {"setup" | "play" | keyof typeof STAYS} Scene */

/**
 * Whether a scene belongs to the end of a round.
 *
 * @param {Scene | null} scene
 * @returns {scene is keyof typeof STAYS}
 */
const isEnd = (scene) => scene !== null && scene in STAYS;

/**
 * The scene that the state asks for: setup, play, count, sheet or match.
 *
 * @param {State} state
 * @returns {Scene}
 */
const wanted = (state) => (state.phase === "setup" || awaitsCount(state) ? "setup" : state.phase === "scored" ? (wonMatch(state) ? "match" : "sheet") : state.over ? "count" : "play");

/** The scenes of one stage, in the order in which people can follow them. */
export class Scenes {
  /** @type {Scene | null} */
  #scene = null;
  #since = 0;
  /** @type {(keyof typeof STAYS)[]} in their order, of the round that ended last */
  #end = ["won", "count", "sheet"];
  /** @type {State | null} */
  #ended = null;
  /** @type {State | null} */
  #counted = null;

  /** The state with which the round ended whose end is shown. */
  get ended() {
    return this.#ended;
  }

  /** The state in which the racks of that round were counted last; null where they were not. */
  get counted() {
    return this.#counted?.round === this.#ended?.round ? this.#counted : null;
  }

  /**
   * The scene at the moment `now`, in milliseconds, and after how many of them to ask again; null for not before the state changes.
   *
   * @param {State} state
   * @param {number} now
   */
  at(state, now) {
    const goal = wanted(state);
    if (this.#scene === null) this.#go(goal, now);
    else if (isEnd(goal)) this.#goOn(goal, now);
    else if (!this.#stays(state, now)) this.#go(goal, now);
    if (isEnd(goal) && state.over) this.#ended = state;
    if (state.count) this.#counted = state;
    else if (goal === "play") this.#counted = null;
    return { scene: this.#scene ?? goal, again: this.#left(goal, now) };
  }

  /**
   * For how long the scene stays before it goes on to the one that is wanted; null where it does not.
   *
   * @param {Scene} goal
   * @param {number} now
   */
  #left(goal, now) {
    return isEnd(this.#scene) && this.#scene !== goal ? Math.max(0, STAYS[this.#scene] - (now - this.#since)) : null;
  }

  /**
   * @param {Scene} scene
   * @param {number} now
   */
  #go(scene, now) {
    if (scene === this.#scene) return;
    this.#scene = scene;
    this.#since = now;
  }

  /**
   * The round is over: from one scene to the next, each in its time; back at once where an undo takes it back.
   *
   * @param {keyof typeof STAYS} goal
   * @param {number} now
   */
  #goOn(goal, now) {
    if (goal !== "count") this.#end = ["won", "count", goal];
    if (!isEnd(this.#scene)) {
      this.#go("won", now);
      return;
    }
    const [at, to] = [this.#end.indexOf(this.#scene), this.#end.indexOf(goal)];
    if (at > to || at < 0) this.#go(goal, now);
    else if (at < to && now - this.#since >= STAYS[this.#scene]) this.#go(this.#end[at + 1], now);
  }

  /**
   * Whether the end of the last round is still shown although the game has gone on; one that was undone is not.
   *
   * @param {State} state
   * @param {number} now
   */
  #stays(state, now) {
    if (!isEnd(this.#scene) || state.phase === "setup" || state.round === this.#ended?.round) return false;
    const isDue = now - this.#since >= STAYS[this.#scene];
    if (state.state !== "deal") return this.#scene === "won" && !isDue; // a clock runs, and people look for it
    if (isDue && (this.#scene === "sheet" || this.#scene === "match")) return false;
    if (isDue) this.#go(this.#end[this.#end.indexOf(this.#scene) + 1], now);
    return true;
  }
}
