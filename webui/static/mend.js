// What is put right in mid-game: the clock, the names, who sits where, and whose button a key is.

import { press } from "./api.js";
import { buttonOf, EVERYBODY, give, learn, rename } from "./buttons.js";
import { onSent, open } from "./dialogs.js";
import { onTurn, shown } from "./state.js";
import { $, h, onClick, part, refresh, t } from "./texts.js";

const LONGEST = 24;
const MOST = 6;
const list = $("mend-seats");
/** How often the dialog was opened: each time it shows the seats as they are. */
const times = { opened: 0 };

/** Whether the next round is about to begin, for which people sit down, leave and change seats. */
const isBetween = () => shown.newest?.phase === "scored";

/** @returns {{ element: HTMLElement, was: string, name: string }[]} */
const seats = () =>
  [...list.children].map((element) => {
    const input = /** @type {HTMLInputElement} */ (part(element, "input"));
    return { element: /** @type {HTMLElement} */ (element), was: input.dataset.was ?? "", name: input.value.trim() };
  });

/**
 * A seat in the dialog; without a name, of somebody who sits down for the next round.
 *
 * @param {string} name
 */
function seat(name) {
  const input = h("input", { value: name, "data-was": name, maxlength: LONGEST, required: true, autocomplete: "off", "aria-label": name || t("mend.new") });
  const small = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => unknown} */ act) =>
    h("button.move", { type: "button", title: label, "aria-label": label, onclick: act }, sign);
  /** @type {HTMLElement} */
  const made = h(
    "li",
    {},
    input,
    isBetween() && small("↑", t("mend.up", { name: name || t("mend.new") }), () => made.previousElementSibling?.before(made)),
    small("×", t("mend.leaves", { name: name || t("mend.new") }), () => (isBetween() ? made.remove() : press("leave", { player: input.dataset.was ?? name }))),
  );
  return made;
}

/** The keys that are buttons, each learnt by a tap and then the key; a tap on one that is known forgets it. */
function drawKeys() {
  const names = [EVERYBODY, ...(shown.newest?.players.map(({ name }) => name) ?? [])];
  refresh($("mend-keys"), [names, names.map(buttonOf)], () => names.map(key));
}

/** @param {string} player */
function key(player) {
  const known = buttonOf(player);
  const name = player || t("mend.everybody");
  /** @type {HTMLButtonElement} */
  const button = h("button.quiet", { type: "button", "aria-label": t(known ? "mend.forget-key" : "mend.learn-key", { name, key: known ?? "" }) }, known ? h("kbd", {}, known) : t("mend.learn"));
  button.addEventListener("click", () => {
    if (known) {
      give(player);
      drawKeys();
      return;
    }
    button.textContent = t("mend.press-key");
    learn((heard) => {
      button.textContent = t("mend.learn");
      if (heard) give(player, heard);
      drawKeys();
    });
  });
  return h("li", {}, h("span", {}, name), button);
}

/**
 * Draws what can be put right; who is typing is not disturbed while the same people sit there.
 *
 * @param {State} state
 */
export function showMend(state) {
  if (!$("mend").open) return;
  const { verdict, unjudged } = state;
  const runs = state.state === "turn" || state.state === "paused";
  const last = unjudged ?? verdict;
  $("mend-clock").hidden = !runs && !last;
  $("mend-runs").hidden = $("mend-to").hidden = !runs;
  part($("mend-runs"), "span").textContent = t("mend.clock", { name: onTurn(state) ?? "" });
  $("mend-last").hidden = !last;
  part($("mend-last"), "span").textContent = last ? t("mend.last", { name: last.player, seconds: Math.round(last.seconds) }) : "";
  const between = isBetween();
  refresh(list, [times.opened, state.round, state.phase, state.players.length], () => state.players.map(({ name }) => seat(name)));
  $("mend-add").hidden = !between;
  $("mend-line").textContent = t(between ? "mend.between" : "mend.within");
  $("mend-save").textContent = t(between ? "button.next" : "mend.save");
  drawKeys();
}

/** Opens the dialog. */
export function openMend() {
  times.opened++;
  open($("mend"));
  showMend(shown.state);
}

$("mend").addEventListener("close", () => learn(null));
$("mend-to").addEventListener("submit", (event) => {
  event.preventDefault();
  press("clock", { to: $("mend-seconds").valueAsNumber });
});
onClick("mend-add", () => list.children.length < MOST && list.append(seat("")));

for (const button of $("mend-clock").querySelectorAll("button[value]")) {
  if (!(button instanceof HTMLButtonElement)) continue;
  button.addEventListener("click", () => {
    const { verdict, unjudged } = shown.state;
    const of = $("mend-last").contains(button) ? { press: unjudged?.event ?? verdict?.press } : {};
    press("clock", { by: Number(button.value), ...of });
  });
}

onSent($("mend-form"), async () => {
  const between = isBetween();
  const there = seats();
  for (const { element, was, name } of there) {
    if (!was || name === was) continue;
    if (!(await press("rename", { player: was, name }))) return false;
    rename(was, name);
    part(element, "input").dataset.was = name;
  }
  return !between || press("next", { players: there.map(({ name }) => name) });
});
