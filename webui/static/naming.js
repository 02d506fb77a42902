// Saying what a tile on the table is: one that was read, or one that was not found.

import { t } from "./texts.js";
import { pick } from "./picker.js";
import { press } from "./api.js";

const pictured = (state) => ({ photo: `/camera.jpg?at=${state.frame}`, width: state.table.width, height: state.table.height });
const middle = (corners) => [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);

/** Asks what the tile `seen` of `state.table` is. */
export function nameTile(state, seen) {
  pick({ title: t("picker.title"), likely: seen.likely, corners: seen.corners, ...pictured(state) }, (name) => press("correct", { corners: seen.corners, tile: name }));
}

/** Asks about the place `at`, in pixels of the picture: the tile read there, or one as large as the nearest that was not found. */
export function namePlace(state, at) {
  const away = ({ corners }) => Math.hypot(...middle(corners).map((part, axis) => part - at[axis]));
  const nearest = state.table.sets.flat().sort((one, other) => away(one) - away(other))[0];
  if (!nearest) return;
  if (isWithin(nearest.corners, at)) {
    nameTile(state, nearest);
    return;
  }
  const centre = middle(nearest.corners);
  const corners = nearest.corners.map((corner) => corner.map((part, axis) => part + at[axis] - centre[axis]));
  pick({ title: t("picker.missing"), likely: [], corners, none: false, ...pictured(state) }, (name) => press("add", { at, tile: name }));
}

/** Whether a point lies within a quadrilateral whose corners go round clockwise. */
function isWithin(corners, [x, y]) {
  return corners.every(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0;
  });
}
