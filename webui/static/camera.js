// What the camera sees, the readings over it, and the play area to be marked on it.

import { $, refresh, s, t } from "./texts.js";
import { press } from "./api.js";
import { namePlace } from "./naming.js";
import { followPointer } from "./pointer.js";
import { asPoints } from "./shapes.js";

const overlay = $("overlay");
const photo = $("photo");
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let wanted = null;
let loading = false;
let marking = null; // the corners being dragged, as fractions of the picture
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
  if (!marking) drawReadings();
  $("area-all").hidden = Boolean(marking) || !now.area;
  $("area-take").hidden = Boolean(marking) || !now.areaSuggested;
}

/** Whether a tap on the picture says what lies there. */
function canName() {
  return !marking && state?.stillness === "still" && state.phase === "playing" && Boolean(state.table?.sets.length);
}

/** Lets the keyboard reach the picture where a tap on it says something, and otherwise only the corners that are being marked on it. */
function takeKeys() {
  const isButton = canName();
  overlay.setAttribute("aria-hidden", String(!marking && !isButton));
  overlay.setAttribute("role", isButton ? "button" : "group");
  overlay.setAttribute("aria-labelledby", isButton ? "steer" : "area-mark");
  overlay.setAttribute("tabindex", isButton ? 0 : -1);
}

/** Where on the picture a pointer is, in pixels of the photo. */
function placeOf(event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(overlay.getScreenCTM().inverse());
  return [x, y];
}

overlay.addEventListener("click", (event) => {
  if (!canName()) return;
  overlay.blur(); // the space bar ends the turn again
  namePlace(state, placeOf(event));
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

/** How far an arrow key moves a point, as fractions of the picture, and with Shift further; undefined for other keys. */
const stepOf = ({ key, shiftKey }) => STEPS[key]?.map((part) => part * (shiftKey ? 0.05 : 0.01));

/** A point of the picture moved by a step, but not out of it. */
const shifted = (point, step) => within(point.map((part, axis) => part + step[axis]));

const within = (point) => point.map((part) => Math.min(1, Math.max(0, part)));

function load() {
  if (loading) return;
  loading = true;
  const asked = wanted;
  const next = new Image();
  next.onload = () => {
    loading = false;
    if (wanted === null) return;
    photo.src = next.src;
    photo.hidden = false;
    $("no-picture").hidden = true;
    $("picture").style.aspectRatio = `${next.naturalWidth} / ${next.naturalHeight}`;
    if (wanted !== asked) load();
  };
  next.onerror = () => { loading = false; };
  next.src = `/camera.jpg?at=${asked}`;
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

function areaShapes(area, width, height, className = "edge") {
  if (!area) return [];
  const path = area.map(([x, y], i) => `${i ? "L" : "M"}${x * width} ${y * height}`).join("") + "Z";
  return [s("path", { class: "outside", "fill-rule": "evenodd", d: `M0 0H${width}V${height}H0Z${path}` }), s("path", { class: className, d: path })];
}

/* Marking: four corners, to be dragged with a finger, a mouse or the arrow keys. */

function begin() {
  const area = state?.area ?? state?.areaSuggested;
  marking = (area && area.length === 4 ? area : [[0.12, 0.12], [0.88, 0.12], [0.88, 0.88], [0.12, 0.88]]).map((corner) => [...corner]);
  buttons();
  drawHandles();
}

function end() {
  marking = null;
  buttons();
  refresh(overlay, null, () => []);
  drawReadings();
}

function buttons() {
  $("picture").classList.toggle("marking", Boolean(marking));
  $("area-mark").hidden = Boolean(marking);
  $("area-save").hidden = $("area-cancel").hidden = !marking;
  $("area-all").hidden = Boolean(marking) || !state?.area;
  $("area-take").hidden = Boolean(marking) || !state?.areaSuggested;
  takeKeys();
}

function drawHandles(focus = null) {
  const [, , width, height] = overlay.getAttribute("viewBox").split(" ").map(Number);
  const handles = marking.map(([x, y], i) => {
    const handle = s("circle", { class: "handle", cx: x * width, cy: y * height, r: width / 45, tabindex: 0, role: "button", "aria-label": t("area.corner", { number: i + 1 }) });
    handle.addEventListener("pointerdown", (event) => drag(event, i));
    handle.addEventListener("keydown", (event) => nudge(event, i));
    return handle;
  });
  refresh(overlay, [Math.random()], () => [...areaShapes(marking, width, height, "edge marking"), ...handles]);
  if (focus !== null) handles[focus].focus();
}

function drag(event, i) {
  event.preventDefault();
  followPointer((moved) => {
    const [, , width, height] = overlay.getAttribute("viewBox").split(" ").map(Number);
    const [x, y] = placeOf(moved);
    marking[i] = within([x / width, y / height]);
    drawHandles();
  });
}

function nudge(event, i) {
  const step = stepOf(event);
  if (!step) return;
  event.preventDefault();
  marking[i] = shifted(marking[i], step);
  drawHandles(i);
}

$("area-mark").addEventListener("click", begin);
$("area-cancel").addEventListener("click", end);
$("area-save").addEventListener("click", async () => (await press("area", { area: marking })) && end());
$("area-take").addEventListener("click", () => press("area", { area: state.areaSuggested }));
$("area-all").addEventListener("click", () => press("area", { area: null }));
