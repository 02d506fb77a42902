// The page: takes the state from the server and shows it; presses buttons. It knows no rules.

import "./language.js";
import "./install.js";
import { amiss, say } from "./amiss.js";
import { press, refusals } from "./api.js";
import { drawAgain } from "./before.js";
import { EVERYBODY, hearButtons } from "./buttons.js";
import { showCamera } from "./camera.js";
import { aboutCameras, chooses, openCameras, playOwn } from "./cameras.js";
import { followChallenge } from "./clip.js";
import { clock } from "./clock.js";
import { opened } from "./count/unfinished.js";
import { onSent, open, sayInDialog } from "./dialogs.js";
import { onRoom, shrink } from "./fit.js";
import { offerFlat } from "./flat.js";
import { showKeys } from "./keys.js";
import { celebrate } from "./party.js";
import { gain } from "./scores.js";
import { showSeats } from "./seats.js";
import { showSheet } from "./sheet.js";
import { listKeys } from "./shortcuts.js";
import { placeCamera, showSight } from "./sight.js";
import { soundOf } from "./sound/button.js";
import { awaitsCount, BIG, clockOf, onTurn, runsByItself, shown } from "./state.js";
import { stayHost } from "./staying.js";
import { follow } from "./stream.js";
import { switchText } from "./switches.js";
import { showTable } from "./table.js";
import { $, bookTitle, h, onClick, onceClicked, part, refresh, signed, start, t } from "./texts.js";
import { showVerdict } from "./verdict.js";
import { deed, named, overName, taking } from "./words.js";

/** @typedef {import("./amiss.js").Notice & { acts?: { label: string, act: () => unknown }[], bad?: boolean, passing?: boolean }} PageNotice */

const NAME = { most: 160, least: 16 }; // pixels
const WIDE = matchMedia("(min-width: 900px)");
/**
 * What the page does besides showing a turn, once it was wanted.
 *
 * @type {{ is: typeof import("./aside.js") | null }}
 */
const aside = { is: null };

/** Brings what the page does besides showing a turn, and has it follow the game from here on. */
async function bringAside() {
  if (!aside.is) {
    aside.is = await import("./aside.js");
    shown.redraw();
  }
  return aside.is;
}

/**
 * Whether a state wants that: there is a form to be filled in, or a rack to be counted, also one that was begun before the page was loaded anew.
 *
 * @param {State} state
 */
const wantsAside = (state) => state.phase === "setup" || Boolean(state.count || opened());

/** @param {keyof typeof import("./aside.js").ways} way */
const openAside = (way) => async () => (await bringAside()).ways[way]();

const sound = soundOf("host");

shown.redraw = () => (shown.newest ? show(shown.newest, shown.newest) : showNotices());
const makeRoom = () => $("game").style.setProperty("--told", `${$("notices").offsetHeight}px`);
new ResizeObserver(makeRoom).observe($("notices"));

refusals.told = (text, code = "", values = {}) => {
  if (text === null || code === "sending") {
    say(text, code);
    return;
  }
  if (code === "again") drawAgain(values.names ?? []);
  const isSaid = aside.is ? aside.is.refuse(text, code, values) : sayInDialog(text);
  say(isSaid ? null : text, code); // what stood at the top of the page is past
};

function showNotices() {
  const state = shown.newest;
  /** @type {PageNotice[]} */
  const list = [...amiss(state, shown.isOffline).map((one) => ({ ...one, bad: true })), ...aboutCameras(state)];
  if (shown.refusal && !isInSight(list, shown.refusal)) list.push({ text: shown.refusal, passing: true });
  refresh($("notices"), list, () => list.map(notice));
}

/**
 * Whether `text` stands among these at the top of the page, and that is not scrolled out of sight: else whoever pressed would not see it.
 *
 * @param {PageNotice[]} list
 * @param {string} text
 */
const isInSight = (list, text) => list.some((one) => one.text === text) && $("notices").getBoundingClientRect().top >= 0;

/**
 * One notice, with the buttons that settle it, if there are any.
 *
 * @param {PageNotice} one
 */
function notice({ text, title, command, label, ofCamera, acts = [], bad, passing }) {
  const line = h(["p.notice", bad && "bad", passing && "passing"].filter(Boolean).join("."), { title }, text);
  const ways = [command && { label: label ?? "", act: () => press(command) }, ofCamera && chooses && { label: "cameras.another", act: openCameras }, ...acts].filter(Boolean);
  for (const { label: name, act } of ways) line.append(" ", h("button.plain", { type: "button", onclick: () => [act(), showNotices()] }, t(name)));
  return line;
}

/**
 * Puts the notices at the top of the page, in a game on a wide screen over the felt: what comes and goes moves no button there.
 *
 * @param {boolean} setup
 */
function placeNotices(setup) {
  const list = $("notices");
  const isOver = !setup && WIDE.matches;
  if (isOver === (list.parentElement === $("game"))) return;
  if (isOver) $("game").prepend(list);
  else document.querySelector("main")?.before(list);
}

/**
 * Which round is played, and by which rules.
 *
 * @param {State} state
 */
function whereOf({ round, rulebook }) {
  return rulebook ? [t("where.round", { number: round }), bookTitle(rulebook), ...rulebook.switches.map(switchText)].join(" · ") : "";
}

/**
 * @param {State} state
 * @param {State | null} last
 */
function show(state, last) {
  const wasSetup = last?.phase === "setup";
  if (state.camera.asks && !last?.camera.asks) $("invite")?.close(); // the phone has scanned it; what it asks stands behind it
  const setup = state.phase === "setup";
  $("setup").hidden = !setup || Boolean(state.demo) || !aside.is; // the film's table is set by the film
  $("game").hidden = setup;
  $("game").dataset.state = state.state;
  if (wasSetup && !setup) scrollTo(0, 0); // the button that began the round stood at the end of the form
  $("setup-undo").hidden = !state.undo;
  $("setup-undo").textContent = taking("button.undo", state.undoes);
  $("redo").textContent = taking("button.redo", state.redoes);
  $("undo-what").textContent = deed(state.undoes);
  $("where").textContent = setup ? "" : whereOf(state);
  $("film").hidden = !state.demo;
  $("film-again").hidden = !state.demo?.over;
  showNotices();
  offerFlat(state);
  placeNotices(setup);
  makeRoom();
  stayHost(state);
  placeCamera(setup);
  $("camera").hidden = !setup && !state.watched;
  aside.is?.follow(state);
  if (setup) {
    showSight(state);
    showCamera(state);
    return;
  }
  showTurn(state);
  showButtons(state);
  showVerdict(state);
  showCamera(state);
  showSheet(state);
  showTable(state); // whose tiles are as large as the room that all that leaves
}

/**
 * Who plays, whose turn it is, and for how long.
 *
 * @param {State} state
 */
function showTurn(state) {
  const isOpen = state.turn === 0 && !state.elsewhere && !state.ending && !state.over && !state.demo;
  showSeats($("players"), state, isOpen ? (player) => press("first", { player }) : null);
  refresh(part(document, ".turn .label"), overName(state), () => [overName(state)]);
  refresh($("turn-of"), named(state), () => [named(state)]);
  clock.set(clockOf(state));
  $("clock").hidden = state.elsewhere;
  const isScored = state.phase === "scored";
  const won = gain(state.sheet);
  $("gain").hidden = !isScored;
  $("gain").textContent = won === null ? "" : signed(won);
  $("game").classList.toggle("unwatched", !state.watched);
  $("game").classList.toggle("scored", isScored);
  $("game").classList.toggle("blind", !state.watched && !state.table && !isScored);
  $("game").style.setProperty("--above", `${$("game").offsetTop}px`);
  fitName();
}

const fitName = () => shrink($("turn-of"), NAME);
onRoom($("turn-of"), fitName);

/**
 * What can be pressed, and what stands on the big button.
 *
 * @param {State} state
 */
function showButtons(state) {
  const { over, demo } = state;
  const plays = runsByItself(state);
  const noTurn = plays || state.state !== "turn";
  const noneToEnd = over || state.elsewhere;
  showKeys(state, !noTurn);
  const { text, act } = big(state);
  $("end").disabled = !act;
  $("end-text").textContent = t(text);
  $("undo").disabled = !state.undo || plays;
  $("redo").hidden = !state.redo || plays;
  $("over").hidden = noneToEnd || plays;
  $("pause").hidden = noneToEnd || noTurn; // where the clock stands, the big button goes on
  $("self").hidden = !demo;
  $("area-actions").hidden = Boolean(demo);
  $("mend-open").hidden = Boolean(demo);
  if (demo) $("by-myself").checked = !demo.byItself;
}

/**
 * The one big button: what stands on it, and what it does, which is what the state of the game asks for next. Without an `act` it is disabled.
 *
 * @param {State} state
 * @returns {{ text: string, act?: () => unknown }}
 */
function big(state) {
  if (awaitsCount(state)) return { text: "ways.count", act: openAside("count") };
  if (state.phase === "scored") return state.demo ? { text: "demo.again", act: () => press("demo", { again: true }) } : { text: "button.next", act: () => press("next", {}) };
  if (state.over) return { text: "button.write", act: openAside("count") };
  const [text, command] = BIG[state.state] ?? ["button.end"];
  const isFilm = runsByItself(state) && ["turn", "restore"].includes(state.state); // the film presses it, too
  return { text, act: command && !isFilm ? () => press(command) : undefined };
}

const endTurn = () => shown.newest && big(shown.newest).act?.();

/**
 * A player's button does what the big one does, where that is the player's to do; the table's button always does.
 *
 * @param {string} player
 */
function endFor(player) {
  const state = shown.newest;
  if (!state || runsByItself(state)) return;
  const [, command] = BIG[state.state] ?? [];
  const whose = state.state === "restore" ? [onTurn(state), state.verdict?.player] : [onTurn(state)];
  if (player === EVERYBODY) endTurn();
  else if (command === "end") press("end", { player });
  else if (command && state.state !== "paused" && whose.includes(player)) press(command);
}

onceClicked("end", endTurn);
hearButtons(endFor);
onClick("redo", () => press("redo", {}));
onClick("keys-open", listKeys);
for (const button of [$("undo"), $("setup-undo")]) button.addEventListener("click", () => press("undo", {}));
onClick("pause", () => press("pause"));
onClick("over", openAside("count"));
onClick("mend-open", openAside("mend"));
onceClicked("score-next", openAside("countNext"));
onClick("play-again", openAside("playAgain"));
onClick("new-game", () => (shown.state.demo && chooses ? playOwn() : open($("anew"))));
$("film-leave")?.addEventListener("click", async () => {
  $("film-leave").disabled = true; // a camera may be opened for it, which takes its time
  await playOwn();
  $("film-leave").disabled = false;
});
onClick("film-again", () => press("demo", { again: true }));
onSent($("anew-form"), () => press("new-game"));
$("by-myself").addEventListener("change", () => press("demo", { byItself: !$("by-myself").checked }));

// A button that was clicked must not swallow the space bar that ends the next turn.
document.addEventListener("click", (event) => event.detail > 0 && event.target instanceof Element && event.target.closest("button")?.blur());

if (start.invitation) {
  $("invite-open").hidden = false;
  onClick("invite-open", openAside("invite"));
}

clock.onSecond = sound.second;

follow(async (state, last) => {
  sound.tell(last, state);
  show(state, last);
  if (wantsAside(state)) await bringAside();
  followChallenge(state, last);
  celebrate(last, state, { hasSheet: true }); // over the dialog that has opened
}, showNotices);
