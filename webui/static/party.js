// Somebody has gone out, or won the match: every screen says so for a while, under a rain of tiles where people do not mind what moves.

import { avatar, COLOURS } from "./avatars.js";
import { finished, places, wonMatch } from "./scores.js";
import { h, t } from "./texts.js";

const STAYS = 5500; // milliseconds
const PIECES = 90;
const FALL = { least: 2.2, most: 4.2, spread: 1.6 }; // seconds of a piece's fall, and between the first and the last to begin

/** What is on the screen. */
const party = {
  /** @type {HTMLElement[]} */
  parts: [],
  timer: 0,
};

/**
 * What is celebrated between two states: that a match is won, that somebody has gone out, or nothing; nothing on coming to the table.
 *
 * @param {State | null} last
 * @param {State} state
 * @returns {"match" | "round" | null}
 */
export function occasion(last, state) {
  if (!last) return null;
  if (wonMatch(state)) return wonMatch(last) ? null : "match";
  return state.over && !last.over && state.winner ? "round" : null;
}

/** Ends what is celebrated. */
function end() {
  clearTimeout(party.timer);
  for (const part of party.parts) part.remove();
  party.parts = [];
}

/** @param {number} least @param {number} most */
const between = (least, most) => least + Math.random() * (most - least);

function piece() {
  const one = h(`i.p${Math.floor(Math.random() * COLOURS)}`);
  const drawn = { x: `${between(0, 100)}%`, long: `${between(FALL.least, FALL.most)}s`, after: `${between(0, FALL.spread)}s`, drift: `${between(-8, 8)}vw`, turn: `${between(-900, 900)}deg` };
  for (const [name, value] of Object.entries(drawn)) one.style.setProperty(`--${name}`, value);
  return one;
}

/**
 * Lets it rain for a while, and shows `banner` meanwhile, where there is one: over the dialog that is open, if one is.
 *
 * @param {HTMLElement | null} [banner]
 */
export function shower(banner = null) {
  end();
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const rain = isCalm ? null : h("div.pieces", { "aria-hidden": "true" }, ...Array.from({ length: PIECES }, piece));
  party.parts = [rain, banner].filter((part) => part !== null);
  const dialogs = document.querySelectorAll("dialog[open]");
  (dialogs[dialogs.length - 1] ?? document.body).append(...party.parts);
  party.timer = setTimeout(end, STAYS);
}

/**
 * Celebrates what has happened between two states, and ends that where it is taken back; `me` is who holds this device.
 *
 * Where the page `hasSheet`, that says who has won the match, and nothing lies over it but what falls.
 *
 * @param {State | null} last
 * @param {State} state
 * @param {{ me?: string | null, hasSheet?: boolean }} page
 */
export function celebrate(last, state, { me = null, hasSheet = false }) {
  if (!state.over) end();
  const what = occasion(last, state);
  if (!what) return;
  if (what === "match" && hasSheet) {
    shower();
    return;
  }
  const { sheet, winner } = state;
  const names = state.players.map(({ name }) => name);
  const told =
    what === "match" && sheet.finish
      ? [
          h("span.word", {}, t("party.match")),
          h("span.winner", {}, ...sheet.finish.winners.map((name) => h("span", {}, avatar(name, names), name))),
          h("span", {}, finished(sheet.finish)),
          places(sheet),
        ]
      : [h("span.word", {}, t("stage.rummikub")), h("span.winner", {}, avatar(winner ?? "", names), winner), h("span", {}, t(winner === me ? "party.you" : "stage.out"))];
  shower(h("div.banner", { role: "status", onclick: end }, ...told));
}
