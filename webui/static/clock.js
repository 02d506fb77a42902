// The turn clock. The server keeps it; between two messages the page only counts on.

import { $, s, t } from "./texts.js";

const TICKS = 60;
/** Seconds before the end in which the clock hurries. */
export const HURRY = 10;
let clock = { elapsed: 0, limit: null, running: false, rate: 1 };
let received = 0;
let told = () => {};

const ticks = Array.from({ length: TICKS }, (_, i) => {
  const tick = s("line", { x1: 0, y1: -57, x2: 0, y2: i % 5 ? -52 : -49, transform: `rotate(${(i * 360) / TICKS})` });
  $("ticks").append(tick);
  return tick;
});

/** Takes the clock as the server has it now. */
export function setClock(now) {
  clock = now;
  received = performance.now();
  draw();
}

/** Says who is told whenever another second is shown while the clock runs: how many are left, or null where there is no limit. */
export function onSecond(listener) {
  told = listener;
}

function draw() {
  const since = clock.running ? ((performance.now() - received) / 1000) * clock.rate : 0;
  const elapsed = clock.elapsed + since;
  const left = clock.limit === null ? null : clock.limit - elapsed;
  const over = left !== null && left < 0;
  const shown = left === null ? Math.floor(elapsed) : over ? Math.floor(-left) : Math.ceil(left);
  const text = `${over ? "+" : ""}${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, "0")}`;
  if ($("digits").textContent !== text) {
    $("digits").textContent = text;
    if (clock.running) told(left === null ? null : Math.ceil(left));
  }
  $("clock-note").textContent = clock.dealing
    ? t("clock.deal")
    : clock.ending
      ? t("clock.stopped")
      : clock.waiting
        ? t("clock.waits")
        : !clock.running
          ? t("clock.paused")
          : over
            ? t("clock.over")
            : left === null
              ? t("clock.free")
              : t("clock.left");
  const lit = left === null ? 0 : Math.max(0, Math.ceil((left / clock.limit) * TICKS));
  for (const [i, tick] of ticks.entries()) tick.classList.toggle("left", i >= TICKS - lit);
  $("clock").classList.toggle("over", over);
  $("clock").classList.toggle("hurry", left !== null && !over && left <= HURRY);
}

setInterval(draw, 200);
