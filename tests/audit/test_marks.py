"""What is wrong has a letter, and the letter stands at the tiles it is about, in the photo where they lie."""

from __future__ import annotations

import itertools

from audit.marks import Shown, letter, marks
from referee.tiles import Place, parse_tiles
from referee.verdict import Code, Outcome, Verdict, Violation
from tests.notation import parse_table


def shown(text: str, *untouched: tuple[int, int]) -> Shown:
    table = parse_table(text)
    return Shown(
        tuple(tuple((tile,) for tile in tiles) for tiles in table),
        table,
        frozenset(itertools.starmap(Place, untouched)),
    )


def marked(*violations: Violation, before: Shown | None, after: Shown) -> list[tuple[str, str, int, tuple[int, ...]]]:
    verdict = Verdict(Outcome.ILLEGAL, (), 0, violations)
    return [(mark.letter, mark.photo, mark.set_index, mark.places) for mark in marks(verdict, before, after)]


def about(code: Code, tiles: str, set_index: int | None = None) -> Violation:
    return Violation(code, "", set_index, parse_tiles(tiles.split()))


def test_a_set_at_fault_is_marked_where_it_lies() -> None:
    after = shown("R4 R5 R6 / K1 K2 / B9")
    found = marked(about(Code.SET_INVALID, "K1 K2", 1), about(Code.SET_INVALID, "B9", 2), before=None, after=after)
    assert found == [("A", "after", 1, (0, 1)), ("B", "after", 2, (0,))]


def test_a_missing_tile_is_marked_where_it_lay_and_not_its_twin_that_lies_there_still() -> None:
    before = shown("R4 R5 R6 / R6 R7 R8 R9", (0, 0), (0, 1), (0, 2))
    after = shown("R4 R5 R6 / R7 R8 R9")
    assert marked(about(Code.TILE_MISSING, "R6"), before=before, after=after) == [("A", "before", 1, (0,))]


def test_missing_tiles_that_lay_side_by_side_are_marked_together() -> None:
    before = shown("R4 R5 R6 R7 R8 / K1 K2 K3")
    found = marked(about(Code.TILE_MISSING, "R4 R5 R8 K1"), before=before, after=shown("R6 R7 / K2 K3"))
    assert found == [("A", "before", 0, (0, 1)), ("A", "before", 0, (4,)), ("A", "before", 1, (0,))]


def test_a_missing_tile_that_was_doubtful_is_marked_too() -> None:
    before = Shown(((parse_tiles(["R9", "R6"]),),), parse_table("R9"), frozenset())
    assert marked(about(Code.TILE_MISSING, "R6"), before=before, after=shown("")) == [("A", "before", 0, (0,))]


def test_a_set_that_was_changed_is_marked_as_it_lay_and_where_it_went() -> None:
    before, after = shown("R4 R5 R6 / R4 R5 R6", (0, 0), (0, 1), (0, 2)), shown("R4 R5 R6 / R4 R5 R6 R7")
    found = marked(about(Code.OPENING_TOUCHES_TABLE, "R4 R5 R6", 1), before=before, after=after)
    assert found == [("A", "before", 1, (0, 1, 2)), ("A", "after", 1, (0, 1, 2, 3))]
    gone = marked(about(Code.JOKER_SET_SPLIT, "R4 R5 R6"), before=before, after=after)
    assert gone == [("A", "before", 1, (0, 1, 2))]


def test_a_tile_that_lies_too_often_is_marked_every_time() -> None:
    after = shown("R4 R5 R6 / R6 B6 K6 / R6 O6 K6")
    found = marked(about(Code.TILE_IMPOSSIBLE, "R6"), before=None, after=after)
    assert found == [("A", "after", 0, (2,)), ("A", "after", 1, (0,)), ("A", "after", 2, (0,))]


def test_an_opening_worth_too_little_is_marked_where_it_was_laid() -> None:
    after = shown("R1 R2 R3 / R1 R2 R3", (0, 0), (0, 1), (0, 2))
    found = marked(about(Code.OPENING_BELOW, "R1 R2 R3"), before=shown("R1 R2 R3"), after=after)
    assert found == [("A", "after", 1, (0, 1, 2))]


def test_there_are_letters_enough() -> None:
    assert [letter(index) for index in (0, 25, 26, 53)] == ["A", "Z", "A2", "B3"]
