// The players in their seats: named by typing or a tap, set in order by dragging or with the arrow keys.

import { fetched, press } from "./api.js";
import { avatar } from "./avatars.js";
import { followPointer } from "./pointer.js";
import { note } from "./shortcuts.js";
import { $, h, listed, onClick, part, refresh, t } from "./texts.js";

const LONGEST = 24;
const HERE = 60; // seconds since which a phone that is here has asked for something
const STEPS = note("keys.seat", { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 });
const list = $("names");
/** The form that the seats stand in. */
const form = {
  /** @type {string[]} whoever has played at this table */
  known: [],
  /** @type {Map<string, string>} the names that phones have said, by device, as far as they were seated */
  arrived: new Map(),
  /** @type {{ players: string[], rulebook: string } | null} the round that was begun last */
  last: null,
  /** @type {() => unknown} is told of more seats */
  changed: () => {},
  /** @type {() => boolean} whether there can be one more */
  hasRoom: () => true,
  /** @type {Record<string, number | null>} seconds of each turn of players who have others than the rulebook's, null for no limit */
  handicaps: {},
};
const HANDICAPS = [30, 60, 90, 120, 180, 300, null];

const inputs = () => [...list.querySelectorAll("input")];

export const seats = () => list.children.length;

/** The names in the order of the seats. */
export const seated = () => inputs().map((input) => input.value.trim());

/** The same, null for a seat that nobody has named. */
export const drafted = () => inputs().map(({ value, dataset }) => (value === dataset.unnamed || !value.trim() ? null : value.trim()));

/** Seconds of each turn for those who have others than the rulebook's, null for no limit, by their names. */
export function handicaps() {
  const chosen = [...list.querySelectorAll("select")].map(({ value }, i) => [seated()[i], value]);
  return Object.fromEntries(chosen.filter(([, value]) => value).map(([name, value]) => [name, value === "none" ? null : Number(value)]));
}

/**
 * The time that a player has for a turn.
 *
 * @param {string | null} name
 */
function handicapOf(name) {
  const chosen = name !== null && name in form.handicaps ? form.handicaps[name] : undefined;
  const choices = HANDICAPS.map((seconds) => h("option", { value: seconds ?? "none", selected: seconds === chosen }, seconds ? t("house.time.value", { value: seconds }) : t("house.time.none")));
  return h("select.handicap", {}, h("option", { value: "" }, t("setup.handicap-none")), ...choices);
}

/**
 * A seat more, with a name or the seat's number.
 *
 * @param {string | null} name
 */
function addSeat(name) {
  const unnamed = t("setup.player", { number: seats() + 1 });
  const filled = { value: name ?? unnamed, "data-unnamed": name ? "" : unnamed };
  /** @type {HTMLInputElement} */
  const input = h("input", { ...filled, maxlength: LONGEST, required: true, autocomplete: "off", onfocus: () => input.select(), oninput: label });
  const moves = { onpointerdown: (/** @type {PointerEvent} */ event) => drag(event, seat), onkeydown: (/** @type {KeyboardEvent} */ event) => step(event, seat) };
  /** @type {HTMLElement} */
  const seat = h("li", {}, h("span.mark"), input, h("button.move", { type: "button", ...moves }, "⠿"), handicapOf(name));
  list.append(seat);
  label();
}

export function dropSeat() {
  list.lastElementChild?.remove();
  label();
}

/** Names what carries a name after it was typed or moved; what was wrong may be right now. */
function label() {
  forgive();
  inputs().forEach((input, i) => {
    input.setAttribute("aria-label", t("setup.player", { number: i + 1 }));
    const name = input.value.trim() || t("setup.player", { number: i + 1 });
    input.parentElement?.querySelector(".move")?.setAttribute("aria-label", t("setup.move", { name }));
    part(list.children[i], "select").setAttribute("aria-label", t("setup.handicap", { name }));
  });
  const names = seated();
  for (const [i, mark] of [...list.querySelectorAll(".mark")].entries()) refresh(mark, [names[i], names], () => [avatar(names[i], names)]);
  chips();
}

/**
 * Enter in a field goes on to the next name, and behind the last one to the button: by itself it would start the round.
 *
 * @param {KeyboardEvent} event
 */
function goOn(event) {
  const { target } = event;
  if (event.key !== "Enter" || event.isComposing || !(target instanceof HTMLInputElement) || target.type === "file") return;
  event.preventDefault();
  const fields = inputs();
  const at = fields.indexOf(target);
  (fields[at < 0 ? fields.length : at + 1] ?? $("setup-start")).focus();
}

/** @param {Element} seat */
function announce(seat) {
  const place = [...list.children].indexOf(seat) + 1;
  $("seat-said").textContent = t("setup.moved", { name: seat.querySelector("input")?.value, number: place, count: seats() });
}

/**
 * Moves `seat` before the seat that is at `place` without it.
 *
 * @param {Element} seat
 * @param {number} place
 */
function put(seat, place) {
  const others = [...list.children].filter((other) => other !== seat);
  list.insertBefore(seat, others[place] ?? null);
  label();
  announce(seat);
}

/**
 * @param {KeyboardEvent} event
 * @param {Element} seat
 */
function step(event, seat) {
  const way = STEPS[event.key];
  if (!way) return;
  event.preventDefault();
  const place = [...list.children].indexOf(seat) + way;
  if (place < 0 || place >= seats()) return;
  put(seat, place);
  part(seat, ".move").focus();
}

/**
 * @param {PointerEvent} event
 * @param {Element} seat
 */
function drag(event, seat) {
  event.preventDefault();
  seat.classList.add("dragged");
  const follow = (/** @type {PointerEvent} */ { clientY }) => {
    const above = [...list.children].filter((other) => {
      const { top, bottom } = other.getBoundingClientRect();
      return other !== seat && (top + bottom) / 2 < clientY;
    });
    if (above.length !== [...list.children].indexOf(seat)) put(seat, above.length);
  };
  followPointer(follow, () => seat.classList.remove("dragged"));
}

/**
 * Gives `name` the first seat without a name of its own, or one more.
 *
 * @param {string} name
 */
function seat(name) {
  const free = inputs().find((input) => input.value === input.dataset.unnamed || !input.value.trim());
  if (free) {
    free.value = name;
    free.dataset.unnamed = "";
  } else if (form.hasRoom()) addSeat(name);
  label();
  form.changed();
}

/**
 * For each refusal that is about names: which of them, in the order of the seats, are at fault.
 *
 * @type {Record<string, (names: string[], values: RefusalValues) => boolean[]>}
 */
const FAULTS = {
  "players-names": (names) => names.map((name) => !name || names.filter((other) => other === name).length > 1),
  "names-alike": (names, { names: alike }) => names.map((name) => Boolean(alike?.includes(name))),
  "name-unseen": (names) => names.map((name) => UNSEEN.test(name)),
};
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Which of these names are at fault, in their order; null for refusals that are not about names.
 *
 * @param {string} code
 * @param {string[]} names
 * @param {RefusalValues} values
 */
export function faultsOf(code, names, values) {
  const plain = names.map((name) => name.normalize("NFKC").replace(/\s+/g, " "));
  return FAULTS[code]?.(plain, values) ?? null;
}

/**
 * Says what is wrong with names by the seat that it is about, the last one at fault, and has it typed anew; false for other refusals.
 *
 * @param {string} text
 * @param {string} code
 * @param {RefusalValues} values
 */
export function refuseNames(text, code, values) {
  const faults = faultsOf(code, seated(), values);
  if (!faults) return false;
  const wrong = inputs().filter((_, i) => faults[i]);
  const input = wrong.at(-1) ?? inputs().at(-1);
  forgive();
  for (const one of wrong) one.setAttribute("aria-invalid", "true");
  input?.setAttribute("aria-describedby", "names-error");
  input?.parentElement?.append(h("p.error", { id: "names-error", role: "alert" }, text));
  input?.focus({ preventScroll: true });
  input?.parentElement?.scrollIntoView({ block: "center" });
  return true;
}

function forgive() {
  document.getElementById("names-error")?.remove();
  for (const input of inputs()) for (const name of ["aria-invalid", "aria-describedby"]) input.removeAttribute(name);
}

/** @param {string} name */
async function forget(name) {
  if (!(await press("forget", { name }))) return;
  form.known = form.known.filter((one) => one !== name);
  label();
}

function chips() {
  const taken = new Set(seated());
  const left = form.known.filter((name) => !taken.has(name));
  $("played-before").hidden = !left.length;
  $("known-names").replaceChildren(
    ...left.map((name) =>
      h(
        "li.known",
        {},
        h("button.choice", { type: "button", "aria-label": t("setup.seat", { name }), onclick: () => seat(name) }, avatar(name, form.known), name),
        h("button.forget", { type: "button", "aria-label": t("setup.forget", { name }), title: t("setup.forget", { name }), onclick: () => forget(name) }, "×"),
      ),
    ),
  );
}

/** @param {boolean} offered */
function showHandicaps(offered) {
  list.classList.toggle("timed", offered);
  $("handicaps").hidden = offered;
}

/** Asks whom the table knows, and who played last. */
export async function recall() {
  const told = await fetched("api/names");
  if (told) Object.assign(form, { known: told.names, last: told.last });
  $("again").hidden = !form.last;
  refresh($("again"), form.last, () => [h("b", {}, t("setup.again")), h("small", {}, listed(form.last?.players ?? []))]);
  label();
}

/** The round that was begun last, to be played once more; null for none. */
export const lastPlayed = () => form.last;

/** Seats whoever has said a name on a phone that is here; a name that is said anew stands where the first one stood. */
export async function seatArrived() {
  /** @type {Devices | null} */
  const told = await fetched("devices");
  for (const { device, role, player, ago } of told?.devices ?? []) {
    if (role !== "player" || !player || ago > HERE) continue;
    const before = form.arrived.get(device);
    form.arrived.set(device, player);
    if (before === player || seated().includes(player)) continue;
    const field = inputs().find(({ value }) => value.trim() === before);
    if (field) field.value = player;
    else seat(player);
  }
  label();
}

/**
 * Fills the seats; `onChange` is told of more seats, `room` says whether there can be one more. Handicaps are offered where there are some, and once they are asked for.
 *
 * @param {(string | null)[]} names
 * @param {Record<string, number | null>} times
 * @param {() => unknown} onChange
 * @param {() => boolean} room
 */
export function prepareSeats(names, times, onChange, room) {
  form.handicaps = times;
  names.forEach(addSeat);
  showHandicaps(Object.keys(handicaps()).length > 0);
  onClick("handicaps", () => showHandicaps(true));
  form.changed = onChange;
  form.hasRoom = room;
  $("setup-form").addEventListener("keydown", goOn);
  onClick("add-player", () => {
    addSeat(null);
    form.changed();
  });
  onClick("drop-player", () => {
    dropSeat();
    form.changed();
  });
}
