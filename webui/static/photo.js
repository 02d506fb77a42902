// A photo of the table, by which a turn is judged: taken with the camera of the device in the hand.

import { $, h, t } from "./texts.js";
import { noPhoto, sendPhoto } from "./api.js";
import { encoded } from "./shot.js";

let wanted = null; // the event of the turn that the photo is about

/** The button that takes it, for the turn that `state` has without a verdict; null where there is none. */
export function photoButton(state) {
  if (!state.unjudged) return null;
  const take = () => {
    wanted = state.unjudged.event;
    $("turn-photo").click();
  };
  return h("button.plain", { type: "button", disabled: Boolean($("turn-photo").dataset.reading), onclick: take }, t("unwatched.photo"));
}

/** Sends what was taken; `changed` draws the page anew when it begins to be read and when it was. */
export function preparePhoto(changed) {
  const file = $("turn-photo");
  file.addEventListener("change", async () => {
    if (!file.files.length) return;
    file.dataset.reading = "1";
    changed();
    try {
      await sendPhoto("photo", { photo: await encoded(file.files[0]), event: wanted });
    } catch {
      noPhoto(); // the file is gone, or cannot be opened
    } finally {
      file.value = "";
      delete file.dataset.reading;
      changed();
    }
  });
}

/** Whether a photo is being read. */
export const isReading = () => Boolean($("turn-photo").dataset.reading);
