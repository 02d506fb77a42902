// The players in their seats: named by typing or a tap, set in order by dragging or with the arrow keys.

import { press } from "./api.js";
import { followPointer } from "./pointer.js";
import { $, h, t } from "./texts.js";

const LONGEST = 24;
const list = $("names");
let known = []; // whoever has played at this table
let changed = () => {};
let hasRoom = () => true;

const inputs = () => [...list.querySelectorAll("input")];

export const seats = () => list.children.length;

/** The names in the order of the seats. */
export const seated = () => inputs().map((input) => input.value.trim());

/** The same, null for a seat that nobody has named. */
export const drafted = () => inputs().map(({ value, dataset }) => (value === dataset.unnamed || !value.trim() ? null : value.trim()));

/** A seat more, with a name or the seat's number. */
function addSeat(name) {
  const number = seats() + 1;
  const input = h("input", { "aria-label": t("setup.player", { number }), maxlength: LONGEST, required: true, autocomplete: "off" });
  input.value = name ?? t("setup.player", { number });
  input.dataset.unnamed = name ? "" : input.value;
  input.addEventListener("focus", () => input.select());
  input.addEventListener("input", label);
  const handle = h("button.move", { type: "button" }, "⠿");
  const seat = h("li", {}, input, handle);
  handle.addEventListener("pointerdown", (event) => drag(event, seat));
  handle.addEventListener("keydown", (event) => step(event, seat));
  list.append(seat);
  label();
}

export function dropSeat() {
  list.lastElementChild.remove();
  label();
}

/** Names what carries a name after it was typed or moved; what was wrong may be right now. */
function label() {
  forgive();
  inputs().forEach((input, i) => {
    input.setAttribute("aria-label", t("setup.player", { number: i + 1 }));
    input.nextElementSibling.setAttribute("aria-label", t("setup.move", { name: input.value.trim() || t("setup.player", { number: i + 1 }) }));
  });
  chips();
}

/** Enter in a field goes on to the next name, and behind the last one to the button: by itself it would start the round. */
function goOn(event) {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches("input:not([type=file])")) return;
  event.preventDefault();
  const fields = inputs();
  const at = fields.indexOf(event.target);
  (fields[at < 0 ? fields.length : at + 1] ?? $("setup-start")).focus();
}

function announce(seat) {
  const place = [...list.children].indexOf(seat) + 1;
  $("seat-said").textContent = t("setup.moved", { name: seat.firstChild.value, number: place, count: seats() });
}

/** Moves `seat` before the seat that is at `place` without it. */
function put(seat, place) {
  const others = [...list.children].filter((other) => other !== seat);
  list.insertBefore(seat, others[place] ?? null);
  label();
  announce(seat);
}

function step(event, seat) {
  const way = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!way) return;
  event.preventDefault();
  const place = [...list.children].indexOf(seat) + way;
  if (place < 0 || place >= seats()) return;
  put(seat, place);
  seat.querySelector(".move").focus();
}

function drag(event, seat) {
  event.preventDefault();
  seat.classList.add("dragged");
  const follow = ({ clientY }) => {
    const above = [...list.children]
      .filter((other) => other !== seat)
      .filter((other) => {
        const { top, bottom } = other.getBoundingClientRect();
        return (top + bottom) / 2 < clientY;
      });
    if (above.length !== [...list.children].indexOf(seat)) put(seat, above.length);
  };
  followPointer(follow, () => seat.classList.remove("dragged"));
}

/** Gives `name` the first seat without a name of its own, or one more. */
function seat(name) {
  const free = inputs().find((input) => input.value === input.dataset.unnamed || !input.value.trim());
  if (free) {
    free.value = name;
    free.dataset.unnamed = "";
  } else if (hasRoom()) addSeat(name);
  label();
  changed();
}

/** For each refusal that is about names: which of them, in the order of the seats, are at fault. */
const FAULTS = {
  "players-names": (names) => names.map((name) => !name || names.filter((other) => other === name).length > 1),
  "names-alike": (names, { names: alike }) => names.map((name) => alike.includes(name)),
  "name-unseen": (names) => names.map((name) => UNSEEN.test(name)),
};
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Says what is wrong with names by the seat that it is about, the last one at fault, and has it typed anew; false for other refusals. */
export function refuseNames(text, code, values) {
  if (!FAULTS[code]) return false;
  const plain = seated().map((name) => name.normalize("NFKC").replace(/\s+/g, " "));
  const faults = FAULTS[code](plain, values);
  const wrong = inputs().filter((_, i) => faults[i]);
  const input = wrong.at(-1) ?? inputs().at(-1);
  forgive();
  for (const one of wrong) one.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", "names-error");
  input.parentElement.append(h("p.error", { id: "names-error", role: "alert" }, text));
  input.focus({ preventScroll: true });
  input.parentElement.scrollIntoView({ block: "center" });
  return true;
}

function forgive() {
  $("names-error")?.remove();
  for (const input of inputs()) for (const name of ["aria-invalid", "aria-describedby"]) input.removeAttribute(name);
}

async function forget(name) {
  if (!(await press("forget", { name }))) return;
  known = known.filter((one) => one !== name);
  label();
}

function chips() {
  const taken = new Set(seated());
  const left = known.filter((name) => !taken.has(name));
  $("played-before").hidden = !left.length;
  $("known-names").replaceChildren(
    ...left.map((name) =>
      h(
        "li.known",
        {},
        h("button.choice", { type: "button", "aria-label": t("setup.seat", { name }), onclick: () => seat(name) }, name),
        h("button.forget", { type: "button", "aria-label": t("setup.forget", { name }), title: t("setup.forget", { name }), onclick: () => forget(name) }, "×"),
      ),
    ),
  );
}

/** Asks whom the table knows. */
export async function recall() {
  try {
    known = (await (await fetch("api/names")).json()).names ?? [];
  } catch {
    return; // the connection is lost: the page says so elsewhere
  }
  label();
}

/** Fills the seats; `onChange` is told of more seats, `room` says whether there can be one more. */
export function prepareSeats(names, onChange, room) {
  names.forEach(addSeat);
  changed = onChange;
  hasRoom = room;
  $("setup-form").addEventListener("keydown", goOn);
  $("add-player").addEventListener("click", () => {
    addSeat(null);
    changed();
  });
  $("drop-player").addEventListener("click", () => {
    dropSeat();
    changed();
  });
}
