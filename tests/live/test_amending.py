"""What stands on the sheet can be amended, and what stood there stays to be read."""

from __future__ import annotations

from typing import Any

import pytest

from live.game.commands import RefusedError
from referee.score import ScoreError
from tests.live.stage import Played

AT = 1.7e9


def columns(played: Played) -> list[dict[str, int]]:
    return [column["points"] for column in played.told()["sheet"]["columns"]]


def struck(played: Played) -> list[list[dict[str, Any]]]:
    return [column["struck"] for column in played.told()["sheet"]["columns"]]


@pytest.fixture
def written(played: Played) -> Played:
    """Anna has won the first round."""
    played.begin("Anna", "Ben", "Cleo")
    played.buttons.score({"Ben": 24, "Cleo": 10}, "Anna")
    return played


def test_a_loser_s_points_are_amended_and_the_winner_s_follow(written: Played) -> None:
    with written.live.pressed_by("host"):
        written.buttons.amend(1, "Ben", -30, AT)
    assert columns(written) == [{"Ben": -30, "Cleo": -10, "Anna": 40}]
    assert struck(written) == [[{"points": {"Ben": -24, "Cleo": -10, "Anna": 34}, "at": AT, "by": "host"}]]
    assert written.told()["sheet"]["totals"]["Anna"] == 40
    written.buttons.amend(1, "Anna", 41, AT)
    assert written.told()["sheet"]["columns"][0]["control"] == 1
    written.buttons.amend(1, "Ben", -31, AT)
    assert columns(written)[0]["Anna"] == 41


def test_what_stands_there_already_is_said_to(written: Played) -> None:
    with pytest.raises(RefusedError) as refusal:
        written.buttons.amend(1, "Ben", -24, AT)
    assert refusal.value.code == "unchanged"


def test_it_is_undone_done_again_and_outlives_the_program_and_the_next_rounds(written: Played) -> None:
    written.buttons.amend(1, "Ben", -30, AT)
    written.buttons.undo()
    assert (columns(written)[0]["Ben"], struck(written)) == (-24, [[]])
    written.buttons.redo()
    for _ in range(2):
        written.buttons.next_round()
        written.buttons.score({"Ben": 1, "Cleo": 1}, "Anna")
    written.again()
    assert columns(written)[0]["Ben"] == -30
    assert [len(column) for column in struck(written)] == [1, 0, 0]
    written.buttons.amend(2, "Cleo", -2, AT)
    assert [len(column) for column in struck(written)] == [1, 1, 0]


def test_a_round_amended_while_the_next_is_played_stays_amended(written: Played) -> None:
    written.buttons.next_round()
    written.stage.wait(5)
    written.run()
    written.buttons.amend(1, "Ben", -30, AT)
    assert (columns(written)[0]["Ben"], written.told()["clock"]["running"]) == (-30, True)
    written.turn("R10 R11 R12")
    assert written.told()["verdict"]["outcome"] == "legal"
    written.buttons.score({"Ben": 1, "Cleo": 1}, "Anna")
    assert written.told()["sheet"]["totals"]["Ben"] == -31


def test_a_new_sheet_has_nothing_struck_out(written: Played) -> None:
    written.buttons.amend(1, "Ben", -30, AT)
    written.begin("Anna", "Ben", "Cleo", new_game=True)
    written.buttons.score({"Ben": 1, "Cleo": 1}, "Anna")
    assert struck(written) == [[]]


def test_what_cannot_be_amended_is_refused(written: Played) -> None:
    for number, player, points, error in (
        (0, "Ben", -30, ScoreError),
        (2, "Ben", -30, ScoreError),
        (1, "Dora", -30, ScoreError),
        (1, "Ben", -24, RefusedError),
    ):
        with pytest.raises(error):
            written.buttons.amend(number, player, points, AT)
    assert written.events()[-1] == "round-scored"


def test_of_a_blocked_round_in_which_everybody_writes_minus_only_one_cell_changes(played: Played) -> None:
    played.begin()
    played.buttons.score({"Anna": 3, "Ben": 5}, None)
    played.buttons.amend(1, "Ben", -6, AT)
    assert columns(played) == [{"Anna": -3, "Ben": -6}]
