"""While the tiles are dealt: racks are put up, who begins lays before anybody says so, and the area is marked."""

from __future__ import annotations

import pytest

from live.commands import RefusedError
from tests.live.stage import Played

RULEBOOK = "jumbo-original-2016"
OPENING = "R10 R11 R12"
RACK = "K1 B2 O3 J R5 K9 B11"
EMPTY = ("", "", "", "")
ALL_BUT_THE_EDGE = [(0.01, 0.01), (0.99, 0.01), (0.99, 0.99), (0.01, 0.99)]


def deal(played: Played) -> None:
    played.buttons.start_round(["Anna", "Ben"], RULEBOOK, deal=True)


def opens(played: Played, *before: str, behind: tuple[str, ...] = ()) -> None:
    """Anna lays her opening and ends her turn, and it is legal."""
    played.turn(*before, OPENING, *behind)
    told = played.told()["verdict"]
    assert (told["outcome"], told["played"]) == ("legal", OPENING.split())


@pytest.mark.parametrize("how", ["a hand is there", "nobody begins it", "after a restart"])
def test_racks_put_up_during_the_deal_are_none_of_the_table(played: Played, how: str) -> None:
    deal(played)
    played.stage.show(RACK, seconds=5)
    if how == "a hand is there":
        played.stage.hands().do(played.buttons.first_turn).hands().show(RACK)
    played.run()
    if how == "after a restart":
        played.again()
        played.stage.show(RACK)
        played.run()
    opens(played, RACK, "", "", "")


def test_racks_that_stand_elsewhere_in_the_next_round_are_found_there(played: Played) -> None:
    played.stage.show(RACK)
    played.run()
    deal(played)
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
    deal(played)
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
    deal(played)
    played.stage.hands().show("", "", "", "", "", "K5").do(played.buttons.first_turn)
    played.stage.show("", "", "", "", "", "K5", seconds=1)
    played.run()
    opens(played, *EMPTY, behind=("K5",))


def test_a_marked_area_is_the_whole_table_also_where_racks_stood_before(played: Played) -> None:
    played.stage.show(RACK)
    played.run()
    deal(played)
    played.stage.show(RACK)
    played.run()
    played.live.mark_area(ALL_BUT_THE_EDGE)
    played.stage.hands().show(seconds=3)
    played.run()
    played.buttons.first_turn()
    opens(played)


def test_no_area_is_marked_that_leaves_tiles_of_the_game_out(played: Played) -> None:
    played.buttons.start_round(["Anna", "Ben"], RULEBOOK)
    played.stage.show()
    opens(played)
    played.stage.show(OPENING)
    played.run()
    with pytest.raises(RefusedError) as refusal:
        played.live.mark_area([(0.5, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.0)])
    assert (refusal.value.code, played.told()["area"]) == ("area-cuts", None)
    played.live.mark_area(ALL_BUT_THE_EDGE)
    assert played.told()["area"] is not None
