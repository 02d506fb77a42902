"""What cannot be is told after every turn and every count of the racks, and never stops the game."""

from __future__ import annotations

from typing import Any

import pytest

from live.game.commands import Taken
from live.game.state import State
from referee.tiles import Tile, TileSet, parse_tiles
from tests.live.stage import RULEBOOK, Played

SEVENS = ("R7 R8 R9", "K7 B7 R7")


def tiles(text: str) -> TileSet:
    return parse_tiles(text.split())


def recorded(played: Played) -> list[Any]:
    return list(played.live.record.journal.events()[-1].data["contradictions"])


def test_a_round_that_fits_together_contradicts_nothing(played: Played) -> None:
    played.begin()
    played.turn(*SEVENS)
    played.turn(*SEVENS, drew=True)
    assert played.contradictions() == []
    rack = tiles("K1 K2 K3 K4 K5 K6 B8 B9 B10 B11 B12 O1 O2 O3 O4")
    played.turn(*SEVENS, "O7 O8 O9 O10 O11 O12 O13 J")
    played.buttons.score({"Ben": rack}, "Anna")
    assert played.contradictions() == []


RACKS = ("K1 B2 O3 R5 K9 B11 O12 R1", "O1 R2 B3 K5 R9 B1 K12 B8")
"""Rows at the upper edge of the picture, of more tiles than a rack holds."""


@pytest.mark.parametrize("drew", [True, False])
def test_racks_that_come_into_sight_only_in_the_first_turn_are_nobodys_sets(played: Played, *, drew: bool) -> None:
    played.begin()
    played.stage.show(seconds=1.0)
    played.run()
    laid = () if drew else ("", "", "", "R10 R11 R12")
    played.turn(*RACKS, *laid, drew=drew)
    told = played.told()["verdict"]
    assert (told["outcome"], told["played"]) == ("legal", list(" ".join(laid).split()))


def test_who_is_said_to_have_laid_more_than_the_rack_held_is_not_condemned_for_what_is_wrong_with_it(
    played: Played,
) -> None:
    played.begin()
    in_the_middle = ["", "", "", "", *RACKS]
    played.turn(*in_the_middle)
    told = played.told()["verdict"]
    assert (told["outcome"], told["noteCode"]) == ("undecided", "laid-more")


def test_a_third_tile_of_a_kind_among_the_discards_is_named_and_the_game_goes_on(played: Played) -> None:
    played.begin(rulebook="hertzano-original+discard")
    played.turn(*SEVENS)
    played.buttons.say_face_up(Taken.POOL, Tile.parse("R7"))
    line = "R7 was seen 3 times (the table 2, Anna's discards 1), but the box holds 2"
    assert played.contradictions() == [line]
    assert played.told()["verdict"]["outcome"] == "legal"
    assert [found["found"][0] for found in recorded(played)] == [{"place": "table", "player": None, "count": 2}]
    played.again()
    assert played.contradictions() == [line]
    played.turn(*SEVENS, "K10 R10 B10")
    played.buttons.say_face_up(Taken.POOL, Tile.parse("K1"))
    assert played.told()["verdict"]["player"] == "Ben"
    assert played.contradictions() == [line]


def test_racks_that_cannot_be_are_named_and_the_score_is_written_all_the_same(played: Played) -> None:
    played.begin()
    played.turn(*SEVENS)
    played.buttons.score({"Ben": tiles("R7 K1")}, "Anna")
    assert played.contradictions() == [
        "R7 was seen 3 times (the table 2, Ben's rack 1), but the box holds 2",
        "Ben's rack holds 2 tiles, but must hold 14",
        "Anna's rack holds 0 tiles, but must hold 8",
    ]
    assert played.live.game.state is State.SCORED
    assert played.told()["sheet"]["totals"] == {"Anna": 8, "Ben": -8}
    played.buttons.undo()
    assert (played.live.game.state, played.contradictions()) == (State.TURN, [])


def test_points_tell_no_tiles_and_a_round_without_turns_was_not_followed(played: Played) -> None:
    played.begin()
    played.buttons.score({"Ben": tiles("R7 K1")}, "Anna")
    assert played.contradictions() == []
    played.buttons.next_round()
    played.turn(*SEVENS)
    played.buttons.score({"Anna": 24, "Ben": 30}, None)
    assert played.contradictions() == []


def test_a_rack_seen_for_a_claim_counts_until_its_tiles_are_laid(played: Played) -> None:
    played.begin()
    played.buttons.claim_redeal("Ben", tiles("K7 K7 R7 R7 K1 K2 K3 K4 K5 K6 B8 B9 B10 B11"))
    played.turn("R7 R8 R9 R10")
    assert played.contradictions() == ["R7 was seen 3 times (the table 1, Ben's draws 2), but the box holds 2"]
    played.buttons.undo()
    assert played.contradictions() == []
    played.turn("B7 B8 B9 B10")
    assert played.contradictions() == []
    played.turn("B7 B8 B9 B10", "B9 B10 B11")
    assert played.contradictions() == []
    played.buttons.score({"Ben": tiles("R7 K7 K7 K1 K2 K3 K4 K5 K6 B8 O1")}, "Anna")
    assert played.contradictions()[-1] == "Ben held R7 earlier and has not laid it, but it is not on the rack"


def test_with_a_second_box_there_are_four_of_each_tile(played: Played) -> None:
    assert played.live.game.copies == 2
    played.begin(rulebook=f"{RULEBOOK}+players=6")
    assert played.live.game.copies == 4
    played.turn(*SEVENS, "R7 R8 R9")
    assert played.told()["verdict"]["outcome"] == "legal"
    assert played.contradictions() == []
