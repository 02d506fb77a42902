// The desk: the evening as a strip of turns; one opens with its photos, its reading and its clauses.

import "../install.js";
import { fetched, press, refusals } from "../api.js";
import { sayInDialog } from "../dialogs.js";
import { onKeys } from "../shortcuts.js";
import { runsByItself, shown } from "../state.js";
import { follow } from "../stream.js";
import { $, h, onClick, part, refresh, start, t } from "../texts.js";
import { taking } from "../words.js";
import { preparePhotos } from "./photos.js";
import { strip } from "./strip.js";
import { audited, opened, which } from "./turn.js";

/** @type {Record<string, "pause" | "resume">} */
const HALTING = { turn: "pause", paused: "resume" }; // a dispute is nobody's time

const NARROW = 900; // pixels below which the strip lies on its side, as in its style sheet

/** What the desk shows. */
const desk = {
  /** @type {number | null} the event of the turn that was touched */
  chosen: Number(location.hash.slice(1)) || null,
  /** @type {Turn[]} */
  turns: [],
  /** @type {string | null} of which game these are the turns */
  known: null,
  isLost: false, // whether the line to the table is
  isAudit: false, // whether two photos are looked at, and no turn of the evening
};

/**
 * Asks for the turns whenever the game has gone on.
 *
 * @param {State} state
 */
async function look(state) {
  const pressesNothing = !start.host || runsByItself(state) || Boolean(which);
  $("undo").hidden = pressesNothing || state.undo === null;
  $("undo").textContent = taking("button.undo", state.undoes);
  $("redo").hidden = pressesNothing || state.redo === null;
  $("redo").textContent = taking("button.redo", state.redoes);
  $("pause").hidden = pressesNothing || !HALTING[state.state];
  $("pause").textContent = HALTING[state.state] ? t(`desk.${HALTING[state.state]}`) : "";
  const now = [state.verdict?.event, state.verdict?.outcome, state.ending, state.undo, state.redo, state.round].join();
  if (now === desk.known) return;
  desk.known = now;
  try {
    desk.turns = (await (await fetch(`evening${which}`)).json()).turns ?? []; // refused where the evening is past
  } catch {
    desk.known = null; // the next state tries again
    return;
  }
  draw();
  open();
}

/** The turn that is chosen, or else the last one. */
const current = () => (desk.turns.some((turn) => turn.press === desk.chosen) ? desk.chosen : (desk.turns.at(-1)?.press ?? null));

function draw() {
  part(document, ".strip").hidden = desk.isAudit && !desk.turns.length; // that no turn was ended has nothing to do with the photos
  refresh($("strip"), [desk.turns, desk.chosen, desk.isAudit], () => (desk.turns.length ? strip(desk.turns, desk.isAudit ? null : current(), choose) : [h("li.hint", {}, t("desk.empty"))]));
  const here = document.querySelector("#strip [aria-current]");
  if (!here) return;
  const around = here.closest(innerWidth < NARROW ? "ol" : "nav") ?? here; // what scrolls is the strip, and never the page, which opens at its top
  const [place, room] = [here.getBoundingClientRect(), around.getBoundingClientRect()];
  around.scrollBy(place.left < room.left || place.right > room.right ? place.left - room.left : 0, place.top < room.top || place.bottom > room.bottom ? place.top - room.top : 0);
}

/** @param {number} ended */
function choose(ended) {
  desk.chosen = ended;
  desk.isAudit = false;
  history.replaceState(null, "", `${which}#${ended}`);
  draw();
  open();
}

async function open() {
  const ended = current();
  if (ended === null || desk.isAudit) return;
  const turn = await fetched(`evening/${ended}${which}`);
  if (!turn || desk.isAudit) return;
  refresh($("turn"), [turn], () => opened(turn));
  if (location.hash === "#appeal") document.querySelector(".appeal")?.scrollIntoView({ block: "nearest" });
}

/**
 * Opens the turn so many after the one that is open.
 *
 * @param {number} step
 */
function go(step) {
  const at = desk.turns.findIndex((turn) => turn.press === desk.chosen);
  const next = desk.turns[(at < 0 ? desk.turns.length - 1 : at) + step];
  if (next) choose(next.press);
}

onKeys("keys.turns", { ArrowLeft: () => go(-1), ArrowRight: () => go(1) });

refusals.told = (text) => {
  if (!sayInDialog(text)) tell(text);
};

/**
 * Says what is the matter; null for nothing.
 *
 * @param {string | null} text
 */
function tell(text) {
  $("refusal").hidden = text === null;
  $("refusal").textContent = text ?? "";
}

onClick("pause", () => press(HALTING[shown.state.state]));
onClick("undo", () => press("undo", {}));
onClick("redo", () => press("redo", {}));
preparePhotos((found, answer) => {
  desk.isAudit = true;
  draw();
  refresh($("turn"), [Math.random()], () => audited(found, answer));
});

follow(
  (next) => {
    if (desk.isLost) tell(null);
    desk.isLost = false;
    look(next);
  },
  () => {
    desk.isLost = true;
    tell(t("notice.offline"));
  },
);
