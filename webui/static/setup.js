// Setting the table: names and rulebook, with everything filled in so that one press starts.

import { $, h, start, t } from "./texts.js";
import { press } from "./api.js";

const LEAST = 2;
const MOST = 4;
const MEMORY = "tileref.players";

function remembered() {
  try {
    const names = JSON.parse(localStorage.getItem(MEMORY));
    return Array.isArray(names) && names.length >= LEAST && names.length <= MOST ? names : null;
  } catch {
    return null;
  }
}

function add(name) {
  const number = $("names").children.length + 1;
  const input = h("input", { "aria-label": t("setup.player", { number }), maxlength: 24, required: true, autocomplete: "off" });
  input.value = name ?? t("setup.player", { number });
  input.addEventListener("focus", () => input.select());
  $("names").append(h("li", {}, input));
  count();
}

function count() {
  const seats = $("names").children.length;
  $("add-player").disabled = seats >= MOST;
  $("drop-player").disabled = seats <= LEAST;
}

/** Fills the form; called once. */
export function prepareSetup() {
  (remembered() ?? [null, null]).forEach(add);
  $("rulebook").replaceChildren(...start.rulebooks.map(({ id, title }) => h("option", { value: id }, title)));
  $("add-player").addEventListener("click", () => add(null));
  $("drop-player").addEventListener("click", () => {
    $("names").lastElementChild.remove();
    count();
  });
  $("setup-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const players = [...$("names").querySelectorAll("input")].map((input) => input.value.trim());
    try {
      localStorage.setItem(MEMORY, JSON.stringify(players));
    } catch {
      // a browser that keeps nothing: the names are typed again next time
    }
    press("start", { players, rulebook: $("rulebook").value });
  });
}
