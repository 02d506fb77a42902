// What is begun on this device and not yet counted: this tab keeps it, and goes on with it when the page is loaded anew.

import { remember, remembered } from "../kept.js";
import { jpeg } from "../shot.js";

/** @typedef {{ event: number | null, begun: boolean, winner: string | null }} Opened */

const TAB = "sessionStorage";
const OPENED = "tileref.unfinished.opened";
const RACK = "tileref.uncounted.";

/**
 * How the counting was opened: after which event, whether the round was begun for it, and who was chosen so far; null where it is not open.
 *
 * @type {() => Opened | null}
 */
export const opened = () => remembered(OPENED, TAB);

/** @param {Opened | null} value */
export const keepOpened = (value) => remember(OPENED, value, TAB);

/**
 * Keeps what is known of a player's rack in its round, with its photo where there is room for that.
 *
 * @param {string} player
 * @param {KeptRack} rack
 */
export function keepRack(player, rack) {
  const key = `${RACK}${player}`;
  if (!remember(key, rack, TAB) && !remember(key, { ...rack, photo: null }, TAB)) remember(key, null, TAB);
}

/**
 * What was kept of a player's rack in that `round`; null for nothing.
 *
 * @param {number} round
 * @param {string} player
 * @returns {KeptRack | null}
 */
export function rackOf(round, player) {
  const rack = remembered(`${RACK}${player}`, TAB);
  if (rack?.round !== round) return null;
  return { ...rack, photo: rack.photo && { ...rack.photo, href: URL.createObjectURL(jpeg(rack.photo.jpeg)) } };
}

/** Forgets every rack. */
export function dropRacks() {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(RACK)) sessionStorage.removeItem(key);
  } catch {
    // a browser that keeps nothing
  }
}
