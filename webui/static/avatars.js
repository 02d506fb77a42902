// An avatar for each player: a colour, a shape and a letter, by the name alone, so that it is the same on every screen and every evening.

import { h } from "./texts.js";

/** How many there are of each in `moments.css`. */
export const COLOURS = 8;
const SHAPES = 4;

/**
 * A number that is always the same for a name, as FNV-1a has it.
 *
 * @param {string} name
 */
function numberOf(name) {
  let number = 0x811c9dc5;
  for (const letter of name) number = Math.imul(number ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return number;
}

/**
 * The colour and the shape of each of these players, who play together: where two names ask for one colour, the later in the alphabet has the next free one.
 *
 * @param {string[]} names
 */
export function avatarsOf(names) {
  /** @type {Map<string, { colour: number, shape: number }>} */
  const avatars = new Map();
  for (const name of [...names].sort()) {
    const taken = [...avatars.values()].map(({ colour }) => colour);
    const number = numberOf(name);
    let colour = number % COLOURS;
    while (taken.includes(colour) && taken.length < COLOURS) colour = (colour + 1) % COLOURS;
    avatars.set(name, { colour, shape: Math.floor(number / COLOURS) % SHAPES });
  }
  return avatars;
}

/**
 * What a player has among these players, or beside them.
 *
 * @param {string} name
 * @param {string[]} names
 */
const among = (name, names) => avatarsOf([...new Set([...names, name])]).get(name) ?? { colour: 0, shape: 0 };

/**
 * The class that gives a player's colour as `--c`.
 *
 * @param {string} name
 * @param {string[]} names
 */
export const colourOf = (name, names) => `p${among(name, names).colour}`;

/**
 * The avatar of one of the players `names`, for eyes alone: the name stands beside it.
 *
 * @param {string} name
 * @param {string[]} names
 */
export function avatar(name, names) {
  const { colour, shape } = among(name, names);
  return h(`span.avatar.p${colour}.s${shape}`, { "aria-hidden": "true", "data-letter": [...name][0]?.toLocaleUpperCase() ?? "" });
}
