// Before a game: how well the camera sees the table from where it stands.

import { $, h, refresh, t } from "./texts.js";

/**
 * Each light, and the share of the tiles above which it is none: one tile that leans is never sharp.
 *
 * @type {{ name: "low" | "soft" | "burnt", most: number }[]}
 */
const LIGHTS = [
  { name: "low", most: 0 },
  { name: "soft", most: 0.2 },
  { name: "burnt", most: 0 },
];

/**
 * Puts the camera's picture where the page shows it: in the form before a game, on the table in it.
 *
 * @param {boolean} setup
 */
export function placeCamera(setup) {
  const home = setup ? $("setup-view") : $("game");
  const camera = $("camera");
  if (camera.parentElement === home) return;
  if (setup) home.append(camera);
  else $("verdict").after(camera);
}

/**
 * Three lights: large enough, sharp enough, no glare; a sentence each says what to do.
 *
 * @param {State} state
 */
export function showSight({ legibility }) {
  refresh($("lights"), [legibility], () => {
    if (!legibility?.tiles) return [h("li.light", {}, t("sight.none"))];
    return LIGHTS.map(({ name, most }) => {
      const n = legibility[name];
      const bad = n > most * legibility.tiles;
      return h(bad ? "li.light.bad" : "li.light.good", {}, bad ? t(`sight.${name}`, { n }) : t(`sight.${name}.good`));
    });
  });
}
