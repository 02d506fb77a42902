// The corners of a part of a picture, dragged with a finger, a mouse or the arrow keys.

import { followPointer } from "./pointer.js";
import { refresh, s, t } from "./texts.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** How far an arrow key moves a point, as fractions of the picture, and with Shift further; undefined for other keys. */
export const stepOf = ({ key, shiftKey }) => STEPS[key]?.map((part) => part * (shiftKey ? 0.05 : 0.01));

/** A point of the picture moved by a step, but not out of it. */
export const shifted = (point, step) => within(point.map((part, axis) => part + step[axis]));

const within = (point) => point.map((part) => Math.min(1, Math.max(0, part)));

/** Where a pointer is, in the units of the drawing `overlay`. */
export function placeIn(overlay, event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(overlay.getScreenCTM().inverse());
  return [x, y];
}

/** What a part of a picture looks like that is `width` x `height` in its drawing: its edge, and all else darker. */
export function areaShapes(area, width, height, className = "edge") {
  if (!area) return [];
  const path = `${area.map(([x, y], i) => `${i ? "L" : "M"}${x * width} ${y * height}`).join("")}Z`;
  return [s("path", { class: "outside", "fill-rule": "evenodd", d: `M0 0H${width}V${height}H0Z${path}` }), s("path", { class: className, d: path })];
}

/** The corners that are being marked on the picture below the drawing `overlay`. */
export class Corners {
  area = null; // as fractions of the picture; null while none is being marked

  constructor(overlay) {
    this.overlay = overlay;
  }

  /** Lets somebody drag these corners. */
  mark(area) {
    this.area = area.map((corner) => [...corner]);
    this.draw();
  }

  /** Takes them away. */
  drop() {
    this.area = null;
    refresh(this.overlay, null, () => []);
  }

  draw(focus = null) {
    const [, , width, height] = this.overlay.getAttribute("viewBox").split(" ").map(Number);
    const handles = this.area.map(([x, y], i) => {
      const handle = s("circle", { class: "handle", cx: x * width, cy: y * height, r: width / 45, tabindex: 0, role: "button", "aria-label": t("area.corner", { number: i + 1 }) });
      handle.addEventListener("pointerdown", (event) => this.drag(event, i, width, height));
      handle.addEventListener("keydown", (event) => this.nudge(event, i));
      return handle;
    });
    refresh(this.overlay, [Math.random()], () => [...areaShapes(this.area, width, height, "edge marking"), ...handles]);
    if (focus !== null) handles[focus].focus();
  }

  drag(event, i, width, height) {
    event.preventDefault();
    followPointer((moved) => {
      const [x, y] = placeIn(this.overlay, moved);
      this.area[i] = within([x / width, y / height]);
      this.draw();
    });
  }

  nudge(event, i) {
    const step = stepOf(event);
    if (!step) return;
    event.preventDefault();
    this.area[i] = shifted(this.area[i], step);
    this.draw(i);
  }
}
