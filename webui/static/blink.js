// This screen blinks before the camera, and the table finds in its pictures how late they are.

import { ask } from "./api.js";
import { compareClocks } from "./clocks.js";
import { h, start, t } from "./texts.js";

const TURNS = 12; // to white and back; at the end it is black, as before
const BLACK = 1200; // milliseconds before the first
const SETTLES = 2700; // milliseconds after the last, until a late camera has shown it
/** Milliseconds between two turns: three or four make two flashes, fewer than the three in a second that may harm somebody. */
const GAP = matchMedia("(prefers-reduced-motion: reduce)").matches ? { least: 600, most: 1100 } : { least: 340, most: 850 };

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const drawn = () => new Promise((done) => requestAnimationFrame(done));

/** @param {number} seconds */
export const tenths = (seconds) => seconds.toLocaleString(start.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Whether the state says that a screen can measure how late the camera is, and that none has. @param {State} state */
export const isUnmeasured = ({ camera }) => camera.lag?.seconds === null;

/** Says what will happen, and has the screen blink once somebody agrees. */
export function measure() {
  const said = h("p", { role: "status" }, t("blink.line"));
  const error = h("p.error", { role: "alert" });
  const go = h("button.press.small", { type: "button" }, t("blink.go"));
  const close = h("button.quiet", { type: "button" }, t("button.cancel"));
  const dialog = h("dialog.dialog.blink", { "aria-labelledby": "blink-title" }, h("h2", { id: "blink-title" }, t("blink.title")), said, error, h("div.row", {}, go, close));
  go.addEventListener("click", async () => {
    error.textContent = "";
    dialog.classList.add("flashes");
    const seconds = await blinked(dialog, (text) => {
      error.textContent = text ?? "";
    });
    dialog.classList.remove("flashes", "white");
    if (seconds === null) {
      error.textContent ||= t("notice.unanswered");
      go.textContent = t("blink.again");
      return;
    }
    said.textContent = t("blink.done", { seconds: tenths(seconds) });
    go.remove();
    close.textContent = t("button.close");
  });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/**
 * Blinks, and gives the seconds by which the camera is late; null where it was not seen, of which `tell` is told, the table does not answer, or the dialog was closed.
 *
 * @param {HTMLDialogElement} dialog
 * @param {Complain} tell
 */
async function blinked(dialog, tell) {
  const compared = await compareClocks().catch(() => null);
  if (!compared) return null;
  await pause(BLACK);
  const turns = [];
  while (turns.length < TURNS && dialog.open) {
    await drawn();
    dialog.classList.toggle("white", turns.length % 2 === 0);
    await drawn(); // by then it is seen
    turns.push(performance.now() / 1000 + compared.ahead);
    await pause(turns.length < TURNS ? GAP.least + Math.random() * (GAP.most - GAP.least) : SETTLES);
  }
  if (!dialog.open) return null;
  const answer = await ask("camera/blink", { turns }, Infinity, tell);
  return answer?.seconds ?? null;
}
