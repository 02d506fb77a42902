// Two photos of a turn that no camera saw: chosen here, judged by the server, shown like any turn.

import { sendPhoto } from "../api.js";
import { base64, jpeg, scaled } from "../shot.js";
import { $, bookTitle, h, start, t } from "../texts.js";

const FILES = { before: "photo-before", after: "photo-after" };

/** Prepares the form; `show` gets what the photos say, with an address for each picture, and whom to tell what a tile is. */
export function preparePhotos(show) {
  const dialog = $("photos");
  $("photos-rulebook").append(...start.rulebooks.map((book) => h("option", { value: book.id }, bookTitle(book))));
  /** Shows what was found, and judges the same photos again with what a person says of a tile. */
  const showWith = (sent, found) =>
    show(found, async (answer) => {
      const status = document.querySelector(".asked [role=status]");
      for (const button of document.querySelectorAll(".asked button")) button.disabled = true;
      status.textContent = t("desk.judging");
      const more = { ...sent, body: { ...sent.body, answers: [...sent.body.answers, answer] } };
      const again = await judge(more, (text) => {
        status.textContent = text;
      });
      if (again) showWith(more, again);
      else for (const button of document.querySelectorAll(".asked button")) button.disabled = false;
    });
  const open = () => {
    $("photos-error").textContent = "";
    dialog.showModal();
  };
  for (const id of Object.values(FILES)) $(id).addEventListener("change", () => preview($(id)));
  $("photos-open").addEventListener("click", open);
  if (location.hash === "#judge") open(); // whoever comes to have a turn judged
  $("photos-close").addEventListener("click", () => dialog.close());
  $("photos-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!$(FILES.after).files.length) {
      $("photos-error").textContent = t("desk.photo-needed"); // the browser would say so in its own language
      $(FILES.after).focus();
      return;
    }
    const button = $("photos-judge");
    button.disabled = true;
    button.textContent = t("desk.judging");
    $("photos-error").textContent = "";
    try {
      const sent = await chosen();
      const found = await judge(sent, (text, _, values) => {
        $("photos-error").textContent = [values?.photo && t(`desk.${values.photo}`), text].filter(Boolean).join(t("colon"));
      });
      if (!found) return;
      dialog.close();
      showWith(sent, found);
    } catch {
      $("photos-error").textContent = t("refused.photo"); // a file is gone, or cannot be opened
    } finally {
      button.disabled = false;
      button.textContent = t("desk.judge");
    }
  });
}

/** Says how many photos were chosen, and shows them below their name: a phone calls all of them alike. */
function preview(input) {
  const { length } = input.files;
  if (length) $("photos-error").textContent = ""; // it may have been about this one
  $(`${input.id}-count`).textContent = length ? t("desk.chosen", { n: length }) : t("desk.chosen.none");
  const picture = input.closest(".field").querySelector(".chosen");
  if (picture.src) URL.revokeObjectURL(picture.src);
  const [file] = input.files;
  picture.hidden = true;
  picture.onload = () => {
    picture.hidden = false;
  };
  if (file) picture.src = URL.createObjectURL(file);
  else picture.removeAttribute("src");
}

/** What the form sends, with an address for each picture. */
async function chosen() {
  const body = { rulebook: $("photos-rulebook").value, opening: $("photos-opening").checked, answers: [] };
  const pictures = {};
  for (const [name, id] of Object.entries(FILES)) {
    const [file] = $(id).files;
    if (!file) continue;
    const small = await scaled(file);
    pictures[name] = URL.createObjectURL(small);
    body[name] = await base64(small);
  }
  return { body, pictures };
}

/** What the server says of the photos; null where it refuses, of which `tell` is told. */
async function judge({ body, pictures }, tell) {
  const found = await sendPhoto("audit", body, tell);
  for (const name of Object.keys(FILES)) {
    const shown = found?.[name];
    if (!shown) continue;
    if (shown.jpeg) pictures[name] = URL.createObjectURL(jpeg(shown.jpeg)); // of a photo that few browsers show
    shown.href = pictures[name];
  }
  return found;
}
