// Tiles that lie face up beside the table: what a turn took and discarded.

import { press } from "./api.js";
import { pick } from "./picker.js";
import { onTurn } from "./state.js";
import { h, t } from "./texts.js";
import { tile } from "./tile.js";

let said = { press: null };

/** The form in place of the verdict, until somebody has said what the turn did with those tiles. */
export function askFaceUp(state) {
  const asked = `${state.round}/${state.turn}/${state.undo}`; // every press anew, and the same one again after an undo
  if (said.press !== asked) said = { press: asked, took: null, discarded: undefined, open: null };
  const name = onTurn(state) ?? "";
  const form = h("div.face-up", { role: "group", "aria-label": t("face-up.title") });
  draw(form, state.faceUp, name);
  return [form];
}

function draw(form, faceUp, name) {
  const say = (more) => {
    Object.assign(said, more);
    draw(form, faceUp, name);
  };
  const choice = (on, content, onclick) => h("button.choice", { type: "button", "aria-pressed": String(on), onclick }, ...content);
  const took = (way, ...content) => choice(said.took === way, content, () => say({ took: way }));
  const ways = [
    faceUp.pool ? took("pool", t("face-up.pool")) : null,
    faceUp.offered ? took("discard", t("face-up.discard"), tile(faceUp.offered)) : null,
    faceUp.pool ? null : took("nothing", t("face-up.nothing")),
    faceUp.open
      ? choice(said.open, said.open ? [t("face-up.open"), tile(said.open)] : [t("face-up.open")], () => (said.open ? say({ open: null }) : choose(t("face-up.which-open"), (open) => say({ open }))))
      : null,
  ];
  const put = [
    choice(Boolean(said.discarded), said.discarded ? [tile(said.discarded)] : [t("face-up.choose")], () => choose(t("face-up.which"), (discarded) => say({ discarded }))),
    choice(said.discarded === null, [t("face-up.none")], () => say({ discarded: null })),
  ];
  const done = h(
    "button.press.small",
    { type: "button", disabled: !said.took || said.discarded === undefined, onclick: () => press("face-up", { took: said.took, discarded: said.discarded, open: said.open }) },
    t("face-up.done"),
  );
  const at = [...form.querySelectorAll("button")].indexOf(document.activeElement);
  form.replaceChildren(h("p", {}, t("face-up.took", { name })), h("div.row", {}, ...ways.filter(Boolean)), h("p", {}, t("face-up.discarded")), h("div.row", {}, ...put, done));
  form.querySelectorAll("button")[at]?.focus({ preventScroll: true }); // the keyboard stays where it was
}

function choose(title, done) {
  pick({ title, likely: [], none: false }, done);
}

/** Ends the turn of a player who goes out with the open tile. */
export function goOut(state) {
  choose(t("face-up.which-open"), (found) => press("end", { turn: state.turn, open: found }));
}
