// What is the matter, and what can be pressed for it.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { readIn, stateOf } from "./page.js";

const { amiss, say } = await import("../../../webui/static/amiss.js");
const { shown } = await import("../../../webui/static/state.js");
const { about, others } = await import("../../../webui/static/count/blame.js");

const camera = (changes) => stateOf({ camera: { ...stateOf().camera, ...changes } });

afterEach(() => readIn("en"));

test("where all is well nothing is said", () => {
  assert.deepEqual(amiss(stateOf(), false), []);
});

test("a camera that gives no picture is named, and the game goes on without it by a press", () => {
  const [notice] = amiss(camera({ name: "/dev/v4l/cam.mp4", trouble: "no picture" }), false);
  assert.match(notice.text, /cam\.mp4/);
  assert.doesNotMatch(notice.text, /v4l/);
  assert.deepEqual([notice.command, notice.title, notice.ofCamera], ["leave-camera", "no picture", true]);
});

test("a camera with an address is the network's, not its protocol", () => {
  for (const name of ["http", "rtsps"]) {
    const { text } = amiss(camera({ name, trouble: "no picture" }), false)[0];
    assert.match(text, /No picture from the camera in the network:/);
    assert.doesNotMatch(text, new RegExp(name));
  }
});

test("a phone that sends nothing is told which page to open", () => {
  assert.match(amiss(camera({ name: "phone", trouble: "no picture" }), false)[0].text, /http:\/\/192\.168\.1\.5:8000\/camera/);
});

test("each part of the picture that flickers is named in the reader's language", () => {
  const flickers = camera({ leftOut: ["top left", "middle"], leftOutParts: ["top-left", "middle"] });
  assert.deepEqual(
    amiss(flickers, false).map(({ text }) => /top left|in the middle/.exec(text)?.[0]),
    ["top left", "in the middle"],
  );
  readIn("it");
  assert.doesNotMatch(amiss(flickers, false)[0].text, /top|left|spot/);
});

test("a trouble that no text knows is told in the server's words, with what settles it where something does", () => {
  const of = (code) => amiss(stateOf({ trouble: { line: "the server's words", code, values: { folder: "/home/x" } } }), false)[0];
  assert.match(of("of-tomorrow").text, /the server's words/);
  assert.equal(of("gone").command, "keep-elsewhere");
});

test("a refusal is read for a while, a press on its way stays until it has come", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const told = [];
  shown.redraw = () => told.push(shown.refusal);
  say("no", "already");
  context.mock.timers.tick(6999);
  say("on its way", "sending");
  context.mock.timers.tick(60_000);
  say("lost", "offline");
  context.mock.timers.tick(7000);
  assert.deepEqual(told, ["no", "on its way", "lost", null]);
  assert.equal(shown.isOffline, true);
});

test("a contradiction is told at each rack that has part in it, and above them only where none has", () => {
  const one = { kind: "too-many", tiles: ["R5"], player: null, found: [{ place: "rack", player: "Ben", count: 2 }] };
  const total = { kind: "total", tiles: [], player: null, found: [] };
  const state = stateOf({ contradictions: [one, total], count: { winner: "Anna", won: null, racks: [{ player: "Ben" }] } });
  assert.deepEqual([about(state, "Ben"), others(state)], [[one], [total]]);
});
