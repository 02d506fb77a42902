// A screen that everybody looks at, or that looks at the table, does not go dark.

import { $ } from "./texts.js";

/** What keeps the screen awake. */
const screen = {
  /** @type {WakeLockSentinel | null} */
  lock: null,
  isWanted: false,
};

/** Keeps the screen awake while the page is seen; false where the browser has no way to, or refuses. */
export async function keepAwake() {
  screen.isWanted = true;
  if (!navigator.wakeLock) return false; // only pages of this machine, or by HTTPS, have it
  if (screen.lock) return true;
  try {
    screen.lock = await navigator.wakeLock.request("screen");
  } catch {
    return false; // a battery that runs low, or a page that nobody sees
  }
  screen.lock.addEventListener("release", () => {
    screen.lock = null;
  });
  return true;
}

/** The same, on a page that says so where it cannot. */
export async function stayAwake() {
  $("may-sleep").hidden = await keepAwake();
}

/** Whether the screen is kept awake. */
export const isAwake = () => screen.lock !== null;

/** Lets the screen go dark again. */
export function letSleep() {
  screen.isWanted = false;
  screen.lock?.release();
}

document.addEventListener("visibilitychange", () => document.hidden || (screen.isWanted && keepAwake()));
