// What the referee says, in the reader's language: of a turn, of what is to be done, of what it waits for.

import { awaitsCount, digits, onTurn } from "./state.js";
import { has, listed, start, t } from "./texts.js";
import { spoken } from "./tile.js";

/** @typedef {Pick<Verdict, "player" | "outcome" | "played" | "points"> & { drew?: number | null, called?: boolean, faceUp?: FaceUpMoves }} ToldVerdict */
/** @typedef {{ restored?: boolean | null, clock?: { waiting: boolean } }} PutBack */
/** @typedef {Pick<Verdict, "player" | "penalty" | "played"> & { violations: Pick<Violation, "code">[] }} Penalised */

/**
 * The violation in the reader's language; the server's English where there is no text for it. Where its tiles cannot be tapped, `taps` is false.
 *
 * @param {Pick<Violation, "code" | "message" | "values" | "named">} violation
 * @param {boolean} [taps]
 */
export function sentence(violation, taps = true) {
  const { values, named = {} } = violation;
  const untapped = `untapped.${violation.code}`;
  const key = !taps && has(untapped) ? untapped : `violation.${violation.code}${values.reason ? `/${values.reason}` : ""}`;
  const text = has(key) ? t(key, { ...inWords(values), ...inNames(named) }) : violation.message;
  return /\{\w+\}/.test(text) ? violation.message : text;
}

/**
 * Where a rule stands: the booklet's heading as it is printed, in the reader's language behind it where that is another; a remark in that alone.
 *
 * @param {string} citation
 */
export const cited = (citation) =>
  citation
    .split(/([,;:] | \(|\)(?=[,;]|$))/)
    .map(translated)
    .join("");

/** @param {string} part */
function translated(part) {
  const heading = `heading.${part}`;
  if (has(heading)) return t(heading) === part ? part : `${part} (${t(heading)})`;
  return has(`remark.${part}`) ? t(`remark.${part}`) : part;
}

/**
 * Values as people say them: seconds as the reader's language writes them.
 *
 * @param {Values} values
 */
const inWords = (values) => ("seconds" in values ? { ...values, seconds: Number(values.seconds).toLocaleString(start.language) } : values);

/**
 * Tiles by their names: all of them, or any.
 *
 * @param {Record<string, Named>} named
 */
const inNames = (named) => Object.fromEntries(Object.entries(named).map(([key, { tiles, every }]) => [key, listed(tiles.map(spoken), every ? "conjunction" : "disjunction")]));

/**
 * @param {number} n
 * @param {number} points
 */
const laid = (n, points) => `${t("verdict.laid", { n })}, ${t("verdict.points", { n: points })}`;

/**
 * That the last turn, which no camera saw, took too long: the clock is there without one, too; null where it did not.
 *
 * @param {State} state
 */
export function late({ unjudged }) {
  if (!unjudged || unjudged.allowed === null || unjudged.seconds <= unjudged.allowed) return null;
  return sentence({ code: "overtime", message: "", values: { seconds: String(Math.ceil(unjudged.seconds * 10) / 10), limit: String(Math.round(unjudged.allowed * 10) / 10) } });
}

/**
 * What a player has left of time besides that of each turn: what the bank holds, and extensions; empty where the rules have neither.
 *
 * @param {Player} player
 * @param {State} state
 */
export function timeLeft({ bank, extensions }, { allowance }) {
  return [bank !== null && t("player.bank", { bank: digits(Math.floor(bank)) }), extensions !== null && `${extensions} × +${allowance?.extension} s`].filter(Boolean).join(" · ");
}

/**
 * What was counted of a turn's time; null where nothing but the rulebook's seconds was.
 *
 * @param {Said} verdict
 */
export function timed({ time }) {
  if (!time) return null;
  const said = (/** @type {number} */ seconds) => seconds.toLocaleString(start.language);
  const parts = [
    time.own === null ? t("house.time.none") : t("time.own", { seconds: said(time.own) }),
    time.extensions > 0 && t("time.extensions", { n: time.extensions, seconds: time.extension }),
    time.bank > 0 && t("time.bank", { seconds: said(time.from_bank), bank: said(time.bank) }),
  ];
  return t("time.took", { seconds: said(time.seconds), parts: parts.filter(Boolean).join(", ") });
}

/**
 * What the turn before the last one counts as, where the camera showed some of it too late for its verdict, or too late to tell whose it is; null where it did not.
 *
 * @param {State} state
 */
export function lately({ late: more, leftUnseen: left }) {
  if (more) return t("verdict.late", { name: more.player, laid: laid(more.laid.length, more.points) });
  return left ? t("verdict.left-unseen", { name: left.player, tiles: left.tiles.map(spoken) }) : null;
}

/**
 * Whose turn stands that no camera saw, and whether it drew.
 *
 * @param {Unjudged} turn
 */
export const unseen = ({ player, drew }) => [player, drew && t("verdict.drew")].filter(Boolean).join(" · ");

/**
 * What a turn did with tiles that lie face up beside the table.
 *
 * @param {FaceUpMoves} [moves]
 */
const besides = ({ discarded, took_open: open } = {}) => [open && t("face-up.took-open", { tile: spoken(open) }), discarded && t("face-up.said", { tile: spoken(discarded) })];

/**
 * What the turn of a verdict was about: "Anna · 3 tiles, 33 points".
 *
 * @param {ToldVerdict} verdict
 */
export function about(verdict) {
  const played = verdict.played.length;
  const done = verdict.outcome !== "legal" ? "" : played ? laid(played, verdict.points) : verdict.drew ? t("verdict.drew") : "";
  return [verdict.player, done, verdict.called && t("verdict.called"), ...besides(verdict.faceUp)].filter(Boolean).join(" · ");
}

/**
 * What a screen shows large: who is on turn or has won the round, nobody's where it is blocked, ours where nobody is on turn yet; and while a table is put
 * right, who does that. `mine` is whose device this is.
 *
 * @param {State} state
 * @param {string | null} [mine]
 */
export function named(state, mine = null) {
  if (state.phase === "setup" || awaitsCount(state)) return "tileref";
  if (state.over) return state.winner ?? t("now.nobody");
  return isRestore(state) ? calledUpon(state, mine) : (onTurn(state) ?? "");
}

/**
 * What undo takes back, or redo lets hold again, as the state's `undoes` and `redoes` have it.
 *
 * @param {Deed | null} what
 */
export const deed = (what) => (what ? t(`deed.${what.kind}`, { name: what.player, turn: what.turn }) : "");

/**
 * The same behind the button's name.
 *
 * @param {string} button
 * @param {Deed | null} what
 */
export const taking = (button, what) => [t(button), deed(what)].filter(Boolean).join(t("colon"));

/** @type {(string | null)[]} */
const BLAMELESS = ["nobody-knows-whose", "not-in-photo", "cut-off"];

/**
 * Why a verdict is open although no tile is in doubt; `misread` is the text about a tile that was misread.
 *
 * @param {Noted} verdict
 * @param {string} misread
 */
export const noted = (verdict, misread) => (BLAMELESS.includes(verdict.noteCode) ? `${objection(verdict)}.` : t(misread, { line: objection(verdict) }));

/** @param {Pick<Violation, "code">[]} violations */
const isGone = (violations) => violations.some(({ code }) => code === "tile-missing");

/**
 * What is to be done to put the table back, in words that hold for this turn.
 *
 * @param {PutBack} state
 * @param {boolean} laidAny
 */
function putBack({ restored, clock }, laidAny) {
  if (restored) return t("todo.restored");
  return [t("todo.restore"), laidAny && t("todo.to-rack"), clock?.waiting && t("todo.restore-waits")].filter(Boolean).join(" ");
}

/**
 * What an illegal turn costs: a list of `{ text, tiles, done }`.
 *
 * @param {PutBack} state
 * @param {Penalised} verdict
 */
export function owed(state, { player: name, penalty, violations, played }) {
  if (!penalty) return [];
  const { draw, restore, take, extra_per_lost: extra, put_back: back = 0 } = penalty;
  /** @type {{ text: string, tiles?: string[], done?: boolean }[]} */
  const list = [];
  if (restore) list.push({ text: putBack(state, played.length > 0), done: Boolean(state.restored) });
  if (take.length) list.push({ text: t("todo.take", { name }), tiles: take });
  if (back) list.push({ text: t("todo.put-back", { name, n: back }) });
  if (draw) list.push({ text: t("todo.draw", { name, n: draw }) });
  if (restore && extra && !state.restored && isGone(violations)) list.push({ text: t("todo.extra", { n: extra }) });
  return list;
}

/**
 * Whether a table is to be put right, and so who must act is not who is on turn next.
 *
 * @param {State} state
 */
const isRestore = ({ state, verdict }) => state === "restore" && Boolean(verdict?.penalty);

/**
 * Who must put the table right, and what that is in a few words: "Ben: put it back, draw 3"; on Ben's own device, `mine`, "You: ...".
 *
 * @param {State} state
 * @param {string | null} mine
 */
function calledUpon({ verdict, restored }, mine) {
  const { draw = 0, restore = false, take = [], put_back: back = 0 } = verdict?.penalty ?? {};
  const deeds = [
    restore && !restored && t("restore.back"),
    take.length > 0 && t("restore.take", { n: take.length }),
    back > 0 && t("restore.pool", { n: back }),
    draw > 0 && t("restore.draw", { n: draw }),
  ];
  const who = verdict?.player === mine ? t("restore.you") : verdict?.player;
  return [who, deeds.filter(Boolean).join(", ") || t("restore.done")].join(t("colon"));
}

/**
 * Why nothing can be said of the turn, in the reader's language; the server's English where there is no text for it.
 *
 * @param {Noted} noted
 */
export function objection({ note, noteCode, noteValues }) {
  return has(`refused.${noteCode}`) ? t(`refused.${noteCode}`, noteValues).replace(/\.$/, "") : note;
}

/**
 * What stands over the name that a screen shows large; nothing where nobody plays yet.
 *
 * @param {State} state
 */
export function overName(state) {
  if (state.phase === "setup" || awaitsCount(state)) return "";
  if (!state.over && isRestore(state)) return t("now.then", { name: onTurn(state) ?? "" });
  return t(!state.over ? "now.turn" : state.winner ? "now.won" : "now.blocked");
}

/**
 * What stands over the felt: that hands hide it from a verdict, where the camera sees them, or how many tiles are in doubt.
 *
 * @param {State} state
 */
export function overFelt({ ending, stillness, table }) {
  if (ending && ["moving", "covered"].includes(stillness)) return t("mat.hands");
  const n = (table?.sets ?? []).flat().filter(({ doubt }) => doubt).length;
  return n ? t("mat.doubt", { n }) : "";
}

/**
 * What stands at the foot of the felt: how many tiles lie there, and what else is on the table.
 *
 * @param {State} state
 */
export function atFoot({ table, pool, faceUp }) {
  const lying = (table?.sets ?? []).flat().length;
  const offered = faceUp?.offered;
  const parts = [lying && t("mat.tiles", { n: lying }), pool !== null && t("mat.pool", { n: pool }), offered && t("face-up.offered", { tile: spoken(offered) })];
  return parts.filter(Boolean).join(" · ");
}

/**
 * What stands on a felt without tiles.
 *
 * @param {State} state
 */
export const emptyFelt = (state) => t(state.table ? "mat.empty" : state.watched ? "mat.waiting" : "unwatched.mat");

/**
 * That the last press was taken for an echo, and how to end the turn all the same; null where it was none.
 *
 * @param {State} state
 */
export function echoed(state) {
  return state.echo && state.state === "turn" ? t("verdict.echo", { name: onTurn(state) ?? "" }) : null;
}

/**
 * What a verdict waits for.
 *
 * @param {State} state
 */
export function awaited(state) {
  const why = state.waits?.for;
  const place = `spot.${state.waits?.part ?? "middle"}`;
  return why && has(`waits.${why}`) ? t(`waits.${why}`, { where: t(place), name: state.waits?.whose?.next ?? "" }) : t("verdict.reading-hint");
}

/** @type {(string | undefined)[]} */
const HELD_UP = ["hidden", "glare", "restart", "hand", "camera", "moved", "whose"];

/**
 * Whether a verdict waits for more than the photos to be read.
 *
 * @param {State} state
 */
export const isHeldUp = (state) => HELD_UP.includes(state.waits?.for);

/**
 * Who pressed, as the journal has it: the host, a player's phone, the table's button, or a device by the letters that the door gave it.
 *
 * @param {string} by
 */
export function who(by) {
  const [, device, role, player] = by.match(/^guest (\w+)(?:, (player|button|host)(?: (.*))?)?$/) ?? [];
  if (!device) return t("desk.by-host");
  if (role === "player") return t("desk.by-player", { name: player });
  return role === "button" ? t("desk.by-button") : role === "host" ? t("desk.by-host-phone") : t("desk.by-guest", { name: device });
}
