// Who pressed a button, in the reader's language.

import { t } from "./texts.js";

/**
 * Who pressed, as the journal has it: the host, a player's phone, the table's button, or a device by the letters that the door gave it.
 *
 * @param {string} by
 */
export function who(by) {
  const [, device, role, player] = by.match(/^guest (\w+)(?:, (player|button|host)(?: (.*))?)?$/) ?? [];
  if (!device) return t("desk.by-host");
  if (role === "player") return t("desk.by-player", { name: player });
  return role === "button" ? t("desk.by-button") : role === "host" ? t("desk.by-host-phone") : t("desk.by-guest", { name: device });
}
