// The buttons' way to the server.

import { shown } from "./state.js";
import { has, start, t } from "./texts.js";

/**
 * What is sent along with a press of `command` on what the page shows at this moment.
 *
 * @param {keyof Presses} command
 * @returns {{ seen?: Record<string, unknown> }}
 */
export function seen(command) {
  const { newest } = shown;
  const fields = start.about[command];
  if (!newest || !fields) return {};
  const spoken = { ...newest, verdict: newest.verdict?.event, unjudged: newest.unjudged?.event }; // these are spoken of by their events
  return { seen: Object.fromEntries(fields.map((field) => [field, spoken[field]])) };
}

/**
 * A body as a press is given it: what was seen is sent along.
 *
 * @template {keyof Presses} Name
 * @typedef {Omit<Presses[Name], "seen"> & { seen?: Record<string, unknown> }} Body
 */

/** Who is told when a press is refused, and with null when the next one is not: the page, once it listens. */
export const refusals = {
  /** @type {Complain} */
  told: () => {},
};

/** @type {Complain} */
const complain = (...refusal) => refusals.told(...refusal);

/**
 * What the server says under `path`; null where it refuses, or the line to it is lost, as the page says elsewhere. A device that must give the
 * code again loads its page anew, which leads to the door, and back.
 *
 * @param {string} path
 */
export async function fetched(path) {
  const answer = await fetch(path).catch(() => null);
  if (answer?.status === 401) location.reload();
  return answer?.ok ? answer.json().catch(() => null) : null;
}

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
 * Sends a photo to `command`, which takes its time, as who sends it is told; the server's answer, or null if it refused, of which `tell` is told.
 *
 * @template {keyof Presses} Name
 * @param {Name} command
 * @param {Body<Name>} body
 * @param {Complain} [tell]
 */
export const sendPhoto = (command, body, tell = complain) => ask(`api/${command}`, { ...seen(command), ...body }, Infinity, tell);

/** Says that a file could not be read at all. */
export const noPhoto = () => complain(t("refused.photo"), "photo");

/**
 * Presses the button `command`; true if the server did it. `body` may bring what was `seen` when a form was opened.
 *
 * @template {keyof Presses} Name
 * @param {Name} command
 * @param {Body<Name>} [body]
 */
export const press = async (command, body) => (await ask(`api/${command}`, { ...seen(command), ...body }, SLOW)) !== null;
