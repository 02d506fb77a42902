// A tile cut out of a photo.

import { photoAt } from "./resolution.js";
import { middle } from "./shapes.js";
import { h, s, t } from "./texts.js";

const TALL = 1.35; // of the tile's longer side: some of the table around it is seen, too
const WIDE = 0.8125; // of the height

/**
 * The part of a photo around a tile, turned so that it is read upright; `corners` in pixels of a photo of `width` x `height`.
 *
 * @param {string} photo
 * @param {number} width
 * @param {number} height
 * @param {number[][]} corners
 */
export function crop(photo, width, height, corners) {
  const [topLeft, topRight, bottomRight, bottomLeft] = corners;
  const [x, y] = middle(corners);
  const length = (/** @type {number[]} */ [x1, y1], /** @type {number[]} */ [x2, y2]) => Math.hypot(x2 - x1, y2 - y1);
  const side = Math.max(length(topLeft, topRight), length(topLeft, bottomLeft), length(bottomLeft, bottomRight)) * TALL;
  const turned = (Math.atan2(topRight[1] - topLeft[1], topRight[0] - topLeft[0]) * 180) / Math.PI;
  const view = [x - (side * WIDE) / 2, y - side / 2, side * WIDE, side].join(" ");
  const image = s("image", { href: photo, width, height, transform: `rotate(${-turned} ${x} ${y})` });
  return s("svg", { viewBox: view, role: "img", "aria-label": t("picker.photo") }, image);
}

/**
 * The same of the photo that a verdict was given by, within an element; null where there is none.
 *
 * @param {string} spec
 * @param {Verdict} verdict
 * @param {number[][]} corners
 */
export const cutOut = (spec, { photo, table }, corners) => photo && h(spec, {}, crop(photoAt(photo), table.width, table.height, corners));
