// The button with which the player of an illegal turn has it read again from its clip.

import { ask } from "./api.js";
import { h, t } from "./texts.js";

/**
 * The button, where the last turn may be challenged.
 *
 * @param {State} state
 * @param {Verdict} verdict
 */
export const challengeButton = ({ challenges }, { press }) =>
  challenges !== null && h("button.quiet", { type: "button", onclick: ({ currentTarget }) => send(press, currentTarget) }, t("clip.challenge", { left: challenges }));

/**
 * @param {number} press
 * @param {EventTarget | null} button
 */
async function send(press, button) {
  if (!(button instanceof HTMLButtonElement)) return;
  const label = button.textContent;
  Object.assign(button, { disabled: true, textContent: t("clip.reading") });
  await ask("api/challenge", { press });
  Object.assign(button, { disabled: false, textContent: label });
}
