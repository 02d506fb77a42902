// What the camera sees, the readings over it, and the play area to be marked on it.

import { press } from "./api.js";
import { areaShapes, Corners, placeIn, shifted, stepOf } from "./corners.js";
import { namePlace } from "./naming.js";
import { asPoints } from "./shapes.js";
import { $, refresh, s, t } from "./texts.js";

const overlay = $("overlay");
const photo = $("photo");
const corners = new Corners(overlay);
let wanted = null;
let loading = false;
let cross = [0.5, 0.5]; // where the keyboard points, as fractions of the picture
let state = null;

/** Shows the newest picture and the readings over it. */
export function showCamera(now) {
  state = now;
  const calm = ["still", "moving", "covered"].includes(now.stillness) ? now.stillness : "none";
  $("stillness").className = `stillness ${calm}`;
  $("stillness").textContent = t(`camera.${calm}`);
  $("low").hidden = !now.low || Boolean(now.demo);
  $("low").textContent = t("camera.low", { n: now.low });
  $("tap").hidden = $("steer").hidden = !canName();
  $("picture").classList.toggle("naming", canName());
  takeKeys();
  if (now.frame === null) {
    wanted = null; // another camera was chosen, or none: what the last one showed is past
    photo.hidden = true;
    $("no-picture").hidden = false;
  } else if (now.frame !== wanted) {
    wanted = now.frame;
    load();
  }
  if (!corners.area) drawReadings();
  $("area-all").hidden = Boolean(corners.area) || !now.area;
  $("area-take").hidden = Boolean(corners.area) || !now.areaSuggested;
}

/** Whether a tap on the picture says what lies there. */
function canName() {
  return !corners.area && state?.stillness === "still" && state.phase === "playing" && Boolean(state.table?.sets.length);
}

/** Lets the keyboard reach the picture where a tap on it says something, and otherwise only the corners that are being marked on it. */
function takeKeys() {
  const isButton = canName();
  overlay.setAttribute("aria-hidden", String(!corners.area && !isButton));
  overlay.setAttribute("role", isButton ? "button" : "group");
  overlay.setAttribute("aria-labelledby", isButton ? "steer" : "area-mark");
  overlay.setAttribute("tabindex", isButton ? 0 : -1);
}

overlay.addEventListener("click", (event) => {
  if (!canName()) return;
  overlay.blur(); // the space bar ends the turn again
  namePlace(state, placeIn(overlay, event));
});

overlay.addEventListener("keydown", (event) => {
  if (!canName()) return;
  const step = stepOf(event);
  const isPress = event.key === "Enter" || event.key === " ";
  if (!step && !isPress) return;
  event.preventDefault();
  if (step) {
    cross = shifted(cross, step);
    drawReadings();
  } else namePlace(state, [cross[0] * state.table.width, cross[1] * state.table.height]);
});

function load() {
  if (loading) return;
  loading = true;
  const asked = wanted;
  const next = new Image();
  const done = () => {
    loading = false;
    if (wanted !== null && wanted !== asked) load();
  };
  next.onload = () => {
    if (wanted !== null) {
      photo.src = next.src;
      photo.hidden = false;
      $("no-picture").hidden = true;
      $("picture").style.aspectRatio = `${next.naturalWidth} / ${next.naturalHeight}`;
    }
    done();
  };
  next.onerror = done;
  next.src = `camera.jpg?at=${asked}`;
}

function drawReadings() {
  const seen = state.table;
  const [width, height] = seen ? [seen.width, seen.height] : [1600, 900];
  overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const faces = seen && state.stillness === "still" ? seen.sets.flat().map(({ corners, doubt }) => [corners, doubt]) : [];
  const [x, y] = [cross[0] * width, cross[1] * height];
  const reach = width / 40;
  refresh(overlay, [width, height, faces, state.area, state.areaSuggested, cross], () => [
    ...areaShapes(state.area, width, height),
    ...areaShapes(state.areaSuggested, width, height, "edge suggested"),
    ...faces.map(([corners, doubt]) => s("polygon", { class: doubt ? "face doubt" : "face", points: asPoints(corners) })),
    s("path", { class: "cross", d: `M${x - reach} ${y}H${x + reach}M${x} ${y - reach}V${y + reach}` }),
  ]);
}

function begin() {
  const area = state?.area ?? state?.areaSuggested;
  corners.mark(
    area && area.length === 4
      ? area
      : [
          [0.12, 0.12],
          [0.88, 0.12],
          [0.88, 0.88],
          [0.12, 0.88],
        ],
  );
  buttons();
}

function end() {
  corners.drop();
  buttons();
  drawReadings();
}

function buttons() {
  $("picture").classList.toggle("marking", Boolean(corners.area));
  $("area-mark").hidden = Boolean(corners.area);
  $("area-save").hidden = $("area-cancel").hidden = !corners.area;
  $("area-all").hidden = Boolean(corners.area) || !state?.area;
  $("area-take").hidden = Boolean(corners.area) || !state?.areaSuggested;
  takeKeys();
}

$("area-mark").addEventListener("click", begin);
$("area-cancel").addEventListener("click", end);
$("area-save").addEventListener("click", async () => (await press("area", { area: corners.area })) && end());
$("area-take").addEventListener("click", () => press("area", { area: state.areaSuggested }));
$("area-all").addEventListener("click", () => press("area", { area: null }));
