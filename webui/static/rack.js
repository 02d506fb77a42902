// A rack as text, typed or taken from a photo; whoever gives it reads over it first.

import { sendPhoto } from "./api.js";
import { taken } from "./shot.js";
import { h, t } from "./texts.js";
import { tiles } from "./tile.js";

const NOTATION = /^(?:[KRBOY](?:[1-9]|1[0-3])|J)$/;
const fields = { number: 0 };

/**
 * A field for the tiles of a rack; `properties` are those of its input.
 *
 * @param {string} label
 * @param {Properties} properties
 */
export function rackField(label, properties) {
  fields.number += 1;
  const id = `rack-${fields.number}`;
  const input = h("input", { id, required: true, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", enterkeyhint: "next", ...properties });
  const note = h("p.hint", { role: "status" });
  const drawn = h("div.drawn");
  const redraw = () => drawn.replaceChildren(...preview(input.value));
  input.addEventListener("input", redraw);
  redraw();
  /** @type {HTMLInputElement} */
  const file = h("input.unseen", { type: "file", accept: "image/*,.heic,.heif", "aria-label": `${t("rack.photo")}: ${label}`, onchange: () => take(file, input, note).then(redraw) });
  const photo = h("span.plain.photo", {}, t("rack.photo"));
  return h("div.field", {}, h("label", { for: id }, label), h("div.entry", {}, input, h("label", {}, file, photo)), note, drawn);
}

/**
 * The tiles that the text names so far, as they look.
 *
 * @param {string} text
 */
function preview(text) {
  const names = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((name) => NOTATION.test(name));
  return names.length ? [tiles(names.map((name) => name.replace("Y", "O")))] : [];
}

/**
 * @param {HTMLInputElement} file
 * @param {HTMLInputElement} input
 * @param {HTMLElement} note
 */
async function take(file, input, note) {
  const photo = file.files?.[0];
  if (!photo) return;
  note.textContent = t("rack.reading");
  let read = null;
  try {
    read = await sendPhoto("rack", { photo: (await taken(photo)).base64 });
    note.textContent = "";
  } catch {
    note.textContent = t("refused.photo"); // the file is gone, or cannot be opened
  } finally {
    file.value = "";
  }
  if (!read) return;
  input.value = read.tiles.join(" ");
  note.textContent = read.doubtful.length ? t("rack.doubt", { tiles: read.doubtful }) : t("rack.read", { n: read.tiles.length });
}
