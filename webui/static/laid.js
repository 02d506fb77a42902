// A set as it is laid on a felt, with the marks that `marks.js` gives it.

import { h, t } from "./texts.js";
import { spoken, tile } from "./tile.js";

/** @typedef {import("./marks.js").LaidSet} LaidSet */
/** @typedef {import("./marks.js").LaidTile} LaidTile */

/**
 * What is drawn of a set, for `refresh`: where its tiles lie in the picture changes nothing.
 *
 * @param {LaidSet} set
 */
export const lookOf = ({ tiles, whole, numbers, ...set }) => [set.index, tiles.map(({ name, signs }) => [name, signs]), whole, numbers];

/**
 * The set; where `name` is given, a tap on a tile that is seen tells it that tile.
 *
 * @param {LaidSet} set
 * @param {((tile: LaidTile) => unknown) | null} [name]
 */
export function laid({ tiles, whole, numbers }, name = null) {
  const label = numbers.length ? t("stage.blamed", { numbers: numbers.map(String) }) : t("mat.set");
  return h(
    whole ? "div.set.fault" : "div.set",
    { role: "group", "aria-label": label },
    ...tiles.map((one) => drawn(one, name)),
    numbers.length ? h("span.numbers", { "aria-hidden": "true" }, ...numbers.map((number) => h("b", {}, String(number)))) : null,
  );
}

/**
 * @param {LaidTile} one
 * @param {((tile: LaidTile) => unknown) | null} name
 */
function drawn(one, name) {
  if (one.seen) return tile(one.name, { signs: one.signs, onclick: name ? () => name(one) : undefined });
  const ghost = tile(one.name, { signs: one.signs });
  ghost.setAttribute("aria-label", t(one.signs.includes("lay") ? "desk.lay" : "stage.missing", { tile: spoken(one.name) }));
  return ghost;
}
