// Tiles that lie face up beside the table: what a turn took and discarded.

import { press, seen } from "./api.js";
import { pick } from "./picker.js";
import { onTurn } from "./state.js";
import { h, t } from "./texts.js";
import { tile } from "./tile.js";

/**
 * What was said so far of the turn that is asked about.
 *
 * @typedef {{ took?: string | null, discarded?: string | null, open?: string | null }} Choices
 */
const said = {
  press: "",
  /** @type {Choices} `discarded` is null for no tile */
  choices: {},
};

/**
 * The form in place of the verdict, until somebody has said what the turn did with those tiles.
 *
 * @param {State} state
 */
export function askFaceUp(state) {
  const asked = `${state.round}/${state.turn}/${state.undo}`; // every press anew, and the same one again after an undo
  if (said.press !== asked) Object.assign(said, { press: asked, choices: {} });
  const name = onTurn(state) ?? "";
  const form = h("div.face-up", { role: "group", "aria-label": t("face-up.title") });
  if (state.faceUp) draw(form, state.faceUp, name);
  return [form];
}

/**
 * @param {HTMLElement} form
 * @param {FaceUp} faceUp
 * @param {string} name
 */
function draw(form, faceUp, name) {
  const { took, discarded, open } = said.choices;
  const say = (/** @type {Choices} */ more) => {
    Object.assign(said.choices, more);
    draw(form, faceUp, name);
  };
  const choice = (/** @type {boolean} */ on, /** @type {Child[]} */ content, /** @type {() => unknown} */ onclick) =>
    h("button.choice", { type: "button", "aria-pressed": String(on), onclick }, ...content);
  const taking = (/** @type {string} */ way, /** @type {Child[]} */ ...content) => choice(took === way, content, () => say({ took: way }));
  const ways = [
    faceUp.pool ? taking("pool", t("face-up.pool")) : null,
    faceUp.offered ? taking("discard", t("face-up.discard"), tile(faceUp.offered)) : null,
    faceUp.pool ? null : taking("nothing", t("face-up.nothing")),
    faceUp.open
      ? choice(Boolean(open), open ? [t("face-up.open"), tile(open)] : [t("face-up.open")], () => (open ? say({ open: null }) : choose(t("face-up.which-open"), (found) => say({ open: found }))))
      : null,
  ];
  const put = [
    choice(Boolean(discarded), discarded ? [tile(discarded)] : [t("face-up.choose")], () => choose(t("face-up.which"), (found) => say({ discarded: found }))),
    choice(discarded === null, [t("face-up.none")], () => say({ discarded: null })),
  ];
  const done = h(
    "button.press.small",
    { type: "button", disabled: !took || discarded === undefined, onclick: () => press("face-up", { took: took ?? "", discarded, open: open ?? null }) },
    t("face-up.done"),
  );
  const at = [.../** @type {NodeListOf<Element>} */ (form.querySelectorAll("button"))].indexOf(document.activeElement ?? form);
  form.replaceChildren(h("p", {}, t("face-up.took", { name })), h("div.row", {}, ...ways), h("p", {}, t("face-up.discarded")), h("div.row", {}, ...put, done));
  form.querySelectorAll("button")[at]?.focus({ preventScroll: true }); // the keyboard stays where it was
}

/**
 * @param {string} title
 * @param {(name: string | null) => unknown} done
 */
function choose(title, done) {
  pick({ title, likely: [], none: false }, done);
}

/** Ends the turn of a player who goes out with the open tile. */
export function goOut() {
  const about = seen("end"); // the turn that is meant, however long it takes to name the tile
  choose(t("face-up.which-open"), (found) => press("end", { ...about, open: found }));
}
