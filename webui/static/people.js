// The host's list of the devices that were let in: what each is at the table, and how to change it.

import { ask } from "./api.js";
import { $, h, refresh, t } from "./texts.js";

let told = null; // what the list was drawn for
let checked = null; // the count of changes at which this device was still the host's

/** Leaves the host's page where this device is the host's no more: another one may have said so. */
export async function stayHost({ roles }) {
  const isFirst = checked === null;
  if (roles === checked) return;
  checked = roles;
  if (isFirst) return; // the page itself was given to the host
  try {
    const answer = await fetch("role");
    if (answer.status === 401 || (await answer.json()).role !== "host") location.reload();
  } catch {
    checked = -1; // the line is lost: it is asked for with the next state
  }
}

/** Draws the list for `state` while the dialog that holds it is open. */
export async function showPeople(state) {
  const names = state.players.map(({ name }) => name);
  const about = JSON.stringify([state.roles, names]);
  if (!$("invite").open || about === told) return;
  told = about;
  try {
    const answer = await fetch("devices");
    const { devices } = await answer.json();
    $("people").hidden = !devices.length;
    refresh($("devices"), [devices, names], () => devices.map((device) => row(device, names)));
  } catch {
    told = null; // the line is lost: it is asked for with the next state
  }
}

function row({ device, role, player }, names) {
  const held = role === "player" ? `player ${player}` : role;
  const seats = player && !names.includes(player) ? [...names, player] : names;
  const option = (value, text) => h("option", { value, selected: value === held }, text);
  const give = async ({ target }) => {
    const [wanted, name] = target.value.startsWith("player ") ? ["player", target.value.slice("player ".length)] : [target.value];
    if (!(await ask("role", { device, role: wanted, player: name }))) target.value = held;
  };
  const choices = h(
    "select",
    { autocomplete: "off", onchange: give },
    option("undecided", t("role.undecided")),
    ...seats.map((name) => option(`player ${name}`, name)),
    option("watching", t("role.is-watching")),
    option("button", t("role.button")),
    option("host", t("role.is-host")),
    option("out", t("role.out")),
  );
  return h("li", {}, h("label", {}, h("span", {}, t("role.device", { name: device })), choices));
}
