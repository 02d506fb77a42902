// All evenings: what each player did in them, and of each evening its sheets, to be opened at the desk and taken along.

import { fetched } from "../api.js";
import { chart } from "../chart.js";
import { remarks, scoreTable } from "../scores.js";
import { $, bookTitle, h, part, signed, start, t, tableOf } from "../texts.js";

const FILES = [
  ["csv", "sheet.csv"],
  ["png", "sheet.png"],
  ["pdf", "sheet.pdf"],
  ["round-files", "rounds.zip"],
  ["replay", "replay.html"],
];

/** @type {Record<string, string>} */
const SEALS = { true: "past.whole", false: "past.altered", null: "past.unsealed" };

/** @type {Record<string, HTMLElement>} */
const bestMissed = {}; // the cell of each player
/** @type {Map<number | string, Promise<Missed[]>>} */
const asked = new Map(); // what was missed on an evening, by its first event

/** Dates as people write them where they are, as long as the page speaks their language. */
const LOCALE = navigator.language.startsWith(start.language) ? navigator.language : start.language;

/** @param {number} number */
const rounded = (number) => number.toLocaleString(start.language, { maximumFractionDigits: 1 });

/** @param {Tally[]} list */
function players(list) {
  for (const { name } of list) bestMissed[name] = h("td", {}, "…");
  const heads = ["name", "evenings", "rounds", "won", "average", "opened", "illegal", "drawn", "best-missed"];
  const rows = [...list]
    .sort((a, b) => b.won - a.won || b.rounds - a.rounds)
    .map((one) => {
      const won = one.rounds ? `${one.won} (${rounded((100 * one.won) / one.rounds)} %)` : "–";
      const average = one.average === null ? "–" : t("past.seconds", { number: rounded(one.average) });
      const opened = one.opened ? t("past.opened-at", { number: one.opened, points: rounded(one.openingPoints / one.opened) }) : "–";
      const cells = [one.evenings, one.rounds, won, average, opened, one.illegal, one.drawn].map((cell) => h("td", {}, String(cell)));
      return [h("th", { scope: "row" }, one.name), ...cells, bestMissed[one.name]];
    });
  return tableOf(
    heads.map((key) => h("th", { scope: "col" }, t(`past.${key}`))),
    rows,
  );
}

/**
 * @param {Evening} one
 * @param {boolean} isOpen
 */
function evening(one, isOpen) {
  const began = one.began === null ? null : new Date(one.began * 1000);
  const day = began?.toLocaleDateString(LOCALE, { weekday: "long", year: "numeric", month: "long", day: "numeric" }) ?? t("past.no-date");
  const from = [began?.toLocaleTimeString(LOCALE, { timeStyle: "short" }), one.imported.length && t("past.imported")].filter(Boolean);
  const rounds = one.sheets.reduce((sum, { columns }) => sum + columns.length, 0);
  const facts = [...from, ...one.players, t("past.rounds-played", { n: rounds }), t("past.turns", { n: one.turns })].join(" · ");
  const body = h("div.body");
  const details = h("details.card.evening", { open: isOpen }, h("summary", {}, h("h3", {}, day), h("small", {}, facts)), body);
  const fill = () => {
    if (!details.open || body.children.length) return;
    body.append(...sheets(one));
    if (!one.imported.length) tellMissed(one, part(body, ".missed"));
  };
  details.addEventListener("toggle", fill);
  return details;
}

/** @param {Evening} one */
function sheets(one) {
  const parts = one.sheets.flatMap((sheet, i) => [
    h("h4", {}, [one.sheets.length > 1 && t("past.game", { number: i + 1 }), bookTitle(sheet.rulebook)].filter(Boolean).join(" · ")),
    sheet.columns.length > 1 ? h("p", {}, t("past.leads", { n: sheet.leaders.length, names: sheet.leaders, points: signed(sheet.totals[sheet.leaders[0]]) })) : null,
    h("div.scroll.sheet", { tabindex: 0, role: "group", "aria-label": t("sheet.title") }, scoreTable(sheet)),
    h("ul.amended", {}, ...remarks(sheet)),
    chart(sheet),
  ]);
  const files = one.sheets.length ? FILES.map(([kind, file]) => h("a.plain", { href: `evenings/${one.first}/${file}`, download: kind === "replay" ? null : "" }, t(`past.${kind}`))) : [];
  const desk = one.imported.length ? [] : [h("a.plain", { href: `desk?evening=${one.first}` }, t("past.desk"))];
  const codes = one.imported.map(({ code, whole }) => h("li", {}, t(SEALS[String(whole)], { code })));
  return [...parts, h("ul.missed", {}, ...codes), h("div.row", {}, ...desk, ...files)].filter(Boolean);
}

/**
 * The best play that each player missed on an evening; looking for them takes the server its time, so it is asked once.
 *
 * @param {number | string} first
 */
function missedOn(first) {
  const found = asked.get(first) ?? fetched(`evenings/${first}/missed`).then((told) => told?.missed ?? []);
  asked.set(first, found);
  return found;
}

/**
 * @param {number | string} first
 * @param {number} press
 */
const turnAt = (first, press) => `desk?evening=${first}#${press}`;

/**
 * @param {Evening} evening
 * @param {Element} list
 */
async function tellMissed({ first }, list) {
  const line = (/** @type {Missed} */ { player, round, number, tiles, press }) => h("li", {}, h("a", { href: turnAt(first, press) }, t("past.missed", { name: player, round, number, n: tiles })));
  list.append(...(await missedOn(first)).map(line));
}

/**
 * Over all evenings, one after the other: the players' cells fill as they are found.
 *
 * @param {Evening[]} evenings
 */
async function tellBestMissed(evenings) {
  /** @type {Record<string, number>} */
  const best = {};
  for (const { first } of evenings) {
    for (const { player, tiles, press } of await missedOn(first)) {
      if (tiles <= (best[player] ?? 0)) continue;
      best[player] = tiles;
      bestMissed[player]?.replaceChildren(h("a", { href: turnAt(first, press) }, t("past.tiles", { n: tiles })));
    }
  }
  for (const [name, cell] of Object.entries(bestMissed)) if (!best[name]) cell.replaceChildren("–");
}

async function show() {
  /** @type {{ evenings: Evening[], players: Tally[] } | null} */
  const told = await fetched("evenings/all");
  if (!told?.evenings.length) {
    $("evenings").replaceChildren(told ? h("p.hint", {}, t("past.empty")) : h("p.notice.bad", { role: "alert" }, t("notice.offline")));
    return;
  }
  $("players-card").hidden = false;
  $("players").replaceChildren(players(told.players));
  $("evenings").replaceChildren(...told.evenings.map((one, i) => evening(one, i === 0)));
  await tellBestMissed(told.evenings.filter(({ imported }) => !imported.length));
}

show();
