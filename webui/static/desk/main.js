// The desk: the evening as a strip of turns; one opens with its photos, its reading and its clauses.

import "../install.js";
import { fetched, press, refusals } from "../api.js";
import { followChallenge } from "../clip.js";
import { sayInDialog } from "../dialogs.js";
import { onKeys } from "../shortcuts.js";
import { runsByItself, shown } from "../state.js";
import { follow } from "../stream.js";
import { $, h, onClick, part, refresh, start, t } from "../texts.js";
import { taking } from "../words.js";
import { at, show, stepBy } from "./looked.js";
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
  /** @type {number | null} the event of the turn that is shown in full */
  shown: null,
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
  $("bar").classList.remove("waits");
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

/**
 * @param {number} ended
 * @param {import("./looked.js").Step} step
 */
function choose(ended, step = "after") {
  desk.chosen = ended;
  desk.isAudit = false;
  at.step = step;
  history.replaceState(null, "", `${which}#${ended}`);
  draw();
  open();
}

async function open() {
  const ended = current();
  if (ended === null || desk.isAudit) return;
  const turn = await fetched(`evening/${ended}${which}`);
  if (!turn || desk.isAudit || ended !== current()) return;
  desk.shown = ended;
  refresh($("turn"), [turn], () => opened(turn, choose));
  show(at.step);
  if (location.hash === "#appeal") document.querySelector(".appeal")?.scrollIntoView({ block: "nearest" });
}

/**
 * The turn so many places on, if there is one.
 *
 * @param {number} by
 */
const beyond = (by) => desk.turns[desk.turns.findIndex((turn) => turn.press === current()) + by]?.press;

/**
 * Goes on in the turn that is shown, and beyond its last step to the next turn; an audit has none.
 *
 * @param {number} by
 */
function walk(by) {
  const isShown = desk.isAudit || desk.shown === current();
  if (isShown && stepBy(by)) return;
  const next = desk.isAudit ? undefined : beyond(by);
  if (next !== undefined) choose(next, by < 0 ? "after" : "before");
}

/** @param {number} by */
function walkStrip(by) {
  const next = beyond(by);
  if (next === undefined) return;
  choose(next);
  part(document, "#strip [aria-current]").focus();
}

const isInStrip = () => Boolean(document.activeElement?.closest(".strip")); // which stands upright or lies

onKeys("keys.turns", {
  ArrowLeft: () => (isInStrip() ? walkStrip(-1) : walk(-1)),
  ArrowRight: () => (isInStrip() ? walkStrip(1) : walk(1)),
});
onKeys("keys.strip", {
  ArrowUp: () => isInStrip() && walkStrip(-1),
  ArrowDown: () => isInStrip() && walkStrip(1),
});

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
  desk.shown = null;
  at.step = "after";
  draw();
  refresh($("turn"), [Math.random()], () => audited(found, answer));
});

follow(
  (next, last) => {
    followChallenge(next, last);
    if (desk.isLost) tell(null);
    desk.isLost = false;
    look(next);
  },
  () => {
    desk.isLost = true;
    tell(t("notice.offline"));
  },
);
