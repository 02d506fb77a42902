// The desk: the evening as a strip of turns; one opens with its photos, its reading and its clauses.

import "../install.js";
import "../required.js";
import { onRefusal, press, showing } from "../api.js";
import { runsByItself } from "../state.js";
import { follow } from "../stream.js";
import { $, h, refresh, start, t } from "../texts.js";
import { taking } from "../words.js";
import { preparePhotos } from "./photos.js";
import { strip } from "./strip.js";
import { audited, opened } from "./turn.js";
import { which } from "./which.js";

const HALTING = { turn: "pause", paused: "resume" }; // a dispute is nobody's time

let chosen = Number(location.hash.slice(1)) || null;
let turns = [];
let known = null;
let state = null;
let isLost = false; // whether the line to the table is
let isAudit = false; // whether two photos are looked at, and no turn of the evening

/** Asks for the turns whenever the game has gone on. */
async function look(newest) {
  state = newest;
  showing(state);
  const pressesNothing = !start.host || runsByItself(state) || Boolean(which);
  for (const [id, event, what] of [
    ["undo", state.undo, state.undoes],
    ["redo", state.redo, state.redoes],
  ]) {
    $(id).hidden = pressesNothing || event === null;
    $(id).textContent = taking(`button.${id}`, what);
  }
  $("pause").hidden = pressesNothing || !HALTING[state.state];
  $("pause").textContent = HALTING[state.state] ? t(`desk.${HALTING[state.state]}`) : "";
  const now = [state.verdict?.event, state.verdict?.outcome, state.ending, state.undo, state.redo, state.round].join();
  if (now === known) return;
  known = now;
  try {
    turns = (await (await fetch(`evening${which}`)).json()).turns ?? []; // refused where the evening is past
  } catch {
    known = null; // the next state tries again
    return;
  }
  draw();
  open();
}

/** The turn that is chosen, or else the last one. */
const current = () => (turns.some((turn) => turn.press === chosen) ? chosen : turns.at(-1)?.press);

function draw() {
  document.querySelector(".strip").hidden = isAudit && !turns.length; // that no turn was ended has nothing to do with the photos
  refresh($("strip"), [turns, chosen, isAudit], () => (turns.length ? strip(turns, isAudit ? null : current(), choose) : [h("li.hint", {}, t("desk.empty"))]));
  document.querySelector("#strip [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function choose(ended) {
  chosen = ended;
  isAudit = false;
  history.replaceState(null, "", `${which}#${ended}`);
  draw();
  open();
}

async function open() {
  const ended = current();
  if (ended === undefined || isAudit) return;
  const answer = await fetch(`evening/${ended}${which}`).catch(() => null);
  if (!answer?.ok || isAudit) return;
  const turn = await answer.json();
  refresh($("turn"), [turn], () => opened(turn));
  if (location.hash === "#appeal") document.querySelector(".appeal")?.scrollIntoView({ block: "nearest" });
}

document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || event.target.closest?.("input, select, dialog")) return;
  const at = turns.findIndex((turn) => turn.press === chosen);
  const next = turns[(at < 0 ? turns.length - 1 : at) + step];
  if (next) choose(next.press);
});

onRefusal((text) => {
  const form = document.querySelector("dialog[open] .error");
  if (form) form.textContent = text ?? "";
  else tell(text);
});

/** Says what is the matter; null for nothing. */
function tell(text) {
  $("refusal").hidden = text === null;
  $("refusal").textContent = text ?? "";
}

$("pause").addEventListener("click", () => press(HALTING[state.state]));
for (const id of ["undo", "redo"]) $(id).addEventListener("click", () => press(id, { event: state[id] }));
preparePhotos((found, answer) => {
  isAudit = true;
  draw();
  refresh($("turn"), [Math.random()], () => audited(found, answer));
});

follow(
  (next) => {
    if (isLost) tell(null);
    isLost = false;
    look(next);
  },
  () => {
    isLost = true;
    tell(t("notice.offline"));
  },
);
