// What this device is at the table, as the server knows it.

import { ask, fetched } from "../api.js";
import { shown } from "../state.js";
import { start } from "../texts.js";

/** What this device is. */
const device = {
  role: start.role,
  /** @type {string | null} the count of changes at which it was asked for */
  told: null,
};

/** What this device is: `{ device, role, player, presses, choices, seats }`. */
export const mine = () => device.role;

/**
 * Whether this device presses for the player `name`.
 *
 * @param {string | null | undefined} name
 */
export const pressesFor = (name) => device.role.role === "button" || (device.role.role === "player" && device.role.player === name);

/**
 * Asks the server again where who is what has changed, or another round has begun, since it was asked.
 *
 * @param {State} state
 */
export async function follow(state) {
  const count = JSON.stringify([state.roles, state.players.map(({ name }) => name)]);
  if (count === device.told) return;
  device.told = count;
  const now = await fetched("role");
  if (now) become(now);
  else device.told = null; // it is asked for with the next state
}

/**
 * Takes a role; whether the server gave it.
 *
 * @param {object} wanted
 */
export async function take(wanted) {
  const said = await ask("role", wanted);
  if (said) become(said);
  return said !== null;
}

/** @param {Role} now */
function become(now) {
  if (now.role === "host") {
    location.assign("."); // where the host has another page
    return;
  }
  device.role = now;
  shown.redraw();
}
