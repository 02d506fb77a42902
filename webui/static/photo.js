// A photo of the table, by which a turn is judged: taken with the camera of the device in the hand, and as much of it as is the table.

import { noPhoto, sendPhoto } from "./api.js";
import { Corners, WHOLE } from "./corners.js";
import { open } from "./dialogs.js";
import { taken } from "./shot.js";
import { shown } from "./state.js";
import { $, h, t } from "./texts.js";

const corners = new Corners($("photo-corners"));

/** The photo that was taken last, until it is said which part of it is the table. */
const photo = {
  base64: "",
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
 * Sends what was taken; the page is drawn anew when it begins to be read and when it was.
 *
 * @param {string} base64
 * @param {number[][] | null} area
 */
async function judge(base64, area) {
  photo.isBeingRead = true;
  shown.redraw();
  await sendPhoto("photo", { photo: base64, seen: { unjudged: photo.wanted }, ...(area && { area }) });
  photo.isBeingRead = false;
  shown.redraw();
}

$("turn-photo").addEventListener("change", async () => {
  const chosen = await taken($("turn-photo"), noPhoto);
  if (!chosen) return;
  const { canvas, base64 } = chosen;
  photo.base64 = base64;
  if (!canvas) {
    judge(base64, null); // the server says what is wrong with it
    return;
  }
  $("photo-part").querySelector("canvas")?.remove();
  corners.overlay.before(canvas);
  corners.overlay.setAttribute("viewBox", `0 0 ${canvas.width} ${canvas.height}`);
  corners.mark(WHOLE);
  open($("photo-part"));
});
$("photo-form").addEventListener("submit", () => judge(photo.base64, String(corners.area) === String(WHOLE) ? null : corners.area));

/** Whether a photo is being read. */
export const isReading = () => photo.isBeingRead;
