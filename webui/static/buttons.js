// Keys that were learnt: any key of a keyboard, a presenter, a Bluetooth button or a Makey board can be a player's button, or the one of the table.

import { remember, remembered } from "./kept.js";
import { isTaken, noted, SYSTEM } from "./shortcuts.js";

const KEPT = "tileref-buttons";
/** Whoever is on turn: the button in the middle of the table. */
export const EVERYBODY = "";

/**
 * Whose button each key is.
 *
 * @returns {Record<string, string>}
 */
const learnt = () => Object(remembered(KEPT));

/**
 * The name of the key that was pressed: where it lies, or what it does where a device says no more.
 *
 * @param {KeyboardEvent} event
 */
const keyOf = ({ code, key }) => code || key;

/**
 * The key that is a player's button; undefined where there is none.
 *
 * @param {string} player
 */
export const buttonOf = (player) => Object.entries(learnt()).find(([, whose]) => whose === player)?.[0];

/**
 * Makes a key a player's button, and no other key; without a key the player has none.
 *
 * @param {string} player
 * @param {string} [key]
 */
export function give(player, key) {
  const others = Object.entries(learnt()).filter(([other, whose]) => other !== key && whose !== player);
  remember(KEPT, Object.fromEntries(key ? [...others, [key, player]] : others));
}

/**
 * The button of a player who goes by another name.
 *
 * @param {string} player
 * @param {string} name
 */
export const rename = (player, name) => give(name, buttonOf(player));

/** What is told of the next key, while one is learnt. */
const ear = {
  /** @type {((key: string | null) => unknown) | null} */
  told: null,
};

/**
 * Tells which key is pressed next; null once Escape is, or another or none is to be learnt.
 *
 * @param {((key: string | null) => unknown) | null} told
 */
export function learn(told) {
  ear.told?.(null);
  ear.told = told;
}

/**
 * Has `act` told whose button was pressed, whenever one is.
 *
 * @param {(player: string) => unknown} act
 */
export function hearButtons(act) {
  const heard = (/** @type {KeyboardEvent} */ event) => {
    if (ear.told && (event.key === "Escape" || !SYSTEM.includes(event.key))) {
      const { told } = ear;
      ear.told = null;
      told(event.key === "Escape" ? null : keyOf(event));
    } else {
      const player = learnt()[keyOf(event)];
      if (player === undefined || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
      if (!event.repeat) act(player);
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("keydown", heard, true);
  noted.set("mend.keys", () => Object.keys(learnt()));
}
