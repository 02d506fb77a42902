"""A turn of the journal as a report: the verdict as it was given, and only photos that show the tables it speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from audit.recorded import recorded
from audit.turn import Audit, AuditError
from live.telling.evening import evening_of
from referee import rulebook
from referee.tiles import Tile
from tests.live.stage import Played, place

BOOK = "jumbo-original-2016"
OPENING = "R10 R11 R12"


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    game = Played(tmp_path)
    yield game
    game.live.close()


def report_on(played: Played, number: int = -1) -> Audit:
    evening = evening_of(played.live.record.journal.since(1))
    photos = played.live.record.photos_named

    return recorded(evening, evening.turns[number], lambda name: next(iter(photos([name])), None), rulebook.load(BOOK))


def begin(played: Played) -> None:
    played.buttons.start_round(["Anna", "Ben"], BOOK)


def test_the_verdict_is_that_of_the_game_with_what_a_person_named(played: Played) -> None:
    begin(played)
    played.turn(OPENING, doubts={"R12": {"R12": 0.6, "B12": 0.39}})
    played.buttons.answer(0, 2, Tile.parse("R12"))
    found = report_on(played)
    assert (found.verdict.outcome.value, found.questions) == ("legal", ())
    assert found.after.reading.notation() == [OPENING.split()]
    assert found.before is None


def test_what_is_wrong_is_marked_where_it_lies(played: Played) -> None:
    begin(played)
    played.turn(OPENING)
    played.turn(OPENING, "K1 K2 O3")
    found = report_on(played)
    assert found.before is not None
    assert {(mark.photo, mark.set_index) for mark in found.marks} == {("after", 1)}
    assert [lying.change for lying in found.lying["after"]] == ["as before", "new"]


def test_a_photo_of_a_table_that_was_put_back_is_not_shown_as_the_one_before(played: Played) -> None:
    begin(played)
    played.turn(OPENING)
    played.turn(OPENING, "K1 K2 O3")
    played.stage.hands().show(OPENING)
    played.run()
    played.turn(OPENING, "B10 B11 B12")
    found = report_on(played)
    assert found.before is not None
    assert found.before.reading.notation() == [OPENING.split()]


def test_a_joker_on_the_table_is_a_tile_like_any_other(played: Played) -> None:
    begin(played)
    played.turn("R10 J R12")
    played.turn("R10 J R12", "K1 K2 O3")
    found = report_on(played)
    assert found.before is not None
    assert found.before.reading.notation() == [["R10", "J", "R12"]]


def test_where_a_tile_was_added_by_hand_nothing_is_marked_in_the_wrong_place(played: Played) -> None:
    begin(played)
    played.turn("K1 K2 O3", doubts={"K2": {}})
    x, y = place(0, 1).mean(axis=0)
    played.buttons.add(float(x), float(y), Tile.parse("K2"))
    found = report_on(played)
    assert [violation.set_index for violation in found.verdict.violations] == [None] * len(found.verdict.violations)
    assert found.verdict.outcome.value == "illegal"
    assert found.marks is not None


def test_a_turn_without_a_verdict_has_no_report(played: Played) -> None:
    played.buttons.start_round(["Anna", "Ben"], BOOK, watched=False)
    played.buttons.end_turn()
    with pytest.raises(AuditError):
        report_on(played)
