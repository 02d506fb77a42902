// What a page lets be heard: tones made by the browser, and who is on turn in a voice of the device. No files.

import { remember, remembered } from "../kept.js";
import { start } from "../texts.js";

/** @typedef {keyof typeof TONES} Tone */

/** Each tone: its pitch in hertz, when it begins and how long it lasts in seconds, and how loud it is. */
const TONES = {
  tick: [[1320, 0, 0.07, 0.25]],
  turn: [[880, 0, 0.25, 0.3]],
  time: [
    [392, 0, 0.5, 0.5],
    [262, 0.28, 0.9, 0.5],
  ],
  legal: [
    [659, 0, 0.16, 0.4],
    [988, 0.13, 0.4, 0.4],
  ],
  illegal: [
    [233, 0, 0.28, 0.6],
    [175, 0.26, 0.55, 0.6],
  ],
  question: [
    [587, 0, 0.16, 0.4],
    [587, 0.24, 0.16, 0.4],
    [784, 0.48, 0.4, 0.4],
  ],
  won: [
    [523, 0, 0.18, 0.4],
    [659, 0.15, 0.18, 0.4],
    [784, 0.3, 0.18, 0.4],
    [1047, 0.45, 0.9, 0.45],
  ],
  match: [
    [523, 0, 0.3, 0.4],
    [523, 0.32, 0.12, 0.4],
    [659, 0.48, 0.3, 0.4],
    [784, 0.8, 0.3, 0.4],
    [1047, 1.15, 0.3, 0.45],
    [1319, 1.5, 1.4, 0.45],
  ],
};

const ATTACK = 0.015; // seconds: a tone that began at once would click
const SILENT = 0.0001; // as good as nothing; a volume cannot fall to 0 in equal ratios

/** The loudspeakers. */
const sound = {
  /** @type {AudioContext | null} */
  audio: null,
  kept: "", // the key under which this browser keeps whether the page is muted
  isOn: true,
};

/** Whether the page is to be heard. */
export const isOn = () => sound.isOn;

/**
 * Has the page be heard or not as it was when this browser had it last; each page is muted by itself.
 *
 * @param {string} page
 */
export function keptFor(page) {
  sound.kept = `tileref_${page}_sound`;
  sound.isOn = remembered(sound.kept) !== "off";
}

/**
 * Lets the page be heard or not, and keeps that for this browser.
 *
 * @param {boolean} wanted
 */
export function setOn(wanted) {
  sound.isOn = wanted;
  remember(sound.kept, wanted ? "on" : "off");
  if (!wanted) window.speechSynthesis?.cancel();
}

/** Opens the loudspeakers; browsers allow it only while somebody taps or presses a key. Whether they are open. */
export async function open() {
  const audio = sound.audio ?? new AudioContext();
  sound.audio = audio;
  if (audio.state !== "running") await audio.resume();
  return audio.state === "running";
}

/** Opens the loudspeakers with the first touch; a locked screen or a call stops them, and whoever looks again, or touches the page, hears it again. */
export function openWhenTouched() {
  const wake = () => open().catch(() => {}); // a browser that refuses is asked again at the next touch
  for (const kind of ["pointerup", "keydown"]) addEventListener(kind, wake);
  document.addEventListener("visibilitychange", () => sound.audio && wake());
}

/**
 * Plays one of the tones.
 *
 * @param {Tone} name
 */
export function play(name) {
  const { audio, isOn } = sound;
  if (!isOn || audio?.state !== "running") return;
  for (const [pitch, after, length, volume] of TONES[name]) {
    const begin = audio.currentTime + after;
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
    const gain = new GainNode(audio, { gain: SILENT });
    gain.gain.setValueAtTime(SILENT, begin);
    gain.gain.exponentialRampToValueAtTime(volume, begin + ATTACK);
    gain.gain.exponentialRampToValueAtTime(SILENT, begin + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
}

/** The voice of this device for the page's language; those that are elsewhere would be sent the names. */
const voiceHere = () => window.speechSynthesis?.getVoices().find(({ localService, lang }) => localService && lang.toLowerCase().startsWith(start.language)) ?? null;
voiceHere(); // some browsers look for voices only once they are asked

/**
 * Speaks a text in the page's language; what was being said gives way. A device without a voice of its own for that gives a tone.
 *
 * @param {string} text
 */
export function say(text) {
  const voice = voiceHere();
  if (!voice) play("turn");
  if (!sound.isOn || !voice) return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = start.language;
  said.voice = voice;
  speechSynthesis.cancel();
  speechSynthesis.speak(said);
}
