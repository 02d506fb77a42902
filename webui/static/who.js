// Who pressed a button, in the reader's language.

import { t } from "./texts.js";

/** The host, or a device by the letters that the door gave it. */
export const who = (by) => (by === "host" ? t("desk.by-host") : t("desk.by-guest", { name: by.replace(/^guest /, "") }));
