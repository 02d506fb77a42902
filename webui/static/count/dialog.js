// The end of a round: who has gone out, what each rack holds, and the column that comes of it. It fills on every device as the racks come in.

import { press, seen } from "../api.js";
import { contradictions } from "../contradiction.js";
import { runsByItself } from "../state.js";
import { $, h, refresh, t } from "../texts.js";
import { others } from "./blame.js";
import { Rack } from "./rack.js";
import { dropOpened, dropRacks, keepOpened, opened } from "./unfinished.js";

const dialog = $("ending");
const form = $("ending-form");
let state = null;
let own = null; // the player who counts on this device; null where it counts for everybody
let about = {}; // the round whose end is written, however long the counting takes
let wasOver = false;
let chosen = null; // who is chosen as the winner before the round is ended, "" for nobody; null where no choice was made
let isNew = true; // whether the page was just loaded
let takesBack = false; // whether to close it without an answer takes the round back that was begun for it
let racks = new Map();
let queue = Promise.resolve(); // one after the other, the score last

/**
 * Opens the counting; nobody need have gone out yet as far as the table knows.
 *
 * Where a round was `begun` only to be counted, to close it before anybody is said to have gone out takes that round back: nobody plays it.
 * `winner` is who was chosen before the page was loaded anew.
 */
export function openCount(now, begun = false, winner = null) {
  state = now;
  takesBack = begun;
  about = seen("score");
  $("ending-error").textContent = "";
  choose(winner);
  if (!state.count) refresh($("winners"), null, winners);
  draw();
  if (!dialog.open) dialog.showModal();
}

/**
 * Follows the state: opens by itself when the round is over, closes when it is written down or goes on.
 *
 * For a `player`, it is about that rack alone, and somebody else writes the score.
 */
export function showCount(now, player = null) {
  own = player;
  const isOver = counts(now, own) && !runsByItself(now);
  const begins = isOver && !wasOver;
  const ends = dialog.open && (now.phase !== "playing" || (wasOver && !isOver));
  wasOver = isOver;
  state = now;
  if (ends) dialog.close();
  if (!isOver) {
    racks = new Map(); // the next round begins with empty racks
    dropRacks();
  }
  if (begins && !dialog.open) openCount(now);
  else if (dialog.open) draw();
  if (isNew) goOn();
  isNew = false;
}

/** Opens the counting again where it was open when the page was loaded anew, and nothing has happened since. */
function goOn() {
  const last = opened();
  if (last && !dialog.open && own === null && state.phase === "playing" && !state.over && state.undo === last.event) openCount(state, last.begun, last.winner);
  else dropOpened();
}

/** Takes who is chosen while the round is not ended: a tap is no end of the round. */
function choose(winner) {
  chosen = winner;
  $("ending-end").disabled = winner === null;
  if (!state.count) keepOpened({ event: state.undo, begun: takesBack, winner });
}

function draw() {
  refresh($("winners"), [state.sheet.players, state.count?.winner], winners);
  refresh($("count-note"), state.count ? others(state) : [], () => [contradictions(state.count ? others(state) : [])].filter(Boolean));
  const left = racksOf(state);
  $("winner").hidden = own !== null;
  if (state.count) {
    takesBack = false;
    dropOpened(); // from here on the state itself says that the round is over
  }
  $("ending-close").textContent = t(takesBack ? "button.cancel" : "button.close");
  $("ending-write").hidden = !state.count;
  $("ending-write").textContent = t(own === null ? "ending.write" : "count.done");
  $("ending-end").hidden = own !== null || Boolean(state.count);
  $("count-out").hidden = own === null || !state.count;
  $("count-out").textContent = state.count?.winner ? t("count.out", { name: state.count.winner }) : t("stage.blocked");
  for (const { player } of left) if (!racks.has(player)) racks.set(player, new Rack(player, state.round, count));
  const cards = left.map(({ player }) => racks.get(player).element);
  if (cards.some((card, i) => $("racks").children[i] !== card) || $("racks").children.length !== cards.length) $("racks").replaceChildren(...cards);
  for (const { player } of left) racks.get(player).show(state);
  $("ending-still").hidden = !state.count?.winner || state.elsewhere; // who played elsewhere does not play on here
  $("ending-still").textContent = state.count?.winner ? t("verdict.still-holds", { name: state.count.winner }) : "";
  $("ending-pool").hidden = own !== null || state.count?.winner !== null || state.pool !== 0 || state.elsewhere;
  $("ending-rest").hidden = $("ending-write").disabled = !state.count;
}

/** Whether there is a rack to be counted: of everybody, or of a player. */
export const counts = (now, player = null) => Boolean(now.count) && (player === null || now.count.racks.some((rack) => rack.player === player));

/** The racks that are counted on this device. */
const racksOf = ({ count }) => (count?.racks ?? []).filter(({ player }) => own === null || player === own);

function winners() {
  const winner = state.count ? (state.count.winner ?? "") : chosen;
  const take = (value) => (state.count ? name(value) : choose(value));
  const chip = (value, text) => h("label", {}, h("input", { type: "radio", name: "winner", value, checked: value === winner, onchange: () => take(value) }), h("span", {}, text));
  return [...state.sheet.players.map((player) => chip(player, player)), chip("", t("ending.blocked"))];
}

/** Says who has gone out; where that is refused, nobody is chosen. */
async function name(winner) {
  settleLevel([]);
  if (await press("over", { winner: winner || null })) return;
  choose(null);
  refresh($("winners"), null, winners);
}

/** Counts a rack after those before it; whether the server took it. */
function count(player, rack) {
  settleLevel([]); // other racks may be level, or none
  const done = queue
    .then(() => press("count", { player, rack }))
    .then((isTaken) => {
      if (isTaken) $("ending-error").textContent = "";
      return isTaken;
    });
  queue = done;
  return done;
}

/** Asks who of these players wins a blocked round in which their racks are level; with none of them, asks nothing. */
export function settleLevel(players) {
  const chip = (player) => h("label", {}, h("input", { type: "radio", name: "level", value: player }), h("span", {}, player));
  $("level").hidden = !players.length;
  $("level-names").replaceChildren(...players.map(chip));
}

/** What is typed stays open while a button below it is pressed: counted meanwhile, it would grow and move the button from under the pointer. */
form.querySelector(".foot").addEventListener("mousedown", (event) => event.preventDefault());
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if ($("racks").contains(document.activeElement)) document.activeElement.blur(); // what was typed last counts first
  await queue;
  if (!state.count) return;
  for (const { player } of racksOf(state)) if (!(await racks.get(player).finish())) return;
  if (own !== null) {
    dialog.close(); // somebody else writes the score
    return;
  }
  const blocked = state.count.winner === null;
  const agreed = blocked ? form.elements.level?.value : state.count.winner;
  if (await press("score", { ...about, winner: agreed || null, blocked, racks: {} })) return;
  const left = racksOf(state).find(({ points }) => points === null);
  if (left)
    racks.get(left.player).element.scrollIntoView({ block: "nearest" }); // it is said which rack is missing, and it may be below the others
  else if (!$("level").hidden && !form.elements.level.value) showLevel();
});

/** Brings the question who of level players wins above the buttons, which may cover it, and the keyboard to its first answer. */
function showLevel() {
  $("level-names").querySelector("input").focus({ preventScroll: true });
  $("level").scrollIntoView({ block: "start" });
}

/** Enter in a field goes on to the next rack that is not counted. */
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.closest("#racks input")) return;
  const fields = [...racks.values()].map(({ input }) => input);
  const next = fields.slice(fields.indexOf(event.target) + 1).find((input) => !input.value);
  if (!next) return;
  event.preventDefault();
  next.focus();
});
$("ending-end").addEventListener("click", () => name(chosen));
$("ending-still").addEventListener("click", () => press("still-holds"));
$("ending-on").addEventListener("click", () => {
  if ($("pool-left").value) press("pool-holds", { tiles: $("pool-left").valueAsNumber });
  else $("pool-left").focus();
});
$("pool-left").addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault(); // it is not the score that is written
  $("ending-on").click();
});
$("ending-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => {
  if (takesBack && state.state === "deal") press("undo", { event: state.undo });
  takesBack = false;
  dropOpened();
});
