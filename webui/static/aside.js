// What the page does besides showing a turn: the form before a game, the counting after a round, what is put right in between, and the invitation.
// It comes once it is wanted.

import { counting } from "./count/dialog.js";
import { sayInDialog } from "./dialogs.js";
import { openInvitation, prepareInvitation, showPeople } from "./invite.js";
import { openMend, showMend } from "./mend.js";
import { refuseNames } from "./seating.js";
import { countNext, countsAtOnce, offerSetup, playAgain, prepareSetup } from "./setup.js";
import { awaitsCount, shown } from "./state.js";
import { start } from "./texts.js";

/**
 * What a refusal changes in the counting, by its code and the names that come with it.
 *
 * @type {Record<string, (names: string[]) => unknown>}
 */
const ON_REFUSAL = {
  level: (names) => counting.settleLevel(names),
  "level-tiles": (names) => counting.settleLevel(names),
  "not-lowest": () => counting.settleLevel([]),
};

const form = { isOffered: false };

/** What opens by a button of the page. */
export const ways = {
  count: () => counting.open(),
  countNext,
  invite: openInvitation,
  mend: openMend,
  playAgain: () => playAgain({ players: shown.state.sheet.players, rulebook: shown.state.rulebook?.id ?? "" }),
};

/**
 * Shows what a state changes here.
 *
 * @param {State} state
 */
export function follow(state) {
  const isSetup = state.phase === "setup";
  if (start.invitation) showPeople(state);
  if (isSetup) offerSetup(state, !form.isOffered);
  else {
    showMend(state);
    counting.show();
    if (awaitsCount(state) && countsAtOnce()) counting.open(true);
  }
  form.isOffered = isSetup;
}

/**
 * Says where somebody looks why a press was refused; whether that is here.
 *
 * @param {string} text
 * @param {string} code
 * @param {RefusalValues} values
 */
export function refuse(text, code, values) {
  ON_REFUSAL[code]?.(values.names ?? []);
  return sayInDialog(text) || (shown.newest?.phase === "setup" && refuseNames(text, code, values));
}

prepareSetup();
if (start.invitation) prepareInvitation();
