// A round file as a page reads it (docs/round-format.md): from a file, or from an address, within bounds; and written into an address.

const FORMAT = "rummi-round/1";
export const MOST_BYTES = 4 * 1024 * 1024;
const LONGEST = 32_000; // letters of an address that holds a round: what mail and chat pass on
const KEY = "round=";

/** A text that is no round; `key` is that of the text that says why. */
export class NoRound extends Error {
  /** @param {string} key */
  constructor(key) {
    super(key);
    this.key = key;
  }
}

/**
 * @typedef {{ player: string, number?: number, before?: string, after?: string, opened?: boolean, drew?: number, seconds?: number, verdict?: "legal" | "illegal" | "undecided",
 *   played?: string, points?: number, host?: string, note?: string, by?: string, ended?: string, laid?: boolean, violations?: FiledFinding[], notices?: FiledFinding[],
 *   penalty?: Partial<Omit<Penalty, "take">> & { take?: string }, said?: Partial<Word>[], photos?: string[], seen?: FiledSeen, time?: { own?: number | "none", bank?: number, extensions?: number } }} FiledTurn
 */
/** @typedef {{ width: number, height: number, table: string, corners: string }} FiledSeen */
/** @typedef {{ code: string, message: string, clause?: string, set?: number, tiles?: string, values?: Record<string, string | number>, named?: Record<string, { tiles: string, every?: boolean }> }} FiledFinding */
/**
 * @typedef {{ format: string, players: string[], rulebook: string, about?: string, began?: string, game?: number, round?: number, turns?: FiledTurn[], taken_back?: FiledTurn[],
 *   result?: { points?: Record<string, number>, winner?: string, blocked?: boolean, racks?: Record<string, string | number>, amended?: { points: Record<string, number>, at?: string, by?: string }[] } }} RoundFile
 */

/**
 * The round that a text says.
 *
 * @param {string} text
 * @returns {RoundFile}
 */
export function readRound(text) {
  if (text.length > MOST_BYTES) throw new NoRound("replay.too-large");
  if (/^\s*format\s*=/m.test(text.slice(0, 4000)) && !text.trimStart().startsWith("{")) throw new NoRound("replay.toml");
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw new NoRound("replay.no-round");
  }
  if (!isRound(found)) throw new NoRound("replay.no-round");
  return found;
}

// More than any table holds; what is larger would keep the page busy for ever.
const [MOST_TURNS, MOST_SETS, MOST_LETTERS] = [2000, 150, 8000];

/**
 * Whether a value has what a round needs to be shown, in the form in which it is shown.
 *
 * @param {any} found
 */
function isRound(found) {
  if (found?.format !== FORMAT || !isList(found.players, isText) || typeof found.rulebook !== "string") return false;
  if (found.turns?.length > MOST_TURNS) return false;
  return isList(found.turns ?? [], isTurn) && isList(found.taken_back ?? [], isTurn) && isNumbers(found.result?.points ?? {}) && isList(found.result?.amended ?? [], (one) => isNumbers(one?.points));
}

/** @param {unknown} one */
const isText = (one) => typeof one === "string";

/**
 * @param {unknown} list
 * @param {(one: any) => boolean} fits
 */
const isList = (list, fits) => Array.isArray(list) && list.every(fits);

/**
 * @param {unknown} values
 * @param {(one: any) => boolean} fits
 */
const isEach = (values, fits) => typeof values === "object" && values !== null && Object.values(values).every(fits);

/** @param {unknown} values */
const isNumbers = (values) => isEach(values, (one) => typeof one === "number");

/** @param {any} turn */
function isTurn(turn) {
  if (typeof turn?.player !== "string" || !isList(turn.photos ?? [], isText) || !isSeen(turn.seen) || !isList(turn.said ?? [], (one) => typeof one?.kind === "string")) return false;
  const texts = [turn.played, turn.host, turn.note, turn.penalty?.take];
  const findings = [turn.violations ?? [], turn.notices ?? []];
  return [turn.before, turn.after].every(isTable) && texts.every((one) => one === undefined || isText(one)) && findings.every((list) => isList(list, isFinding));
}

/** @param {unknown} one */
const isTable = (one) => one === undefined || (typeof one === "string" && one.split("|").length <= MOST_SETS && one.length <= MOST_LETTERS);

/** @param {any} seen */
const isSeen = (seen) => seen === undefined || (isText(seen?.corners) && isText(seen.table) && isTable(seen.table) && [seen.width, seen.height].every((size) => size > 0));

/** @param {any} one */
function isFinding(one) {
  if (![one?.code, one?.message].every(isText)) return false;
  return isEach(one.values ?? {}, (value) => isText(value) || typeof value === "number") && isEach(one.named ?? {}, (value) => isText(value?.tiles));
}

/**
 * The sets of a table.
 *
 * @param {string} [text]
 */
export const setsOf = (text) => (text ? text.split("|").map(tilesOf) : []);

/**
 * @param {string} [text]
 */
export const tilesOf = (text) => (text ?? "").split(/\s+/).filter((name) => /^([KRBO](1[0-3]|[1-9])|J|\?)$/.test(name));

/**
 * What was read in a photo, tile by tile, as the desk shows it; nothing where corners are too few or too many.
 *
 * @param {FiledSeen} seen
 * @returns {Shot["tiles"]}
 */
export function tilesSeen({ table, corners }) {
  const all = setsOf(table).flatMap((names, set) => names.map((tile) => ({ tile, set })));
  const values = corners.split(" ").map(Number);
  if (values.length !== 8 * all.length || !values.every(Number.isFinite)) return [];
  return all.map(({ tile, set }, i) => ({ tile, doubt: tile === "?", set, corners: [0, 2, 4, 6].map((at) => values.slice(8 * i + at, 8 * i + at + 2)) }));
}

/**
 * The round in the part of an address behind "#"; null where there is none.
 *
 * @param {string} hash
 */
export async function roundIn(hash) {
  const part = hash
    .slice(1)
    .split("&")
    .find((one) => one.startsWith(KEY));
  if (!part) return null;
  try {
    const packed = Uint8Array.from(atob(part.slice(KEY.length).replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    return readRound(new TextDecoder().decode(await unpacked(packed)));
  } catch {
    throw new NoRound("replay.no-address");
  }
}

/** @param {Uint8Array} packed */
async function unpacked(packed) {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  const parts = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    size += next.value.length;
    if (size > MOST_BYTES) throw new NoRound("replay.too-large");
  }
  return new Blob(parts).arrayBuffer();
}

/**
 * What stands behind the "#" of an address that holds the round, but for what was seen in photos, which no address holds; null where it is longer than people can pass on.
 *
 * @param {RoundFile} round
 */
export async function addressOf(round) {
  const stream = new Blob([JSON.stringify(round, (key, value) => (key === "seen" ? undefined : value))]).stream().pipeThrough(new CompressionStream("deflate"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  const text = KEY + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return text.length > LONGEST ? null : text;
}
