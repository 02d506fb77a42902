// A clock for the middle of the table: it fills the screen, and a tap anywhere is one on the big button.

import { stayAwake } from "./awake.js";
import { $, onClick, t } from "./texts.js";

const isFlat = () => document.body.classList.contains("flat");

/** @param {boolean} flat */
function lay(flat) {
  document.body.classList.toggle("flat", flat);
  $("flat").textContent = t(flat ? "clock.flat-leave" : "clock.flat");
  dispatchEvent(new Event("resize")); // what is as large as it fits has other room
}

/**
 * Offers it where no camera looks; elsewhere the page is the one that shows the table.
 *
 * @param {State} state
 */
export function offerFlat({ watched, phase }) {
  const isOffered = !watched && phase === "playing";
  $("flat").hidden = !isOffered;
  if (!isOffered && isFlat()) lay(false);
}

onClick("flat", () => {
  lay(!isFlat());
  const turned = isFlat() ? document.documentElement.requestFullscreen?.() : document.fullscreenElement && document.exitFullscreen();
  if (turned) turned.catch(() => {}); // a refusal leaves the page as it is
  if (isFlat()) stayAwake();
});
