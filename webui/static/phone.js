// This phone as the table's camera: picture after picture, each when the one before has arrived.

import { ask } from "./api.js";
import { isAwake, keepAwake, letSleep } from "./awake.js";
import { compareClocks } from "./clocks.js";
import { $, onClick, start, t } from "./texts.js";

const RATE = 8; // pictures a second at most
const QUALITY = 0.85;
const AGAIN = 1000; // milliseconds after which a picture that did not arrive is followed by another
const COMPARED = 30_000; // milliseconds after which the clocks are compared anew
const USUAL = 0.1; // seconds from the light to when the page has the picture, of a browser that does not say
const OLDEST = 2; // seconds of those that can be believed of one that does
const BLIND = 3000; // milliseconds within which a camera gives its first picture
const WANTED = { audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 15 } } };

const view = $("view");
const canvas = document.createElement("canvas");
const name = crypto.getRandomValues(new Uint32Array(2)).join("-");
/** What is sent, and how. */
const sending = {
  /** @type {MediaStream | null} null while nothing is sent */
  stream: null,
  over: false, // whether the next picture takes the place of another phone
};

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** The clocks, and the picture now in `view`. */
const known = {
  /** @type {import("./clocks.js").Compared | null} */
  clocks: null,
  comparedAt: -Infinity,
  /** @type {number | undefined} */
  captured: undefined, // when its light was caught, milliseconds of this phone's clock
};

/** Notes when the light of each picture was caught, as the browser knows it. */
function follow() {
  view.requestVideoFrameCallback?.((_, { captureTime }) => {
    known.captured = captureTime;
    follow();
  });
}

/** When the light of the picture now in `view` was caught, in seconds of this phone's clock. */
function caught() {
  const now = performance.now() / 1000;
  const captured = (known.captured ?? Infinity) / 1000;
  return captured <= now && now - captured < OLDEST ? captured : now - USUAL;
}

/** Compares the clocks, unless that was just done; a picture waits for the first comparison alone. */
function compare() {
  if (performance.now() - known.comparedAt < COMPARED) return null;
  known.comparedAt = performance.now();
  const compared = compareClocks()
    .catch(() => null)
    .then((clocks) => {
      known.clocks = clocks;
    });
  return known.clocks ? null : compared;
}

/** When the light was caught that this phone's clock shows as `at`, in the table's seconds: a part of the query. @param {number} at */
const inTable = (at) => (known.clocks ? `&light=${at + known.clocks.ahead}&within=${known.clocks.within}` : "");

const picture = () =>
  new Promise((done) => {
    canvas.width = view.videoWidth;
    canvas.height = view.videoHeight;
    canvas.getContext("2d", { alpha: false })?.drawImage(view, 0, 0);
    canvas.toBlob(done, "image/jpeg", QUALITY);
  });

/**
 * Says whether pictures arrive.
 *
 * @param {string} text
 * @param {boolean} [bad]
 */
function tell(text, bad = false) {
  $("sent").hidden = false;
  $("sent").classList.toggle("bad", bad);
  if ($("sent-text").textContent !== text) $("sent-text").textContent = text;
}

/** Sends one picture; what the table answers, or null where it does not. */
async function sendOne() {
  await compare();
  const at = caught();
  const body = await picture();
  if (!body) return null;
  const answer = await fetch(`camera/picture?phone=${name}&at=${at}${inTable(at)}${sending.over ? "&over=1" : ""}`, { method: "POST", headers: { "Content-Type": "image/jpeg" }, body });
  if (answer.status === 401) location.reload(); // it leads to the door, and back here
  return answer;
}

/** Waits until the table is to see what this phone shows: at once where it has no other camera, else once the host agrees. */
async function agreed() {
  for (let anew = true; sending.stream; anew = false) {
    const said = (await ask("camera/wish", { anew }))?.answer;
    if (said === "yes") return true;
    if (said === "no") stop(t("phone.not-wanted"));
    else tell(t(said ? "phone.asks" : "phone.lost"), true);
    await pause(AGAIN);
  }
  return false;
}

async function send() {
  if (!(await agreed())) return;
  while (sending.stream) {
    const began = performance.now();
    let answer = null;
    if (document.visibilityState === "visible" && view.videoWidth) answer = await sendOne().catch(() => null);
    if (!sending.stream) return;
    if (answer?.ok) {
      sending.over = false;
      tell(isAwake() ? t("phone.sent") : t("phone.sent-asleep"));
      await pause(Math.max(0, 1000 / RATE - (performance.now() - began)));
    } else if (answer?.status === 409) giveWay((await answer.json()).code === "other-phone");
    else {
      tell(t("phone.lost"), true);
      await pause(AGAIN);
    }
  }
}

/**
 * Stops for another phone, whose place the host may take, or since the table looks through no phone.
 *
 * @param {boolean} isTaken
 */
function giveWay(isTaken) {
  stop(t(!isTaken ? "phone.unwanted" : start.host ? "phone.taken" : "phone.taken-stop"));
  sending.over = isTaken && start.host;
  if (sending.over) $("go").textContent = t("phone.take");
}

/** @param {boolean} isSending */
function showView(isSending) {
  $("panel").hidden = isSending;
  view.hidden = $("stop").hidden = !isSending;
}

async function begin() {
  $("error").textContent = "";
  try {
    sending.stream = await navigator.mediaDevices.getUserMedia(WANTED);
  } catch (error) {
    $("error").textContent = /** @type {Error} */ (error).name === "NotAllowedError" ? t("phone.refused") : t("phone.none");
    return;
  }
  sending.stream.getVideoTracks()[0].addEventListener("ended", () => sending.stream && stop(t("phone.none")));
  view.srcObject = sending.stream;
  showView(true);
  const blind = setTimeout(() => tell(t("phone.none"), true), BLIND);
  await view.play();
  clearTimeout(blind);
  await keepAwake();
  send();
}

/** Ends the sending, and says why. */
function stop(why = "") {
  const tracks = sending.stream?.getTracks() ?? [];
  sending.stream = null;
  for (const track of tracks) track.stop();
  letSleep();
  showView(false);
  $("sent").hidden = true;
  $("error").textContent = why;
}

follow();

// A phone's clock may stand still while it sleeps.
document.addEventListener("visibilitychange", () => {
  known.comparedAt = -Infinity;
  known.clocks = null;
});

onClick("go", begin);
onClick("stop", () => stop());

if (!navigator.mediaDevices) {
  $("error").textContent = t("phone.insecure");
  $("go").disabled = true;
}
