// Texts in the reader's language, and small helpers to build the page from.

/**
 * The element with that id, on a page that has it.
 *
 * @template {keyof Elements} Id
 * @param {Id} id
 */
export const $ = (id) => /** @type {Elements[Id]} */ (/** @type {unknown} */ (document.getElementById(id)));

/**
 * Has the element with that id do something when it is pressed.
 *
 * @param {keyof Elements} id
 * @param {(event: MouseEvent) => unknown} act
 */
export const onClick = (id, act) => $(id).addEventListener("click", /** @type {EventListener} */ (act));

/**
 * The same of what is done once where somebody double-clicks: the next turn is another's.
 *
 * @param {keyof Elements} id
 * @param {() => unknown} act
 */
export const onceClicked = (id, act) => onClick(id, ({ detail }) => detail > 1 || act());

/** @type {Start} */
export const start = JSON.parse($("start").textContent ?? "{}");

/**
 * The text under `key`, with {names} put in; of `key.one` and `key.other` the one that fits `values.n`.
 *
 * @param {string} key
 * @param {Values} values
 */
export function t(key, values = {}) {
  const plural = "n" in values ? `${key}.${new Intl.PluralRules(start.language).select(Number(values.n)) === "one" ? "one" : "other"}` : key;
  const text = start.texts[plural] ?? start.texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? said(values[name]) : whole));
}

/** @param {Value} value */
const said = (value) => (Array.isArray(value) ? listed(value) : String(value));

/**
 * "Anna, Ben and Cleo", or with type "disjunction" "Anna, Ben or Cleo", in the reader's language.
 *
 * @param {readonly (string | number)[]} names
 * @param {"conjunction" | "disjunction"} type
 */
export const listed = (names, type = "conjunction") => new Intl.ListFormat(start.language, { type }).format(names.map(String));

/** @param {string} key */
export const has = (key) => key in start.texts;

/**
 * The title of a rulebook, in the reader's language where a word of it needs that.
 *
 * @param {{ id: string, title: string }} book
 */
export function bookTitle({ id, title }) {
  const key = `book.${id.split("+")[0]}`;
  return has(key) ? t(key) : title;
}

/**
 * An element: `h("p.name", { title: "x" }, "text", child)`. Properties starting with "on" are listeners.
 *
 * @template {string} Spec
 * @param {Spec} spec
 * @param {Properties} properties
 * @param {Child[]} children
 * @returns {Made<Spec>}
 */
export function h(spec, properties = {}, ...children) {
  const [name, ...classes] = spec.split(".");
  const element = document.createElement(name);
  if (classes.length) element.className = classes.filter(Boolean).join(" ");
  return /** @type {Made<Spec>} */ (made(element, properties, children));
}

/**
 * An SVG element, made likewise.
 *
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Properties} properties
 * @param {Child[]} children
 */
export const s = (name, properties = {}, ...children) => made(document.createElementNS("http://www.w3.org/2000/svg", name), properties, children);

/**
 * @template {Element} Kind
 * @param {Kind} element
 * @param {Properties} properties
 * @param {Child[]} children
 */
function made(element, properties, children) {
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...present(children));
  return element;
}

/**
 * Those that are there.
 *
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
const present = (children) => children.filter((child) => child !== null && child !== undefined && child !== false);

/** @param {Child[]} cells */
const row = (cells) => h("tr", {}, ...cells);

/**
 * A table of such cells: its head, its rows, and its foot where it has one.
 *
 * @param {Child[]} head
 * @param {Child[][]} rows
 * @param {Child[]} [foot]
 */
export const tableOf = (head, rows, foot) => h("table", {}, h("thead", {}, row(head)), h("tbody", {}, ...rows.map(row)), foot && h("tfoot", {}, row(foot)));

/**
 * The part of an element that is always there.
 *
 * @param {ParentNode} element
 * @param {string} selector
 */
export const part = (element, selector) => /** @type {HTMLElement} */ (element.querySelector(selector));

/**
 * All such parts of an element.
 *
 * @param {ParentNode} element
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export const parts = (element, selector) => [...element.querySelectorAll(selector)].filter((found) => found instanceof HTMLElement);

/**
 * The value of the button that a form was sent with.
 *
 * @param {SubmitEvent} event
 */
export const pressed = ({ submitter }) => submitter?.getAttribute("value");

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * Fills `element` by `build` if what it shows, `data`, differs from what it showed last. The keyboard's focus stays on what looks the same.
 *
 * @param {Element} element
 * @param {unknown} data
 * @param {() => Child[]} build
 */
export function refresh(element, data, build) {
  const key = JSON.stringify(data) ?? "";
  if (shown.get(element) === key) return;
  shown.set(element, key);
  const focused = document.activeElement;
  const path = focused && element.contains(focused) ? pathTo(focused, element) : [];
  element.replaceChildren(...present(build()));
  const there = path.reduce((/** @type {Element | undefined} */ parent, index) => parent?.children[index], element);
  if (focused && path.length && there && name(there) === name(focused)) /** @type {HTMLElement} */ (there).focus({ preventScroll: true });
}

/** @param {Element} element */
const name = (element) => `${element.tagName} ${element.getAttribute("aria-label")} ${element.textContent}`;

/**
 * Which child of which child of `root` the element is.
 *
 * @param {Element} element
 * @param {Element} root
 * @returns {number[]}
 */
function pathTo(element, root) {
  const parent = element.parentElement;
  return element === root || !parent ? [] : [...pathTo(parent, root), [...parent.children].indexOf(element)];
}

/**
 * "+12", "−3", "0": with a true minus sign.
 *
 * @param {number} points
 */
export const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");
