// As large as it fits.

const STEP = 0.94;

/** Sets `size` from `most` pixels downwards until `fits` holds or `least` is reached; whether it holds. */
export function shrink({ most, least }, size, fits) {
  for (let pixels = most; pixels > least; pixels *= STEP) {
    size(pixels);
    if (fits()) return true;
  }
  size(least);
  return fits();
}

/** Sets text as large as its box allows, between pixels of font size. */
export function fitText(element, sizes) {
  return shrink(sizes, (pixels) => { element.style.fontSize = `${pixels}px`; }, () => element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight);
}
