// The end of a round: who has gone out, what each rack holds, and the column that comes of it. It fills on every device as the racks come in.

import { press, seen } from "../api.js";
import { chip, onSent, open } from "../dialogs.js";
import { runsByItself, shown } from "../state.js";
import { $, onClick, part, refresh, t } from "../texts.js";
import { contradictions } from "../told.js";
import { others } from "./blame.js";
import { Rack } from "./rack.js";
import { dropRacks, keepOpened, opened } from "./unfinished.js";

const dialog = $("ending");
const form = $("ending-form");

/** The counting on this device. */
class Counting {
  /** @type {string | null} the player who counts on this device; null where it counts for everybody */
  #own = null;
  #about = {}; // the round whose end is written, however long the counting takes
  #wasOver = false;
  /** @type {string | null} who is chosen as the winner before the round is ended, "" for nobody; null where no choice was made */
  #chosen = null;
  #isNew = true; // whether the page was just loaded
  #takesBack = false; // whether to close it without an answer takes the round back that was begun for it
  /** @type {Map<string, Rack>} */
  #racks = new Map();
  /** @type {Promise<unknown>} one after the other, the score last */
  #queue = Promise.resolve();

  /**
   * Opens the counting; nobody need have gone out yet as far as the table knows.
   *
   * Where a round was `begun` only to be counted, to close it before anybody is said to have gone out takes that round back: nobody plays it.
   * `winner` is who was chosen before the page was loaded anew.
   *
   * @param {boolean} [begun]
   * @param {string | null} [winner]
   */
  open(begun = false, winner = null) {
    this.#takesBack = begun;
    this.#about = seen("score");
    this.#choose(winner);
    if (!shown.state.count) refresh($("winners"), null, () => this.#winners());
    this.#draw();
    open(dialog);
  }

  /**
   * Follows the state: opens by itself when the round is over, closes when it is written down or goes on.
   *
   * For a `player`, it is about that rack alone, and somebody else writes the score.
   *
   * @param {string | null} [player]
   */
  show(player = null) {
    const now = shown.state;
    this.#own = player;
    const isOver = counts(now, player) && !runsByItself(now);
    const begins = isOver && !this.#wasOver;
    const ends = dialog.open && (now.phase !== "playing" || (this.#wasOver && !isOver));
    this.#wasOver = isOver;
    if (ends) dialog.close();
    if (!isOver) {
      this.#racks.clear(); // the next round begins with empty racks
      dropRacks();
    }
    if (begins && !dialog.open) this.open();
    else if (dialog.open) this.#draw();
    if (this.#isNew) this.#goOn(now);
    this.#isNew = false;
  }

  /**
   * Opens the counting again where it was open when the page was loaded anew, and nothing has happened since.
   *
   * @param {State} now
   */
  #goOn({ phase, over, undo }) {
    const last = opened();
    if (last && !dialog.open && this.#own === null && phase === "playing" && !over && undo === last.event) this.open(last.begun, last.winner);
    else keepOpened(null);
  }

  /**
   * Takes who is chosen while the round is not ended: a tap is no end of the round.
   *
   * @param {string | null} winner
   */
  #choose(winner) {
    this.#chosen = winner;
    $("ending-end").disabled = winner === null;
    if (!shown.state.count) keepOpened({ event: shown.state.undo, begun: this.#takesBack, winner });
  }

  #draw() {
    const state = shown.state;
    const { count } = state;
    const isAll = this.#own === null;
    this.#drawWinner();
    this.#drawRacks();
    if (count) {
      this.#takesBack = false;
      keepOpened(null); // from here on the state itself says that the round is over
    }
    $("ending-close").textContent = t(this.#takesBack ? "button.cancel" : "button.close");
    $("ending-write").hidden = !count;
    $("ending-write").textContent = t(isAll ? "ending.write" : "count.done");
    $("ending-end").hidden = !isAll || Boolean(count);
    $("ending-pool").hidden = !isAll || count?.winner !== null || state.pool !== 0 || state.elsewhere;
    $("ending-rest").hidden = $("ending-write").disabled = !count;
  }

  #drawWinner() {
    const { count, sheet, elsewhere } = shown.state;
    const isAll = this.#own === null;
    refresh($("winners"), [sheet.players, count?.winner], () => this.#winners());
    $("winner").hidden = !isAll;
    $("count-out").hidden = isAll || !count;
    $("count-out").textContent = count?.winner ? t("count.out", { name: count.winner }) : t("stage.blocked");
    $("ending-still").hidden = !count?.winner || elsewhere; // who played elsewhere does not play on here
    $("ending-still").textContent = count?.winner ? t("verdict.still-holds", { name: count.winner }) : "";
  }

  #drawRacks() {
    const found = shown.state.count ? others(shown.state) : [];
    refresh($("count-note"), found, () => [contradictions(found)]);
    const racks = this.#left.map(({ player }) => this.#rackOf(player));
    const cards = racks.map(({ element }) => element);
    const drawn = [...$("racks").children];
    if (drawn.length !== cards.length || drawn.some((card, i) => card !== cards[i])) $("racks").replaceChildren(...cards);
    for (const rack of racks) rack.show();
  }

  /** The racks that are counted on this device. */
  get #left() {
    return (shown.state.count?.racks ?? []).filter(({ player }) => this.#own === null || player === this.#own);
  }

  /** @param {string} player */
  #rackOf(player) {
    const rack = this.#racks.get(player) ?? new Rack(player, shown.state.round, (...counted) => this.#count(...counted));
    this.#racks.set(player, rack);
    return rack;
  }

  #winners() {
    const { count, sheet } = shown.state;
    const winner = count ? (count.winner ?? "") : this.#chosen;
    const take = (/** @type {string} */ value) => (shown.state.count ? this.#name(value) : this.#choose(value));
    return [...sheet.players, ""].map((value) => chip({ name: "winner", value, checked: value === winner, onchange: () => take(value) }, value || t("ending.blocked")));
  }

  /** Ends the round with who was chosen. */
  end() {
    return this.#name(this.#chosen);
  }

  /**
   * Says who has gone out; where that is refused, nobody is chosen.
   *
   * @param {string | null} winner
   */
  async #name(winner) {
    this.settleLevel([]);
    if (await press("over", { winner: winner || null })) return;
    this.#choose(null);
    refresh($("winners"), null, () => this.#winners());
  }

  /**
   * Counts a rack after those before it; whether the server took it.
   *
   * @param {string} player
   * @param {string} rack
   */
  #count(player, rack) {
    this.settleLevel([]); // other racks may be level, or none
    const count = async () => {
      const isTaken = await press("count", { player, rack });
      if (isTaken) $("ending-error").textContent = "";
      return isTaken;
    };
    const done = this.#queue.then(count);
    this.#queue = done;
    return done;
  }

  /**
   * Asks who of these players wins a blocked round in which their racks are level; with none of them, asks nothing.
   *
   * @param {string[]} players
   */
  settleLevel(players) {
    $("level").hidden = !players.length;
    $("level-names").replaceChildren(...players.map((value) => chip({ name: "level", value }, value)));
  }

  /** Writes the score, once all racks are counted; on a player's device, the rack of that player is all. */
  async write() {
    const typing = document.activeElement;
    if (typing instanceof HTMLElement && $("racks").contains(typing)) typing.blur(); // what was typed last counts first
    await this.#queue;
    if (!shown.state.count) return false;
    for (const { player } of this.#left) if (!(await this.#rackOf(player).finish())) return false;
    if (this.#own !== null) return true; // somebody else writes the score
    const { winner } = shown.state.count;
    const level = new FormData(form).get("level");
    if (!(await press("score", { ...this.#about, winner: (winner ?? level)?.toString() || null, blocked: winner === null, racks: {} }))) this.#showLacking(level);
    return false; // the next state closes it
  }

  /**
   * Brings into sight what the score lacks: the first rack that is not counted, or who of level players wins, where nobody was chosen.
   *
   * @param {FormDataEntryValue | null} level
   */
  #showLacking(level) {
    const left = this.#left.find(({ points }) => points === null);
    if (left) this.#rackOf(left.player).element.scrollIntoView({ block: "nearest" });
    else if (!$("level").hidden && !level) showLevel();
  }

  /**
   * The field of the next rack that is not counted.
   *
   * @param {Element} field the one that was written in
   */
  after(field) {
    const all = [...this.#racks.values()];
    const at = all.findIndex(({ input }) => input === field);
    return all.slice(at + 1).find(({ input }) => !input.value)?.input;
  }

  closed() {
    if (this.#takesBack && shown.state.state === "deal") press("undo", {});
    this.#takesBack = false;
    keepOpened(null);
  }
}

export const counting = new Counting();

/**
 * Whether there is a rack to be counted: of everybody, or of a player.
 *
 * @param {State} now
 * @param {string | null} [player]
 */
export const counts = ({ count }, player = null) => Boolean(count && (player === null || count.racks.some((rack) => rack.player === player)));

/** What is typed stays open while a button below it is pressed: counted meanwhile, it would grow and move the button from under the pointer. */
part(form, ".foot").addEventListener("mousedown", (event) => event.preventDefault());
onSent(form, () => counting.write());

/** Brings the question who of level players wins above the buttons, which may cover it, and the keyboard to its first answer. */
function showLevel() {
  part($("level-names"), "input").focus({ preventScroll: true });
  $("level").scrollIntoView({ block: "start" });
}

/** Enter in a field goes on to the next rack that is not counted. */
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.target instanceof Element && event.target.closest("#racks input"))) return;
  const next = counting.after(event.target);
  if (!next) return;
  event.preventDefault();
  next.focus();
});
onClick("ending-end", () => counting.end());
onClick("ending-still", () => press("still-holds"));
onClick("ending-on", () => {
  if ($("pool-left").value) press("pool-holds", { tiles: $("pool-left").valueAsNumber });
  else $("pool-left").focus();
});
$("pool-left").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault(); // it is not the score that is written
  $("ending-on").click();
});
dialog.addEventListener("close", () => counting.closed());
