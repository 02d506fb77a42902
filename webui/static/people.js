// What lets other devices in, and the host's list of those that were: what each is at the table, and how to change it.

import { redraw } from "./addresses.js";
import { ask } from "./api.js";
import { $, h, refresh, start, t } from "./texts.js";

const AGAIN = 15_000; // milliseconds after which the list is asked for again while it is looked at
const HERE = 60; // seconds
const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
]; // each with its seconds

let told = null; // what the list was drawn for
let names = []; // whoever plays
let drawn = 0; // counts the invitations that were drawn
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

/** Opens the dialog with what lets others in, and whoever is there; `current` gives the state. */
export function preparePeople(current) {
  const set = async (body) => draw(await ask("devices", body));
  $("invite-open").addEventListener("click", () => {
    $("invite").showModal();
    told = null;
    if (current()) showPeople(current());
  });
  $("invite-renew").addEventListener("click", () => set({ renew: true }));
  $("reach").addEventListener("change", ({ target }) => set({ reach: target.value }));
}

/** Draws what is in the dialog for `state` while it is open. */
export async function showPeople(state) {
  names = state.players.map(({ name }) => name);
  const about = JSON.stringify([state.roles, names, Math.floor(performance.now() / AGAIN)]);
  if (!$("invite").open || about === told) return;
  told = about;
  try {
    draw(await (await fetch("devices")).json());
  } catch {
    told = null; // the line is lost: it is asked for with the next state
  }
}

function draw(found) {
  if (!found?.devices) return; // refused, and said elsewhere
  const { devices, code, reach } = found;
  if (code !== $("invite-code").textContent) {
    drawn += 1;
    redraw({ at: drawn });
    $("invite-code").textContent = code;
  }
  $("reach").value = reach;
  $("people").hidden = !devices.length;
  const lasting = devices.map(({ ago, ...rest }) => rest);
  refresh($("devices"), [lasting, names], () => devices.map((device) => row(device)));
  for (const [i, device] of devices.entries()) $("devices").children[i].querySelector("small").textContent = about(device);
}

/** What a device is, and when it last asked for anything: a page that is open does so all the time. */
function about({ device, player, right, role, browser, ago }) {
  const seen = ago < HERE ? t("role.here") : since(ago);
  return [player && t("role.device", { name: device }), browser || t("role.unknown"), right && role !== "host" && t("role.right"), seen].filter(Boolean).join(" · ");
}

function since(seconds) {
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(start.language).format(-Math.round(seconds / size), unit);
}

function row({ device, role, player }) {
  const held = role === "player" ? `player ${player}` : role;
  const seats = player && !names.includes(player) ? [...names, player] : names;
  const name = player ?? t("role.device", { name: device });
  const option = (value, text) => h("option", { value, selected: value === held }, text);
  const give = async ({ target }) => {
    const [wanted, of] = target.value.startsWith("player ") ? ["player", target.value.slice("player ".length)] : [target.value];
    if (!(await ask("role", { device, role: wanted, player: of }))) target.value = held;
  };
  const choices = h(
    "select",
    { autocomplete: "off", "aria-label": name, onchange: give },
    option("undecided", t("role.undecided")),
    ...seats.map((seat) => option(`player ${seat}`, seat)),
    option("watching", t("role.is-watching")),
    option("button", t("role.button")),
    option("host", t("role.is-host")),
  );
  const out = h("button.quiet", { type: "button", "aria-label": `${t("role.out")}: ${name}`, onclick: () => ask("role", { device, role: "out" }) }, t("role.out"));
  return h("li", {}, h("p", {}, h("b", {}, name), h("small", {})), out, choices);
}
