"""While the tiles are dealt: racks are put up, who begins lays before anybody says so, and the area is marked."""

from __future__ import annotations

from typing import Any

import pytest

from live.game import commands
from live.game.commands import RefusedError
from live.game.state import State
from tests.live.stage import OPENING, Played

RACK = "K1 B2 O3 J R5 K9 B11"
EMPTY = ("", "", "", "")
ALL_BUT_THE_EDGE = [(0.01, 0.01), (0.99, 0.01), (0.99, 0.99), (0.01, 0.99)]


def opens(played: Played, *before: str, behind: tuple[str, ...] = ()) -> None:
    """Anna lays her opening and ends her turn, and it is legal."""
    played.turn(*before, OPENING, *behind)
    told = played.told()["verdict"]
    assert (told["outcome"], told["played"]) == ("legal", OPENING.split())


@pytest.mark.parametrize("how", ["a hand is there", "nobody begins it", "after a restart"])
def test_racks_put_up_during_the_deal_are_none_of_the_table(played: Played, how: str) -> None:
    played.begin(deal=True)
    played.stage.show(RACK, seconds=5)
    if how == "a hand is there":
        played.stage.hands().do(played.buttons.first_turn).hands().show(RACK)
    played.run()
    if how == "after a restart":
        played.again()
        played.stage.show(RACK)
        played.run()
    opens(played, RACK, "", "", "")


def ended_with_racks_in_sight(played: Played, *beside: str) -> dict[str, Any]:
    """What is said of an opening before and during which no picture showed the racks."""
    played.begin(deal=True)
    played.stage.hands(1).do(played.buttons.first_turn).hands(2)
    lying = (f"{RACK} R2 O9 K3 B5 R13", *EMPTY, OPENING, *beside)
    played.stage.show(*lying, seconds=0.2).do(played.buttons.end_turn).show(*lying, seconds=25)
    played.run()
    told: dict[str, Any] = played.told()["verdict"]
    return told


def test_racks_that_no_picture_shows_before_the_first_turn_is_ended_are_none_of_the_table(played: Played) -> None:
    told = ended_with_racks_in_sight(played)
    assert (told["outcome"], told["played"]) == ("legal", OPENING.split())


def test_nor_is_anybody_punished_for_one_that_stands_further_in(played: Played) -> None:
    assert ended_with_racks_in_sight(played, "", "K7 O1 B6 R3")["outcome"] == "undecided"


def test_racks_that_stand_elsewhere_in_the_next_round_are_found_there(played: Played) -> None:
    played.stage.show(RACK)
    played.run()
    played.begin(deal=True)
    played.stage.show(RACK)
    elsewhere = (*["" for _ in range(7)], RACK)
    played.stage.hands().show(*["" for _ in range(4)], *elsewhere, seconds=5)
    played.stage.hands().do(played.buttons.first_turn).hands().show(*EMPTY, *elsewhere)
    played.run()
    opens(played, *EMPTY, behind=elsewhere[1:])


@pytest.mark.parametrize("early", ["R10 R11", OPENING])
@pytest.mark.parametrize("begun", ["first_turn", "begin_with"])
def test_tiles_laid_before_anybody_says_that_the_first_turn_starts_are_tiles(
    played: Played, begun: str, early: str
) -> None:
    played.begin(deal=True)
    played.stage.show(*EMPTY)
    if begun == "begin_with":
        played.stage.do(played.buttons.first_turn).show(*EMPTY)
    played.stage.hands().show(*EMPTY, early)
    played.stage.do(lambda: getattr(played.buttons, begun)(*(["Anna"] if begun == "begin_with" else [])))
    played.stage.show(*EMPTY, early, seconds=1)
    played.run()
    opens(played, *EMPTY)


def test_what_has_lain_there_since_before_the_deal_is_no_tile(played: Played) -> None:
    played.stage.show("", "", "", "", "", "K5")  # a picture on a box
    played.run()
    played.begin(deal=True)
    played.stage.hands().show("", "", "", "", "", "K5").do(played.buttons.first_turn)
    played.stage.show("", "", "", "", "", "K5", seconds=1)
    played.run()
    opens(played, *EMPTY, behind=("K5",))


def test_a_marked_area_is_the_whole_table_also_where_racks_stood_before(played: Played) -> None:
    played.stage.show(RACK)
    played.run()
    played.begin(deal=True)
    played.stage.show(RACK)
    played.run()
    played.live.mark_area(ALL_BUT_THE_EDGE)
    played.stage.hands().show(seconds=3)
    played.run()
    played.buttons.first_turn()
    opens(played)


def test_no_area_is_marked_that_leaves_tiles_of_the_game_out(played: Played) -> None:
    played.begin()
    played.stage.show()
    opens(played)
    played.stage.show(OPENING)
    played.run()
    with pytest.raises(RefusedError) as refusal:
        played.live.mark_area([(0.5, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.0)])
    assert (refusal.value.code, played.told()["area"]) == ("area-cuts", None)
    played.live.mark_area(ALL_BUT_THE_EDGE)
    assert played.told()["area"] is not None


def test_no_clock_runs_while_the_tiles_are_dealt_until_the_first_turn_starts(played: Played) -> None:
    played.begin(deal=True)
    played.stage.show(seconds=50)
    played.run()
    assert (played.state(), played.told()["clock"]["elapsed"]) == (State.DEAL, 0)
    played.buttons.first_turn()
    played.stage.wait(7)
    played.run()
    assert (played.state(), played.told()["clock"]["elapsed"]) == (State.TURN, pytest.approx(7))
    with pytest.raises(RefusedError, match="has begun already"):
        played.buttons.first_turn()


def test_a_first_turn_that_nobody_began_is_ended_without_a_time(played: Played) -> None:
    played.begin(deal=True)
    played.stage.wait(300)
    played.turn(OPENING)
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["seconds"]) == ("legal", 0)


def test_the_next_round_is_dealt_first_too(played: Played) -> None:
    played.begin()
    played.buttons.score({"Ben": 20}, "Anna")
    played.live.do(commands.next_round)
    assert played.state() is State.DEAL


def test_a_press_while_the_tiles_are_dealt_starts_no_clock(played: Played) -> None:
    played.begin(deal=True)
    played.stage.show(seconds=2).do(played.buttons.end_turn).show(seconds=4)
    played.run()
    assert (played.events()[-1], played.state()) == ("press-dropped", State.DEAL)
    assert played.told()["clock"]["running"] is False


def test_racks_in_the_picture_are_no_sets(played: Played) -> None:
    rack = "K1 B2 O3 J R5 K9 B11"
    played.begin(deal=True)
    played.stage.show(rack)
    played.run()
    assert played.told()["areaSuggested"] is not None
    played.buttons.first_turn()
    assert played.told()["areaSuggested"] is not None
    played.turn("K1 B2 O3 J R5", "", "", "", OPENING)
    told = played.told()
    assert (told["verdict"]["outcome"], told["verdict"]["played"]) == ("legal", OPENING.split())
    assert len(told["beside"]) == 1
    assert told["areaSuggested"] is None
    played.again()
    played.turn("K1 B2 O3 J R5", "", "", "", OPENING, drew=True)
    assert played.told()["verdict"]["outcome"] == "legal"


def test_racks_that_stay_as_they_were_are_written_down_once(played: Played) -> None:
    played.begin(deal=True)
    played.stage.show("K1 B2 O3 J R5").do(played.buttons.first_turn).show("K1 B2 O3 J R5", seconds=14)
    played.run()
    assert played.events() == ["round-started", "racks-seen", "first-turn"]


def test_what_looks_like_a_tile_before_the_first_turn_is_none(played: Played) -> None:
    phone = "K1 B2"
    played.begin(deal=True)
    played.stage.show("", "", "", "", "", "", "", phone)
    played.run()
    played.buttons.first_turn()
    assert played.told()["beside"] == []
    played.turn("", "", "", "", "", "", "", phone, OPENING)
    assert played.told()["verdict"]["outcome"] == "legal"
    played.turn("", "", "", "", "", "", "", "R1 R2 R3 R4", OPENING)  # taken away, and tiles laid in its place
    assert "opening-below-30" in [violation["code"] for violation in played.told()["verdict"]["violations"]]


def test_nobody_has_laid_what_lies_there_before_the_first_turn(played: Played) -> None:
    box = "K5 K6 K7"  # a picture on its lid, or a set of the last round
    played.begin(deal=True)
    played.stage.show("", "", "", "", "", "", "", box)
    played.run()
    played.buttons.first_turn()
    played.turn("", "", "", "", "", "", "", box, drew=True)
    assert played.told()["verdict"]["outcome"] == "legal"
    played.turn("", "", "", "", "", "", "", box, OPENING)
    assert played.told()["verdict"]["played"] == OPENING.split()
    played.turn("", "", "", "", "", "", "", "", OPENING, drew=True)  # the box is taken away
    assert played.told()["verdict"]["outcome"] == "legal"
