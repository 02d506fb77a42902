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
 * The lights that are on: what is amiss with tiles as they are seen.
 *
 * @param {LegibleTiles} legibility
 */
export const amissIn = (legibility) => LIGHTS.filter(({ name, most }) => legibility[name] > most * legibility.tiles).map(({ name }) => name);

/**
 * Whether the camera sees well enough, and three lights: large enough, sharp enough, no glare; a sentence each says what to do.
 *
 * @param {State} state
 */
export function showSight({ legibility }) {
  const sees = legibility?.tiles ? legibility : null;
  const bad = sees ? amissIn(sees) : [];
  $("enough").hidden = !sees;
  $("enough").className = bad.length ? "enough bad" : "enough";
  $("enough").textContent = t(bad.length ? "sight.not-yet" : "sight.enough");
  refresh($("lights"), [legibility], () => {
    if (!sees) return [h("li.light", {}, t("sight.none"))];
    return LIGHTS.map(({ name }) => (bad.includes(name) ? h("li.light.bad", {}, t(`sight.${name}`, { n: sees[name] })) : h("li.light.good", {}, t(`sight.${name}.good`))));
  });
}
