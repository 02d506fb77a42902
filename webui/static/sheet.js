// The score sheet on the page: its points can be amended where they stand, and their sums are drawn as lines.

import { press } from "./api.js";
import { chart } from "./chart.js";
import { left } from "./left.js";
import { match, noteScrolling, remarks, scoreTable } from "./scores.js";
import { shown } from "./state.js";
import { $, h, refresh, t } from "./texts.js";
import { contradictions } from "./told.js";

const drawn = { columns: 0 }; // of the sheet that is shown

noteScrolling($("sheet"));

/**
 * Draws the sheet: a row for each player, a column for each round, and the control sums below.
 *
 * @param {State} state
 */
export function showSheet(state) {
  draw();
  const found = state.phase === "scored" ? state.contradictions : [];
  refresh($("sheet-note"), found, () => (found.length ? [h("details", {}, h("summary", {}, t("sheet.amiss", { n: found.length })), contradictions(found))] : []));
  refresh($("match"), [state.sheet.goal, state.sheet.finish], () => match(state.sheet));
  refresh($("amended"), state.sheet, () => remarks(state.sheet));
  refresh($("left"), state.left, () => left(state.left));
  $("sheet-hint").hidden = !state.sheet.columns.length || Boolean(state.demo);
  refresh($("chart"), [state.sheet], () => [chart(state.sheet, 1)]);
  $("after-round").hidden = state.phase !== "scored";
  $("play-again").hidden = Boolean(state.demo) || state.elsewhere;
  $("score-next").hidden = state.watched; // whoever only keeps the sheet counts one round after the other
}

function draw() {
  const { sheet, demo } = shown.state;
  if ($("sheet").querySelector("input")) return; // somebody is writing there
  refresh($("sheet"), [sheet, Boolean(demo)], () => [scoreTable(sheet, demo ? null : amend) ?? h("p.empty", {}, t("sheet.empty"))]);
  const last = sheet.columns.length;
  if (last !== drawn.columns) $("sheet").scrollLeft = $("sheet").scrollWidth; // the round that was just played is in sight
  drawn.columns = last;
}

/**
 * Puts a field in the place of a round's points. Enter, or leaving it, writes them down; Escape leaves them as they are. What is no number stays, and is marked.
 *
 * @param {number} round
 * @param {string} player
 * @param {number} points
 * @param {HTMLButtonElement} button
 */
function amend(round, player, points, button) {
  const input = h("input", { value: String(points), inputmode: "text", maxlength: 7, autocomplete: "off", "aria-label": button.getAttribute("aria-label") }); // the digits' keypad of some phones has no minus
  let isDone = false;
  const typed = () => {
    const text = input.value.trim().replace("−", "-");
    return /^[+-]?\d+$/.test(text) ? Number(text) : null;
  };
  const isAmiss = () => Boolean(input.value.trim()) && typed() === null;
  const mark = () => {
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", "sheet-error");
    $("sheet-error").textContent = t("sheet.no-number");
  };
  const unmark = () => {
    for (const name of ["aria-invalid", "aria-describedby"]) input.removeAttribute(name);
    if (!$("sheet").querySelector("[aria-invalid]")) $("sheet-error").textContent = "";
  };
  const done = async (/** @type {boolean} */ isKept) => {
    if (isDone) return;
    isDone = true;
    const entered = typed();
    unmark();
    input.replaceWith(button);
    const isNew = isKept && entered !== null && entered !== points;
    if (isNew) await press("amend", { round, player, points: entered });
    draw();
  };
  input.addEventListener("input", unmark);
  input.addEventListener("blur", () => (isAmiss() && !isDone ? mark() : done(true)));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === "Escape") {
      event.preventDefault();
      if (event.key === "Enter" && isAmiss()) {
        mark();
        input.select();
        return;
      }
      done(event.key === "Enter").then(() => $("sheet").focus({ preventScroll: true }));
    }
  });
  button.replaceWith(input);
  input.focus();
  input.select();
}
