// The remote: what a player holds. One big button for one's own turn, the clock, the verdict; what everybody may press is the server's to say.

import "../install.js";
import "../language.js";
import { amiss, say } from "../amiss.js";
import { press, refusals } from "../api.js";
import { avatar } from "../avatars.js";
import { stayAwake } from "../awake.js";
import { followChallenge } from "../clip.js";
import { clock } from "../clock.js";
import { counting, counts } from "../count/dialog.js";
import { sayInDialog } from "../dialogs.js";
import { onRoom, shrink } from "../fit.js";
import { showKeys } from "../keys.js";
import { celebrate } from "../party.js";
import { soundOf } from "../sound/button.js";
import { clockOf, inTurn, shown } from "../state.js";
import { follow } from "../stream.js";
import { $, h, onceClicked, part, refresh, t } from "../texts.js";
import { named, overName, timeLeft } from "../words.js";
import { big } from "./big.js";
import { feel, feelSecond } from "./buzz.js";
import { showFacts } from "./facts.js";
import { showLens } from "./lens.js";
import { leave, see } from "./meanwhile.js";
import { showMore } from "./more.js";
import { follow as followRole, mine } from "./role.js";
import { asks, fitVerdict, showVerdict } from "./verdict.js";
import { isAsked, sayWho, showWho } from "./who.js";
import { witness } from "./witness.js";

const NAME = { most: 64, least: 20 }; // pixels

/** A player's phone lets that player's turns be heard, every other one all of them. */
const sound = soundOf("remote", (name) => mine().role !== "player" || mine().player === name);

refusals.told = (text, code) => {
  const isSaid = code !== "sending" && (isAsked() ? sayWho(text) : sayInDialog(text));
  say(isSaid ? null : text, code); // what stood at the top of the page is past
};

/** @param {State} state */
function showNotices(state) {
  const list = amiss(state, shown.isOffline && !shown.refusal).map(({ text }) => ({ text, bad: true }));
  if (shown.refusal) list.push({ text: shown.refusal, bad: false });
  refresh($("notices"), list, () => list.map(({ text, bad }) => h(bad ? "p.notice.bad" : "p.notice", {}, text)));
}

function show() {
  const state = shown.newest;
  if (!state) return;
  const asked = isAsked();
  $("who").hidden = !asked;
  $("remote").hidden = asked;
  if (asked) {
    showWho(state);
    return;
  }
  const { role, player } = mine();
  const isMine = role === "player" && inTurn(state) === player;
  const marks = { own: isMine, asks: asks(state), offline: shown.isOffline };
  $("remote").className = `remote ${role}`;
  for (const [mark, isOn] of Object.entries(marks)) $("remote").classList.toggle(mark, isOn);
  showHead(state);
  showFacts(state);
  showLens(state);
  showNotices(state);
  showTurn(state, isMine);
  if (role === "player") counting.show(player);
  keys(state, role);
  showVerdict(state);
  $("remote").classList.toggle("untimed", $("clock").hidden && !$("verdict").hidden);
  showMore(state);
  fit();
}

/**
 * Who holds the remote, and what is played.
 *
 * @param {State} state
 */
function showHead(state) {
  const { role, player } = mine();
  const name = role === "player" ? (player ?? "") : t(role === "button" ? "role.button" : "role.is-watching");
  refresh($("me"), [role, name, state.sheet.players], () => [role === "player" && avatar(name, state.sheet.players), name]);
  $("me").title = t("role.change");
  const own = state.players.find(({ name }) => name === player);
  const where = state.demo ? t("demo.title") : state.phase === "setup" ? "" : t("where.round", { number: state.round });
  $("where").textContent = (own && timeLeft(own, state)) || where; // there is room for one of them beside a long name
}

/**
 * Whose turn it is, and for how long.
 *
 * @param {State} state
 * @param {boolean} isMine
 */
function showTurn(state, isMine) {
  const [over, name] = isMine ? [mine().player, t("remote.yours")] : [overName(state), named(state, mine().player)];
  refresh($("turn-label"), over, () => [over]);
  refresh($("turn-of"), name, () => [name]);
  clock.set(clockOf(state));
  $("clock").hidden = state.phase === "setup" || state.elsewhere || state.over || state.state === "restore" || asks(state); // where no time runs, reasons need the room
}

/**
 * @param {State} state
 * @param {Role["role"]} role
 */
function keys(state, role) {
  const { text, press: command } = big(state);
  const mayCount = role === "player" && counts(state, mine().player);
  $("keys").hidden = role === "watching" || asks(state);
  const points = mayCount ? counted(state) : null;
  refresh($("end"), [text, mayCount, points], () => (points === null ? [mayCount ? t("count.mine") : text] : [h("span", {}, t("count.counted", { n: points })), h("small", {}, t("count.change"))]));
  $("end").disabled = !command && !mayCount;
  showKeys(state, command === "end");
  part(document, ".small-keys").hidden = state.phase !== "playing" || state.over || state.elsewhere; // no turn is to be ended
}

/**
 * The points of one's own rack, once it is counted; null before.
 *
 * @param {State} state
 */
const counted = ({ count }) => count?.racks.find(({ player }) => player === mine().player)?.points ?? null;

function fit() {
  if (!shown.newest || $("remote").hidden) return;
  shrink($("turn-of"), NAME);
  fitVerdict();
}

onceClicked("end", () => {
  const { press: command } = big(shown.state);
  if (command) press(command);
  else counting.open();
});

shown.redraw = show;
clock.onSecond = (left) => {
  sound.second(left);
  if (!shown.isOffline) feelSecond(shown.state, left); // nobody knows whether that turn still runs
};
onRoom($("remote"), fit);

follow(
  (state, last) => {
    sound.tell(last, state);
    const meanwhile = see(state);
    if (meanwhile) say(meanwhile);
    feel(last, state);
    followRole(state);
    witness(state);
    show();
    followChallenge(state, last);
    celebrate(last, state, { me: mine().player });
  },
  () => {
    leave();
    show();
  },
);

stayAwake();
addEventListener("pointerup", stayAwake, { once: true }); // some browsers want a touch first
