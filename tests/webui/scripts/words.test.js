// What the referee says, in the reader's language.

import assert from "node:assert/strict";
import { afterEach, describe, test } from "node:test";
import { readIn, stateOf, tableOf, verdictOf, violationOf } from "./page.js";

const { about, awaited, cited, deed, echoed, emptyFelt, isHeldUp, late, lately, named, noted, objection, overFelt, overName, owed, sentence, taking, timed, unseen } = await import(
  "../../../webui/static/words.js"
);

const LANGUAGES = ["en", "de", "fr", "it"];

afterEach(() => readIn("en"));

describe("where a rule stands", () => {
  test("is said in the reader's language behind what the booklet prints", () => {
    readIn("fr");
    assert.equal(cited("Jumbo, 2016, Serien"), "Jumbo, 2016, Serien (Combinaisons)");
    assert.equal(cited("Jumbo, 2016, Punkte zählen, which leaves open how many rounds"), "Jumbo, 2016, Punkte zählen (Décompte des points), qui laisse ouvert le nombre de manches");
  });

  test("is said once where that is the booklet's language, or nobody's", () => {
    readIn("de");
    assert.equal(cited("Jumbo, 2016, Serien"), "Jumbo, 2016, Serien");
    assert.equal(cited("Our club, 3"), "Our club, 3");
  });
});

describe("a reason", () => {
  const unclear = violationOf("joker-unclear", { values: { stands: "R4 or R8" }, named: { stands: { tiles: ["R4", "R8"], every: false } } });
  const both = violationOf("joker-not-exchanged", { values: { reason: "both", stands: "B5 and O5" }, named: { stands: { tiles: ["B5", "O5"], every: true } } });

  test("names any of its tiles, or all of them, in words", () => {
    assert.match(sentence(unclear), /it may be red 4 or red 8\./);
    assert.match(sentence(both), /both tiles that it lacks, blue 5 and orange 5:/);
  });

  for (const language of LANGUAGES)
    test(`has a text in ${language} without a gap and without English names of tiles`, () => {
      readIn(language);
      for (const reason of [unclear, both]) {
        assert.doesNotMatch(sentence(reason), /[{}]|B5|R4| or R8/);
        if (language !== "en") assert.doesNotMatch(sentence(reason), / (or|and) /);
      }
    });

  test("has seconds as the language writes them", () => {
    const overtime = violationOf("overtime", { values: { seconds: "71.5", limit: "60" } });
    assert.match(sentence(overtime), /took 71\.5 seconds; 60 are/);
    readIn("de");
    assert.match(sentence(overtime), /71,5/);
  });

  test("that no text knows, or that lacks a value, is told in the server's English", () => {
    assert.equal(sentence(violationOf("of-tomorrow")), "English of of-tomorrow.");
    assert.equal(sentence(violationOf("joker-unclear")), "English of joker-unclear.");
  });

  test("speaks of no tap where nobody can tap", () => {
    const twice = violationOf("tile-impossible", { values: { count: 3, most: 2 } });
    assert.match(sentence(twice), /tap/);
    assert.doesNotMatch(sentence(twice, false), /tap/);
  });
});

describe("what a turn was about", () => {
  test("is its tiles and points where it laid, its draw where it drew, and neither where it was illegal", () => {
    assert.equal(about(verdictOf({ played: ["R5", "R6", "R7"], points: 18 })), "Anna · 3 tiles, 18 points");
    assert.equal(about(verdictOf({ drew: 1 })), "Anna · drew");
    assert.equal(about(verdictOf({ outcome: "illegal", played: ["R5"], points: 5 })), "Anna");
  });

  test("says whether it was called, and what it discarded", () => {
    assert.match(about(verdictOf({ called: true, faceUp: { discarded: "K3" } })), /^Anna · called Rummikub · .*black 3/);
  });
});

test("a turn that no camera saw took too long only past the limit, to a tenth of a second upwards", () => {
  const after = (seconds, allowed = 60) => late(stateOf({ unjudged: { event: 1, player: "Anna", drew: 0, seconds, allowed } }));
  assert.equal(after(60), null);
  assert.match(after(60.01), /took 60\.1 seconds/);
  assert.equal(after(600, null), null);
  assert.equal(late(stateOf()), null);
  assert.equal(unseen({ player: "Anna", drew: 1 }), "Anna · drew");
});

test("of a turn's time is said what was counted besides the rulebook's seconds", () => {
  const time = { seconds: 75.2, own: 10, extensions: 1, extension: 30, bank: 41.5, from_bank: 35.2, allowed: 81.5 };
  assert.equal(timed({ time }), "75.2 seconds were taken: 10 are the turn's own, 1 extension of 30, 35.2 of the bank, which held 41.5.");
  assert.equal(timed({ time: { ...time, own: null, extensions: 0, bank: 0 } }), "75.2 seconds were taken: no limit.");
  assert.equal(timed({}), null);
});

test("what came late is told of the turn that it belongs to, or of nobody's", () => {
  assert.equal(lately(stateOf()), null);
  assert.match(lately(stateOf({ late: { player: "Anna", laid: ["B1", "B2", "B3"], points: 6 } })), /Anna's turn counts as 3 tiles, 6 points/);
  assert.match(lately(stateOf({ leftUnseen: { player: "Ben", tiles: ["B1", "J"] } })), /blue 1 and (a )?joker.*Ben's rack/i);
});

describe("what an illegal turn costs", () => {
  const penalty = { draw: 3, restore: true, take: [], extra_per_lost: 1, put_back: 0, clause: "" };
  const gone = [violationOf("tile-missing", { tiles: ["R5"] })];
  const told = (state, violations = gone) => owed(stateOf(state), verdictOf({ penalty, violations })).map(({ text, done = false }) => [text.split(/[ :;.]/)[0], done]);

  test("is to put the table back, to draw, and more for what is lost", () => {
    assert.deepEqual(told({}), [
      ["Put", false],
      ["Anna", false],
      ["A", false],
    ]);
  });

  test("is not said where it does not apply: nothing is gone, nothing was laid", () => {
    assert.deepEqual(told({}, []), [
      ["Put", false],
      ["Anna", false],
    ]);
    const back = (played) => owed(stateOf(), verdictOf({ penalty, played }))[0].text;
    assert.match(back(["R5"]), /back onto the rack/);
    assert.doesNotMatch(back([]), /rack/);
  });

  test("is done with as far as the table lies again, and nothing is lost any more", () => {
    assert.deepEqual(told({ restored: true }), [
      ["The", true],
      ["Anna", false],
    ]);
  });

  test("says that the clock waits where it does", () => {
    const [first] = owed(stateOf({ clock: { waiting: true } }), verdictOf({ penalty }));
    assert.match(first.text, /clock starts when/);
  });

  test("names the tiles that are taken, and is nothing for a legal turn", () => {
    const [take] = owed(stateOf(), verdictOf({ penalty: { ...penalty, restore: false, take: ["R5", "R6"] } }));
    assert.deepEqual(take.tiles, ["R5", "R6"]);
    assert.deepEqual(owed(stateOf(), verdictOf()), []);
  });
});

describe("a verdict that waits", () => {
  test("says for what, and where", () => {
    const hidden = stateOf({ waits: { for: "hidden", where: "top left", part: "top-left" } });
    assert.match(awaited(hidden), /at the top left/);
    assert.equal(isHeldUp(hidden), true);
    readIn("de");
    assert.doesNotMatch(awaited(hidden), /top|left/);
  });

  test("that only waits for the photos is not held up", () => {
    const reading = stateOf({ waits: { for: "reading", where: null, part: null } });
    assert.equal(isHeldUp(reading), false);
    assert.match(awaited(stateOf()), /as soon as the table is still/);
  });
});

test("why nothing can be said of a turn blames a misread tile only where one was misread", () => {
  const blameless = { note: "English.", noteCode: "not-in-photo", noteValues: { tiles: ["R5"] } };
  const misread = { note: "English.", noteCode: "laid-more", noteValues: { name: "Anna", number: 4, held: 3 } };
  assert.doesNotMatch(noted(blameless, "verdict.note"), /misread/);
  assert.match(noted(misread, "verdict.note"), /^Something was misread: .*[^.]\. Tap/);
  assert.equal(objection({ note: "English.", noteCode: null, noteValues: {} }), "English.");
});

test("a press that was taken for an echo is told while that turn goes on, with whose it is", () => {
  assert.match(echoed(stateOf({ echo: true })), /still Anna's turn/);
  assert.equal(echoed(stateOf({ echo: true, state: "reading" })), null);
  assert.equal(echoed(stateOf()), null);
});

test("the name on a screen is whoever is on turn, has won, or nobody's", () => {
  assert.equal(named(stateOf()), "Anna");
  assert.equal(named(stateOf({ over: true, winner: "Ben" })), "Ben");
  assert.equal(named(stateOf({ phase: "setup" })), "tileref");
  assert.equal(named(stateOf({ elsewhere: true, state: "deal" })), "tileref");
  assert.doesNotMatch(named(stateOf({ over: true })), /Anna|Ben|tileref/);
});

test("while a table is put right, what stands large is who does that and what, on that player's own device too", () => {
  const penalty = { draw: 3, restore: true, take: [], extra_per_lost: 1, put_back: 0, clause: "" };
  const restore = (more = {}) => stateOf({ state: "restore", verdict: verdictOf({ player: "Ben", outcome: "illegal", penalty }), ...more });
  assert.equal(named(restore()), "Ben: put it back, draw\u00a03");
  assert.equal(named(restore(), "Ben"), "You: put it back, draw\u00a03");
  assert.equal(named(restore({ restored: true })), "Ben: draw\u00a03");
  assert.equal(overName(restore()), "then Anna");
  for (const language of LANGUAGES.slice(1)) {
    readIn(language);
    assert.match(named(restore()), /^Ben\s?: .+3/);
    assert.doesNotMatch(named(restore(), "Ben"), /Ben|draw|[{}]/);
  }
});

test("undo says what it takes back, and its button alone where that is nothing", () => {
  const ended = { kind: "turn-ended", player: "Anna", turn: 3 };
  assert.equal(deed(ended), "end of turn 3, Anna");
  assert.match(taking("button.undo", ended), /: end of turn 3, Anna$/);
  assert.doesNotMatch(taking("button.undo", null), /:/);
});

test("hands are told of only where the camera sees them: a black picture shows none", () => {
  const over = (stillness, ending = true) => overFelt(stateOf({ ending, stillness }));
  assert.match(over("covered"), /Hands/);
  assert.match(over("moving"), /Hands/);
  for (const said of [over("none"), over("still"), over("covered", false)]) assert.equal(said, "");
});

test("a felt without tiles says whether the table is empty, not seen yet, or not looked at", () => {
  const said = [stateOf({ table: tableOf() }), stateOf(), stateOf({ watched: false })].map(emptyFelt);
  assert.equal(new Set(said).size, 3);
});
