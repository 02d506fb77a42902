// What the camera sees, the readings over it, and the play area to be marked on it.

import { press } from "./api.js";
import { measure, tenths } from "./blink.js";
import { areaShapes, Corners, placeIn, shifted, stepOf, WHOLE } from "./corners.js";
import { isOpen, marksNow } from "./marks.js";
import { namePlace } from "./naming.js";
import { faultsOf, goneOf, outlines } from "./outlines.js";
import { sizeFor } from "./resolution.js";
import { asPoints } from "./shapes.js";
import { shown } from "./state.js";
import { $, onClick, refresh, s, t } from "./texts.js";

const overlay = /** @type {SVGSVGElement} */ ($("overlay"));
const corners = new Corners(overlay);

/** The picture, which is asked for anew whenever there is a newer one. The element that has loaded it takes the last one's place: another would load it again. */
class Picture {
  #photo = /** @type {HTMLImageElement} */ ($("photo"));
  /** @type {number | null} */
  #wanted = null;
  #isLoading = false;

  /** @param {number | null} frame its number; null for none */
  show(frame) {
    if (frame === null) {
      this.#wanted = null; // another camera was chosen, or none: what the last one showed is past
      this.#photo.hidden = true;
      $("no-picture").hidden = false;
    } else if (frame !== this.#wanted) {
      this.#wanted = frame;
      this.#load();
    }
  }

  #load() {
    if (this.#isLoading) return;
    this.#isLoading = true;
    const asked = this.#wanted;
    const next = Object.assign(new Image(), { id: this.#photo.id, alt: this.#photo.alt, decoding: "sync" }); // the last one stays until this one is drawn
    const done = () => {
      this.#isLoading = false;
      if (this.#wanted !== null && this.#wanted !== asked) this.#load();
    };
    next.onload = () => {
      if (this.#wanted !== null) {
        this.#photo.replaceWith(next);
        this.#photo = next;
        $("no-picture").hidden = true;
        $("camera").style.setProperty("--aspect", String(next.naturalWidth / next.naturalHeight));
      }
      done();
    };
    next.onerror = done;
    next.src = `camera.jpg?at=${asked}&${sizeFor($("picture").clientWidth)}`;
  }
}

const picture = new Picture();
/** Where the keyboard points, as fractions of the picture. */
const cross = { at: [0.5, 0.5] };

/**
 * Shows the newest picture and the readings over it.
 *
 * @param {State} state
 */
export function showCamera(state) {
  const calm = ["still", "moving", "covered"].includes(state.stillness) ? state.stillness : "none";
  $("stillness").className = `stillness ${calm}`;
  $("stillness").textContent = t(`camera.${calm}`);
  $("low").hidden = !state.low || Boolean(state.demo);
  $("low").textContent = t("camera.low", { n: state.low });
  $("tap").hidden = $("steer").hidden = !canName();
  $("picture").classList.toggle("naming", canName());
  const late = state.camera.lag?.seconds ?? null;
  $("measure").hidden = !state.camera.lag;
  $("measure").textContent = late === null ? t("blink.open") : t("blink.measured", { seconds: tenths(late) });
  picture.show(state.frame);
  buttons();
}

/** Whether a tap on the picture says what lies there. */
function canName() {
  const state = shown.newest;
  return !corners.area && state?.stillness === "still" && state.phase === "playing" && Boolean(state.table?.sets.length);
}

/** Lets the keyboard reach the picture where a tap on it says something, and otherwise only the corners that are being marked on it. */
function takeKeys() {
  const isButton = canName();
  overlay.setAttribute("aria-hidden", String(!corners.area && !isButton));
  overlay.setAttribute("role", isButton ? "button" : "group");
  overlay.setAttribute("aria-labelledby", isButton ? "steer" : "area-mark");
  overlay.setAttribute("tabindex", isButton ? "0" : "-1");
}

overlay.addEventListener("click", (event) => {
  if (!canName()) return;
  overlay.blur(); // the space bar ends the turn again
  namePlace(shown.state, placeIn(overlay, event));
});

overlay.addEventListener("keydown", (event) => {
  const { table } = shown.newest ?? {};
  if (!canName() || !table) return;
  const step = stepOf(event);
  const isPress = event.key === "Enter" || event.key === " ";
  if (!step && !isPress) return;
  event.preventDefault();
  if (step) {
    cross.at = shifted(cross.at, step);
    drawReadings();
  } else namePlace(shown.state, [cross.at[0] * table.width, cross.at[1] * table.height]);
});

function drawReadings() {
  const { table, stillness, area, areaSuggested, verdict } = shown.state;
  const [width, height] = table ? [table.width, table.height] : [1600, 900];
  overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const sets = table && stillness === "still" ? table.sets.map((members) => members.map(({ corners, doubt }) => ({ corners, doubt }))) : [];
  const marks = table && isOpen(shown.state) ? marksNow(verdict, table) : null;
  const faults = marks && sets.length ? faultsOf(sets, marks) : [];
  const gone = marks ? goneOf(marks) : [];
  const [x, y] = [cross.at[0] * width, cross.at[1] * height];
  const reach = width / 40;
  refresh(overlay, [width, height, sets, faults, gone, area, areaSuggested, cross.at], () => [
    ...areaShapes(area, width, height),
    ...areaShapes(areaSuggested, width, height, "edge suggested"),
    ...sets.flat().map(({ corners, doubt }) => s("polygon", { class: doubt ? "face doubt" : "face", points: asPoints(corners) })),
    ...outlines(sets, faults, gone, [0, 0, width, height]),
    s("path", { class: "cross", d: `M${x - reach} ${y}H${x + reach}M${x} ${y - reach}V${y + reach}` }),
  ]);
}

function begin() {
  const area = shown.state.area ?? shown.state.areaSuggested;
  corners.mark(area?.length === 4 ? area : WHOLE.map((corner) => corner.map((part) => 0.12 + 0.76 * part)));
  buttons();
}

function end() {
  corners.drop();
  buttons();
}

/** What can be pressed about the play area, and what lies over the picture. */
function buttons() {
  const isMarking = corners.area !== null;
  $("picture").classList.toggle("marking", isMarking);
  $("area-mark").hidden = isMarking;
  $("area-save").hidden = $("area-cancel").hidden = !isMarking;
  $("area-all").hidden = isMarking || !shown.newest?.area;
  $("area-take").hidden = isMarking || !shown.newest?.areaSuggested;
  takeKeys();
  if (!isMarking) drawReadings();
}

onClick("measure", measure);
onClick("area-mark", begin);
onClick("area-cancel", end);
onClick("area-save", async () => (await press("area", { area: corners.area })) && end());
onClick("area-take", () => press("area", { area: shown.state.areaSuggested }));
onClick("area-all", () => press("area", { area: null }));
