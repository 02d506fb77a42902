// As large as it fits.

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

/**
 * Sets `size` from `most` pixels downwards until `fits` holds or `least` is reached; whether it holds.
 *
 * @param {Sizes} sizes
 * @param {(pixels: number) => unknown} size
 * @param {() => boolean} fits
 */
export function shrink({ most, least }, size, fits) {
  for (let pixels = most; pixels > least; pixels *= STEP) {
    size(pixels);
    if (fits()) return true;
  }
  size(least);
  return fits();
}

/**
 * Sets text as large as its box allows, between pixels of font size.
 *
 * @param {HTMLElement} element
 * @param {Sizes} sizes
 */
export function fitText(element, sizes) {
  return shrink(
    sizes,
    (pixels) => {
      element.style.fontSize = `${pixels}px`;
    },
    () => element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight,
  );
}
