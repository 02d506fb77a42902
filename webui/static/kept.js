// What this browser keeps from one evening to the next.

/** The value kept under `key`; null where there is none. */
export function remembered(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

/** Keeps `value` under `key`. */
export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing: it is chosen again next time
  }
}
