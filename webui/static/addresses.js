// The addresses by which guests open the table: the host picks the one that the QR code and all that is shown name.

import { ask, fetched } from "./api.js";
import { $, h, refresh, start, t } from "./texts.js";

/** Draws the addresses as they are now. */
export async function showAddresses() {
  const told = await fetched("addresses");
  if (told) draw(told);
}

/** @param {Addresses} told */
function draw({ addresses, shown }) {
  $("invite-address").textContent = start.address = shown;
  redraw({ to: shown });
  $("ways").hidden = addresses.length < 2;
  const lends = addresses.some(({ camera }) => camera); // else none does, as the page says elsewhere
  refresh($("way-list"), [addresses, shown], () => addresses.map((one) => way(one, one.address === shown, lends && !one.camera)));
}

/**
 * @param {Address} address
 * @param {boolean} isShown
 * @param {boolean} isLacking
 */
function way({ address, interface: name }, isShown, isLacking) {
  const choose = async () => {
    const told = await ask("addresses", { address });
    if (told) draw(told);
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
export function redraw(what) {
  const picture = new URL($("invite-image").src);
  for (const [name, value] of Object.entries(what)) picture.searchParams.set(name, String(value));
  $("invite-image").src = picture.href;
}
