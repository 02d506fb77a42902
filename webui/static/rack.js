// A rack as text, typed or taken from a photo; whoever gives it reads over it first.

import { sendPhoto } from "./api.js";
import { taken } from "./shot.js";
import { h, t } from "./texts.js";
import { tiles } from "./tile.js";

const NOTATION = /^(?:[KRBOY](?:[1-9]|1[0-3])|J)$/;
const fields = { number: 0 };

/** What a field is made with in which tiles are written, letters and numbers. */
export const WRITTEN = { autocomplete: "off", autocapitalize: "characters", spellcheck: "false", enterkeyhint: "next" };

/**
 * The names of the tiles in a text, as people separate them.
 *
 * @param {string} text
 */
export const namesIn = (text) =>
  text
    .toUpperCase()
    .replaceAll("Y", "O")
    .match(/[^\s,;]+/g) ?? [];

/**
 * A field for the tiles of a rack; `properties` are those of its input.
 *
 * @param {string} label
 * @param {Properties} properties
 */
export function rackField(label, properties) {
  fields.number += 1;
  const id = `rack-${fields.number}`;
  const input = h("input", { id, required: true, ...WRITTEN, ...properties });
  const note = h("p.hint", { role: "status" });
  const drawn = h("div.drawn");
  const redraw = () => {
    const names = namesIn(input.value).filter((name) => NOTATION.test(name));
    drawn.replaceChildren(...(names.length ? [tiles(names)] : []));
  };
  const say = (/** @type {string} */ text) => {
    note.textContent = text;
  };
  const photo = rackPhoto(label, say, (read) => {
    say("");
    if (!read) return;
    input.value = read.tiles.join(" ");
    say(read.doubtful.length ? t("rack.doubt", { tiles: read.doubtful }) : t("rack.read", { n: read.tiles.length }));
    redraw();
  });
  input.addEventListener("input", redraw);
  return h("div.field", {}, h("label", { for: id }, label), h("div.entry", {}, input, photo), note, drawn);
}

/**
 * The button that has a photo of a rack taken, and read: `say` is told what is going on, `done` what was read, and where the photo was drawn.
 *
 * @param {string} label
 * @param {(text: string, isAmiss?: boolean) => unknown} say
 * @param {(read: ReadRack | null, canvas: HTMLCanvasElement | null) => unknown} done
 * @param {Complain} [refuse]
 */
export function rackPhoto(label, say, done, refuse) {
  const take = async () => {
    if (!file.files?.length) return;
    say(t("rack.reading"));
    const photo = await taken(file, () => say(t("refused.photo"), true));
    if (photo) done(await sendPhoto("rack", { photo: photo.base64 }, refuse), photo.canvas);
  };
  /** @type {HTMLInputElement} */
  const file = h("input.unseen", { type: "file", accept: "image/*,.heic,.heif", "aria-label": `${t("rack.photo")}: ${label}`, onchange: take });
  return h("label", {}, file, h("span.plain.photo", {}, t("rack.photo")));
}
