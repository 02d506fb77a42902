"""What is written down after a round."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rulebook import available, load
from referee.score import Column, Finish, Rack, ScoreError, ScoreSheet, rack_points, score_round
from referee.tiles import TileSet, parse_tiles
from tests.referee.books import FORTUNA, JUMBO, PIATNIK


def tiles(text: str) -> TileSet:
    return parse_tiles(text.split())


@pytest.mark.parametrize(
    ("book", "points"),
    [(JUMBO, 44), ("hertzano-original", 44), ("jumbo-compact-2007", 44), (FORTUNA, 64), (PIATNIK, 44)],
)
def test_a_joker_left_on_a_rack(book: str, points: int) -> None:
    assert rack_points(tiles("K3 R11 J"), load(book)) == points


def test_the_winner_gets_what_the_others_lose() -> None:
    column = score_round({"Anna": tiles("K3 R11 J"), "Cleo": 24}, load(JUMBO), "Ben")
    assert column.to_json() == {
        "winner": "Ben",
        "blocked": False,
        "points": {"Anna": -44, "Cleo": -24, "Ben": 68},
        "control": 0,
    }


@given(
    st.sampled_from(available()),
    st.dictionaries(st.sampled_from("ACD"), st.integers(1, 300), min_size=1, max_size=3),
)
def test_after_rummikub_the_column_adds_up_to_zero(book: str, racks: dict[str, Rack]) -> None:
    assert score_round(racks, load(book), "B").control == 0


@pytest.mark.parametrize("book", [JUMBO, "hertzano-original", "jumbo-compact-2007", PIATNIK])
def test_in_a_blocked_round_everyone_writes_their_own_rack_as_minus(book: str) -> None:
    column = score_round({"Anna": tiles("K3 R11"), "Ben": tiles("K5")}, load(book), blocked=True)
    assert (column.points, column.winner, column.control) == ({"Anna": -14, "Ben": -5}, "Ben", -19)
    assert column.blocked


def test_in_a_blocked_round_of_fortuna_the_winner_gets_the_differences() -> None:
    racks = {"Anna": tiles("K3 R11"), "Ben": tiles("K5"), "Cleo": tiles("J")}
    column = score_round(racks, load(FORTUNA), blocked=True)
    assert (column.points, column.winner, column.control) == ({"Anna": -9, "Ben": 54, "Cleo": -45}, "Ben", 0)
    assert column.blocked


@given(st.dictionaries(st.sampled_from("ABCD"), st.integers(1, 300), min_size=2, max_size=4))
def test_fortuna_adds_up_to_zero_whenever_it_has_one_winner(racks: dict[str, Rack]) -> None:
    if list(racks.values()).count(min(racks.values(), key=int)) == 1:  # type: ignore[arg-type]  # whole numbers here
        assert score_round(racks, load(FORTUNA), blocked=True).control == 0


@pytest.mark.parametrize("book", [JUMBO, FORTUNA, PIATNIK])
def test_fewer_tiles_break_a_tie(book: str) -> None:
    racks = {"Anna": tiles("K2 R3"), "Ben": tiles("K5"), "Cleo": tiles("J")}
    assert score_round(racks, load(book), blocked=True).winner == "Ben"


def test_level_in_everything_nobody_has_won() -> None:
    assert score_round({"Anna": tiles("K5"), "Ben": tiles("R5")}, load(JUMBO), blocked=True).winner is None


def test_counted_racks_do_not_tell_how_many_tiles_they_had() -> None:
    racks: dict[str, Rack] = {"Anna": 5, "Ben": tiles("R5"), "Cleo": tiles("R1 B4"), "Dora": 7}
    with pytest.raises(ScoreError, match="Anna and Ben and Cleo are level at 5, and then the fewest tiles win: give"):
        score_round(racks, load(JUMBO), blocked=True)
    assert score_round(racks, load(JUMBO), "Anna", blocked=True).winner == "Anna"
    with pytest.raises(ScoreError, match="Cleo has not the lowest rack"):
        score_round(racks, load(JUMBO), "Cleo", blocked=True)
    not_level = {"Anna": 5, "Ben": 7}
    assert score_round(not_level, load(JUMBO), blocked=True).winner == "Anna"


def test_level_in_everything_fortuna_needs_a_winner_named() -> None:
    racks = {"Anna": tiles("K5"), "Ben": tiles("R5"), "Cleo": tiles("B9")}
    with pytest.raises(ScoreError) as caught:
        score_round(racks, load(FORTUNA), blocked=True)
    assert str(caught.value) == (
        "Anna and Ben are level in the blocked round, and Jumbo Fortuna, 2005 has one winner: agree on one of them"
    )
    column = score_round(racks, load(FORTUNA), "Ben", blocked=True)
    assert (column.points, column.winner) == ({"Anna": 0, "Ben": 4, "Cleo": -4}, "Ben")


@pytest.mark.parametrize(
    ("racks", "winner", "blocked", "complaint"),
    [
        ({}, "Ben", False, "no rack is given: give one as NAME=K3,R11,J or NAME=24 for each player who has tiles left"),
        (
            {"Anna": 3, "Cleo": 3},
            None,
            False,
            "nobody is named as the winner: say who went out, or that the round was blocked",
        ),
        (
            {"Anna": 3, "Ben": 4},
            "Ben",
            False,
            "Ben is the winner and has a rack: leave that rack out, or score the round as blocked",
        ),
        ({"Anna": 3, "Ben": 4}, "Cleo", True, "Cleo has no rack: in a blocked round every player has one"),
        ({"Anna": 3, "Ben": 4}, "Ben", True, "Ben has not the lowest rack of the blocked round: Anna has"),
        (
            {"Anna": 3, "Ben": 4, "Cleo": 3},
            "Ben",
            True,
            "Ben has not the lowest rack of the blocked round: Anna and Cleo have",
        ),
        ({"Anna": 3}, None, True, "Jumbo, 2016 is for 2 to 4 players, not for 1"),
        ({"A": 1, "B": 1, "C": 1, "D": 1}, "E", False, "Jumbo, 2016 is for 2 to 4 players, not for 5"),
        ({"Anna": 0}, "Ben", False, "Anna has 0 left: whoever has tiles left has points, and who has none has won"),
        ({"Anna": -3}, "Ben", False, "Anna has -3 left: whoever has tiles left has points, and who has none has won"),
        ({"Anna": ()}, "Ben", False, "Anna has 0 left: whoever has tiles left has points, and who has none has won"),
        (
            {"Anna": tiles("K3 K3"), "Cleo": tiles("K3")},
            "Ben",
            False,
            "K3 is on the racks 3 times, but the box holds 2: look at the racks again",
        ),
        (
            {"Anna": tiles("J J J")},
            "Ben",
            False,
            "J is on the racks 3 times, but the box holds 2: look at the racks again",
        ),
    ],
)
def test_racks_that_contradict(racks: dict[str, Rack], winner: str | None, blocked: bool, complaint: str) -> None:  # noqa: FBT001  # a parameter of the table above
    with pytest.raises(ScoreError) as caught:
        score_round(racks, load(JUMBO), winner, blocked=blocked)
    assert str(caught.value) == complaint


@pytest.mark.parametrize("rack", [1, tiles("K1"), tiles("K3 K3 J J")])
def test_as_much_as_the_box_holds_is_fine(rack: Rack) -> None:
    assert score_round({"Anna": rack}, load(JUMBO), "Ben").winner == "Ben"
    four = {"A": rack, "B": 2, "C": 3, "D": 99}
    assert score_round(four, load(JUMBO), blocked=True).blocked


def test_a_sheet_adds_up_over_rounds() -> None:
    sheet = ScoreSheet(("Anna", "Ben"))
    assert (sheet.totals, sheet.leaders) == ({"Anna": 0, "Ben": 0}, ())
    sheet = sheet.add(score_round({"Anna": 10}, load(JUMBO), "Ben"))
    sheet = sheet.add(score_round({"Anna": 4, "Ben": 7}, load(JUMBO), blocked=True))
    assert (sheet.totals, sheet.control, sheet.leaders) == ({"Anna": -14, "Ben": 3}, -11, ("Ben",))


def sheet_of(*rounds: tuple[int, int, int]) -> ScoreSheet:
    """Rounds of Anna, Ben and Cleo."""
    columns = [Column(dict(zip(("Anna", "Ben", "Cleo"), points, strict=True)), None) for points in rounds]
    return ScoreSheet(("Anna", "Ben", "Cleo"), tuple(columns))


def test_a_match_is_over_after_the_round_in_which_somebody_comes_to_the_agreed_points() -> None:
    sheet = sheet_of((60, -40, -20), (-11, -28, 39), (51, -31, -20))
    assert sheet.totals == {"Anna": 100, "Ben": -99, "Cleo": -1}
    assert sheet.finish(100) == Finish(round=3, winners=("Anna",), points=100)
    assert sheet.finish(60) == Finish(round=1, winners=("Anna",), points=60)
    assert sheet.finish(101) is None


def test_a_match_that_is_over_stays_won_whatever_is_played_on() -> None:
    assert sheet_of((60, -40, -20), (-50, 130, -80)).finish(60) == Finish(1, ("Anna",), 60)


def test_the_highest_total_wins_the_match_and_who_are_level_share_it() -> None:
    assert sheet_of((49, 47, -96)).finish(45) == Finish(1, ("Anna",), 49)
    assert sheet_of((30, -10, -20), (5, 45, -50)).finish(35) == Finish(2, ("Anna", "Ben"), 35)


@pytest.mark.parametrize("rounds", [(), ((0, 0, 0),), ((40, -20, -20),)])
def test_without_agreed_points_no_match_is_over(rounds: tuple[tuple[int, int, int], ...]) -> None:
    assert sheet_of(*rounds).finish(0) is None


def test_a_sheet_takes_only_columns_of_its_players() -> None:
    column = Column({"Anna": -3, "Ben": 3}, "Ben")
    with pytest.raises(ScoreError) as caught:
        ScoreSheet(("Anna", "Ben"), (column, Column({"Anna": -3, "Cleo": 3}, "Cleo")))
    assert str(caught.value) == "round 2 scores Anna, Cleo, but Anna, Ben play"


def test_going_out_by_hand_makes_the_others_lose_twice_as_much() -> None:
    racks: dict[str, Rack] = {"Anna": tiles("K3 R11 J"), "Cleo": 24}
    column = score_round(racks, load("hertzano-original+hand"), "Ben", by_hand=True)
    assert (column.points, column.control) == ({"Anna": -88, "Cleo": -48, "Ben": 136}, 0)
    assert score_round(racks, load("hertzano-original+hand"), "Ben").points["Ben"] == 68


@pytest.mark.parametrize(
    ("book", "blocked", "complaint"),
    [
        ("hertzano-original", False, "Original Rummikub .Hertzano. does not play that variant"),
        ("hertzano-original+hand", True, "nobody went out"),
    ],
)
def test_by_hand_where_nobody_can(book: str, blocked: bool, complaint: str) -> None:  # noqa: FBT001  # a parameter of the table above
    winner = None if blocked else "Ben"
    racks: dict[str, Rack] = {"Anna": 3, "Cleo": 4}
    with pytest.raises(ScoreError, match=f"cannot have been won by hand: {complaint}"):
        score_round(racks, load(book), winner, blocked=blocked, by_hand=True)


def test_racks_that_nobody_stands_for_yet_are_counted_whatever_the_box_holds() -> None:
    racks = {"Anna": tiles("K3 K3 K3"), "Ben": tiles("R1")}
    with pytest.raises(ScoreError, match="K3 is on the racks 3 times"):
        score_round(racks, load(JUMBO), "Cleo")
    assert score_round(racks, load(JUMBO), "Cleo", confirmed=False).points == {"Anna": -9, "Ben": -1, "Cleo": 10}
