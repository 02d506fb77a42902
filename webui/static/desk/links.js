// The number of a reason leads to what it is about, in the photo and on the felt, and back.

import { parts, t } from "../texts.js";
import { show } from "./looked.js";

const REASONS = ".reasons .number";
const ON_FELT = ".felt.after .numbers b";
const IN_PHOTO = ".shot .badge";

/**
 * The parts of a turn, whose numbers lead to each other.
 *
 * @param {Child[]} made
 */
export function linked(made) {
  const all = (/** @type {string} */ selector) => made.flatMap((one) => (one instanceof Element ? [...one.querySelectorAll(selector)] : []));
  const marked = new Set(all(ON_FELT).map(number));
  for (const one of all(REASONS).filter((reason) => marked.has(number(reason)))) {
    leads(one, "desk.to-mark", toMark);
    one.closest("li")?.addEventListener("click", () => toMark(number(one)));
  }
  for (const one of all(ON_FELT)) {
    one.parentElement?.removeAttribute("aria-hidden");
    leads(one, "desk.to-reason", toReason);
    one.addEventListener("click", () => toReason(number(one)));
  }
  for (const one of all(IN_PHOTO)) one.addEventListener("click", () => toReason(number(one))); // by pointer alone: the felt has the same for the keyboard
  return made;
}

/** @param {Element} one */
const number = (one) => one.textContent ?? "";

/**
 * A number that somebody reaches by keyboard, too.
 *
 * @param {Element} one
 * @param {string} text
 * @param {(meant: string) => unknown} lead
 */
function leads(one, text, lead) {
  for (const [name, value] of Object.entries({ role: "button", tabindex: "0", "aria-label": t(text, { number: number(one) }) })) one.setAttribute(name, value);
  one.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent) || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    lead(number(one));
  });
}

/**
 * The numbers that are seen of one reason, each marked as what is meant, and those of others as not.
 *
 * @param {string} meant
 */
function mean(meant) {
  const all = [...document.querySelectorAll([REASONS, ON_FELT, IN_PHOTO].join())];
  for (const one of all) one.classList.toggle("meant", number(one) === meant);
  return (/** @type {string} */ selector) => all.filter((one) => one.matches(selector) && number(one) === meant && one.getClientRects().length);
}

/** @param {string} meant */
function toMark(meant) {
  if (!mean(meant)(`${ON_FELT}, ${IN_PHOTO}`).length) show("after");
  const seen = mean(meant);
  const [mark] = [...seen(IN_PHOTO), ...seen(ON_FELT)];
  mark?.scrollIntoView({ block: "nearest" });
  parts(document, ON_FELT)
    .find((one) => number(one) === meant)
    ?.focus({ preventScroll: true });
}

/** @param {string} meant */
function toReason(meant) {
  const [reason] = mean(meant)(REASONS);
  reason?.closest("li")?.scrollIntoView({ block: "nearest" });
  if (reason instanceof HTMLElement) reason.focus({ preventScroll: true });
}
