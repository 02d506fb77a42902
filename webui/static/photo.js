// A photo of the table, by which a turn is judged: taken with the camera of the device in the hand, and as much of it as is the table.

import { noPhoto, sendPhoto } from "./api.js";
import { Corners } from "./corners.js";
import { open } from "./dialogs.js";
import { taken } from "./shot.js";
import { $, h, t } from "./texts.js";

const WHOLE = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

const photo = {
  /** @type {number | null} the event of the turn that it is about */
  wanted: null,
  isBeingRead: false,
};

/**
 * The button that takes it, for the turn that `state` has without a verdict, and what the photo is to show; null where there is no such turn.
 *
 * @param {State} state
 */
export function photoButton(state) {
  const { unjudged } = state;
  if (!unjudged) return null;
  const take = () => {
    photo.wanted = unjudged.event;
    $("turn-photo").click();
  };
  return h("div.photograph", {}, h("button.plain", { type: "button", disabled: photo.isBeingRead, onclick: take }, t("unwatched.photo")), h("p.hint", {}, t("unwatched.alone")));
}

/**
 * Shows what was taken, and sends it once it is said which part is the table; `changed` draws the page anew when it begins to be read and when it was.
 *
 * @param {() => unknown} changed
 */
export function preparePhoto(changed) {
  const [file, dialog] = [$("turn-photo"), $("photo-part")];
  const corners = new Corners($("photo-corners"));
  let base64 = "";

  /** @param {number[][] | null} area */
  async function judge(area) {
    photo.isBeingRead = true;
    changed();
    await sendPhoto("photo", { photo: base64, seen: { unjudged: photo.wanted }, ...(area && { area }) });
    photo.isBeingRead = false;
    changed();
  }

  file.addEventListener("change", async () => {
    const photo = await taken(file, noPhoto);
    if (!photo) return;
    const { canvas } = photo;
    base64 = photo.base64;
    if (!canvas) {
      judge(null); // the server says what is wrong with it
      return;
    }
    dialog.querySelector("canvas")?.remove();
    corners.overlay.before(canvas);
    corners.overlay.setAttribute("viewBox", `0 0 ${canvas.width} ${canvas.height}`);
    corners.mark(WHOLE);
    open(dialog);
  });
  $("photo-form").addEventListener("submit", () => judge(String(corners.area) === String(WHOLE) ? null : corners.area));
}

/** Whether a photo is being read. */
export const isReading = () => photo.isBeingRead;
