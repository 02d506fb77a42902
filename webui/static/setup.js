// Setting the table: names, rulebook and what is agreed on, with everything filled in so that one press starts.

import { $, h, has, start, t } from "./texts.js";
import { press } from "./api.js";

const LEAST = 2;
const NAMES = "tileref.players";
const RULES = "tileref.rulebook";
const options = []; // { control, switch, changes }: switch() is what the control adds to the rulebook's id, or ""
let asked = 0;

function remembered(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing: it is chosen again next time
  }
}

const book = () => start.rulebooks.find(({ id }) => id === $("rulebook").value);
const boxes = () => options.filter(({ most }) => most); // what brings tiles for more players than the booklet's
const boxChosen = () => boxes().some(({ control }) => control.checked);
const seats = () => $("names").children.length;

/** What a switch behind a rulebook's id means, in a few words. */
export function switchText(name) {
  const [key, value] = name.split("=");
  if (value === undefined) return has(`variant.${key}.title`) ? t(`variant.${key}.title`) : key;
  return has(`house.${key}.short-${value}`) ? t(`house.${key}.short-${value}`) : t(`house.${key}.short`, { value, n: Number(value) });
}

/** What a house rule's value means; null is what a booklet that sets none says. */
function valueText(key, value) {
  const name = `house.${key}.${value ?? "none"}`;
  return has(name) ? t(name) : t(`house.${key}.value`, { value, n: Number(value) });
}

function add(name) {
  const number = seats() + 1;
  const input = h("input", { "aria-label": t("setup.player", { number }), maxlength: 24, required: true, autocomplete: "off" });
  input.value = name ?? t("setup.player", { number });
  input.addEventListener("focus", () => input.select());
  $("names").append(h("li", {}, input));
}

function drop() {
  $("names").lastElementChild.remove();
}

function option(title, line, control, { key, changes, chosen, most }) {
  control.addEventListener("change", () => {
    if (most && !boxChosen()) while (seats() > book().most) drop();
    agree();
  });
  options.push({ key, control, changes, most, switch: chosen });
  const about = h("span.about", {}, h("b", {}, title), h("small", { id: `about-${key}` }, line));
  control.setAttribute("aria-label", title);
  control.setAttribute("aria-describedby", `about-${key}`);
  return h(control.type === "checkbox" ? "label.option.tick" : "label.option", {}, control, about);
}

function tick(title, line, name, about, on) {
  const control = h("input", { type: "checkbox", checked: on });
  return option(title, line, control, { ...about, chosen: () => (control.checked ? name : "") });
}

function houseRule({ key, booklet, tick: only, values, changes, most }, chosen) {
  const title = t(`house.${key}.title`);
  const line = t(`house.${key}.line`);
  const names = values.map((value) => `${key}=${value}`);
  if (only) return tick(title, line, names[0], { key, changes, most }, chosen.includes(names[0]));
  const control = h(
    "select",
    {},
    h("option", { value: "" }, t("house.booklet", { value: valueText(key, booklet) })),
    ...values.map((value, i) => h("option", { value: names[i], selected: chosen.includes(names[i]) }, valueText(key, value))),
  );
  return option(title, line, control, { key, changes, chosen: () => control.value });
}

/** Offers what the rulebook allows; what was chosen before stays chosen where it can. */
function offer(chosen) {
  options.length = 0;
  const variants = book().variants.map(({ name, summary, changes }) => {
    const texts = has(`variant.${name}.title`) ? [t(`variant.${name}.title`), t(`variant.${name}.line`)] : [name, summary];
    return tick(...texts, name, { key: name, changes }, chosen.includes(name));
  });
  const rules = book().houseRules.map((rule) => houseRule(rule, chosen));
  const common = options.length;
  const more = book().moreRules.map((rule) => houseRule(rule, chosen));
  const open = options.slice(common).some((one) => one.switch());
  const folded = h("details.more", { open }, h("summary", {}, h("b", {}, t("setup.more"))), h("div.options", {}, ...more));
  $("options").replaceChildren(...variants, ...rules, ...(more.length ? [folded] : []));
  agree();
}

const switches = () => options.map((one) => one.switch()).filter(Boolean);
const rulebookId = () => [book().id, ...switches()].join("+");

/** After every change: two options that change the same clause exclude each other, and more seats need a second box. */
function agree() {
  const [secondBox] = boxes();
  if (secondBox && seats() > book().most && !boxChosen()) secondBox.control.checked = true;
  for (const one of options) {
    const rival = options.some((other) => other !== one && other.switch() && other.changes.some((clause) => one.changes.includes(clause)));
    one.control.disabled = rival && !one.switch();
  }
  $("add-player").disabled = seats() >= Math.max(book().most, ...boxes().map(({ most }) => most));
  $("drop-player").disabled = seats() <= LEAST;
  const short = switches().map(switchText).join(" · ");
  $("agreed-short").textContent = short || t("setup.none");
  $("rulebook-id").textContent = rulebookId();
  tell();
}

/** Asks the server what is to be done before the first turn. */
async function tell() {
  const turn = ++asked;
  let told;
  try {
    const answer = await fetch(`/api/rulebook?${new URLSearchParams({ id: rulebookId(), players: seats() })}`);
    told = await answer.json();
  } catch {
    return; // the connection is lost: the page says so elsewhere
  }
  if (turn !== asked) return;
  $("setup-error").textContent = told.error ?? "";
  $("facts").replaceChildren(...(told.facts ?? []).map(({ code, values }) => h("li", {}, t(`fact.${code}`, values))));
}

/** Fills the form; called once. */
export function prepareSetup() {
  const names = remembered(NAMES);
  (Array.isArray(names) && names.length >= LEAST && names.length <= 6 ? names : [null, null]).forEach(add);
  const [id, ...chosen] = String(remembered(RULES) ?? "").split("+");
  $("rulebook").replaceChildren(...start.rulebooks.map((one) => h("option", { value: one.id, selected: one.id === id }, one.title)));
  offer(chosen);
  $("rulebook").addEventListener("change", () => offer(switches()));
  $("add-player").addEventListener("click", () => { add(null); agree(); });
  $("drop-player").addEventListener("click", () => { drop(); agree(); });
  $("setup-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const players = [...$("names").querySelectorAll("input")].map((input) => input.value.trim());
    remember(NAMES, players);
    remember(RULES, rulebookId());
    press("start", { players, rulebook: rulebookId() });
  });
}
