// What this browser keeps from one evening to the next.

/**
 * The value kept under `key`; of what is no JSON its text, and null where there is none, or the browser gives none.
 *
 * @param {string} key
 * @returns {unknown}
 */
export function remembered(key) {
  let text = null;
  try {
    text = localStorage.getItem(key);
    return JSON.parse(text ?? "null");
  } catch {
    return text;
  }
}

/**
 * Keeps `value` under `key`.
 *
 * @param {string} key
 * @param {unknown} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing: it is chosen again next time
  }
}
