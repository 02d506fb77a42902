// What was left on the racks of the round that was written down last.

import { h, t } from "./texts.js";
import { tile } from "./tile.js";

/**
 * Each rack with its points, where tiles were named of one at least: points alone stand on the sheet.
 *
 * @param {RackCount[]} racks
 */
export const left = (racks) => (racks.some(({ tiles }) => tiles?.length) ? [h("h3", {}, t("sheet.left")), h("ul.leftover", {}, ...racks.map(rack))] : []);

/** @param {RackCount} rack */
const rack = ({ player, tiles, points }) => h("li", {}, h("span.name", {}, player), h("b", {}, t("verdict.points", { n: points ?? 0 })), tiles && h("div.set", {}, ...tiles.map((name) => tile(name))));
