// A turn that was ended and has no verdict yet: what it waits for, and the ways on.

import { press, seen } from "./api.js";
import { isReading, photoButton } from "./photo.js";
import { h, pressed, t } from "./texts.js";
import { awaited, isHeldUp } from "./words.js";

/** @type {(string | undefined)[]} */
const OWN_WAY = ["hidden", "glare", "restart", "hand"]; // what a person may know better than the camera
/** @type {(string | undefined)[]} */
const OVER_TILES = ["hidden", "glare", "hand"];

/**
 * What the verdict waits for.
 *
 * @param {State} state
 */
export function waiting(state) {
  const why = state.waits?.for;
  /** @type {Child[]} */
  const parts = [h("p.word", {}, t(isHeldUp(state) ? "waits.title" : "verdict.reading")), h("p.hint", {}, awaited(state))];
  const ways = [];
  if (OWN_WAY.includes(why)) ways.push(h("button.plain", { type: "button", onclick: () => press("judge-anyway") }, t("waits.anyway")));
  if (why === "moved") ways.push(h("button.plain", { type: "button", onclick: () => press("accept-camera") }, t("camera.accept")));
  const photo = isReading() ? h("p.hint", { role: "status" }, t("unwatched.reading")) : photoButton(state);
  if (photo && isHeldUp(state)) ways.push(photo);
  if (ways.length) parts.push(h("div.row", {}, ...ways));
  if (OVER_TILES.includes(why)) parts.push(h("p.hint", {}, t("waits.anyway-means")));
  parts.push(host());
  return parts;
}

/** The host's own word on a turn that the referee cannot settle. */
export function host() {
  const about = seen("rule"); // the turn that is spoken of, however long it takes to write why
  const reason = h("input", { name: "reason", required: true, maxlength: 200, autocomplete: "off" });
  const form = h(
    "form.host",
    {
      onsubmit: (event) => {
        event.preventDefault();
        press("rule", { ...about, outcome: pressed(event) ?? "", reason: reason.value });
      },
    },
    h("label.field", {}, t("host.reason"), reason),
    h("div.row", {}, h("button.plain", { value: "legal" }, t("host.legal")), h("button.plain", { value: "illegal" }, t("host.illegal"))),
  );
  return h("details.agreed", {}, h("summary", {}, t("host.open")), form);
}
