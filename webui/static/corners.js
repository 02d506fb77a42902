// The corners of a part of a picture, dragged with a finger, a mouse or the arrow keys.

import { followPointer } from "./pointer.js";
import { note } from "./shortcuts.js";
import { refresh, s, t } from "./texts.js";

const STEPS = note("keys.corner", { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

/**
 * How far an arrow key moves a point, as fractions of the picture, and with Shift further; undefined for other keys.
 *
 * @param {KeyboardEvent} event
 */
export const stepOf = ({ key, shiftKey }) => STEPS[key]?.map((part) => part * (shiftKey ? 0.05 : 0.01));

/**
 * A point of the picture moved by a step, but not out of it.
 *
 * @param {number[]} point
 * @param {number[]} step
 */
export const shifted = (point, step) => within(point.map((part, axis) => part + step[axis]));

/** @param {number[]} point */
const within = (point) => point.map((part) => Math.min(1, Math.max(0, part)));

/**
 * Where a pointer is, in the units of the drawing `overlay`.
 *
 * @param {SVGSVGElement} overlay
 * @param {MouseEvent} event
 */
export function placeIn(overlay, event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(overlay.getScreenCTM()?.inverse());
  return [x, y];
}

/**
 * What a part of a picture looks like that is `width` x `height` in its drawing: its edge, and all else darker.
 *
 * @param {number[][] | null} area
 * @param {number} width
 * @param {number} height
 * @param {string} [className]
 */
export function areaShapes(area, width, height, className = "edge") {
  if (!area) return [];
  const path = `${area.map(([x, y], i) => `${i ? "L" : "M"}${x * width} ${y * height}`).join("")}Z`;
  return [s("path", { class: "outside", "fill-rule": "evenodd", d: `M0 0H${width}V${height}H0Z${path}` }), s("path", { class: className, d: path })];
}

/** All of a picture. */
export const WHOLE = [0, 1, 1, 0].map((x, i) => [x, i < 2 ? 0 : 1]);

/** The corners that are being marked on the picture below the drawing `overlay`. */
export class Corners {
  /** @type {number[][] | null} */
  area = null; // as fractions of the picture; null while none is being marked

  /** @param {SVGSVGElement} overlay */
  constructor(overlay) {
    this.overlay = overlay;
  }

  /**
   * Lets somebody drag these corners.
   *
   * @param {number[][]} area
   */
  mark(area) {
    this.area = area.map((corner) => [...corner]);
    this.draw();
  }

  /** Takes them away. */
  drop() {
    this.area = null;
    refresh(this.overlay, null, () => []);
  }

  /** @param {number} [focus] */
  draw(focus) {
    const { width, height } = this.overlay.viewBox.baseVal;
    const area = this.area ?? [];
    const handles = area.map(([x, y], i) => {
      const words = { tabindex: 0, role: "button", "aria-label": t("area.corner", { number: i + 1 }) };
      const moved = { onpointerdown: (/** @type {PointerEvent} */ event) => this.drag(event, i, width, height), onkeydown: (/** @type {KeyboardEvent} */ event) => this.nudge(event, i) };
      const r = width / 45;
      const [cx, cy] = [Math.min(width - r, Math.max(r, x * width)), Math.min(height - r, Math.max(r, y * height))]; // whole, and under the finger, at the picture's edge
      return s("circle", { class: "handle", cx, cy, r, ...words, ...moved });
    });
    refresh(this.overlay, [Math.random()], () => [...areaShapes(area, width, height, "edge marking"), ...handles]);
    if (focus !== undefined) handles[focus].focus();
  }

  /**
   * @param {PointerEvent} event
   * @param {number} i
   * @param {number} width
   * @param {number} height
   */
  drag(event, i, width, height) {
    event.preventDefault();
    followPointer((moved) => {
      const [x, y] = placeIn(this.overlay, moved);
      this.#move(i, within([x / width, y / height]));
    });
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} i
   */
  nudge(event, i) {
    const step = stepOf(event);
    if (!step || !this.area) return;
    event.preventDefault();
    this.#move(i, shifted(this.area[i], step), i);
  }

  /**
   * @param {number} i
   * @param {number[]} corner
   * @param {number} [focus]
   */
  #move(i, corner, focus) {
    this.area?.splice(i, 1, corner);
    this.draw(focus);
  }
}
