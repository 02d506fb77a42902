// What looks at the table: the host's choice, at any time, and the phone that asks to be chosen.

import { ask, press } from "./api.js";
import { isUnmeasured, measure } from "./blink.js";
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
  part(dialog, ".error").textContent = "";
  $("camera-address").value = "";
  try {
    const answer = await fetch("cameras");
    draw(await answer.json());
  } catch {
    part(dialog, ".error").textContent = t("notice.unanswered");
  }
  if (!dialog.open) dialog.showModal(); // drawn already: the address, which would bring up a phone's keyboard, is not its first field
}

/** @param {CameraChoice} choice */
function draw({ cameras, chosen, address }) {
  const way = (/** @type {string} */ camera, /** @type {string} */ title, line = "") =>
    h("button.way", { type: "button", "aria-pressed": String(camera === chosen), onclick: () => choose(camera) }, h("b", {}, title), line && h("small", {}, line));
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
  buttons.forEach((button) => {
    button.disabled = true;
  });
  const isDone = await look(camera);
  $("camera-said").textContent = "";
  buttons.forEach((button) => {
    button.disabled = false;
  });
  if (isDone) dialog.close();
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
  $("camera-close").addEventListener("click", () => dialog.close());
  $("camera-form").addEventListener("submit", (event) => {
    event.preventDefault();
    choose($("camera-address").value.trim());
  });
}
