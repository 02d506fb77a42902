// The stage: a screen for everybody at the table. It shows and is heard, and it presses nothing.

import "../install.js";
import { amiss } from "../amiss.js";
import { keepAwake } from "../awake.js";
import { HURRY, onSecond, setClock } from "../clock.js";
import { awaitsCount, clockOf, inTurn } from "../state.js";
import { follow } from "../stream.js";
import { $, h, refresh, signed, t } from "../texts.js";
import { named } from "../words.js";
import { fitFelt, showFelt } from "./felt.js";
import { fitText, grown, onRoom } from "./fit.js";
import { heard } from "./heard.js";
import { fitMoment, showMoment } from "./moment.js";
import { fitPhoto, showPhoto } from "./photo.js";
import { Scenes } from "./scenes.js";
import { showSeats } from "./seats.js";
import { isOn, open, play, say, setOn } from "./sound.js";
import { fitVerdict, showVerdict } from "./verdict.js";

const NAME = { most: 320, least: 16 }; // pixels on a television

const scenes = new Scenes();
let state = null;
let scene = null;
let offline = false;
let timer = 0;

/** Shows the state; asked again by itself when a scene has stayed for its time. */
function show() {
  clearTimeout(timer);
  const before = scene;
  const { scene: now, again } = scenes.at(state, performance.now());
  if (again !== null) timer = setTimeout(show, again);
  scene = now;
  $("stage").dataset.scene = scene;
  if (scene === "won" && before !== "won") play(scenes.ended.winner ? "won" : "time");
  const ended = scene === "play" || scene === "setup" ? state : (scenes.ended ?? state);
  $("turn-label").textContent = label(ended);
  $("turn-of").textContent = named(ended);
  setClock({ ...clockOf(ended), running: ended === state && state.clock.running });
  showGain();
  showSeats($("players"), state);
  const playing = scene === "play";
  $("mat").hidden = !playing;
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

/** What stands over the name: whose it is, and of which round, or that this is a film. */
function label(shown) {
  const where = shown.demo ? t("demo.title") : "";
  if (shown.phase === "setup" || awaitsCount(shown)) return where;
  const who = shown.over ? t(shown.winner ? "now.won" : "now.blocked") : t("now.turn");
  return [where || (!shown.over && t("where.round", { number: shown.round })), who].filter(Boolean).join(" · ");
}

/** What the winner has won of the racks counted so far, or by the round that was written down last. */
function showGain() {
  const column = scene === "sheet" ? state.sheet.columns.at(-1) : null;
  const won = scene === "count" ? scenes.counted?.count.won : column?.winner ? column.points[column.winner] : null;
  $("gain").hidden = typeof won !== "number";
  $("gain").textContent = typeof won === "number" ? signed(won) : "";
}

function notices() {
  const list = amiss(state, offline);
  $("notices").hidden = !list.length;
  refresh($("notices"), list, () => list.map(({ text }) => h("p", {}, text)));
}

function fit() {
  fitText($("turn-of"), grown(NAME));
  fitVerdict();
  fitPhoto();
  fitFelt();
  fitMoment();
}

follow(
  (next) => {
    offline = false;
    const last = state;
    state = next;
    for (const sound of heard(last, next)) {
      if (sound.say) say(t("stage.turn", { name: sound.say }));
      else play(sound.play);
    }
    show();
  },
  () => {
    offline = true;
    notices();
    if (state) fit();
  },
);

onSecond((left) => {
  if (left === null || state.state !== "turn") return;
  if (left > 0 && left <= HURRY) play("tick");
  if (left <= 0 && left > -1) play("time");
});

onRoom($("stage"), () => state && fit());

/** The first tap or key opens the loudspeakers and fills the screen: browsers allow neither before. */
async function begin(event) {
  if (event.type === "keydown" && (event.key === "Tab" || event.key === "Escape")) return;
  for (const kind of ["pointerup", "keydown"]) removeEventListener(kind, begin);
  $("begin").hidden = true;
  if (state) fit(); // there is more room now
  if (!event.target.closest?.(".control") && document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => {}); // a refusal leaves the page as it is
  keepAwake();
  await open();
  const name = state && inTurn(state);
  if (name) say(t("stage.turn", { name }));
}
for (const kind of ["pointerup", "keydown"]) addEventListener(kind, begin);

function showSound() {
  $("sound").setAttribute("aria-pressed", String(isOn()));
}
$("sound").addEventListener("click", () => {
  setOn(!isOn());
  showSound();
});
showSound();

$("full").hidden = !document.fullscreenEnabled;
$("full").addEventListener("click", () => {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  done.catch(() => {}); // a refusal leaves the page as it is
});

keepAwake().then((kept) => {
  $("may-sleep").hidden = kept;
});
