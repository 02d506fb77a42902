// The desk: the evening as a strip of turns; one opens with its photos, its reading and its clauses.

import { $, h, refresh, t } from "../texts.js";
import { follow } from "../stream.js";
import { strip } from "./strip.js";
import { opened } from "./turn.js";

/** The evening that is looked at, as a query; empty for the one that is played. */
const which = new URLSearchParams(location.search).has("evening") ? `?evening=${Number(new URLSearchParams(location.search).get("evening"))}` : "";

let chosen = Number(location.hash.slice(1)) || null;
let turns = [];
let known = null;

/** Asks for the turns whenever the game has gone on. */
async function look(state) {
  const now = [state.verdict?.event, state.verdict?.outcome, state.ending, state.undo, state.redo, state.round].join();
  if (now === known) return;
  known = now;
  try {
    turns = (await (await fetch(`/evening${which}`)).json()).turns;
  } catch {
    known = null; // the next state tries again
    return;
  }
  draw();
  open();
}

function draw() {
  refresh($("strip"), [turns, chosen], () => (turns.length ? strip(turns, chosen, choose) : [h("li.hint", {}, t("desk.empty"))]));
  document.querySelector("#strip [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function choose(press) {
  chosen = press;
  history.replaceState(null, "", `${which}#${press}`);
  draw();
  open();
}

async function open() {
  const press = turns.some((turn) => turn.press === chosen) ? chosen : turns.at(-1)?.press;
  if (press === undefined) return;
  const answer = await fetch(`/evening/${press}${which}`).catch(() => null);
  if (!answer?.ok) return;
  const turn = await answer.json();
  refresh($("turn"), [turn], () => opened(turn));
}

document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || event.target.closest?.("input")) return;
  const at = turns.findIndex((turn) => turn.press === chosen);
  const next = turns[(at < 0 ? turns.length - 1 : at) + step];
  if (next) choose(next.press);
});

follow(look, () => {});
