// The tiles of a rack, on the photo of it and as they were read; a tap changes one.

import { asPoints, isWithin } from "../shapes.js";
import { jpeg } from "../shot.js";
import { h, s, t } from "../texts.js";
import { spoken, tile } from "../tile.js";

/** @type {Record<string, string>} */
const INKS = { K: "#1f1d1b", R: "#b3152a", B: "#14489c", O: "#b55a00", J: "#b3152a", "?": "#6d6250" };
const QUALITY = 0.85;
const AROUND = 0.7; // of a tile's height, what is shown around all of them
const LABEL = 0.62; // of a tile's width, the height of its name on the photo

/**
 * The classes that say what is the matter with a tile.
 *
 * @param {RackTile} tile
 * @param {Set<string>} blame
 */
const signs = ({ tile: name, doubt }, blame) => [doubt && "doubt", blame.has(name) && "blamed"].filter(Boolean);

/**
 * The tiles side by side, each a button.
 *
 * @param {RackTile[]} seen
 * @param {Set<string>} blame
 * @param {(index: number) => unknown} change
 */
export function row(seen, blame, change) {
  return h("div.set", { role: "group" }, ...seen.map((one, i) => tile(one.tile, { signs: signs(one, blame), onclick: () => change(i) })));
}

/**
 * The part of a photo in which these tiles lie, with some of what is around them, and where its corner was.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {ReadRack["seen"]} seen
 * @returns {RackPhoto}
 */
export function partOf(canvas, seen) {
  const at = (/** @type {number} */ axis) => seen.flatMap(({ corners }) => corners.map((corner) => corner[axis]));
  const [[x, y], , , [xBelow, yBelow]] = seen[0].corners;
  const margin = AROUND * Math.hypot(xBelow - x, yBelow - y);
  const [left, up] = [0, 1].map((axis) => Math.max(0, Math.floor(Math.min(...at(axis)) - margin)));
  const right = Math.min(canvas.width, Math.ceil(Math.max(...at(0)) + margin));
  const down = Math.min(canvas.height, Math.ceil(Math.max(...at(1)) + margin));
  const [width, height] = [right - left, down - up];
  const part = h("canvas", { width, height });
  part.getContext("2d")?.drawImage(canvas, -left, -up);
  const [, bytes] = part.toDataURL("image/jpeg", QUALITY).split(",");
  return { left, up, width, height, jpeg: bytes, href: URL.createObjectURL(jpeg(bytes)) };
}

/**
 * That part with a frame and the name of each tile where it was read; for eyes and fingers, as the same tiles stand below it.
 *
 * @param {RackPhoto} photo
 * @param {RackTile[]} seen
 * @param {Set<string>} blame
 * @param {(index: number) => unknown} change
 */
export function onPhoto({ href, left, up, width, height }, seen, blame, change) {
  const outlines = seen.flatMap(({ corners }) => (corners ? [corners] : []));
  const frames = seen.flatMap((one, i) => (one.corners ? [frame(one.tile, one.corners, outlines, signs(one, blame), () => change(i))] : []));
  const over = s("svg", { viewBox: `${left} ${up} ${width} ${height}`, "aria-hidden": "true" }, ...frames);
  return h("div.shot", {}, h("img", { src: href, width, height, alt: "" }), over);
}

/**
 * The frame of a tile, its name below it, or on its lower edge where another of the `outlines` is below.
 *
 * @param {string} name
 * @param {number[][]} corners
 * @param {number[][][]} outlines
 * @param {string[]} classes
 * @param {() => unknown} onclick
 */
function frame(name, corners, outlines, classes, onclick) {
  const [topLeft, topRight, bottomRight, bottomLeft] = corners;
  const width = Math.hypot(topRight[0] - topLeft[0], topRight[1] - topLeft[1]);
  const height = width * LABEL;
  const text = s("text", { x: width / 2, y: height * 0.8, "font-size": height * 0.85, fill: INKS[name[0]] }, name === "J" ? "☺" : name === "?" ? "?" : name.slice(1));
  const turned = (Math.atan2(topRight[1] - topLeft[1], topRight[0] - topLeft[0]) * 180) / Math.PI;
  const below = [0, 1].map((axis) => (bottomLeft[axis] + bottomRight[axis]) / 2 + ((bottomLeft[axis] - topLeft[axis]) * height) / Math.hypot(bottomLeft[0] - topLeft[0], bottomLeft[1] - topLeft[1]));
  const down = outlines.some((other) => other !== corners && isWithin(other, below)) ? -height : 0;
  const label = s("g", { transform: `translate(${bottomLeft.join(" ")}) rotate(${turned}) translate(0 ${down})` }, s("rect", { width, height, rx: height * 0.2 }), text);
  return s("g", { class: classes.join(" "), onclick }, s("title", {}, spoken(name)), s("polygon", { points: asPoints(corners) }), label);
}

/**
 * What has to be looked at before the rack counts; null for nothing.
 *
 * @param {RackTile[]} seen
 */
export function toLookAt(seen) {
  const names = seen.filter(({ doubt }) => doubt).map(({ tile: name }) => spoken(name));
  return names.length ? t("count.doubt", { tiles: names, n: names.length }) : null;
}
