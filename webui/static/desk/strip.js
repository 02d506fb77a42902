// The turns of the evening in order, a picture each.

import { photoAt } from "../resolution.js";
import { h, t } from "../texts.js";

/**
 * What a turn did, in a few words.
 *
 * @param {Turn} turn
 */
const did = ({ outcome, played, points, drew, unseen }) => {
  if (!outcome) return t(unseen ? "unwatched.stands" : "desk.waits");
  if (outcome === "legal" && played.length) return `${t("verdict.laid", { n: played.length })}, ${t("verdict.points", { n: points })}`;
  return outcome === "legal" && drew ? t("verdict.drew") : t(`verdict.${outcome}`);
};

/**
 * A list of turns, round by round, the chosen one marked, or none with null; `choose` is told which one is touched.
 *
 * @param {(Turn & { href?: string })[]} turns of which `href` is the photo, where that lies elsewhere
 * @param {number | null} chosen
 * @param {(press: number) => unknown} choose
 */
export function strip(turns, chosen, choose) {
  return turns.flatMap((turn, i) => {
    const here = turn.press === chosen;
    const button = h(
      ["button", "thumb", turn.outcome ?? "waiting", turn.takenBack && "back"].filter(Boolean).join("."),
      { type: "button", "aria-current": here ? "true" : null, onclick: () => choose(turn.press) },
      turn.href || turn.photo ? h("img", { src: turn.href ?? photoAt(turn.photo ?? "", "small"), alt: "", loading: "lazy" }) : h("span.nothing", {}, "–"),
      h("b", {}, `${turn.number} · ${turn.player}`),
      h("small", {}, did(turn)),
      turn.takenBack && h("small.gone", {}, t("desk.taken-back")),
    );
    const head = turn.round === turns[i - 1]?.round && turn.game === turns[i - 1].game ? [] : [h("li.round", {}, t("where.round", { number: turn.round }))];
    return [...head, h("li", {}, button)];
  });
}
