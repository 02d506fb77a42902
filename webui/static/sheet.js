// The score sheet on the page: its points can be amended where they stand, and their sums are drawn as lines.

import { $, h, refresh, t } from "./texts.js";
import { press } from "./api.js";
import { chart } from "./chart.js";
import { contradictions } from "./contradiction.js";
import { match, remarks, scoreTable } from "./scores.js";

let state = null;
let columns = 0;

$("sheet").addEventListener("scroll", () => $("sheet").classList.toggle("scrolled", $("sheet").scrollLeft > 0), { passive: true });

/** Draws the sheet: a row for each player, a column for each round, and the control sums below. */
export function showSheet(now) {
  state = now;
  if (!$("sheet").querySelector("input")) draw(); // somebody is writing there
  const found = state.phase === "scored" ? state.contradictions : [];
  refresh($("sheet-note"), found, () => (found.length ? [h("details", {}, h("summary", {}, t("sheet.amiss", { n: found.length })), contradictions(found))] : []));
  refresh($("match"), [state.sheet.goal, state.sheet.finish], () => match(state.sheet));
  refresh($("amended"), state.sheet, () => remarks(state.sheet));
  $("sheet-hint").hidden = !state.sheet.columns.length || Boolean(state.demo);
  refresh($("chart"), [state.sheet], () => [chart(state.sheet)].filter(Boolean));
  $("after-round").hidden = state.phase !== "scored";
  $("score-next").hidden = state.watched; // whoever only keeps the sheet counts one round after the other
}

function draw() {
  refresh($("sheet"), [state.sheet, Boolean(state.demo)], () => [scoreTable(state.sheet, state.demo ? null : amend) ?? h("p.empty", {}, t("sheet.empty"))]);
  const last = state.sheet.columns.length;
  if (last !== columns) $("sheet").scrollLeft = $("sheet").scrollWidth; // the round that was just played is in sight
  columns = last;
}

/** Puts a field in the place of a round's points. Enter, or leaving it, writes them down; Escape leaves them as they are. */
function amend(round, player, points, button) {
  const input = h("input", { value: String(points), inputmode: "numeric", maxlength: 7, autocomplete: "off", "aria-label": button.getAttribute("aria-label") });
  let isDone = false;
  const typed = () => {
    const text = input.value.trim().replace("−", "-");
    return /^[+-]?\d+$/.test(text) ? Number(text) : null;
  };
  const done = async (isKept) => {
    if (isDone) return;
    isDone = true;
    const entered = typed();
    input.replaceWith(button);
    const isNew = isKept && entered !== null && entered !== points;
    if (isNew) await press("amend", { round, player, points: entered });
    draw();
  };
  input.addEventListener("blur", () => done(true));
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === "Escape") {
      event.preventDefault();
      if (event.key === "Enter" && input.value.trim() && typed() === null) {
        input.setAttribute("aria-invalid", "true"); // it is no number: the field stays, and says so
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
