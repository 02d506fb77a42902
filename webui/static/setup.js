// Setting the table: names, rulebook and what is agreed on, with everything filled in so that one press starts.

import { press } from "./api.js";
import { book, prepareBooks } from "./books.js";
import { prepareBox } from "./box.js";
import { remember, remembered } from "./kept.js";
import { drafted, dropSeat, handicaps, lastPlayed, prepareSeats, recall, seatArrived, seated, seats } from "./seating.js";
import { amount, switchText } from "./switches.js";
import { $, h, has, onClick, start, t } from "./texts.js";

const LEAST = 2;
const NAMES = "tileref.players";
const RULES = "tileref.rulebook";
const EYES = "tileref.camera";
const HANDICAPS = "tileref.handicaps";
/** @typedef {{ key: string, changes: string[], needs?: string | null, most?: number | null }} Allowed */

/** The form: what it offers, and what it is filled in for. */
const form = {
  /** @type {(Allowed & { control: HTMLInputElement | HTMLSelectElement })[]} */
  options: [],
  roles: 0, // the count of changes of who is what, as it was when phones were asked last
  asked: 0, // counts the questions to the server
  isScoring: false, // whether a round that was played elsewhere is to be scored
  isCountNext: false, // whether the round that was just begun is over already
};

const boxes = () => form.options.filter(({ most }) => most); // what brings tiles for more players than the booklet's
const boxChosen = () => boxes().some(({ control }) => control instanceof HTMLInputElement && control.checked);

/**
 * What a house rule's value means; null is what a booklet that sets none says.
 *
 * @param {string} key
 * @param {string | number | null} value
 */
function valueText(key, value) {
  const name = `house.${key}.${value ?? "none"}`;
  return has(name) ? t(name) : t(`house.${key}.value`, { value: amount(String(value)), n: Number(value) });
}

/**
 * An option: a tick that adds a name to the rulebook's id, or a choice with a text for each of several names, and before them for none.
 *
 * @param {Allowed & { title: string, line: string }} about
 * @param {string[]} names
 * @param {string[]} chosen
 * @param {string[] | null} [texts]
 */
function option({ key, title, line, changes, needs, most }, names, chosen, texts = null) {
  const words = { "aria-label": title, "aria-describedby": `about-${key}` };
  const control = texts
    ? h("select", words, ...["", ...names].map((value, i) => h("option", { value, selected: chosen.includes(value) }, texts[i])))
    : h("input", { type: "checkbox", value: names[0], checked: chosen.includes(names[0]), ...words });
  control.addEventListener("change", () => {
    if (most && !boxChosen()) while (seats() > book().most) dropSeat();
    agree();
  });
  form.options.push({ key, control, changes, needs, most });
  return h(texts ? "label.option" : "label.option.tick", {}, control, h("span.about", {}, h("b", {}, title), h("small", { id: `about-${key}` }, line)));
}

/**
 * What an option adds to the rulebook's id; empty for nothing.
 *
 * @param {{ control: HTMLInputElement | HTMLSelectElement }} option
 */
const switchOf = ({ control }) => (control instanceof HTMLInputElement && !control.checked ? "" : control.value);

/**
 * @param {HouseRule} rule
 * @param {string[]} chosen
 */
function houseRule({ key, booklet, tick, values, changes, needs, most }, chosen) {
  const usual = valueText(key, booklet); // no booklet speaks of a rule that goes with another
  const texts = tick ? null : [needs ? usual : t("house.booklet", { value: usual }), ...values.map((value) => valueText(key, value))];
  const about = { key, title: t(`house.${key}.title`), line: t(`house.${key}.line`), changes, needs, most };
  const names = values.map((value) => `${key}=${value}`);
  return option(about, names, chosen, texts);
}

/**
 * Offers what the rulebook allows; what was chosen before stays chosen where it can.
 *
 * @param {string[]} chosen
 */
function offer(chosen) {
  form.options.length = 0;
  const variants = book().variants.map(({ name, summary, changes }) => {
    const [title, line] = has(`variant.${name}.title`) ? [t(`variant.${name}.title`), t(`variant.${name}.line`)] : [name, summary];
    return option({ key: name, title, line, changes }, [name], chosen);
  });
  const rules = book().houseRules.map((rule) => houseRule(rule, chosen));
  const common = form.options.length;
  const more = book().moreRules.map((rule) => houseRule(rule, chosen));
  const open = form.options.slice(common).some(switchOf);
  const folded = h("details.more", { open }, h("summary", {}, h("b", {}, t("setup.more"))), h("div.options", {}, ...more));
  $("options").replaceChildren(...variants, ...rules, ...(more.length ? [folded] : []));
  agree();
}

const switches = () => form.options.map(switchOf).filter(Boolean);
const rulebookId = () => [book().id, ...switches()].join("+");

const hasRoom = () => seats() < Math.max(book().most, ...boxes().map(({ most }) => most ?? 0));

/** After every change: an option shows once there is the one that it needs, two that change the same clause exclude each other, and more seats need a second box. */
function agree() {
  const [secondBox] = boxes();
  if (secondBox && seats() > book().most && !boxChosen() && secondBox.control instanceof HTMLInputElement) secondBox.control.checked = true;
  for (const one of form.options) {
    const lacks = Boolean(one.needs) && !form.options.some((other) => other.key === one.needs && switchOf(other));
    if (lacks) one.control.value = "";
    /** @type {HTMLElement} */ (one.control.parentElement).hidden = lacks;
  }
  for (const one of form.options) {
    const rival = form.options.some((other) => other !== one && switchOf(other) && other.changes.some((clause) => one.changes.includes(clause)));
    one.control.disabled = rival && !switchOf(one);
  }
  $("add-player").disabled = !hasRoom();
  $("drop-player").disabled = seats() <= LEAST;
  const short = switches().map(switchText).join(" · ");
  $("agreed-short").textContent = short || t("setup.none");
  $("rulebook-id").textContent = rulebookId();
  /** @type {HTMLElement} */ ($("rulebook-id").parentElement).hidden = book().own; // of a file of one's own the command line wants the path
  tell();
}

/** Asks the server what is to be done before the first turn. */
async function tell() {
  form.asked += 1;
  const turn = form.asked;
  let told;
  try {
    const answer = await fetch(`api/rulebook?${new URLSearchParams({ id: rulebookId(), players: String(seats()) })}`);
    told = await answer.json();
  } catch {
    return; // the connection is lost: the page says so elsewhere
  }
  if (turn !== form.asked) return;
  $("setup-error").textContent = told.error ?? "";
  $("facts").replaceChildren(...(told.facts ?? []).map((/** @type {{ code: string, values: Values }} */ { code, values }) => h("li", {}, t(`fact.${code}`, values))));
}

/** Whether a camera is to look at the table. */
const camera = () => $("eyes").hidden || $("with-camera").checked;

/** Shows the camera's picture where there is to be one. */
function look() {
  $("look").hidden = !camera() || $("with-camera").disabled;
}

/**
 * A round is to be played, or to be scored that was played elsewhere: then nothing looks at the table, and nothing is dealt.
 *
 * @param {boolean} scoring
 */
function go(scoring) {
  form.isScoring = scoring;
  $("setup").classList.toggle("scoring", scoring);
  $("way-play").setAttribute("aria-pressed", String(!scoring));
  $("way-score").setAttribute("aria-pressed", String(scoring));
  $("setup-title").textContent = t(scoring ? "ways.score" : "setup.title");
  $("players-title").textContent = t(scoring ? "ways.players" : "setup.players");
  $("setup-start").textContent = t(scoring ? "ways.count" : "setup.start");
}

/** Begins the next round of the sheet, which was played elsewhere and is to be counted. */
export async function countNext() {
  form.isCountNext = true;
  if (!(await press("next", { elsewhere: true }))) form.isCountNext = false;
}

/** Whether the round that has just begun is over already and its racks are to be counted; says so once. */
export function countsAtOnce() {
  const is = form.isCountNext;
  form.isCountNext = false;
  return is;
}

/**
 * Offers a camera where the state has one; asks for the names that the table knows whenever it is set anew.
 *
 * @param {State} state
 * @param {boolean} isNew
 */
export function offerSetup(state, isNew) {
  const none = state.camera.name === "none";
  const wasNone = $("with-camera").disabled;
  $("with-camera").disabled = none;
  $("camera-line").textContent = t(none ? "setup.camera-none" : "setup.camera-line");
  if (none) $("without-camera").checked = true;
  else if (wasNone) $("with-camera").checked = true; // one was chosen just now
  look();
  if (isNew) recall();
  if (start.invitation && (isNew || state.roles !== form.roles)) seatArrived();
  form.roles = state.roles;
}

/**
 * Keeps in this browser what the form says, with these `names`.
 *
 * @param {(string | null)[]} names
 */
function keep(names) {
  remember(NAMES, names);
  remember(RULES, rulebookId());
  remember(HANDICAPS, handicaps());
  if (!form.isScoring) remember(EYES, camera());
}

/**
 * Begins a game with the same players and by the same rules, on a sheet of its own.
 *
 * @param {{ players: string[], rulebook: string } | null} last
 */
export function playAgain(last) {
  if (last) press("start", { ...last, camera: camera(), newGame: true });
}

/** Fills the form; called once. */
export function prepareSetup() {
  const names = remembered(NAMES);
  const [id, ...chosen] = String(remembered(RULES) ?? "").split("+");
  prepareBooks(id, () => offer(switches()));
  prepareSeats(Array.isArray(names) && names.length >= LEAST && names.length <= 6 ? names : [null, null], remembered(HANDICAPS) ?? {}, agree, hasRoom);
  offer(chosen);
  prepareBox();
  $(remembered(EYES) === false ? "without-camera" : "with-camera").checked = true;
  for (const choice of [$("with-camera"), $("without-camera")]) choice.addEventListener("change", look);
  onClick("way-play", () => go(false));
  onClick("way-score", () => go(true));
  onClick("again", () => playAgain(lastPlayed()));
  addEventListener("pagehide", () => {
    // loaded anew, in another language perhaps, the form is as it was left
    if (!$("setup").hidden) keep(drafted());
  });
  $("setup-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const players = seated();
    keep(players);
    form.isCountNext = form.isScoring;
    if (!(await press("start", { players, rulebook: rulebookId(), handicaps: handicaps(), camera: camera() && !form.isScoring, elsewhere: form.isScoring }))) form.isCountNext = false;
  });
}
