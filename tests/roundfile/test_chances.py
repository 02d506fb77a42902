"""What could have been laid in a turn, as far as racks are known."""

from __future__ import annotations

from typing import Any

from referee.rulebook import load
from referee.tiles import format_tiles
from roundfile.chances import chances

PASSED: dict[str, Any] = {
    "player": "Anna",
    "before": "R1 R2 R3",
    "after": "R1 R2 R3",
    "opened": True,
    "verdict": "legal",
    "played": "",
}


def could(*turns: dict[str, Any], rack: Any) -> dict[int, str]:
    document = {
        "players": ["Anna"],
        "rulebook": "jumbo-original-2016",
        "turns": turns,
        "result": {"racks": {"Anna": rack}},
    }
    return {index: " ".join(format_tiles(tiles)) for index, tiles in chances(document, load).items()}


def test_a_rack_that_was_counted_tells_what_was_missed_since_the_last_draw() -> None:
    assert could(PASSED, PASSED, rack="R4 K9") == {0: "R4", 1: "R4"}


def test_of_the_turn_that_ended_with_the_draw_it_tells_what_was_missed_whichever_tile_was_drawn() -> None:
    drew = {**PASSED, "drew": 1}
    assert could(drew, rack="R4 K9") == {0: ""}
    assert could(drew, rack="R4 R4 K9") == {0: "R4"}
    assert could(PASSED, drew, rack="R4 R4 K9") == {1: "R4"}


def test_what_was_laid_had_been_held() -> None:
    laid = {**PASSED, "after": "R1 R2 R3 R4", "played": "R4"}
    assert could(laid, rack="R5") == {0: "R4 R5"}


def test_a_rack_of_points_an_illegal_turn_and_an_unread_tile_tell_nothing() -> None:
    assert could(PASSED, rack=13) == {}
    assert could(PASSED, {**PASSED, "verdict": "illegal"}, rack="R4") == {}
    assert could({**PASSED, "before": "R1 ? R3"}, rack="R4") == {}


def test_a_rack_that_is_told_needs_no_count() -> None:
    assert could({**PASSED, "rack": "R4"}, PASSED, rack=3) == {0: "R4"}
