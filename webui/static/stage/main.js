// The stage: a screen for everybody at the table. It shows and is heard, and it presses nothing.

import "../install.js";
import { amiss } from "../amiss.js";
import { stayAwake } from "../awake.js";
import { isUnmeasured, measure } from "../blink.js";
import { followChallenge } from "../clip.js";
import { clock } from "../clock.js";
import { grown, onRoom, shrink } from "../fit.js";
import { shower } from "../party.js";
import { gain } from "../scores.js";
import { showSeats } from "../seats.js";
import { isAside } from "../shortcuts.js";
import { call, soundOf } from "../sound/button.js";
import { open } from "../sound/voice.js";
import { clockOf, inTurn, shown } from "../state.js";
import { follow } from "../stream.js";
import { $, h, onClick, refresh, signed, t } from "../texts.js";
import { named, overName } from "../words.js";
import { fitFelt, showFelt } from "./felt.js";
import { fitMoment, showMoment } from "./moment.js";
import { fitPhoto, showPhoto } from "./photo.js";
import { Scenes } from "./scenes.js";
import { fitVerdict, showVerdict } from "./verdict.js";

const NAME = { most: 320, least: 16 }; // pixels on a television

const scenes = new Scenes();
const sound = soundOf("stage");
/** What the stage shows besides the state. */
const stage = {
  /** @type {import("./scenes.js").Scene | null} */
  scene: null,
  timer: 0, // for when the scene has stayed for its time
};

/** Shows the state; asked again by itself when a scene has stayed for its time. */
function show() {
  const { state } = shown;
  clearTimeout(stage.timer);
  const { scene, again } = scenes.at(state, performance.now());
  if (again !== null) stage.timer = setTimeout(show, again);
  enter(scene);
  const ended = scene === "play" || scene === "setup" ? state : (scenes.ended ?? state);
  $("turn-label").textContent = label(ended);
  refresh($("turn-of"), named(ended), () => [named(ended)]);
  clock.set({ ...clockOf(ended), running: ended === state && state.clock.running });
  showGain(state);
  showSeats($("players"), state);
  $("measure").hidden = !isUnmeasured(state);
  const playing = scene === "play";
  const isBlind = playing && !state.watched && !state.table;
  $("stage").classList.toggle("blind", isBlind);
  $("mat").hidden = !playing || isBlind;
  notices();
  showMoment(scene, state, ended, scenes.counted);
  if (playing) {
    showVerdict(state);
    showPhoto(state);
    showFelt(state);
  } else {
    $("photo").hidden = $("verdict").hidden = true;
  }
  fit();
}

/**
 * Goes on with a scene; somebody who has gone out, or won the match, is celebrated.
 *
 * @param {import("./scenes.js").Scene} scene
 */
function enter(scene) {
  const isNew = stage.scene !== null && scene !== stage.scene;
  stage.scene = scene;
  $("stage").dataset.scene = scene;
  if (isNew && (scene === "match" || (scene === "won" && scenes.ended?.winner))) shower();
}

/**
 * What stands over the name: whose it is, and of which round, or that this is a film.
 *
 * @param {State} state
 */
function label(state) {
  const what = overName(state);
  const where = state.demo ? t("demo.title") : what && !state.over && t("where.round", { number: state.round });
  return [where, what].filter(Boolean).join(" · ");
}

/**
 * What the winner has won of the racks counted so far, or by the round that was written down last.
 *
 * @param {State} state
 */
function showGain({ sheet }) {
  const won = stage.scene === "count" ? scenes.counted?.count?.won : stage.scene === "sheet" ? gain(sheet) : null;
  $("gain").hidden = typeof won !== "number";
  $("gain").textContent = typeof won === "number" ? signed(won) : "";
}

function notices() {
  const list = amiss(shown.newest, shown.isOffline);
  $("notices").hidden = !list.length;
  refresh($("notices"), list, () => list.map(({ text }) => h("p", {}, text)));
}

function fit() {
  shrink($("turn-of"), grown(NAME));
  fitVerdict();
  fitPhoto();
  fitFelt();
  fitMoment();
}

follow(
  (state, last) => {
    sound.tell(last, state);
    show();
    followChallenge(state, last);
  },
  () => {
    notices();
    if (shown.newest) fit();
  },
);

clock.onSecond = sound.second;

onRoom($("stage"), () => shown.newest && fit());

/**
 * The first tap or key opens the loudspeakers and fills the screen: browsers allow neither before.
 *
 * @param {Event} event
 */
async function begin(event) {
  if (event instanceof KeyboardEvent && isAside(event.key)) return;
  for (const kind of ["pointerup", "keydown"]) removeEventListener(kind, begin);
  $("begin").hidden = true;
  if (shown.newest) fit(); // there is more room now
  if (!(event.target instanceof Element && event.target.closest(".control")) && document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => {}); // a refusal leaves the page as it is
  stayAwake();
  await open();
  const name = shown.newest && inTurn(shown.newest);
  if (name) call(name);
}
for (const kind of ["pointerup", "keydown"]) addEventListener(kind, begin);

onClick("measure", measure);
$("full").hidden = !document.fullscreenEnabled;
onClick("full", () => {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  done.catch(() => {}); // a refusal leaves the page as it is
});

stayAwake();
