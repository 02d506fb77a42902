// A page that shows round files turn by turn, without a server: what lies in it, what is dropped on it, or what its address holds.

import { chart } from "../chart.js";
import { linked } from "../desk/links.js";
import { at, looked, show, stepBy } from "../desk/looked.js";
import { judged, saidOf } from "../desk/ruled.js";
import { strip } from "../desk/strip.js";
import { remarks, scoreTable } from "../scores.js";
import { onKeys } from "../shortcuts.js";
import { $, h, onClick, part, parts, start, t } from "../texts.js";
import { tiles } from "../tile.js";
import { addressOf, MOST_BYTES, NoRound, readRound, roundIn } from "./file.js";
import { sheetsOf, turnsOf } from "./turns.js";

/** @typedef {import("./turns.js").ReplayedTurn} ReplayedTurn */

const GLIDE = 450; // milliseconds that a tile takes to its new place

/** @type {{ rounds: import("./turns.js").Shown[], pictures: import("./turns.js").Pictures, catalogs: Record<string, Record<string, string>> }} */
const told = /** @type {any} */ (start);

/** What the page shows. */
const replay = {
  rounds: told.rounds,
  /** @type {ReplayedTurn[]} */
  turns: [],
  index: 0,
};

/** The index of the turn behind "turn=" in the address; that of the first where there is none. */
const asked = () => Number(/[#&]turn=(\d+)/.exec(location.hash)?.[1] ?? 1) - 1;

/**
 * Has the page speak a language.
 *
 * @param {string} language
 */
function speak(language) {
  Object.assign(start, { language, texts: told.catalogs[language] });
  document.documentElement.lang = language;
  $("replay-language").value = language;
  $("replay-open").textContent = t("replay.open");
  $("replay-link").textContent = t("replay.link");
  $("replay-back").setAttribute("aria-label", t("replay.back"));
  $("replay-on").setAttribute("aria-label", t("replay.on"));
  part(document, ".strip").setAttribute("aria-label", t("desk.turns"));
}

/**
 * Shows these rounds, and that turn, or the one that the address names.
 *
 * @param {import("./turns.js").Shown[]} rounds
 * @param {number} index
 */
function take(rounds, index = asked()) {
  replay.rounds = rounds;
  replay.turns = turnsOf(rounds, told.pictures);
  refuse(null);
  const files = rounds.map(({ file }) => file);
  const [first] = files;
  const began = first?.began ? new Date(first.began) : null;
  const day = began && Number.isFinite(began.getTime()) ? began.toLocaleDateString(start.language, { dateStyle: "long" }) : "";
  const title = first ? [[...new Set(files.flatMap(({ players }) => players))].join(", "), day].filter(Boolean).join(" · ") : t("replay.title");
  document.title = `${title} – tileref`;
  $("replay-title").textContent = title;
  $("replay-about").textContent = first ? (files.length === 1 && first.about) || "" : t("replay.drop");
  $("replay-link").hidden = rounds.length !== 1;
  part(document, ".desk").hidden = !rounds.length;
  $("replay-sheets").replaceChildren(...sheetsOf(files).map(sheet), codes(rounds));
  go(Math.max(Math.min(index, replay.turns.length - 1), 0));
}

/** @param {Sheet} one */
const sheet = (one) =>
  h(
    "section.card.sheet",
    {},
    h("h2", {}, t("sheet.title")),
    h("div.scroll", { tabindex: 0, role: "group", "aria-label": t("sheet.title") }, scoreTable(one)),
    h("ul.amended", {}, ...remarks(one)),
    chart(one),
  );

/**
 * The words by which a witness knows each round again.
 *
 * @param {import("./turns.js").Shown[]} rounds
 */
const codes = (rounds) => h("ul.hint", {}, ...rounds.map(({ file, code }, i) => code && h("li", {}, [t("where.round", { number: file.round ?? i + 1 }), t("paper.code", { code })].join(" · "))));

/**
 * Shows a turn.
 *
 * @param {number} index
 * @param {import("../desk/looked.js").Step} step
 */
function go(index, step = "after") {
  const turn = replay.turns[index];
  replay.index = index;
  at.step = step;
  $("strip").replaceChildren(...strip(replay.turns, turn?.press ?? null, (press) => glide(() => go(press - 1))));
  $("replay-place").textContent = turn ? `${index + 1} / ${replay.turns.length}` : "";
  $("turn").replaceChildren(...(turn ? full(turn) : [h("p.hint", {}, t("desk.empty"))]));
  if (!turn) return;
  const rest = location.hash
    .slice(1)
    .split("&")
    .filter((one) => one && !one.startsWith("turn="));
  history.replaceState(null, "", `#${[`turn=${index + 1}`, ...rest].join("&")}`);
  const here = document.querySelector("#strip [aria-current]");
  const list = part(document, ".strip ol").scrollWidth > part(document, ".strip ol").clientWidth ? part(document, ".strip ol") : part(document, ".strip");
  if (here) list.scrollBy(here.getBoundingClientRect().left - list.getBoundingClientRect().left - 8, here.getBoundingClientRect().top - list.getBoundingClientRect().top - 8);
}

/** @param {ReplayedTurn} turn */
function full(turn) {
  const { verdict } = turn;
  const word = verdict ? h(`section.card.verdict.${verdict.verdict}`, {}, ...judged(turn, verdict)) : h("p.hint", {}, t("desk.stands"));
  return linked(
    [
      h("h2", {}, t("desk.turn", { number: turn.number, round: turn.round, name: turn.player })),
      turn.takenBack && h("p.notice", {}, t("desk.taken-back-line")),
      looked(turn, word, ...chance(turn), saidOf(turn)),
    ].map((one) => one || null),
  ).filter((one) => one instanceof Node);
}

/**
 * What the player could have laid, as far as that is certain.
 *
 * @param {ReplayedTurn} turn
 */
function chance({ best, played, verdict }) {
  if (!best) return [];
  const missed = best.length > (verdict?.verdict === "legal" ? played.length : 0);
  if (!missed && best.length) return [];
  return [
    h(
      missed ? "section.card.chance.missed" : "section.card.chance",
      {},
      h("h3", {}, t("replay.chance")),
      h("p", {}, missed ? t("replay.missed", { n: best.length }) : t("replay.no-play")),
      missed && tiles(best),
    ),
  ];
}

/**
 * Has the tiles on the felt glide from where they lay to where they lie after a change, unless somebody wants nothing to move.
 *
 * @param {() => unknown} change
 */
function glide(change) {
  const lying = () => parts(document, ".felts .tile").filter((one) => one.checkVisibility?.() ?? one.getClientRects().length > 0);
  const from = lying().map((one) => ({ name: one.getAttribute("aria-label"), place: one.getBoundingClientRect() }));
  change();
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const one of lying()) {
    const index = from.findIndex(({ name }) => name === one.getAttribute("aria-label"));
    const now = one.getBoundingClientRect();
    if (index < 0) {
      one.animate([{ opacity: 0, transform: "translateY(-1rem)" }, {}], GLIDE);
      continue;
    }
    const [{ place }] = from.splice(index, 1);
    one.animate([{ transform: `translate(${place.left - now.left}px, ${place.top - now.top}px)` }, {}], { duration: GLIDE, easing: "ease-in-out" });
  }
}

/**
 * Goes on in the turn that is shown, and beyond its last step to the next turn.
 *
 * @param {number} by
 */
function walk(by) {
  glide(() => {
    if (stepBy(by) || !replay.turns[replay.index + by]) return;
    go(replay.index + by, by < 0 ? "after" : "before");
    show(at.step);
  });
}

/** @param {number} by */
const leap = (by) => replay.turns[replay.index + by] && glide(() => go(replay.index + by));

/**
 * Says why something is no round; null where it is one.
 *
 * @param {unknown} error
 * @param {string} [name]
 */
function refuse(error, name = "") {
  $("refusal").hidden = error === null;
  $("refusal").textContent = error === null ? "" : t(error instanceof NoRound ? error.key : "replay.no-round", { name });
}

/** @param {File | null | undefined} file */
async function open(file) {
  if (!file) return;
  try {
    if (file.size > MOST_BYTES) throw new NoRound("replay.too-large");
    const round = readRound(await file.text());
    history.replaceState(null, "", "#");
    take([{ file: round, known: [] }]);
  } catch (error) {
    refuse(error, file.name);
  }
}

/** Shows the round that the address holds, if it does, or the turn that it names. */
async function followAddress() {
  try {
    const round = await roundIn(location.hash);
    take(round ? [{ file: round, known: [] }] : replay.rounds);
  } catch (error) {
    refuse(error);
  }
}

onKeys("keys.turns", { ArrowLeft: () => walk(-1), ArrowRight: () => walk(1) });
onKeys("keys.strip", { ArrowUp: () => leap(-1), ArrowDown: () => leap(1), Home: () => glide(() => go(0)), End: () => glide(() => go(replay.turns.length - 1)) });

onClick("replay-back", () => walk(-1));
onClick("replay-on", () => walk(1));
onClick("replay-link", async () => {
  const address = await addressOf(replay.rounds[0].file);
  $("replay-said").hidden = false;
  $("replay-said").textContent = t(address ? "replay.copied" : "replay.too-long");
  if (!address) return;
  history.replaceState(null, "", `#turn=${replay.index + 1}&${address}`);
  await navigator.clipboard?.writeText(location.href).catch(() => null);
});
$("replay-file").addEventListener("change", () => open($("replay-file").files?.[0]));
$("replay-language").addEventListener("change", () => {
  speak($("replay-language").value);
  take(replay.rounds, replay.index);
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  open(event.dataTransfer?.files[0]);
});
addEventListener("hashchange", followAddress);

speak(start.language);
take(replay.rounds);
followAddress();
