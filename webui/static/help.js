// The keys that a page has, and what a screen reader reads of it by itself.

import { open } from "./dialogs.js";
import { areOn, noted, switchKeys } from "./shortcuts.js";
import { h, t } from "./texts.js";

/** What a browser has of its own on every page. */
const OF_BROWSER = { "keys.tab": ["Tab", "⇧ Tab"], "keys.enter": ["Enter"], "keys.escape": ["Esc"] };

/** @type {Record<string, string>} */
const SIGNS = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

const list = h("dl.key-list");
const characters = h("input", { type: "checkbox" });
characters.addEventListener("change", () => switchKeys(characters.checked));
const dialog = h(
  "dialog.dialog",
  { "aria-labelledby": "keys-title" },
  h("h2", { id: "keys-title", tabindex: -1, autofocus: true }, t("keys.title")),
  list,
  h("label.check", {}, characters, t("keys.characters")),
  h("p.hint", {}, t("keys.reader")),
  h("div.row", {}, h("button.plain", { type: "button", "data-closes": true }, t("button.close"))),
);
document.body.append(dialog);

/** Opens the list. */
export function showKeys() {
  const known = [...noted].map(([text, keys]) => /** @type {const} */ ([text, keys()]));
  const all = [...known.filter(([, keys]) => keys.length), ...Object.entries(OF_BROWSER)];
  list.replaceChildren(...all.flatMap(([text, keys]) => [h("dt", {}, ...keys.map((key) => h("kbd", {}, key === " " ? t("button.space") : (SIGNS[key] ?? key)))), h("dd", {}, t(text))]));
  characters.checked = areOn();
  open(dialog);
}
