// People's own box of tiles: a photo of all its tiles, taken while the table is set, and what was seen in it.

import { fetched, noPhoto, sendPhoto } from "./api.js";
import { jpeg, taken } from "./shot.js";
import { $, h, t } from "./texts.js";

/** @type {("missing" | "double" | "unsure")[]} */
const AMISS = ["missing", "double", "unsure"];

/**
 * Tiles as text, those that are there more than once with how often.
 *
 * @param {string[]} tiles
 */
function listed(tiles) {
  const counts = new Map();
  for (const tile of tiles) counts.set(tile, (counts.get(tile) ?? 0) + 1);
  return [...counts].map(([tile, n]) => (n > 1 ? `${n} × ${tile}` : tile)).join(", ");
}

/**
 * Says what the photo showed, and shows what each tile was taken for: somebody looks through it once.
 *
 * @param {Box} box
 */
function tell(box) {
  const src = URL.createObjectURL(jpeg(box.jpeg));
  const amiss = AMISS.filter((what) => box[what].length).map((what) => h("li", {}, t(`box.${what}`, { tiles: listed(box[what]) })));
  $("box-said").textContent = t("box.kept", { name: box.name, n: box.tiles });
  $("box-seen").replaceChildren(
    h("ul.facts", {}, ...(amiss.length ? amiss : [h("li", {}, t("box.whole"))])),
    h("p.hint", {}, t("box.look")),
    h("a", { href: src, target: "_blank" }, h("img.seen-box", { src, alt: t("box.picture") })),
  );
}

/** Says which boxes the table knows. */
async function offer() {
  const told = await fetched("api/boxes");
  $("box-known").textContent = told ? told.boxes.join(" · ") || t("box.none") : "";
}

/** Has the photo enrolled that was chosen. */
async function take() {
  $("box-photo").disabled = true;
  $("box-said").textContent = t("box.reading");
  $("box-seen").replaceChildren();
  const photo = await taken($("box-photo"), noPhoto);
  const box = photo && (await sendPhoto("box", { photo: photo.base64, name: $("box-name").value || t("box.usual") }));
  $("box-photo").disabled = false;
  $("box-said").textContent = "";
  if (!box) return;
  tell(box);
  await offer();
}

/** Fills the part of the form about boxes, where the page has one; called once. */
export function prepareBox() {
  if (!$("box")) return;
  $("box-photo").addEventListener("change", take);
  offer();
}
