"""What the journal keeps of each kind of event comes back from it as it was."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

import pytest

from journal import StoredEvent, salvage
from live.game import events
from live.game.events import KINDS, Aside, ClockMark, Event, Note
from live.game.pins import Pin
from live.game.seen import SeenTable, SeenTile, VerdictPhoto
from live.salvage import fitting
from referee.conservation import Contradiction, ContradictionKind, Occurrence, Whereabouts
from referee.faceup import FaceUp
from referee.score import Column
from referee.tiles import Place, Table, Tile, parse_tiles
from referee.verdict import Outcome, Verdict

PART = ((0.0, 0.0), (1.0, 0.0), (1.0, 0.2), (0.0, 0.2))
SIX = SeenTile(
    ((0.0, 0.0), (40.0, 0.0), (40.0, 60.0), (0.0, 60.0)), ((Tile.parse("B6"), 0.6),), doubt=True, tile=Tile.parse("B6")
)
SEEN = SeenTable(((SIX,),), 1280, 720)
PIN = Pin(0.5, 0.25, 0.03125, Tile.parse("B6"), SIX.likely)
SETS: Table = (parse_tiles(["R10", "R11", "R12"]), parse_tiles(["K1", "J", "K3"]))
CONTRADICTION = Contradiction(
    ContradictionKind.TOO_MANY, "R7 was seen 3 times", parse_tiles(["R7"]), None, {"count": 3, "most": 2},
    (Occurrence(Whereabouts.RACK, "Ben", 3),),
)  # fmt: skip
VERDICT = events.VerdictGiven(
    player="Anna", drew=1, seconds=3.5, before=SETS[:1], after=SETS, verdict=Verdict(Outcome.UNDECIDED, (), 0),
    questions=(Place(0, 2), Place(1, 1)), note=Note("laid 15 tiles", "laid-more", {"held": 14}), reading=SEEN, frames=(VerdictPhoto("a.jpg", "{}"),), rulebook="mine",
    program="0.1.0", replaces=7, contradictions=(CONTRADICTION,), waits=True, host="so",
)  # fmt: skip
HAPPENED: tuple[Event, ...] = (
    events.RoundStarted(("Anna", "Ben"), "mine", "Ben", new_game=True, deal=True, rulebook_text="id = 'ours'\n"),
    events.RoundStarted(("Anna", "Ben"), "mine", None, new_game=True, handicaps={"Ben": None}, extensions={"Anna": 1}),
    events.FirstTurn(),
    events.TurnExtended("Anna"),
    events.TurnChallenged("Anna", 3, Outcome.LEGAL, SEEN, ("a.jpg",)),
    events.RacksSeen((PART,), (PIN,)),
    events.RedealClaimed("Ben", SETS[0], granted=True, pairs=SETS[0], clause="2016", contradictions=(CONTRADICTION,)),
    events.TurnEnded("Anna", 1, 3.5, FaceUp(Tile.parse("K1")), called=True, ran=2.5),
    events.TurnEnded("Anna", 0, 3.5, None),
    events.FaceUpSaid(1, FaceUp(took_discard=Tile.parse("J"))),
    events.TableKept(("a.jpg", "b.jpg")),
    events.JudgeAnyway(),
    events.WhoseSaid("Ben", (Tile.parse("R5"),)),
    events.PressDropped(),
    VERDICT,
    events.QuestionAnswered(PIN, 7),
    events.TileCorrected(PIN, None),
    events.TileCorrected(PIN, 7, was=(Tile.parse("K1"),), among=parse_tiles(["K2", "J"])),
    events.TileAdded(PIN, 7),
    events.TileSeenAnew(PIN, None, turn=7, player="Anna", outcome=Outcome.ILLEGAL),
    events.Paused(),
    events.Resumed(restored=True),
    events.Resumed(restored=False, table=SETS),
    events.RoundEnded("Anna", (CONTRADICTION,)),
    events.StillHolds("Anna"),
    events.PoolHolds(3),
    events.RackCounted("Ben", parse_tiles(["K1", "J"]), (CONTRADICTION,)),
    events.RoundScored(
        Column({"Anna": 24, "Ben": -24}, "Anna", blocked=True), {"Ben": parse_tiles(["K1"])}, (CONTRADICTION,)
    ),
    events.ScoreAmended(2, "Ben", -30, 1.5e9),
    events.Undone(7),
    events.Redone(7),
    events.AreaMarked([[0.0, 0.5]]),
    events.AreaMarked(None),
    events.CameraMoved(SEEN.viewpoint),
    events.CameraAccepted((PART,)),
    events.CameraChosen("http"),
    events.CameraLeft(),
    events.Slept(63.0),
    events.NameForgotten("Anna"),
    events.NameMended("Ana", "Anna"),
    events.PlayerLeft("Ben"),
    events.ClockSet(75.5, 55.5),
    events.ClockSet(75.5, 55.5, 12),
    events.DeviceLetIn("3fa29c", "invitation", "192.168.1.77", "Safari, iPhone"),
    events.RoleGiven("3fa29c", "player", "Anna"),
    events.DeviceSentOut("3fa29c"),
    events.CodeRenewed(),
    events.CodesWrong(400, 7),
    events.GameClosed(),
    events.ClipKept(7, f"{'0' * 64}.zip"),
    events.Removed(),
    events.EveningRemoved(1, 97),
)
MARK = ClockMark(1.5, 0.0, running=True)


def test_every_kind_of_event_is_among_them() -> None:
    assert {event.kind for event in HAPPENED} == set(KINDS)


@pytest.mark.parametrize("event", HAPPENED, ids=lambda event: event.kind)
def test_an_event_comes_back_from_the_journal_as_it_was(event: Event) -> None:
    kept = json.loads(json.dumps(events.write(event, MARK)))
    assert events.read(event.kind, kept) == (event, MARK)


@pytest.mark.parametrize("event", HAPPENED, ids=lambda event: event.kind)
def test_who_pressed_stands_beside_every_kind_of_event(event: Event) -> None:
    pressed = dataclasses.replace(event, by="guest 3fa29c")
    kept = json.loads(json.dumps(events.write(pressed, MARK)))
    assert kept["by"] == "guest 3fa29c"
    assert events.read(event.kind, kept) == (pressed, MARK)


def test_what_the_program_did_itself_and_what_old_journals_hold_says_nobody() -> None:
    kept = events.write(HAPPENED[1], MARK)
    assert "by" not in kept
    assert events.read("first-turn", kept)[0].by is None


def test_what_earlier_versions_wrote_of_a_photo_is_read() -> None:
    given = next(event for event in HAPPENED if isinstance(event, events.VerdictGiven))
    kept = {**events.write(given, MARK), "frames": [{"photo": "a.jpg", "reading": {}}, {"photo": "b.jpg"}]}
    read, _ = events.read(given.kind, kept)
    assert read == dataclasses.replace(given, frames=(VerdictPhoto("a.jpg", "{}"), VerdictPhoto("b.jpg")))


def test_the_fields_of_a_column_stand_beside_the_others() -> None:
    (scored,) = (event for event in HAPPENED if isinstance(event, events.RoundScored))
    kept = scored.to_json()
    assert (kept["points"], kept["racks"]) == ({"Anna": 24, "Ben": -24}, {"Ben": ["K1"]})


@pytest.mark.parametrize(
    ("kind", "kept"),
    [
        pytest.param("tiles-juggled", {}, id="no known kind"),
        pytest.param("undone", {"event": 7, "clock": {}}, id="no time"),
        pytest.param("undone", {}, id="a field is missing"),
        pytest.param("undone", {"event": "seven"}, id="no number"),
        pytest.param("paused", {"clock": []}, id="no clock"),
        pytest.param("face-up-said", {"drew": 1, "face_up": {"discarded": "X1"}}, id="no tile"),
    ],
)
def test_what_does_not_say_what_it_should_is_named(kind: str, kept: Mapping[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"^{kind} does not say what it should: "):
        events.read(kind, {"clock": MARK._asdict(), **kept})


def test_what_an_earlier_version_did_not_keep_has_its_default() -> None:
    kept = {"player": "Anna", "drew": 0, "seconds": 3.5, "clock": MARK._asdict()}
    assert events.read("turn-ended", kept)[0] == events.TurnEnded("Anna", 0, 3.5)
    scored = {"points": {"Anna": 0}, "winner": None, "blocked": False, "clock": MARK._asdict()}
    assert events.read("round-scored", scored)[0] == events.RoundScored(Column({"Anna": 0}, None), {})


def test_what_happened_beside_the_game_hangs_on_nothing_that_is_lost() -> None:
    kept = [event for event in HAPPENED if isinstance(event, Aside)]
    stored = [StoredEvent(k, 0.0, event.kind, events.write(event, MARK)) for k, event in enumerate(kept, 2)]
    found = [salvage.Found(1, None, "it is gone"), *(salvage.Found(event.id, event, "") for event in stored)]
    assert [one.event for one in fitting(found)] == [None, *stored]
