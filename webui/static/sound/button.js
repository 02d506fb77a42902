// The page's sound: what is heard as the game goes on, and the button that mutes it.

import { inTurn, shown } from "../state.js";
import { $, onClick, t } from "../texts.js";
import { heard, ticking } from "./heard.js";
import { isOn, keptFor, openWhenTouched, play, say, setOn } from "./voice.js";

const show = () => $("sound").setAttribute("aria-pressed", String(isOn()));

/**
 * Gives the page its sound, kept by the page's name; of turns, only those of players for whom `isFor` holds are heard.
 *
 * @param {string} page
 * @param {(name: string | null | undefined) => boolean} [isFor]
 */
export function soundOf(page, isFor = () => true) {
  keptFor(page);
  openWhenTouched();
  show();
  onClick("sound", () => {
    setOn(!isOn());
    show();
  });
  return {
    /** @type {(last: State | null, state: State) => void} lets be heard what has changed between two states */
    tell: (last, state) => {
      for (const sound of heard(last, state, isFor)) {
        if (sound.say) call(sound.say);
        else if (sound.play) play(sound.play);
      }
    },
    /** @type {(left: number | null) => void} lets another second be heard, with so many left */
    second: (left) => {
      const tone = shown.isOffline ? null : ticking(shown.state, left); // nobody knows whether that turn still runs
      if (tone && isFor(inTurn(shown.state))) play(tone);
    },
  };
}

/**
 * Says that it is somebody's turn.
 *
 * @param {string} name
 */
export const call = (name) => say(t("stage.turn", { name }));
