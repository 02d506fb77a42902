// What the scripts have in a page and not in Node: its texts in a language, and its address. No element is there.

import { readFileSync } from "node:fs";

const LOCALES = new URL("../../../webui/locales/", import.meta.url);

/** The texts of a language under dotted keys, from its TOML. */
export function textsOf(language) {
  const texts = {};
  let table = "";
  for (const line of readFileSync(new URL(`${language}.toml`, LOCALES), "utf8").split("\n")) {
    const [, head] = line.match(/^\[(.+)\]$/) ?? [];
    const [, key, text] = line.match(/^("[^"]+"|\S+) = (".*")$/) ?? [];
    if (head) table = `${head}.`;
    if (key) texts[(table + key).replaceAll('"', "")] = JSON.parse(text);
  }
  return texts;
}

globalThis.document = { addEventListener: () => {}, getElementById: (id) => (id === "start" ? { textContent: JSON.stringify({ language: "en", texts: textsOf("en") }) } : null) };
globalThis.addEventListener ??= () => {};
globalThis.location = new URL("http://192.168.1.5:8000/");

const { start } = await import("../../../webui/static/texts.js");

/** Reads the page in another language from here on. */
export const readIn = (language) => Object.assign(start, { language, texts: textsOf(language) });

/** A state in which Anna is on turn and Ben waits, with `changes`. */
export const stateOf = (changes = {}) => ({
  phase: "playing",
  state: "turn",
  round: 1,
  turn: 2,
  taken: [],
  next: "Ben",
  players: [
    { name: "Anna", tiles: 12, opened: true, onTurn: true, bank: null, extensions: null },
    { name: "Ben", tiles: 15, opened: false, onTurn: false, bank: null, extensions: null },
  ],
  watched: true,
  elsewhere: false,
  over: false,
  ending: false,
  echo: false,
  winner: null,
  demo: null,
  camera: { name: "0", trouble: null, ended: false, ailment: null, moved: false, oddity: null, leftOut: [], leftOutParts: [], asks: null },
  clock: { elapsed: 10, limit: 60, running: true, waiting: false, rate: 1 },
  allowance: { free: 60, taken: 0, extension: null },
  waits: null,
  verdict: null,
  unjudged: null,
  late: null,
  leftUnseen: null,
  contradictions: [],
  faceUp: null,
  questions: [],
  restored: null,
  count: null,
  table: null,
  trouble: null,
  sheet: { players: ["Anna", "Ben"], columns: [], totals: { Anna: 0, Ben: 0 }, goal: null, finish: null },
  ...changes,
});

/** A tile as read. */
export const seen = (tile, changes = {}) => ({ tile, doubt: false, confirmed: true, fresh: false, corners: [], likely: [], ...changes });

/** A table of sets in notation, such as "R1 R2 R3". */
export const tableOf = (...sets) => ({ width: 800, height: 600, sets: sets.map((names) => names.split(" ").map((name) => seen(name))) });

/** A verdict of Anna's turn, legal and with nothing to say, with `changes`. */
export const verdictOf = (changes = {}) => ({
  event: 7,
  player: "Anna",
  outcome: "legal",
  played: [],
  laid: [],
  points: 0,
  violations: [],
  notices: [],
  penalty: null,
  drew: 0,
  seconds: 20,
  faceUp: {},
  called: false,
  host: null,
  note: null,
  noteCode: null,
  noteValues: {},
  missing: [],
  photo: null,
  table: tableOf(),
  ...changes,
});

/** A turn in short, legal and with three tiles laid, with `changes`. */
export const takenOf = (event, player, changes = {}) => ({ event, player, outcome: "legal", laid: 3, points: 24, drew: 0, cost: 0, ...changes });

/** A violation, with `changes`. */
export const violationOf = (code, changes = {}) => ({ code, message: `English of ${code}.`, clause: "Jumbo, 2016", set: null, tiles: [], values: {}, number: 1, ...changes });
