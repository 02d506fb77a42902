// Which player somebody is, or that they only watch: one tap.

import { avatar } from "../avatars.js";
import { remember, remembered } from "../kept.js";
import { shown } from "../state.js";
import { $, h, onClick, refresh, t } from "../texts.js";
import { mine, take } from "./role.js";

/** Who somebody is. */
const question = { isOpen: false };

/** Whether the question is on the screen: nobody plays without an answer, and it can be answered anew. */
export const isAsked = () => question.isOpen || mine().role === "undecided";

/**
 * Draws the question; `state` is the table's.
 *
 * @param {State} state
 */
export function showWho(state) {
  const { role, player, seats, choices, device } = mine();
  const names = state.players.map(({ name }) => name);
  $("who-name").hidden = state.phase !== "setup" || Boolean(state.demo);
  $("who-hint").hidden = names.length > 0 && !state.demo;
  $("who-hint").textContent = t(state.demo ? "role.film" : "role.wait");
  $("who-play").hidden = !names.length;
  $("who-taken").hidden = !names.some((name) => isElsewhere(seats[name], device));
  $("who-close").hidden = role === "undecided";
  refresh($("who-choices"), [role, player, seats, choices, names], () => [
    ...names.map((name) => seat(name, names, isElsewhere(seats[name], device), role === "player" && player === name)),
    h("button.plain.other", { type: "button", "aria-pressed": String(role === "watching"), onclick: () => choose({ role: "watching" }) }, t("role.watching")),
    h("button.plain.other", { type: "button", onclick: () => location.assign("camera") }, t("phone.go")),
    choices.includes("host") ? h("button.plain.other", { type: "button", onclick: () => choose({ role: "host" }) }, t("role.host")) : null,
  ]);
}

/**
 * Whether another device than this one has the seat.
 *
 * @param {string | null} holder
 * @param {string | null} device
 */
const isElsewhere = (holder, device) => Boolean(holder) && holder !== device;

/**
 * @param {string} name
 * @param {string[]} names of all players
 * @param {boolean} isTaken
 * @param {boolean} isMine
 */
function seat(name, names, isTaken, isMine) {
  const button = h(
    "button.plain.seat",
    { type: "button", disabled: isTaken, "aria-pressed": String(isMine), onclick: () => choose({ role: "player", player: name }) },
    h("b", {}, avatar(name, names), name),
  );
  if (isTaken) button.append(h("small", {}, t("role.taken")));
  return button;
}

/**
 * Says below the question why a role was refused, or with null that it is past.
 *
 * @param {string | null} text
 */
export function sayWho(text) {
  $("who-error").textContent = text;
  return true;
}

/** @param {object} wanted */
async function choose(wanted) {
  if (await take(wanted)) put(false);
}

/** @param {boolean} isOpen */
function put(isOpen) {
  question.isOpen = isOpen;
  $("who-error").textContent = "";
  shown.redraw();
}

const NAME = "tileref.name"; // one's own, as it was typed last on this device
$("own-name").value = String(remembered(NAME) ?? "");
$("who-name").addEventListener("submit", async (event) => {
  event.preventDefault();
  const player = $("own-name").value.trim();
  remember(NAME, player);
  await choose({ role: "player", player });
});

onClick("me", () => put(true));
onClick("who-close", () => put(false));
