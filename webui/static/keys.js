// The small keys of a turn, which the host's page and the remote have in common.

import { press } from "./api.js";
import { goOut } from "./faceup.js";
import { onKeys } from "./shortcuts.js";
import { shown } from "./state.js";
import { $, onClick, onceClicked, t } from "./texts.js";

/**
 * Shows which ways to end a turn there are, and whether there is one to be ended.
 *
 * @param {State} state
 * @param {boolean} isTurn
 */
export function showKeys({ over, elsewhere, faceUp, clock, allowance, players }, isTurn) {
  const noneToEnd = over || elsewhere;
  $("draw").disabled = $("call").disabled = $("open-tile").disabled = !isTurn;
  $("call").hidden = noneToEnd;
  $("draw").hidden = noneToEnd || Boolean(faceUp?.discard);
  $("open-tile").hidden = over || !faceUp?.open || faceUp.discard;
  const seconds = allowance?.extension ?? null;
  const left = players.find(({ onTurn }) => onTurn)?.extensions ?? 0;
  $("extend").disabled = !isTurn || !left || clock.limit === null;
  $("extend").hidden = noneToEnd || seconds === null;
  $("extend").textContent = t("button.extend", { seconds: seconds ?? "", left });
}

onKeys("keys.end", { " ": () => $("end").getClientRects().length > 0 && $("end").click() });
onceClicked("draw", () => press("draw", {}));
onClick("call", () => press("end", { called: true }));
onClick("open-tile", goOut);
onClick("extend", () => press("extend", { taken: shown.state.allowance?.taken }));
