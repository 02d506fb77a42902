// What all dialogs have in common: how they open and close, and where they say what is wrong.

import { h } from "./texts.js";

/**
 * Opens a dialog, or goes on with it; what was wrong in it is past, but for the `error`.
 *
 * @param {HTMLDialogElement} dialog
 * @param {string} [error]
 */
export function open(dialog, error = "") {
  const line = dialog.querySelector(".error");
  if (line) line.textContent = error;
  if (!dialog.open) dialog.showModal();
}

/**
 * Says why a press was refused in the dialog that is open, or with null that it is past; whether one is.
 *
 * @param {string | null} text
 */
export function sayInDialog(text) {
  const line = document.querySelector("dialog[open] .error");
  if (line) line.textContent = text;
  return line !== null;
}

/**
 * Has the form of a dialog do `act` when it is sent; the dialog closes where that is done.
 *
 * @param {HTMLFormElement} form
 * @param {(event: SubmitEvent) => Promise<boolean>} act
 */
export function onSent(form, act) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await act(event)) form.closest("dialog")?.close();
  });
}

/**
 * One of several choices, of which one is taken.
 *
 * @param {Properties} properties
 * @param {string} text
 */
export const chip = (properties, text) => h("label", {}, h("input", { type: "radio", ...properties }), h("span", {}, text));

document.addEventListener("click", ({ target }) => target instanceof Element && target.closest("[data-closes]")?.closest("dialog")?.close());
