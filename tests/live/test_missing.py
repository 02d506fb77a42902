"""Where a tile lay that is gone: on the felt and in the photo."""

from __future__ import annotations

from typing import Any

import pytest

from tests.live.stage import Played, place

LYING = ("R4 R5 R6 R7", "K9 B9 O9", "B1 B2 B3")


def missed(played: Played, *sets: str) -> list[dict[str, Any]]:
    """What is told as missing after a turn that leaves these sets, where `LYING` lay before."""
    played.begin()
    played.turn(*LYING)
    assert played.told()["verdict"]["missing"] == []
    played.turn(*sets)
    verdict = played.told()["verdict"]
    assert verdict["outcome"] == "illegal"
    return list(verdict["missing"])


@pytest.mark.parametrize(
    ("sets", "expected"),
    [
        pytest.param(("R4 R5 R6", "K9 B9 O9", "B1 B2 B3"), [("R7", 0, 3)], id="from the end"),
        pytest.param(("R5 R6 R7", "K9 B9 O9", "B1 B2 B3"), [("R4", 0, 0)], id="from the beginning"),
        pytest.param(("R4 R5 R6 R7", "K9 O9", "B1 B2 B3"), [("B9", 1, 1)], id="from the middle"),
        pytest.param(("R7 R6 R5", "K9 B9 O9", "B1 B2 B3"), [("R4", 0, 3)], id="from a set that was turned round"),
        pytest.param(("R4 R5", "K9 B9", "B1 B2 B3"), [("R6", 0, 2), ("R7", 0, 2), ("O9", 1, 2)], id="from two sets"),
        pytest.param(
            ("R4 R5 R6 R7", "K9 B9 O9"), [("B1", None, 0), ("B2", None, 1), ("B3", None, 2)], id="a whole set"
        ),
        pytest.param(("R4 R5 R6 K9", "R7 B9 O9", "B1 B3"), [("B2", 2, 1)], id="while others were moved"),
    ],
)
def test_a_tile_that_is_gone_is_told_with_the_set_and_the_place_where_it_lay(
    played: Played, sets: tuple[str, ...], expected: list[tuple[str, int | None, int]]
) -> None:
    found = [(tile["tile"], tile["set"], tile["place"]) for tile in missed(played, *sets)]
    assert found == expected


def test_the_photo_shows_where_it_lay(played: Played) -> None:
    (gone,) = missed(played, "R4 R5 R6", "K9 B9 O9", "B1 B2 B3")
    assert gone["at"] == pytest.approx(place(0, 3).mean(axis=0).tolist(), abs=1)
    assert gone["size"] == pytest.approx(42, abs=1)


def test_of_two_equal_tiles_the_one_that_is_gone_is_told(played: Played) -> None:
    played.begin()
    played.turn("R10 R11 R12", "R10 K10 B10")
    played.turn("R10 R11 R12", "K10 B10")
    (gone,) = played.told()["verdict"]["missing"]
    assert (gone["tile"], gone["set"], gone["lay"]) == ("R10", 1, 1)
    assert gone["at"] == pytest.approx(place(1, 0).mean(axis=0).tolist(), abs=1)


def test_tiles_of_one_set_that_is_gone_as_a_whole_bear_one_number(played: Played) -> None:
    gone = missed(played, "R4 R5 R6 R7", "K10 B10 O10")
    assert [tile["lay"] for tile in gone] == [1, 1, 1, 2, 2, 2]


def test_where_it_lay_is_known_after_a_restart(played: Played) -> None:
    gone = missed(played, "R4 R5 R6", "K9 B9 O9", "B1 B2 B3")
    played.again()
    assert played.told()["verdict"]["missing"] == gone
