// What looks at the table: the host's choice, at any time, and the phone that asks to be chosen.

import { ask, fetched, press } from "./api.js";
import { isUnmeasured, measure } from "./blink.js";
import { onSent, open } from "./dialogs.js";
import { $, h, part, t } from "./texts.js";

const dialog = $("cameras");

/** Whether cameras can be chosen at this table. */
export const chooses = Boolean(dialog);

/**
 * Looks through `camera`; null leaves the film for the game that people play. Whether the server did it.
 *
 * @param {string | null} camera
 */
const look = async (camera) => (await ask("api/camera", { camera })) !== null;

/** Leaves the film. */
export const playOwn = () => look(null);

/** Opens the choice. */
export async function openCameras() {
  $("camera-address").value = "";
  const choice = await fetched("cameras");
  if (choice) draw(choice);
  open(dialog, choice ? "" : t("notice.unanswered")); // drawn already: the address, which would bring up a phone's keyboard, is not its first field
}

/** @param {CameraChoice} choice */
function draw({ cameras, chosen, address }) {
  const way = (/** @type {string} */ camera, /** @type {string} */ title, line = "") =>
    h("button.way", { type: "button", "aria-pressed": String(camera === chosen), onclick: async () => (await choose(camera)) && dialog.close() }, h("b", {}, title), line && h("small", {}, line));
  $("camera-choices").replaceChildren(
    ...cameras.map(({ camera, name }) => way(camera, t("cameras.number", { number: camera }), name)),
    way("phone", t("cameras.phone"), t("cameras.phone-line")),
    way("none", t("cameras.none"), t("cameras.none-line")),
    way("demo", t("cameras.film"), t("cameras.film-line")),
  );
  $("camera-address").placeholder = address ?? "";
}

/** @param {string} camera */
async function choose(camera) {
  const buttons = dialog.querySelectorAll("button");
  part(dialog, ".error").textContent = "";
  $("camera-said").textContent = t("cameras.opening");
  for (const button of buttons) button.disabled = true;
  const isDone = await look(camera);
  $("camera-said").textContent = "";
  for (const button of buttons) button.disabled = false;
  return isDone;
}

/** Of which camera, and which connection to it, somebody would rather not measure now how late it is. */
const waived = { connection: "" };

/** @param {State["camera"]} camera */
const connectionOf = ({ name, lag }) => `${name} ${lag?.times}`;

/**
 * What the host's page says of cameras besides what is amiss, each with what can be done: `{ text, acts }`.
 *
 * @param {State | null} state
 */
export function aboutCameras(state) {
  const list = [];
  if (state?.camera.asks) {
    const acts = [
      { label: "cameras.agree", act: () => look("phone") },
      { label: "cameras.refuse", act: () => press("refuse-phone") },
    ];
    list.push({ text: t("cameras.asks", { device: state.camera.asks }), acts });
  }
  if (state?.watched && state.phase === "playing" && isUnmeasured(state) && waived.connection !== connectionOf(state.camera)) {
    const waive = () => {
      waived.connection = connectionOf(state.camera);
    };
    const acts = [
      { label: "blink.measure", act: measure },
      { label: "blink.later", act: waive },
    ];
    list.push({ text: t("blink.hint"), acts });
  }
  if (state?.watchesNext) list.push({ text: t("cameras.next") });
  return list;
}

if (chooses) {
  for (const button of [$("camera-open"), $("camera-choose")]) button.addEventListener("click", openCameras);
  onSent($("camera-form"), () => choose($("camera-address").value.trim()));
}
