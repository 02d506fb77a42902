"""Every example printed in the booklets, as a turn.

Rulebooks: `ALL`, but for the joker the old original binds it more.
"""

import pytest

from referee.deal import decide_redeal
from referee.restore import restore
from referee.rulebook import available, load
from referee.score import Column, ScoreSheet, score_round
from referee.tiles import format_tiles
from referee.turn import Turn, judge
from tests.notation import parse_table

ALL = available()
MODERN = tuple(name for name in ALL if name != "hertzano-original")


def played(before: str, after: str, book: str) -> list[str]:
    """What a legal turn laid."""
    verdict = judge(Turn(parse_table(before), parse_table(after), opened=True), load(book))
    assert [violation.message for violation in verdict.violations] == []
    return format_tiles(verdict.played)


@pytest.mark.parametrize("book", ALL)
class TestSets:
    """Jumbo "Serien", Piatnik "Serien", Hertzano "Modifica delle combinazioni" 1."""

    @pytest.mark.parametrize("group", ["K7 R7 B7 O7", "O8 R8 K8 B8", "R10 B10 K10 O10"])
    def test_a_group_of_four(self, book: str, group: str) -> None:
        assert len(played("", group, book)) == 4

    def test_a_run_of_four(self, book: str) -> None:
        assert played("", "B3 B4 B5 B6", book) == ["B3", "B4", "B5", "B6"]

    def test_one_is_not_laid_at_the_thirteen(self, book: str) -> None:
        verdict = judge(Turn((), parse_table("B11 B12 B13 B1"), opened=True), load(book))
        assert [(v.code, v.values["reason"]) for v in verdict.violations] == [("set-invalid", "one-after-thirteen")]


@pytest.mark.parametrize(("book", "granted"), [(name, name in MODERN) for name in ALL])
def test_twice_the_blue_three_the_red_eight_and_the_orange_ten(book: str, granted: bool) -> None:  # noqa: FBT001  # a parameter of the table above
    """Jumbo "Spielvorbereitung(en)", Piatnik "Spielvorbereitung": three pairs; the old original does not provide it."""
    rack = parse_table("B3 B3 R8 R8 O10 O10 K1 K2 K4 K5 K6 K7 K8 K9")[0]
    assert decide_redeal(rack, load(book)).granted is granted


@pytest.mark.parametrize("book", ALL)
class TestRebuilding:
    """Hertzano "Hier einige Beispiele" and "Modifica delle combinazioni".

    Jumbo "Manipulieren"; Piatnik "Manipulationen".
    """

    def test_adding_to_a_run(self, book: str) -> None:
        assert played("B4 B5 B6", "B4 B5 B6 B7", book) == ["B7"]

    @pytest.mark.parametrize(("after", "added"), [("R3 R4 R5 R6", "R3"), ("R4 R5 R6 R7", "R7")])
    def test_adding_the_three_or_the_seven(self, book: str, after: str, added: str) -> None:
        assert played("R4 R5 R6", after, book) == [added]

    def test_adding_in_front_of_a_run_and_the_fourth_to_a_group(self, book: str) -> None:
        assert played("B4 B5 B6 / O8 R8 K8", "B3 B4 B5 B6 / O8 R8 K8 B8", book) == ["B3", "B8"]

    def test_adding_the_fourth_colour_to_three_tens(self, book: str) -> None:
        assert played("R10 B10 K10", "R10 B10 K10 O10", book) == ["O10"]

    def test_taking_the_fourth_tile_of_a_group(self, book: str) -> None:
        assert played("B4 R4 K4 O4", "R4 K4 O4 / B3 B4 B5 B6", book) == ["B3", "B5", "B6"]

    def test_exchanging_the_end_of_a_run(self, book: str) -> None:
        assert played("B8 B9 B10", "B9 B10 B11 / B8 K8 O8", book) == ["K8", "B11", "O8"]

    def test_splitting_a_run(self, book: str) -> None:
        assert played("R4 R5 R6 R7 R8", "R4 R5 R6 / R6 R7 R8", book) == ["R6"]

    def test_combined_split(self, book: str) -> None:
        """The German text of the old original shows a group of three.

        Only from four, as the Italian has it, one may be taken.
        """
        assert played("O1 O2 O3 O4 / R1 B1 K1 O1", "O2 O3 O4 / B1 K1 O1 / B1 O1 R1", book) == ["B1"]

    def test_multiple_split(self, book: str) -> None:
        before = "O5 O6 O7 / R5 R6 R7 / K5 K6 K7 K8 K9"
        after = "O5 R5 K5 B5 / O6 R6 K6 / O7 R7 K7 / K8 K9 K10"
        assert played(before, after, book) == ["K10", "B5"]


@pytest.mark.parametrize("book", MODERN)
class TestFourWaysToFreeAJoker:
    """Jumbo "Der Joker" and Piatnik "Der Joker", examples 1 to 4; the freed joker goes into a new set."""

    NEW = " / J R12 R13"

    @pytest.mark.parametrize("group", ["B3 R3 O3", "B3 R3 K3", "B3 R3 K3 O3"])
    def test_replaced_by_either_missing_colour_or_by_both(self, book: str, group: str) -> None:
        assert "R12" in played("B3 R3 J", group + self.NEW, book)

    def test_splitting_the_run(self, book: str) -> None:
        assert played("K3 K4 K5 J K7 K8 K9", "K3 K4 K5 / K7 K8 K9" + self.NEW, book) == ["R12", "R13"]

    def test_adding_the_tile_that_lets_the_run_go_on_without_it(self, book: str) -> None:
        assert played("J B3 B4", "B3 B4 B5" + self.NEW, book) == ["R12", "R13", "B5"]

    def test_moving_its_neighbours_to_other_sets(self, book: str) -> None:
        before = "K1 K2 J / R1 B1 O1 / R2 B2 O2"
        assert played(before, "R1 B1 O1 K1 / R2 B2 O2 K2" + self.NEW, book) == ["R12", "R13"]


@pytest.mark.parametrize("book", ALL)
def test_the_joker_exchanged_for_the_tile_it_stands_for(book: str) -> None:
    """Hertzano "Joker": the tile comes from the rack, the joker forms a new set at once."""
    assert played("R4 J R6", "R4 R5 R6 / J R12 R13", book) == ["R5", "R12", "R13"]


def test_the_printed_score_sheet() -> None:
    """Jumbo 2005 and 2016 "Punkte zählen", Piatnik "Abrechnung"."""
    rounds = (
        {"A": 24, "B": -5, "C": -16, "D": -3},
        {"A": -6, "B": -11, "C": 22, "D": -5},
        {"A": -32, "B": -13, "C": -2, "D": 47},
    )
    sheet = ScoreSheet(
        ("A", "B", "C", "D"), tuple(Column(points, max(points, key=points.__getitem__)) for points in rounds)
    )
    assert sheet.totals == {"A": -14, "B": -29, "C": 4, "D": 39}
    assert [column.control for column in sheet.columns] == [0, 0, 0]
    assert (sheet.control, sheet.leaders) == (0, ("D",))


def test_the_losers_minus_is_the_winners_plus() -> None:
    """Hertzano, the French line and "Punktzählen": a joker left counts 30."""
    column = score_round({"B": parse_table("K3 R11 J")[0], "C": 24}, load("hertzano-original"), "A")
    assert column.points == {"B": -44, "C": -24, "A": 68}


def test_a_hand_counts_double() -> None:
    """Hertzano "Punktzählen"."""
    column = score_round({"B": 44, "C": 24}, load("hertzano-original+hand"), "A", by_hand=True)
    assert column.points == {"B": -88, "C": -48, "A": 136}


def test_one_more_for_each_tile_that_cannot_be_put_back() -> None:
    """Jumbo 2016 and Compact "Spielbeginn": three penalty tiles and as many as were not put back."""
    before, after = parse_table("R4 R5 R6 R7 R8 / K1 K2 K3"), parse_table("R4 R5 R6 / R7 R8 K1 / K2 K3 B9")
    for book, draw in [("jumbo-original-2016", 5), ("jumbo-compact-2007", 5), ("piatnik-xxl", 3)]:
        rules = load(book)
        penalty = judge(Turn(before, after, opened=True), rules).penalty
        assert penalty is not None
        found = restore(before, after, parse_table("R4 R5 R6 / R7 R8 / K1 K2 K3"), penalty, rules)
        assert (found.draw, format_tiles(found.to_pool)) == (draw, ["R7", "R8"])
