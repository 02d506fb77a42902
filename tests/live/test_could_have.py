"""Of a turn of the evening it is told whether tiles could have been laid, once the racks were counted."""

from __future__ import annotations

from live.telling.could_have import could_have_at
from live.telling.evening import evening_of
from live.telling.round_files import recorded_rounds
from referee.tiles import parse_tiles
from roundfile.could_have import Could
from tests.live.stage import OPENING, Played

RUN = "K11 K12 K13"
SEVENTEEN = "K1 K2 K4 K6 K13 R3 R6 R8 R13 B1 B5 B8 B11 O3 O6 O9 O11"
"""What is left of 14 tiles after three were drawn for an illegal turn; worth no opening."""


def told(played: Played, number: int) -> Could | None:
    """What is told of the turn of that number."""
    journal = played.live.record.journal
    evening = evening_of(journal.events())
    found = could_have_at(recorded_rounds(journal.events()), evening, evening.turns[number - 1])
    return None if found is None else found.could


def test_who_drew_with_an_opening_on_the_rack_could_have_opened(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.turn(OPENING, drew=True)
    assert told(played, 2) is Could.UNKNOWN
    played.buttons.score({"Ben": parse_tiles(f"{RUN} B11 B12 B13 O4 K1 K3 R2 R5 B1 B4 O7 O9".split())}, "Anna")
    assert told(played, 2) is Could.YES


def test_it_is_told_of_an_illegal_lay_down_too(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.turn(OPENING, "K1 K2 O3")
    played.buttons.score({"Ben": parse_tiles(SEVENTEEN.split())}, "Anna")
    assert told(played, 2) is Could.NO


def test_nothing_is_told_of_a_turn_that_was_taken_back(played: Played) -> None:
    played.begin()
    played.turn(OPENING, drew=True)
    played.buttons.undo()
    assert told(played, 1) is None
