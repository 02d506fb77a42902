// Two photos of a turn that no camera saw: chosen here, judged by the server, shown like any turn.

import { sendPhoto } from "../api.js";
import { onSent, open } from "../dialogs.js";
import { base64, jpeg, scaled } from "../shot.js";
import { $, bookTitle, h, onClick, part, start, t } from "../texts.js";

/** @typedef {{ body: { rulebook: string, opening: boolean, answers: Answer[], before?: string, after: string }, pictures: { before?: string, after?: string } }} Sent */

/** @type {("before" | "after")[]} */
const NAMES = ["before", "after"];

/** @param {"before" | "after"} name */
const field = (name) => /** @type {HTMLInputElement} */ (document.getElementById(`photo-${name}`));

/**
 * Prepares the form; `show` gets what the photos say, with an address for each picture, and whom to tell what a tile is.
 *
 * @param {(found: Audit, answer: (one: Answer) => unknown) => unknown} show
 */
export function preparePhotos(show) {
  const dialog = $("photos");
  $("photos-rulebook").append(...start.rulebooks.map((book) => h("option", { value: book.id }, bookTitle(book))));
  /**
   * Shows what was found, and judges the same photos again with what a person says of a tile.
   *
   * @param {Sent} sent
   * @param {Audit} found
   */
  const showWith = (sent, found) =>
    show(found, async (answer) => {
      const asked = part(document, ".asked");
      const status = part(asked, "[role=status]");
      for (const button of asked.querySelectorAll("button")) button.disabled = true;
      status.textContent = t("desk.judging");
      const more = { ...sent, body: { ...sent.body, answers: [...sent.body.answers, answer] } };
      const again = await judge(more, (text) => {
        status.textContent = text;
      });
      if (again) showWith(more, again);
      else for (const button of asked.querySelectorAll("button")) button.disabled = false;
    });
  for (const name of NAMES) field(name).addEventListener("change", () => preview(name));
  onClick("photos-open", () => open(dialog));
  if (location.hash === "#judge") open(dialog); // whoever comes to have a turn judged
  onSent($("photos-form"), async () => {
    if (!field("after").files?.length) {
      $("photos-error").textContent = t("desk.photo-needed"); // the browser would say so in its own language
      field("after").focus();
      return false;
    }
    const button = $("photos-judge");
    button.disabled = true;
    button.textContent = t("desk.judging");
    $("photos-error").textContent = "";
    try {
      const sent = await chosen();
      const found = await judge(sent, (text, _, values = {}) => {
        $("photos-error").textContent = [values.photo && t(`desk.${values.photo}`), text].filter(Boolean).join(t("colon"));
      });
      if (found) showWith(sent, found);
      return found !== null;
    } catch {
      $("photos-error").textContent = t("refused.photo"); // a file is gone, or cannot be opened
      return false;
    } finally {
      button.disabled = false;
      button.textContent = t("desk.judge");
    }
  });
}

/**
 * Says how many photos were chosen, and shows them below their name: a phone calls all of them alike.
 *
 * @param {"before" | "after"} name
 */
function preview(name) {
  const input = field(name);
  const length = input.files?.length ?? 0;
  if (length) $("photos-error").textContent = ""; // it may have been about this one
  part(document, `#${input.id}-count`).textContent = length ? t("desk.chosen", { n: length }) : t("desk.chosen.none");
  const picture = /** @type {HTMLImageElement} */ (part(input.closest(".field") ?? document, ".chosen"));
  if (picture.src) URL.revokeObjectURL(picture.src);
  const file = input.files?.[0];
  picture.hidden = true;
  picture.onload = () => {
    picture.hidden = false;
  };
  if (file) picture.src = URL.createObjectURL(file);
  else picture.removeAttribute("src");
}

/**
 * What the form sends, with an address for each picture.
 *
 * @returns {Promise<Sent>}
 */
async function chosen() {
  /** @type {Sent} */
  const { body, pictures } = { body: { rulebook: $("photos-rulebook").value, opening: $("photos-opening").checked, answers: [], after: "" }, pictures: {} };
  for (const name of NAMES) {
    const file = field(name).files?.[0];
    if (!file) continue;
    const small = await scaled(file);
    pictures[name] = URL.createObjectURL(small);
    body[name] = await base64(small);
  }
  return { body, pictures };
}

/**
 * What the server says of the photos; null where it refuses, of which `tell` is told.
 *
 * @param {Sent} sent
 * @param {Complain} tell
 * @returns {Promise<Audit | null>}
 */
async function judge({ body, pictures }, tell) {
  /** @type {Audit | null} */
  const found = await sendPhoto("audit", body, tell);
  for (const name of NAMES) {
    const shown = found?.[name];
    if (!shown) continue;
    if (shown.jpeg) pictures[name] = URL.createObjectURL(jpeg(shown.jpeg)); // of a photo that few browsers show
    shown.href = pictures[name];
  }
  return found;
}
