// A screen that everybody looks at, or that looks at the table, does not go dark.

let lock = null;
let wanted = false;

/** Keeps the screen awake while the page is seen; false where the browser has no way to, or refuses. */
export async function keepAwake() {
  wanted = true;
  if (!navigator.wakeLock) return false; // only pages of this machine, or by HTTPS, have it
  if (lock) return true;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    return false; // a battery that runs low, or a page that nobody sees
  }
  lock.addEventListener("release", () => {
    lock = null;
  });
  return true;
}

/** Whether the screen is kept awake. */
export const isAwake = () => lock !== null;

/** Lets the screen go dark again. */
export function letSleep() {
  wanted = false;
  lock?.release();
}

document.addEventListener("visibilitychange", () => document.hidden || (wanted && keepAwake()));
