// The turns of round files in the form in which the desk shows turns, and their score sheets.

import { movesOf } from "../desk/moves.js";
import { setsOf, tilesOf, tilesSeen } from "./file.js";

/** @typedef {import("./file.js").RoundFile} RoundFile */
/** @typedef {import("./file.js").FiledTurn} FiledTurn */
/** @typedef {import("./file.js").FiledFinding} FiledFinding */

/**
 * What `tileref replay` knows of a turn besides the file: which tiles the player could have laid at least, and what was counted of its time.
 *
 * @typedef {{ time: Counted | null, best: string[] | null }} Known
 */
/** @typedef {{ file: RoundFile, known: Known[], code?: string }} Shown */
/** @typedef {Record<string, { href: string, width: number, height: number }>} Pictures by their SHA-256 */
/** @typedef {Turn & import("../desk/ruled.js").Judged & { best: string[] | null, href?: string }} ReplayedTurn */

/**
 * All turns, in order, those that were taken back among them by their numbers; `press` counts them from 1.
 *
 * @param {Shown[]} rounds
 * @param {Pictures} pictures
 * @returns {ReplayedTurn[]}
 */
export function turnsOf(rounds, pictures) {
  const turns = rounds.flatMap((shown, i) => ofRound(shown, i, pictures));
  return turns.map((turn, i) => ({ ...turn, press: i + 1 }));
}

/**
 * @param {Shown} shown
 * @param {number} index
 * @param {Pictures} pictures
 */
function ofRound({ file, known }, index, pictures) {
  const held = (file.turns ?? []).map((turn, i) => told(turn, known[i], file, index, pictures));
  const all = [...held];
  for (const turn of file.taken_back ?? []) {
    const back = { ...told(turn, undefined, file, index, pictures), takenBack: true };
    all.splice(turn.number ? turn.number - 1 : all.length, 0, back);
  }
  let lay = /** @type {Shot | null} */ (null);
  return all.map((turn, i) => {
    const numbered = { ...turn, number: i + 1, before: lay };
    if (!turn.takenBack && turn.outcome === "legal") lay = turn.after;
    return numbered;
  });
}

/**
 * @param {FiledTurn} turn
 * @param {Known | undefined} known
 * @param {RoundFile} file
 * @param {number} index
 * @param {Pictures} pictures
 * @returns {ReplayedTurn}
 */
function told(turn, known, file, index, pictures) {
  const { drew = 0, seconds = null, points = 0, by = null, host = null, note = null, said = [], photos = [], seen, before, after } = turn;
  const sets = { before: before === undefined || after === undefined ? null : setsOf(before), after: setsOf(after) };
  const photo = pictures[photos[photos.length - 1]];
  const verdict = turn.verdict ? ruled(turn, turn.verdict, known) : null;
  const isGone = verdict?.violations.some(({ code }) => code === "tile-missing");
  return {
    ...{ press: 0, number: 0, ended: 0, photo: null, takenBack: false, before: null },
    ...{ player: turn.player, drew, seconds: seconds === null ? null : Math.round(seconds * 10) / 10, points, by, host, note, sets, verdict },
    ...placeOf(file, index),
    outcome: turn.verdict ?? null,
    played: tilesOf(turn.played),
    href: photo?.href,
    unseen: !turn.verdict,
    said: said.map((one) => ({ tile: null, reason: null, by: null, kind: "", ...one })),
    missing: isGone ? movesOf(sets.before, sets.after).moved.filter(({ to }) => !to) : [],
    after: photo ? { ...photo, tiles: [], ...(seen && { width: seen.width, height: seen.height, tiles: tilesSeen(seen) }) } : null,
    best: known?.best ?? null,
  };
}

/**
 * @param {RoundFile} file
 * @param {number} index
 */
const placeOf = ({ game = 1, round }, index) => ({ game, round: round ?? index + 1 });

/**
 * @param {FiledTurn} turn
 * @param {Said["verdict"]} verdict
 * @param {Known} [known]
 * @returns {Said}
 */
function ruled({ played, points = 0, violations = [], notices = [], penalty }, verdict, known) {
  return {
    verdict,
    played: tilesOf(played),
    points,
    violations: numbered(violations.map(finding)),
    notices: numbered(notices.map(finding)),
    penalty: penalty ? { draw: 0, restore: false, extra_per_lost: 0, put_back: 0, clause: "", ...penalty, take: tilesOf(penalty.take) } : null,
    ...(known?.time && { time: known.time }),
  };
}

/**
 * @param {FiledFinding} filed
 * @returns {Violation}
 */
function finding({ code, message, clause = "", set, tiles, values = {}, named = {} }) {
  const names = Object.entries(named).map(([key, one]) => [key, { tiles: tilesOf(one.tiles), every: Boolean(one.every) }]);
  return { code, message, clause, set: set ?? null, tiles: tilesOf(tiles), values, named: Object.fromEntries(names), number: 1 };
}

/**
 * The findings with their numbers: what is said in the same words for the same clause has one.
 *
 * @param {Violation[]} list
 */
function numbered(list) {
  const told = [...new Set(list.map(({ message, clause }) => JSON.stringify([message, clause])))];
  return list.map((one) => ({ ...one, number: told.indexOf(JSON.stringify([one.message, one.clause])) + 1 }));
}

/**
 * A score sheet for each game of which anything was written down.
 *
 * @param {RoundFile[]} files
 * @returns {Sheet[]}
 */
export function sheetsOf(files) {
  const games = [...new Set(files.map(({ game }) => game))].map((game) => files.filter((file) => file.game === game && file.result?.points));
  return games
    .filter((rounds) => rounds.length)
    .map((rounds) => {
      const players = [...new Set(rounds.flatMap((file) => file.players))];
      const columns = rounds.map(({ result }) => {
        const points = result?.points ?? {};
        const struck = (result?.amended ?? []).map(({ points: old, at, by }) => ({ points: old, at: Date.parse(at ?? "") / 1000 || 0, by: by ?? null }));
        return { winner: result?.winner ?? null, blocked: Boolean(result?.blocked), points, control: Object.values(points).reduce((sum, one) => sum + one, 0), struck };
      });
      const totals = Object.fromEntries(players.map((name) => [name, columns.reduce((sum, { points }) => sum + (points[name] ?? 0), 0)]));
      return { players, columns, totals };
    });
}
