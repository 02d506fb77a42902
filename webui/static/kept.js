// What this browser keeps from one evening to the next, or in "sessionStorage" a tab until it is closed.

/** @typedef {"localStorage" | "sessionStorage"} Store */

/**
 * The value kept under `key`; of what is no JSON its text, and null where there is none, or the browser gives none.
 *
 * @param {string} key
 * @param {Store} [store]
 */
export function remembered(key, store = "localStorage") {
  let text = null;
  try {
    text = window[store].getItem(key);
    return JSON.parse(text ?? "null");
  } catch {
    return text;
  }
}

/**
 * Keeps `value` under `key`; whether there was room for it.
 *
 * @param {string} key
 * @param {unknown} value
 * @param {Store} [store]
 */
export function remember(key, value, store = "localStorage") {
  try {
    window[store].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // a browser that keeps nothing, or no more
  }
}
