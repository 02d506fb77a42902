// The host's page is shown as long as this device is the host's.

import { fetched } from "./api.js";

const host = {
  /** @type {number | null} the count of changes at which this device was still the host's */
  checked: null,
};

/**
 * Leaves the host's page where this device is the host's no more: another one may have said so.
 *
 * @param {State} state
 */
export async function stayHost({ roles }) {
  const isFirst = host.checked === null;
  if (roles === host.checked) return;
  host.checked = roles;
  if (isFirst) return; // the page itself was given to the host
  const now = await fetched("role");
  if (!now)
    host.checked = -1; // it is asked for with the next state
  else if (now.role !== "host") location.reload();
}
