// What the switches behind a rulebook's id mean.

import { has, t } from "./texts.js";

/**
 * A number of a switch as people read it: minutes with their unit.
 *
 * @param {string} given
 */
export const amount = (given) => given.replace(/^(\d+)m$/, "$1 min");

/**
 * What a switch behind a rulebook's id means, in a few words.
 *
 * @param {string} name
 */
export function switchText(name) {
  const [key, given] = name.split("=");
  if (given === undefined) return has(`variant.${key}.title`) ? t(`variant.${key}.title`) : key;
  const value = amount(given);
  return has(`house.${key}.short-${value}`) ? t(`house.${key}.short-${value}`) : t(`house.${key}.short`, { value, n: Number(value) });
}
