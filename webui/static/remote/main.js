// The remote: what a player holds. One big button for one's own turn, the clock, the verdict; what everybody may press is the server's to say.

import "../install.js";
import "../language.js";
import "../required.js";
import { amiss } from "../amiss.js";
import { once, onRefusal, press, showing } from "../api.js";
import { keepAwake } from "../awake.js";
import { onSecond, setClock } from "../clock.js";
import { counts, openCount, showCount } from "../count/dialog.js";
import { goOut } from "../faceup.js";
import { preparePhoto } from "../photo.js";
import { fitText, onRoom } from "../stage/fit.js";
import { awaitsCount, clockOf, onTurn } from "../state.js";
import { follow } from "../stream.js";
import { $, h, refresh, t } from "../texts.js";
import { named } from "../words.js";
import { big } from "./big.js";
import { feel, feelSecond } from "./buzz.js";
import { showMore } from "./more.js";
import { follow as followRole, mine, onRole, pressesFor } from "./role.js";
import { asks, fitVerdict, showVerdict } from "./verdict.js";
import { isAsked, onWho, showWho } from "./who.js";

const NAME = { most: 64, least: 20 }; // pixels
const FORGET = 7000; // milliseconds after which a refusal has been read

let state = null;
let offline = false;
let refusal = null;
let forget = 0;

onRefusal((text, code) => {
  clearTimeout(forget);
  const form = code !== "sending" && document.querySelector(isAsked() ? "#who-error" : "dialog[open] .error");
  if (form) {
    form.textContent = text ?? "";
    refusal = null; // what stood at the top of the page is past
    show();
    return;
  }
  if (code === "offline") offline = true; // until the next state comes
  refusal = text;
  if (refusal && code !== "sending") {
    forget = setTimeout(() => {
      refusal = null;
      show();
    }, FORGET);
  }
  show();
});

function notices() {
  const list = amiss(state, offline && !refusal).map(({ text }) => ({ text, bad: true }));
  if (refusal) list.push({ text: refusal });
  refresh($("notices"), list, () => list.map(({ text, bad }) => h(bad ? "p.notice.bad" : "p.notice", {}, text)));
}

function show() {
  if (!state) return;
  const asked = isAsked();
  $("who").hidden = !asked;
  $("remote").hidden = asked;
  if (asked) {
    showWho(state);
    return;
  }
  const { role, player } = mine();
  const name = onTurn(state) ?? "";
  const isMine = role === "player" && state.state === "turn" && pressesFor(name);
  $("remote").className = ["remote", role, isMine ? "own" : "", asks(state) ? "asks" : "", offline ? "offline" : ""].filter(Boolean).join(" ");
  $("me").textContent = role === "player" ? player : t(role === "button" ? "role.button" : "role.is-watching");
  $("me").title = t("role.change");
  $("where").textContent = state.demo ? t("demo.title") : state.phase === "setup" ? "" : t("where.round", { number: state.round });
  notices();
  $("turn-label").textContent = label(isMine);
  $("turn-of").textContent = isMine ? t("remote.yours") : named(state);
  setClock(clockOf(state));
  $("clock").hidden = state.phase === "setup" || state.elsewhere || state.over || state.state === "restore" || asks(state); // where no time runs, reasons need the room
  if (role === "player") showCount(state, player);
  keys(role);
  showVerdict(state);
  $("remote").classList.toggle("untimed", $("clock").hidden && !$("verdict").hidden);
  showMore(state);
  fit();
}

function label(isMine) {
  if (state.phase === "setup" || awaitsCount(state)) return "";
  if (state.over) return t(state.winner ? "now.won" : "now.blocked");
  return isMine ? mine().player : t("now.turn");
}

function keys(role) {
  const { text, press: command } = big(state);
  const mayCount = role === "player" && counts(state, mine().player);
  $("keys").hidden = role === "watching" || asks(state);
  $("end").textContent = mayCount ? t("count.mine") : text;
  $("end").disabled = !command && !mayCount;
  const isTurn = command === "end";
  $("draw").disabled = $("call").disabled = $("open-tile").disabled = !isTurn;
  document.querySelector(".small-keys").hidden = state.phase !== "playing" || state.over || state.elsewhere; // no turn is to be ended
  $("draw").hidden = Boolean(state.faceUp?.discard);
  $("open-tile").hidden = !state.faceUp?.open || state.faceUp.discard;
}

function fit() {
  if (!state || $("remote").hidden) return;
  fitText($("turn-of"), NAME);
  fitVerdict();
}

$("end").addEventListener(
  "click",
  once(() => {
    const { press: command, body } = big(state);
    if (command) press(command, body);
    else openCount(state);
  }),
);
$("draw").addEventListener(
  "click",
  once(() => press("draw", { turn: state.turn })),
);
$("call").addEventListener("click", () => press("end", { turn: state.turn, called: true }));
$("open-tile").addEventListener("click", () => goOut(state));

preparePhoto(show);
onRole(show);
onWho(show);
onSecond((left) => offline || feelSecond(state, left)); // nobody knows whether that turn still runs
onRoom($("remote"), fit);

follow(
  (next) => {
    offline = false;
    feel(state, next);
    state = next;
    showing(state);
    followRole(state);
    show();
  },
  () => {
    offline = true;
    if (state) show();
  },
);

const stay = () =>
  keepAwake().then((kept) => {
    $("may-sleep").hidden = kept;
  });
stay();
addEventListener("pointerup", stay, { once: true }); // some browsers want a touch first
