// A photo of the table, by which a turn is judged: taken with the camera of the device in the hand, and as much of it as is the table.

import { noPhoto, sendPhoto } from "./api.js";
import { Corners } from "./corners.js";
import { taken } from "./shot.js";
import { $, h, t } from "./texts.js";

const WHOLE = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

let wanted = null; // the event of the turn that the photo is about
let isBeingRead = false;

/** The button that takes it, for the turn that `state` has without a verdict, and what the photo is to show; null where there is no such turn. */
export function photoButton(state) {
  if (!state.unjudged) return null;
  const take = () => {
    wanted = state.unjudged.event;
    $("turn-photo").click();
  };
  return h("div.photograph", {}, h("button.plain", { type: "button", disabled: isBeingRead, onclick: take }, t("unwatched.photo")), h("p.hint", {}, t("unwatched.alone")));
}

/** Shows what was taken, and sends it once it is said which part is the table; `changed` draws the page anew when it begins to be read and when it was. */
export function preparePhoto(changed) {
  const [file, dialog] = [$("turn-photo"), $("photo-part")];
  const corners = new Corners($("photo-corners"));
  let base64 = null;

  async function judge(area) {
    isBeingRead = true;
    changed();
    await sendPhoto("photo", { photo: base64, event: wanted, ...(area && { area }) });
    isBeingRead = false;
    changed();
  }

  file.addEventListener("change", async () => {
    if (!file.files.length) return;
    let canvas = null;
    try {
      ({ canvas, base64 } = await taken(file.files[0]));
    } catch {
      noPhoto(); // the file is gone, or cannot be opened
      return;
    } finally {
      file.value = "";
    }
    if (!canvas) {
      judge(null); // the server says what is wrong with it
      return;
    }
    dialog.querySelector("canvas")?.remove();
    corners.overlay.before(canvas);
    corners.overlay.setAttribute("viewBox", `0 0 ${canvas.width} ${canvas.height}`);
    corners.mark(WHOLE);
    dialog.showModal();
  });
  $("photo-form").addEventListener("submit", () => judge(String(corners.area) === String(WHOLE) ? null : corners.area));
  $("photo-close").addEventListener("click", () => dialog.close());
}

/** Whether a photo is being read. */
export const isReading = () => isBeingRead;
