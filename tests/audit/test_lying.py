"""Where sets lie, and what a turn did to them, in plain words."""

from __future__ import annotations

import pytest

from audit.lying import describe_table, describe_turn
from audit.marks import Shown
from referee.tiles import Place, parse_tiles
from tests.conftest import MakeReading
from tests.notation import parse_table
from vision.regions import where


def shown(*sets: str) -> Shown:
    table = parse_table(" / ".join(sets))
    return Shown(tuple(tuple((tile,) for tile in tiles) for tiles in table), table, frozenset())


@pytest.mark.parametrize(
    ("across", "down", "name"),
    [(0, 0, "top left"), (0.5, 0.5, "middle"), (0.5, 0.1, "top"), (1, 0.5, "right"), (0.2, 1.0, "bottom left")],
)
def test_the_parts_of_a_photo_have_names(across: float, down: float, name: str) -> None:
    assert where(across, down) == name


def test_every_set_has_a_line_with_its_place_and_a_question_mark_behind_what_is_doubtful(
    make_reading: MakeReading,
) -> None:
    reading = make_reading(["R4 R5 R6", "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11"])
    sure = shown("R4 R5 R6", "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11")
    doubtful = sure._replace(
        candidates=((*sure.candidates[0][:2], (*sure.candidates[0][2], *sure.candidates[0][0])), *sure.candidates[1:])
    )
    assert [lying.line for lying in describe_table(reading, doubtful)] == [
        "set 1, top left: R4 R5 R6?",
        "set 2, top: K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11",
    ]


def test_what_a_turn_did_is_said_of_every_set(make_reading: MakeReading) -> None:
    then = ["R4 R5 R6", "K1 B1 O1", "B7 B8 B9 B10", "O2 O3 O4", "R11 R12 R13"]
    now = ["R4 R5 R6 R7", "O1 K1 B1", "B7 B8 B9", "K10 B10 O10", "R11 R12 R13"]
    before, after = describe_turn((make_reading(then), make_reading(now)), (shown(*then), shown(*now)), {})
    assert [lying.change for lying in after] == [
        "R7 added",
        "in another order",
        "B10 taken away",
        "new",
        "as before",
    ]
    assert [lying.change for lying in before] == [
        "R7 added",
        "in another order",
        "B10 taken away",
        "not there any more",
        "as before",
    ]


def test_of_two_sets_alike_the_one_that_nobody_touched_is_as_before(make_reading: MakeReading) -> None:
    then, now = ["R4 R5 R6", "R4 R5 R6"], ["R4 R5 R6 R7", "R4 R5 R6"]
    same = {Place(1, place): Place(0, place) for place in range(3)}
    before, _ = describe_turn((make_reading(then), make_reading(now)), (shown(*then), shown(*now)), same)
    assert [lying.change for lying in before] == ["as before", "R7 added"]


def test_a_tile_that_may_be_the_one_that_lay_there_is_no_change(make_reading: MakeReading) -> None:
    then, now = ["R4 R5 R6", "K1 K2 K3"], ["R4 R5 R8 R7", "K1 K2 K9"]
    sure = shown(*now)
    candidates = tuple(
        tuple(parse_tiles({"R8": "R8 R6", "K9": "K9 K3 K8"}.get(str(tile), str(tile)).split()) for tile in tiles)
        for tiles in sure.table
    )
    seen = sure._replace(candidates=candidates)
    _, after = describe_turn((make_reading(then), make_reading(now)), (shown(*then), seen), {})
    assert [lying.line for lying in after] == [
        "set 1, top left: R4 R5 R8? R7 (R7 added)",
        "set 2, top left: K1 K2 K9? (perhaps as before)",
    ]
