// What the host lets others in by: the addresses, of which one is shown, the code, and the list of those who are in, to be changed.

import { ask, fetched } from "./api.js";
import { open } from "./dialogs.js";
import { shown } from "./state.js";
import { $, h, onClick, part, refresh, start, t } from "./texts.js";

const AGAIN = 15_000; // milliseconds after which the list is asked for again while it is looked at
const HERE = 60; // seconds
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
]; // each with its seconds

/** What the list was drawn for, and how. */
const list = {
  /** @type {string | null} */
  told: null,
  /** @type {string[]} whoever plays */
  names: [],
  drawn: 0, // counts the invitations that were drawn
};
/** Opens the dialog with what lets others in, and whoever is there. */
export function openInvitation() {
  open($("invite"));
  list.told = null;
  showAddresses();
  showPeople(shown.state);
}

/** Has the dialog do what is pressed in it. */
export function prepareInvitation() {
  const set = async (/** @type {object} */ body) => draw(await ask("devices", body));
  onClick("invite-renew", () => set({ renew: true }));
  $("reach").addEventListener("change", () => set({ reach: $("reach").value }));
}

/**
 * Draws what is in the dialog for `state` while it is open.
 *
 * @param {State} state
 */
export async function showPeople(state) {
  list.names = state.players.map(({ name }) => name);
  const about = JSON.stringify([state.roles, list.names, Math.floor(performance.now() / AGAIN)]);
  if (!$("invite").open || about === list.told) return;
  list.told = about;
  const found = await fetched("devices");
  if (!found) list.told = null; // it is asked for with the next state
  draw(found);
}

/** @param {Devices | null} found */
function draw(found) {
  if (!found) return; // refused, and said elsewhere
  const { devices, code, reach } = found;
  if (code !== $("invite-code").textContent) {
    list.drawn += 1;
    drawCode({ at: list.drawn });
    $("invite-code").textContent = code;
  }
  $("reach").value = reach;
  $("people").hidden = !devices.length;
  const lasting = devices.map(({ ago, ...rest }) => rest);
  refresh($("devices"), [lasting, list.names], () => devices.map((device) => row(device)));
  for (const [i, device] of devices.entries()) part($("devices").children[i], "small").textContent = about(device);
}

/**
 * What a device is, and when it last asked for anything: a page that is open does so all the time.
 *
 * @param {Device} device
 */
function about({ device, player, right, role, browser, ago }) {
  const seen = ago < HERE ? t("role.here") : since(ago);
  return [player && t("role.device", { name: device }), browser || t("role.unknown"), right && role !== "host" && t("role.right"), seen].filter(Boolean).join(" · ");
}

/** @param {number} seconds */
function since(seconds) {
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? UNITS[UNITS.length - 1];
  return new Intl.RelativeTimeFormat(start.language).format(-Math.round(seconds / size), unit);
}

/** @param {Device} device */
function row({ device, role, player }) {
  const held = role === "player" ? `player ${player}` : role;
  const seats = player && !list.names.includes(player) ? [...list.names, player] : list.names;
  const name = player ?? t("role.device", { name: device });
  const option = (/** @type {string} */ value, /** @type {string} */ text) => h("option", { value, selected: value === held }, text);
  const give = async () => {
    const [wanted, of] = choices.value.startsWith("player ") ? ["player", choices.value.slice("player ".length)] : [choices.value];
    if (!(await ask("role", { device, role: wanted, player: of }))) choices.value = held;
  };
  /** @type {HTMLSelectElement} */
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

/** Draws the addresses as they are now. */
async function showAddresses() {
  const told = await fetched("addresses");
  if (told) drawWays(told);
}

/** @param {Addresses} told */
function drawWays({ addresses, shown: address }) {
  $("invite-address").textContent = start.address = address;
  drawCode({ to: address });
  $("ways").hidden = addresses.length < 2;
  const lends = addresses.some(({ camera }) => camera); // else none does, as the page says elsewhere
  refresh($("way-list"), [addresses, address], () => addresses.map((one) => way(one, one.address === address, lends && !one.camera)));
}

/**
 * @param {Address} address
 * @param {boolean} isShown
 * @param {boolean} isLacking
 */
function way({ address, interface: name }, isShown, isLacking) {
  const choose = async () => {
    const told = await ask("addresses", { address });
    if (told) drawWays(told);
  };
  const about = [name, isLacking && t("invite.no-camera")].filter(Boolean).join(" · ");
  const input = h("input", { type: "radio", name: "way", checked: isShown, autocomplete: "off", onchange: choose });
  return h("li", {}, h("label", {}, input, h("span", {}, address, h("small", {}, about))));
}

/**
 * Has the QR code drawn anew for what it holds.
 *
 * @param {Record<string, string | number>} what
 */
function drawCode(what) {
  const picture = new URL($("invite-image").src);
  for (const [name, value] of Object.entries(what)) picture.searchParams.set(name, String(value));
  $("invite-image").src = picture.href;
}
