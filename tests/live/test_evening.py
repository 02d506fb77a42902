"""The evening as told at the desk: every turn in order, with what was said of it and whether it still counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from journal import StoredEvent
from live.telling.evening import Chronicle, Evening, evening_of, spans
from referee.tiles import Tile
from referee.verdict import Outcome
from tests.live.stage import OPENING, Played

WRONG = "K1 K2 O3"


def evening(played: Played) -> Evening:
    return evening_of(played.live.record.journal.events())


def outcomes(found: Evening) -> list[Outcome | None]:
    return [None if turn.given is None else turn.given.verdict.outcome for turn in found.turns]


def begun(played: Played) -> None:
    played.begin()
    played.turn()


def test_an_event_that_cannot_be_read_is_passed_over(played: Played) -> None:
    begun(played)
    played.turn(OPENING)
    written = list(played.live.record.journal.events())
    damaged = [StoredEvent(1000, one.time, one.kind, {}) for one in written]
    both = [each for pair in zip(written, damaged, strict=True) for each in pair]
    assert evening_of(both).turns == evening(played).turns


def test_turns_come_in_order_with_their_verdicts(played: Played) -> None:
    begun(played)
    played.turn(OPENING)
    played.turn(OPENING, WRONG)
    found = evening(played)
    assert [(turn.round_key.round, turn.number, turn.player) for turn in found.turns][-2:] == [
        (1, 2, "Ben"),
        (1, 3, "Anna"),
    ]
    assert outcomes(found)[-2:] == [Outcome.LEGAL, Outcome.ILLEGAL]
    assert found.turns[-1].photo is not None


def test_a_turn_that_was_taken_back_stays_to_be_seen_and_counts_again_when_that_is_taken_back(played: Played) -> None:
    begun(played)
    played.turn(OPENING)
    played.buttons.undo()
    taken = evening(played)
    assert [turn.is_taken_back for turn in taken.turns] == [False, True]
    assert taken.last == taken.turns[0]
    played.buttons.redo()
    assert [turn.is_taken_back for turn in evening(played).turns] == [False, False]


def test_what_people_said_of_a_turn_stands_with_it(played: Played) -> None:
    begun(played)
    played.turn(OPENING, WRONG)
    verdict = played.told()["verdict"]
    corners = verdict["table"]["sets"][1][2]["corners"]
    played.buttons.correct(corners, Tile.parse("K3"), verdict["event"])
    found = evening(played)
    assert [(said.kind, said.tile) for said in found.turns[-1].said] == [("tile-corrected", "K3")]
    assert outcomes(found)[-1] is Outcome.LEGAL


def test_a_round_that_somebody_else_is_to_begin_is_the_same_round(played: Played) -> None:
    played.begin()
    played.buttons.begin_with("Ben")
    played.turn(OPENING)
    assert [(turn.round_key.round, turn.player) for turn in evening(played).turns] == [(1, "Ben")]


def test_a_new_game_of_the_evening_counts_its_rounds_from_one(played: Played) -> None:
    begun(played)
    played.buttons.close_game()
    begun(played)
    found = evening(played)
    assert [(*turn.round_key, turn.number) for turn in found.turns] == [(1, 1, 1), (2, 1, 1)]


def test_another_day_is_another_evening_and_a_long_break_in_a_round_is_none(tmp_path: Path) -> None:
    now = [1.7e9]
    played = Played(tmp_path, wall_time=lambda: now[0])
    journal = played.live.record.journal
    assert spans(journal) == []
    begun(played)
    now[0] += 86400
    played.turn(OPENING)
    played.buttons.score({"Ben": 3}, "Anna")
    now[0] += 86400
    first = journal.last_event + 1
    begun(played)
    assert [span.first for span in spans(journal)] == [1, first]
    told = [evening_of(journal.since(*span)) for span in spans(journal)]
    assert [len(one.turns) for one in told] == [2, 1]
    assert told[1].turns[0].round_key.round == 1


def test_a_turn_is_found_by_its_press(played: Played) -> None:
    begun(played)
    (turn,) = evening(played).turns
    assert (evening(played).ended_by(turn.press), evening(played).ended_by(10**6)) == (turn, None)


def test_a_chronicle_reads_each_event_once_and_tells_the_evening_as_it_goes_on(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = played.live.record.journal
    read: list[int] = []
    since = journal.since

    def noted(first: int) -> Iterator[StoredEvent]:
        for event in since(first):
            read.append(event.id)
            yield event

    monkeypatch.setattr(journal, "since", noted)
    chronicle = Chronicle(journal)
    begun(played)
    assert chronicle.evening() == evening_of(since(1))
    played.turn(OPENING)
    played.buttons.undo()
    assert chronicle.evening() == evening_of(since(1))
    chronicle.evening()
    assert read == [event.id for event in since(1)]
