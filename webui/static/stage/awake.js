// A screen that everybody looks at does not go dark.

let lock = null;

/** Keeps the screen awake while the page is seen; false where the browser has no way to, or refuses. */
export async function keepAwake() {
  if (!navigator.wakeLock) return false; // only pages of this machine, or by HTTPS, have it
  if (lock) return true;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    return false; // a battery that runs low, or a page that nobody sees
  }
  lock.addEventListener("release", () => { lock = null; });
  return true;
}

document.addEventListener("visibilitychange", () => document.hidden || keepAwake());
