// How large a picture is asked for, and in which form.

const MEDIUM = 640; // pixels across, of what the server calls so
const DENSE = 1.5; // pixels of a screen by which a pixel of the page is told apart: those of phones have more

/**
 * What a picture's address says of its size, where it is drawn so many pixels wide: that it comes narrowed, or nothing.
 *
 * @param {number} width
 */
export const sizeFor = (width) => (width * Math.min(devicePixelRatio, DENSE) <= MEDIUM ? "medium" : "");

/**
 * Where a photo that was kept is found: whole, or as wide as it is drawn.
 *
 * @param {string} name
 * @param {string} [size]
 */
export const photoAt = (name, size = "") => `photos/${name}?webp&${size}`;
