// What this device is at the table, as the server knows it.

import { ask } from "../api.js";
import { start } from "../texts.js";

let role = start.role;
let told = null; // the count of changes at which it was asked for
let heard = () => {};

/** What this device is: `{ device, role, player, presses, choices, seats }`. */
export const mine = () => role;

/** Says who is told when it has changed. */
export function onRole(listener) {
  heard = listener;
}

/** Whether this device presses for the player `name`. */
export const pressesFor = (name) => role.role === "button" || (role.role === "player" && role.player === name);

/** Asks the server again where who is what has changed, or another round has begun, since it was asked. */
export async function follow(state) {
  const count = JSON.stringify([state.roles, state.players.map(({ name }) => name)]);
  if (count === told) return;
  told = count;
  try {
    const answer = await fetch("role");
    if (answer.status === 401) location.reload(); // it leads to the door, and back here
    if (answer.ok) become(await answer.json());
  } catch {
    told = null; // the line is lost: it is asked for with the next state
  }
}

/** Takes a role; whether the server gave it. */
export async function take(wanted) {
  const said = await ask("role", wanted);
  if (said) become(said);
  return said !== null;
}

function become(now) {
  if (now.role === "host") {
    location.assign("."); // where the host has another page
    return;
  }
  role = now;
  heard();
}
