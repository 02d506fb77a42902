// Keys that do something: each is noted where it is bound, and "?" lists them. Those of one character can be switched off, for who speaks to the computer
// or hits keys by chance (WCAG 2.1.4).

import { remember, remembered } from "./kept.js";

/** Keys that the page, and the keyboard itself, need. */
export const SYSTEM = ["Tab", "Escape", "Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock"];
const LIST = "?";
const KEPT = "tileref-keys";

/**
 * The keys that this page knows, by the key of the text that says what they do.
 *
 * @type {Map<string, () => string[]>}
 */
export const noted = new Map();

/**
 * Notes what these keys do where something has the focus that they work on; returns them.
 *
 * @template Ways
 * @param {string} text
 * @param {Record<string, Ways>} keys
 */
export function note(text, keys) {
  noted.set(text, () => Object.keys(keys));
  return keys;
}

/** Whether keys of one character do something, on this device. */
export const areOn = () => remembered(KEPT) !== false;

/** @param {boolean} on */
export const switchKeys = (on) => remember(KEPT, on);

/**
 * Has keys do something wherever they mean nothing else; an act that returns false did nothing.
 *
 * @param {string} text
 * @param {Record<string, () => unknown>} keys
 */
export function onKeys(text, keys) {
  note(text, keys);
  addEventListener("keydown", (event) => {
    const act = event.key.length > 1 || areOn() ? keys[event.key] : null;
    if (act && !event.ctrlKey && !event.metaKey && !event.altKey && !isTaken(event) && act() !== false) event.preventDefault();
  });
}

/**
 * Whether a key means what it says there: in a field, or where a dialog or a control that it works has the focus.
 *
 * @param {KeyboardEvent} event
 */
export function isTaken({ target, key }) {
  if (document.querySelector("dialog[open]") || !(target instanceof Element)) return true;
  return Boolean(target.closest("input, select, textarea")) || ([" ", "Enter"].includes(key) && Boolean(target.closest("button, a, summary, [role=button]")));
}

/**
 * Whether a key only asks for the list, or helps another one.
 *
 * @param {string} key
 */
export const isAside = (key) => key === LIST || SYSTEM.includes(key);

/** Opens the list of all of them. */
export async function listKeys() {
  const { showKeys } = await import("./help.js");
  showKeys();
}

onKeys("keys.list", { [LIST]: listKeys });
