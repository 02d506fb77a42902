// The clip of a turn that was challenged: everybody sees it, slowed, and then what the turn is by it.

import { fetched } from "./api.js";
import { open } from "./dialogs.js";
import { h, t } from "./texts.js";

const SLOWED = 2;
const LONGEST = 1000; // milliseconds between two frames, at most
const AFTER = 5000; // milliseconds for which the outcome stands

/** @type {{ dialog: HTMLDialogElement | null, playing: number }} */
const screen = { dialog: null, playing: 0 };

/** @param {number} ms */
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** The dialog in which clips are shown, made when the first one is. */
function place() {
  if (screen.dialog) return screen.dialog;
  screen.dialog = h(
    "dialog.dialog.clip",
    { "aria-labelledby": "clip-title" },
    h("h2", { id: "clip-title" }),
    h("canvas", { role: "img" }),
    h("p.outcome", { role: "status" }),
    h("button.plain", { type: "button", "data-closes": true }, t("button.close")),
  );
  document.body.append(screen.dialog);
  return screen.dialog;
}

/**
 * Plays the clip of a challenge that has come since the `last` state.
 *
 * @param {State} state
 * @param {State | null} last
 */
export function followChallenge({ challenge }, last) {
  if (challenge && last && challenge.event > (last.challenge?.event ?? 0)) play(challenge);
}

/** @param {Challenge} challenge */
async function play({ press, player, found }) {
  const dialog = place();
  const mine = ++screen.playing;
  const [title, canvas, outcome] = [dialog.querySelector("h2"), dialog.querySelector("canvas"), dialog.querySelector("p")];
  if (!title || !canvas || !outcome) return;
  title.textContent = t("clip.title", { name: player });
  outcome.textContent = "";
  canvas.setAttribute("aria-label", t("clip.title", { name: player }));
  open(dialog);
  /** @type {number[]} */
  const times = (await fetched(`clips/${press}`))?.times ?? [];
  const images = times.map((at) => Object.assign(new Image(), { src: `clips/${press}/${at}.jpg` }));
  for (const [k, image] of images.entries()) {
    if (
      !(await image.decode().then(
        () => true,
        () => false,
      ))
    )
      continue;
    if (mine !== screen.playing || !dialog.open) return;
    if (canvas.width !== image.naturalWidth) Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    canvas.dataset.shown = String(k + 1);
    await sleep(Math.min(LONGEST, ((times[k + 1] ?? times[k]) - times[k]) * SLOWED));
  }
  outcome.textContent = t(`clip.found-${found}`);
  await sleep(AFTER);
  if (mine === screen.playing) dialog.close();
}
