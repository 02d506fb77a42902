// As large as it fits, and of a list as much.

import { t } from "./texts.js";

const STEP = 0.94;
const TELEVISION = 1920 + 1080; // pixels of its width and height together

/**
 * Calls `fit` whenever the element has another size, or the letters of the page have come.
 *
 * @param {Element} element
 * @param {() => unknown} fit
 */
export function onRoom(element, fit) {
  new ResizeObserver(fit).observe(element);
  document.fonts.addEventListener("loadingdone", fit);
}

/**
 * What may be `most` pixels large on a television, and on a screen with more pixels as many more: sizes for `shrink`, the least as it is.
 *
 * @param {Sizes} sizes
 */
export function grown({ most, least }) {
  const { clientWidth, clientHeight } = document.documentElement;
  return { most: most * Math.max(1, (clientWidth + clientHeight) / TELEVISION), least };
}

/** @param {HTMLElement} element */
const isWhole = (element) => element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight;

/**
 * Makes the text of an element as large as it may be, from `most` pixels downwards until `fits` holds or `least` is reached; whether it holds.
 *
 * @param {HTMLElement} element
 * @param {Sizes} sizes
 * @param {() => boolean} [fits] by itself, whether the element shows all that is in it
 * @param {(pixels: number) => unknown} [size]
 */
export function shrink(element, { most, least }, fits = () => isWhole(element), size = (pixels) => element.style.setProperty("font-size", `${pixels}px`)) {
  for (let pixels = most; pixels > least; pixels *= STEP) {
    size(pixels);
    if (fits()) return true;
  }
  size(least);
  return fits();
}

/**
 * Shows all items of a list, and not its last one, `rest`, which says how many are left out; a card without a list has neither.
 *
 * @param {HTMLElement[]} items
 * @param {HTMLElement | undefined} rest
 */
export function showAll(items, rest) {
  for (const item of items) item.hidden = false;
  if (rest) rest.hidden = true;
}

/**
 * Leaves out the last items of a list, but for the first, until `fits` holds, and says in `rest`, or on its button, how many.
 *
 * @param {HTMLElement[]} items
 * @param {HTMLElement | undefined} rest
 * @param {() => boolean} fits
 */
export function leaveOut(items, rest, fits) {
  for (let n = 1; rest && n < items.length && !fits(); n += 1) {
    items[items.length - n].hidden = true;
    rest.hidden = false;
    (rest.querySelector("button") ?? rest).textContent = t("stage.more", { n });
  }
}
