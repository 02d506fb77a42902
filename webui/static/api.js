// The buttons' way to the server.

import { shown } from "./state.js";
import { has, t } from "./texts.js";

/** @type {(keyof State)[]} */
const ROUND = ["round"];
/** @type {(keyof State)[]} */
const TURN = ["round", "turn"];

/**
 * The fields of the state that a press speaks of: the server refuses it where they are others than the page shows.
 *
 * @type {Record<string, (keyof State)[]>}
 */
const ABOUT = {
  start: ["state"],
  "leave-camera": ROUND,
  "first-turn": ROUND,
  first: TURN,
  lots: TURN,
  redeal: TURN,
  end: ROUND,
  draw: ROUND,
  "face-up": TURN,
  pause: TURN,
  resume: TURN,
  "judge-anyway": TURN,
  rule: TURN,
  correct: ROUND,
  add: ROUND,
  over: ROUND,
  count: ROUND,
  score: ROUND,
  next: ROUND,
  "new-game": ROUND,
};

/**
 * What is sent along with a press of `command` on what the page shows at this moment.
 *
 * @param {string} command
 */
export function seen(command) {
  const { newest } = shown;
  const fields = newest ? (ABOUT[command] ?? []) : [];
  return newest && fields.length ? { seen: Object.fromEntries(fields.map((field) => [field, newest[field]])) } : {};
}

/** Who is told when a press is refused, and with null when the next one is not: the page, once it listens. */
export const refusals = {
  /** @type {Complain} */
  told: () => {},
};

/** @type {Complain} */
const complain = (...refusal) => refusals.told(...refusal);

/** Milliseconds without an answer after which whoever pressed is told that the press is on its way. */
const SLOW = 700;

/** @type {Record<number, string>} */
const BY_STATUS = { 413: "refused.photo", 500: "notice.fault", 503: "notice.busy" };

/**
 * Posts `body` to `path`; the server's answer, or null if it refused. `patience` is how long nothing is said meanwhile, milliseconds; `tell` is told why it was refused.
 *
 * @param {string} path
 * @param {object} body
 * @param {number} [patience]
 * @param {Complain} [tell]
 */
export async function ask(path, body, patience = Infinity, tell = complain) {
  let answer, said;
  const slow = patience < Infinity ? setTimeout(() => complain(t("notice.sending"), "sending"), patience) : undefined;
  try {
    answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    said = await answer.json();
  } catch {
    complain(t("notice.unanswered"), "offline");
    return null;
  } finally {
    clearTimeout(slow);
  }
  if (answer.ok) {
    complain(null);
    return said;
  }
  if (answer.status === 401) location.reload(); // it leads to the door, and back here
  const unknown = answer.status in BY_STATUS ? t(BY_STATUS[answer.status]) : said.error;
  tell(has(`refused.${said.code}`) ? t(`refused.${said.code}`, said.values) : unknown, said.code, said.values);
  return null;
}

/**
 * Sends `body` to `command`; the server's answer, or null if it refused. `body` may bring what was `seen` when a form was opened.
 *
 * @param {string} command
 * @param {object} [body]
 */
export const send = (command, body = {}) => ask(`api/${command}`, { ...seen(command), ...body }, SLOW);

/**
 * Sends a photo to `command`, which takes its time, as who sends it is told; the server's answer, or null if it refused, of which `tell` is told.
 *
 * @param {string} command
 * @param {object} body
 * @param {Complain} [tell]
 */
export const sendPhoto = (command, body, tell = complain) => ask(`api/${command}`, { ...seen(command), ...body }, Infinity, tell);

/** Says that a file could not be read at all. */
export const noPhoto = () => complain(t("refused.photo"), "photo");

/**
 * Presses the button `command`; true if the server did it.
 *
 * @param {string} command
 * @param {object} [body]
 */
export const press = async (command, body = {}) => (await send(command, body)) !== null;

/**
 * What a button does that is pressed once where somebody double-clicks: the next turn is another's.
 *
 * @param {(event: MouseEvent) => unknown} act
 */
export const once = (act) => (/** @type {MouseEvent} */ event) => event.detail > 1 || act(event);
