// What is the matter with the line, the disk or the camera, in the reader's language.

import { shown } from "./state.js";
import { has, start, t } from "./texts.js";

const HERE = /^(localhost|127\.[\d.]+|\[::1\])$/; // what a computer calls itself, and leads a phone to itself

/**
 * A camera by its number, one with an address as the network's, a recording by the last part of its path.
 *
 * @param {string} name
 */
function called(name) {
  if (/^\d+$/.test(name)) return t("notice.number", { number: name });
  return /^(http|rtsp)s?$/.test(name) ? t("notice.network") : name.match(/[^\\/]+(?=[\\/]*$)/)?.[0];
}

/** Which page a phone must open to send its pictures; where no address leads it here, how the table is started so that one does. */
function phoneWanted() {
  const address = [start.address, location.origin].find((one) => one && !HERE.test(new URL(one).hostname));
  return address ? t("notice.phone", { address: `${address}/camera` }) : t("notice.phone-shut-out");
}

/**
 * What settles a trouble by its code: the press, and what stands on its button.
 *
 * @type {Record<string, { command: keyof Presses, label: string }>}
 */
const SETTLES = { gone: { command: "keep-elsewhere", label: "button.keep-elsewhere" } };

/** @typedef {{ text: string, title?: string, command?: keyof Presses, label?: string, ofCamera?: boolean }} Notice */

/**
 * A list of `{ text, title, command, label, ofCamera }`; the title is the server's own line, the command the press that settles it; another camera may, too.
 *
 * @param {State | null} state
 * @param {boolean} offline
 * @returns {Notice[]}
 */
export function amiss(state, offline) {
  /** @type {Notice[]} */
  const list = [];
  if (offline) list.push({ text: t("notice.offline") });
  if (state?.trouble) {
    const { line, code, values } = state.trouble;
    list.push({ text: has(`refused.${code}`) ? t(`refused.${code}`, values) : t("notice.trouble", { line }), title: line, ...SETTLES[code] });
  }
  if (state) list.push(...ofCamera(state));
  for (const part of state?.camera.leftOutParts ?? []) list.push({ text: t("notice.flickers", { where: t(`spot.${part}`) }) });
  return list;
}

/**
 * What is the matter with the camera, the gravest alone.
 *
 * @param {State} state
 * @returns {Notice[]}
 */
function ofCamera({ camera, watched, phase }) {
  const { name, trouble, ended, ailment, moved, oddity } = camera;
  if (trouble && (watched || phase === "setup")) {
    const text = name === "phone" ? phoneWanted() : t(ended ? "notice.ended" : "notice.camera", { name: called(name) });
    /** @type {Partial<Notice>} */
    const left = watched && phase === "playing" ? { command: "leave-camera", label: "unwatched.leave" } : {};
    return [{ text, title: trouble, ofCamera: true, ...left }];
  }
  if (ailment) return [{ text: t(`ailment.${ailment}`) }];
  if (moved) return [{ text: t("camera.moved"), command: "accept-camera", label: "camera.accept" }];
  return oddity ? [{ text: t(`ailment.${oddity}`) }] : [];
}

const READ = 7000; // milliseconds after which a refusal has been read

/** @type {{ forget?: ReturnType<typeof setTimeout> }} */
const timer = {};

/**
 * Says at the top of the page why a press was refused, or that it is on its way; null for neither.
 *
 * @param {string | null} text
 * @param {string} [code]
 */
export function say(text, code) {
  if (code === "offline") shown.isOffline = true; // until the next state comes
  clearTimeout(timer.forget);
  if (text !== null && code !== "sending") timer.forget = setTimeout(say, READ, null);
  shown.refusal = text;
  shown.redraw();
}
