// Saying what a tile on the table is: one that was read, or one that was not found.

import { press, seen as sees } from "./api.js";
import { pick, pickJudged } from "./picker.js";
import { isWithin, middle } from "./shapes.js";
import { t } from "./texts.js";

/** @param {State} state */
const pictured = ({ frame, table }) => ({ photo: `camera.jpg?at=${frame}`, width: table?.width, height: table?.height });

/**
 * Asks what the tile `seen` of `state.table` is.
 *
 * @param {State} state
 * @param {SeenTile} seen
 */
export function nameTile(state, seen) {
  pick({ title: t("picker.title"), likely: seen.likely, corners: seen.corners, ...pictured(state) }, (name) => press("correct", { corners: seen.corners, tile: name }));
}

/**
 * Asks what the tile `seen` of a verdict's table is.
 *
 * @param {Verdict} verdict
 * @param {SeenTile} seen
 */
export function nameJudged(verdict, seen) {
  pickJudged(t("picker.title"), verdict, seen, (name) => press("correct", { seen: { ...sees("correct").seen, verdict: verdict.event }, corners: seen.corners, tile: name }));
}

/**
 * Asks about the place `at`, in pixels of the picture: the tile read there, or one as large as the nearest that was not found.
 *
 * @param {State} state
 * @param {number[]} at
 */
export function namePlace(state, at) {
  const away = (/** @type {SeenTile} */ { corners }) => Math.hypot(...middle(corners).map((part, axis) => part - at[axis]));
  const nearest = state.table?.sets.flat().sort((one, other) => away(one) - away(other))[0];
  if (!nearest) return;
  if (isWithin(nearest.corners, at)) {
    nameTile(state, nearest);
    return;
  }
  const centre = middle(nearest.corners);
  const corners = nearest.corners.map((corner) => corner.map((part, axis) => part + at[axis] - centre[axis]));
  pick({ title: t("picker.missing"), likely: [], corners, none: false, ...pictured(state) }, (name) => name && press("add", { at, tile: name }));
}
