// The score sheet on the page.

import { $, h, refresh, t } from "./texts.js";
import { contradictions } from "./contradiction.js";
import { match, scoreTable } from "./scores.js";

/** Draws the sheet: a row for each player, a column for each round, and the control sums below. */
export function showSheet(state) {
  refresh($("sheet"), state.sheet, () => [scoreTable(state.sheet) ?? h("p.empty", {}, t("sheet.empty"))]);
  const found = state.phase === "scored" ? state.contradictions : [];
  refresh($("sheet-note"), found, () => [contradictions(found)].filter(Boolean));
  refresh($("match"), [state.sheet.goal, state.sheet.finish], () => match(state.sheet));
  $("after-round").hidden = state.phase !== "scored";
}
