// Texts in the reader's language, and small helpers to build the page from.

export const start = JSON.parse(document.getElementById("start").textContent);

/** The text under `key`, with {names} put in; of `key.one` and `key.other` the one that fits `values.n`. */
export function t(key, values = {}) {
  const plural = "n" in values ? `${key}.${new Intl.PluralRules(start.language).select(values.n) === "one" ? "one" : "other"}` : key;
  const text = start.texts[plural] ?? start.texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? (Array.isArray(values[name]) ? listed(values[name]) : String(values[name])) : whole));
}

/** "Anna, Ben and Cleo", or with type "disjunction" "Anna, Ben or Cleo", in the reader's language. */
export const listed = (names, type = "conjunction") => new Intl.ListFormat(start.language, { type }).format(names.map(String));

export const has = (key) => key in start.texts;

/** The title of a rulebook, in the reader's language where a word of it needs that. */
export function bookTitle({ id, title }) {
  const key = `book.${id.split("+")[0]}`;
  return has(key) ? t(key) : title;
}

/** An element: `h("p.name", { title: "x" }, "text", child)`. Properties starting with "on" are listeners. */
export function h(spec, properties = {}, ...children) {
  const [name, ...classes] = spec.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.filter(Boolean).join(" ");
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const NAMESPACE = "http://www.w3.org/2000/svg";

/** An SVG element with attributes. */
export function s(name, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export const $ = (id) => document.getElementById(id);

const shown = new WeakMap();

/** Fills `element` by `build` if what it shows, `data`, differs from what it showed last. The keyboard's focus stays on what looks the same. */
export function refresh(element, data, build) {
  const key = JSON.stringify(data) ?? "";
  if (shown.get(element) === key) return;
  shown.set(element, key);
  const focused = document.activeElement;
  const path = element.contains(focused) ? pathTo(focused, element) : [];
  element.replaceChildren(...build());
  const there = path.reduce((parent, index) => parent?.children[index], element);
  if (path.length && there && name(there) === name(focused)) there.focus({ preventScroll: true });
}

const name = (element) => `${element.tagName} ${element.getAttribute("aria-label")} ${element.textContent}`;

/** Which child of which child of `root` the element is. */
function pathTo(element, root) {
  return element === root ? [] : [...pathTo(element.parentElement, root), [...element.parentElement.children].indexOf(element)];
}

/** "+12", "−3", "0": with a true minus sign. */
export const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");
