"""After an illegal turn nothing goes on before the table is put back, or everybody agrees to play on with it as it lies."""

from __future__ import annotations

import cv2
import pytest

from live.game.commands import RefusedError
from live.game.seen import SeenTable
from live.game.state import State
from referee.tiles import Tile
from tests.conftest import MakeReading
from tests.live.stage import HEIGHT, OPENING, SKIN, Played


def illegal(played: Played) -> None:
    """Anna's legal turn and Ben's illegal one."""
    played.begin()
    played.turn(OPENING)
    played.turn(OPENING, "K1 K2 K3")


def test_nobody_is_judged_before_the_table_is_put_back(played: Played) -> None:
    illegal(played)
    with pytest.raises(RefusedError, match="put back"):
        played.buttons.end_turn()
    assert played.state() is State.RESTORE
    played.stage.hands().show(OPENING)
    played.run()
    assert played.state() is State.TURN


@pytest.mark.parametrize("laid", [(OPENING, "B5 B6 B7"), ("R9 R10 R11 R12",), (OPENING, "B5")])
def test_the_next_player_may_lay_in_the_movement_that_puts_the_table_back(
    played: Played, laid: tuple[str, ...]
) -> None:
    illegal(played)
    played.stage.hands().show(*laid)
    played.run()
    assert played.state() is State.TURN


@pytest.mark.parametrize("left", [(OPENING, "K1 K2"), (OPENING, "B5 B6 B7", "K3"), ("R10 R11", "B5 B6 B7")])
def test_a_table_is_not_put_back_while_anything_of_the_illegal_turn_lies_there_or_a_tile_is_gone(
    played: Played, left: tuple[str, ...]
) -> None:
    illegal(played)
    played.stage.hands().show(*left)
    played.run()
    assert played.state() is State.RESTORE


def test_putting_the_table_back_cannot_be_paused_away(played: Played) -> None:
    illegal(played)
    with pytest.raises(RefusedError, match="no turn to pause"):
        played.buttons.pause()


def test_what_is_left_lying_beside_a_table_that_was_put_back_is_no_hand_for_ever(played: Played) -> None:
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    played.turn(OPENING)
    played.turn(OPENING, "K1 K2 K3")
    bag = played.stage.paint([OPENING]).copy()
    cv2.rectangle(bag, (700, HEIGHT // 2), (900, HEIGHT), SKIN, -1)
    played.stage.know(bag, [OPENING], lambda _: False)
    played.stage.hands().picture(bag, 6)
    played.run()
    assert played.state() is State.RESTORE
    played.stage.picture(bag, 16)
    played.run()
    assert played.state() is State.TURN


def test_a_table_that_is_put_back_need_not_be_read_for_certain(played: Played) -> None:
    illegal(played)
    played.stage.hands().show(OPENING, doubts={"R11": {"R1": 0.6, "R11": 0.35}})
    played.run()
    assert played.state() is State.TURN


@pytest.mark.parametrize("doubtful_first", [True, False])
def test_a_table_is_put_back_in_whatever_order_its_sets_are_read(
    played: Played, make_reading: MakeReading, *, doubtful_first: bool
) -> None:
    blue = "B10 B11 B12"
    played.begin()
    played.turn(OPENING, blue)
    played.turn(OPENING, blue, "K1 K2 K3")
    row = 0 if doubtful_first else 1
    either = {(row, place): {f"R{10 + place}": 0.5, f"B{10 + place}": 0.45} for place in range(3)}
    reading = make_reading([blue, OPENING] if doubtful_first else [OPENING, blue], either)
    assert played.live.game.lies_as_before(SeenTable.from_reading(reading))
    reading = make_reading([OPENING, blue, "K1 K2 K3"], either)
    assert not played.live.game.lies_as_before(SeenTable.from_reading(reading))


def test_a_spot_of_the_cloth_that_is_half_taken_for_a_tile_does_not_keep_the_game_from_going_on(
    played: Played,
) -> None:
    illegal(played)
    photo = played.stage.paint([OPENING]).copy()
    cv2.circle(photo, (1200, 700), 4, SKIN, -1)  # a speck, so that it is told from the photo of the same table before
    played.stage.know(photo, [OPENING, "?"], lambda _: False, {"?": {"K5": 0.25}})
    played.stage.hands().picture(photo, 3)
    played.run()
    assert played.state() is State.TURN


@pytest.mark.parametrize("likely", [{"K1": 0.5}, {"K1": 0.6, "R1": 0.3}, {"K1": 0.999}])
def test_a_tile_that_stays_of_what_was_laid_is_to_be_taken_back(played: Played, likely: dict[str, float]) -> None:
    illegal(played)
    played.stage.hands().show(OPENING, "K1", doubts={"K1": likely})
    played.run()
    assert played.state() is State.RESTORE


@pytest.mark.parametrize("anyway", [False, True])
def test_no_turn_goes_on_over_a_table_that_nobody_sees(played: Played, anyway: bool) -> None:  # noqa: FBT001 - a parameter
    illegal(played)
    played.stage.hands(0.5)
    played.run()
    with pytest.raises(RefusedError, match="lie still") as refused:
        played.live.resume(anyway=anyway)
    assert (refused.value.code, played.state()) == ("not-still", State.RESTORE)
    played.stage.show(OPENING)
    played.run()
    assert played.state() is State.TURN


def test_once_the_table_is_back_the_red_card_does_not_ask_for_it_again(played: Played) -> None:
    illegal(played)
    played.stage.hands().show(OPENING).hands().show(OPENING, "K10 B10 O10")
    played.run()
    assert played.told()["restored"] is True


def test_a_table_that_stays_as_it_lies_is_nobodys_fault_in_the_next_turn(played: Played) -> None:
    illegal(played)
    played.buttons.resume(anyway=True)
    played.turn(OPENING, "K1 K2 K3", "R13 B13 O13")
    verdict = played.told()["verdict"]
    assert (verdict["player"], verdict["outcome"], verdict["played"]) == ("Anna", "legal", ["R13", "B13", "O13"])
    resumed = next(event for event in played.live.record.journal.events() if event.kind == "resumed")
    assert resumed.data["restored"] is False
    assert [p["tiles"] for p in played.told()["players"]] == [8, 14]


@pytest.mark.parametrize("truth", ["K4", "K3"])
def test_a_tile_named_late_in_an_illegal_turn_brings_back_nothing_that_was_put_back(played: Played, truth: str) -> None:
    played.begin()
    played.turn(OPENING)
    played.turn(OPENING, "K1 K2 O3")
    played.stage.hands().show(OPENING)
    played.run()
    verdict = played.told()["verdict"]
    with pytest.raises(RefusedError, match="put back since"):
        played.buttons.correct(verdict["table"]["sets"][1][2]["corners"], Tile.parse(truth), verdict["event"])
    assert (played.state(), played.told()["clock"]["running"]) == (State.TURN, True)
    assert played.told()["verdict"]["outcome"] == "illegal"
    played.turn(OPENING, "B10 B11 B12")
    assert played.told()["verdict"]["outcome"] == "legal"


def test_a_tile_named_late_leaves_the_table_as_the_game_goes_on_with_it(played: Played) -> None:
    illegal(played)
    played.buttons.resume(anyway=True)
    verdict = played.told()["verdict"]
    played.buttons.correct(verdict["table"]["sets"][1][0]["corners"], Tile.parse("K1"), verdict["event"])
    assert played.told()["verdict"]["outcome"] == "illegal"
    played.turn(OPENING, "K1 K2 K3", "R13 B13 O13")
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["played"]) == ("legal", ["R13", "B13", "O13"])
