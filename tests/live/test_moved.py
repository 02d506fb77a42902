"""What a turn moved, which photo shows the table on which it began, and what later turns made of what it left."""

from __future__ import annotations

from live.telling.evening import Evening, evening_of
from live.telling.moved import arrivals, later, left_by
from referee.tiles import format_tiles
from tests.live.stage import OPENING, Played
from tests.notation import parse_table

THREES = "K3 B3 O3"
FOUR = "R3 R4 R5 R6"


def evening(played: Played) -> Evening:
    return evening_of(played.live.record.journal.events())


def test_what_came_into_a_set_is_neither_what_it_was_made_of_nor_listed_in_another_order() -> None:
    before = parse_table("R3 R4 R5 R6 / K3 B3 O3 / B7 B8 B9 B10")
    after = parse_table("K3 B3 O3 R3 / B7 B8 B9 / R4 R5 R6 R7")
    assert [(str(tile), place) for tile, place in arrivals(before, after)] == [("R3", (0, 3)), ("R7", (2, 3))]
    assert [*arrivals(before, before[::-1])] == []


def test_the_photo_of_a_table_that_was_put_back_shows_no_later_turn_what_it_began_on(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.turn(OPENING, "K1 K2 O3")
    played.stage.hands().show(OPENING)
    played.run()
    played.turn(OPENING, THREES, "R1 R2 R3")
    found = evening(played)
    first, _, last = found.turns
    assert last.given is not None
    assert [photo for _, photo in left_by(found, last.given.before, last)] == [first.photo]


def test_what_later_turns_moved_is_told_at_the_first_of_them_and_of_what_counts_alone(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.turn(OPENING, "B10 B11 B12 B13", FOUR)
    played.turn(OPENING, "B10 B11 B12 B13", "R3 R4 R5 R6 R7")
    played.turn(OPENING, "B11 B12 B13", "R4 R5 R6 R7", "K3 B3 R3", "K10 B10 O10")
    found = evening(played)
    told = [(one.turn.number, format_tiles(one.moved)) for one in later(found, found.turns[1])]
    assert told == [(3, []), (4, ["B10", "R3"])]
    played.buttons.undo()
    found = evening(played)
    assert [one.turn.number for one in later(found, found.turns[1])] == [3]
    assert later(found, found.turns[3]) == []
