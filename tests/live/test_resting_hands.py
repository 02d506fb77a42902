"""What is laid under a hand that rests is waited for: it is neither called nothing, nor judged in part."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from live.game.state import State
from tests.live.stage import OPENING, RULEBOOK, SKIN, Played, place
from vision.image import Photo

ARM = ((600, 0), (860, 400))
"""The corners of an arm over the place of a second set."""
SMALL_HAND = ((648, 66), (784, 132)), ((690, 0), (740, 66))
RESTS = 14.0
"""Seconds for which the arm rests: so long it is taken for one."""
LEANS = 3.0
"""Seconds after the press for which a hand may hold up a legal turn."""


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [12, 75])
@pytest.mark.parametrize("opening", [True, False])
def test_a_set_laid_under_an_arm_that_rests_is_not_called_nothing(
    played: Played, *, opening: bool, seconds: int
) -> None:
    played.begin(rulebook=f"{RULEBOOK}+time=none")
    played.stage.show(seconds=3)
    played.run()
    laid, left = ([OPENING], 60) if opening else ([OPENING, "K10 B10 O10"], 600)
    if not opening:
        played.turn(OPENING)
    covered = played.stage.under_arm(laid, left, left + 260)
    played.stage.hands().picture(covered, seconds).do(played.buttons.end_turn).picture(covered, 5)
    played.run()
    assert (played.state(), played.told()["waits"]["for"]) == (State.READING, "hand")
    played.stage.hands(0.5).show(*laid)
    played.run()
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["played"]) == ("legal", laid[-1].split())


def test_a_table_that_is_said_to_be_clear_is_judged_by_the_picture_of_that_moment(played: Played) -> None:
    """An arm has rested in the very first picture, and was taken for the table: when it is gone, something seems to lie there."""
    resting = played.stage.paint([]).copy()
    cv2.rectangle(resting, (400, 0), (560, 400), SKIN, -1)
    played.stage.know(resting, [], lambda _: False)
    played.begin()
    played.stage.picture(resting, 3)
    played.stage.hands(0.5).show(OPENING).do(played.buttons.end_turn).show(OPENING, seconds=2)
    played.run()
    assert (played.state(), played.told()["waits"]["for"]) == (State.READING, "hand")
    played.buttons.judge_anyway()
    played.stage.show(OPENING, seconds=1)
    played.run()
    assert (played.told()["verdict"]["outcome"], len(played.told()["verdict"]["played"])) == ("legal", 3)


def with_small_hand(played: Played, laid: list[str], row: int, *, dark: bool = False) -> np.ndarray:
    """A table with that row under a hand that is too small beside the picture to be taken for one, wherever it comes in.

    A dark one is a little lighter than the table.
    """
    covered = played.stage.paint(laid).copy()
    (left, top), (right, bottom) = place(row, 0)[0].astype(int), place(row, 2)[2].astype(int)
    beneath = (slice(top - 6, bottom + 6), slice(left - 6, right + 6))
    covered[beneath] = played.stage.paint([])[beneath] + np.uint8(14) if dark else SKIN
    sets = [text if index != row else "" for index, text in enumerate(laid)]
    played.stage.know(covered, sets, lambda _: False)
    return covered


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([OPENING], [OPENING, "", "K10 B10 O10"]),
        (["R9 R10 R11 R12", "K9 B9 O9"], ["R10 R11 R12", "K9 B9 O9", "R9 R8 R7"]),
    ],
)
def test_what_was_laid_under_a_small_hand_that_rests_is_waited_for(
    played: Played, before: list[str], after: list[str], *, dark: bool
) -> None:
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    played.turn(*before)
    covered = with_small_hand(played, after, 2, dark=dark)
    played.stage.hands().do(played.buttons.end_turn).picture(covered, 6)
    played.run()
    assert (played.state(), played.told()["waits"]["where"]) == (State.READING, "top left")
    played.stage.hands(0.5).show(*after)
    played.run()
    assert played.told()["verdict"]["outcome"] == ("legal" if before == [OPENING] else "illegal")


def test_a_legal_part_of_what_was_laid_is_not_all_of_it_while_a_hand_rests_beside_what_one_glance_showed(
    played: Played,
) -> None:
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    laid = [OPENING, "", "K10 B10 O10"]
    covered = with_small_hand(played, laid, 2)
    glance = covered.copy()
    glance[0, 0] += 1  # the same to the eye, and another picture to the reader
    played.stage.know(glance, laid, lambda x: x > place(2, 0)[1][0], {"K10": {"K10": 0.9}})
    played.stage.hands().do(played.buttons.end_turn).picture(glance, 0.4).picture(covered, 6)
    played.run()
    assert played.state() is State.READING
    played.stage.hands(0.5).show(*laid)
    played.run()
    verdict = played.told()["verdict"]
    assert (verdict["outcome"], len(verdict["played"])) == ("legal", 6)


def under_own_hand(played: Played, laid: list[str], *hand: tuple[tuple[int, int], tuple[int, int]]) -> Photo:
    """A table with the second set wholly under the arm of the player who presses."""
    played.begin(rulebook=f"{RULEBOOK}+time=none")
    played.stage.show(seconds=3).hands(0.5)
    played.run()
    covered = played.stage.paint(laid).copy()
    for corner, opposite in hand or [ARM]:
        cv2.rectangle(covered, corner, opposite, SKIN, -1)
    played.stage.know(covered, laid, lambda left: left > 560)
    return covered


HANDS = pytest.mark.parametrize(
    "hand", [(ARM,), SMALL_HAND], ids=["an arm", "a hand smaller than a fiftieth of the picture"]
)


@HANDS
@pytest.mark.parametrize("beneath", ["K10 B10 O10", "K10 B10 O11"])
def test_a_set_wholly_under_the_own_hand_counts_beside_what_is_legal_without_it(
    played: Played, beneath: str, hand: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
) -> None:
    laid = [OPENING, beneath]
    covered = under_own_hand(played, laid, *hand)
    played.stage.do(played.buttons.end_turn).picture(covered, LEANS)
    played.run()
    assert (played.state(), played.told()["waits"]["for"]) == (State.READING, "hand")
    played.stage.hands(0.5).show(*laid)
    played.run()
    if played.told()["waits"]:  # an arm that comes to rest so shortly is still moving, and may be the next player's
        assert hand == (ARM,)
        played.live.say_whose(())
    verdict = played.told()["verdict"]
    assert (verdict["outcome"], len(verdict["played"])) == ("legal" if beneath.endswith("O10") else "illegal", 6)


@HANDS
@pytest.mark.parametrize("beneath", ["K10 B10 O10", "K10 B10 O11"])
def test_a_set_that_comes_out_from_under_the_last_player_s_hand_is_not_held_against_the_next(
    played: Played, beneath: str, hand: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
) -> None:
    laid = [OPENING, beneath]
    covered = under_own_hand(played, laid, *hand)
    played.stage.do(played.buttons.end_turn).picture(covered, RESTS)
    played.run()
    assert (played.told()["verdict"]["outcome"], len(played.told()["verdict"]["played"])) == ("legal", 3)
    played.stage.hands(0.5).show(*laid).do(lambda: played.buttons.end_turn(drew=True)).show(*laid)
    played.run()
    assert played.told()["verdict"]["outcome"] == "legal"
    assert (played.told()["late"] is not None) == beneath.endswith("O10")


def test_what_the_next_player_lays_where_the_last_one_s_hand_was_is_the_next_one_s(played: Played) -> None:
    covered = under_own_hand(played, [OPENING])
    played.stage.do(played.buttons.end_turn).picture(covered, RESTS).hands(0.5).show(OPENING)
    laid = [OPENING, "K10 B10 O10"]
    played.stage.hands(0.5).show(*laid).do(lambda: played.buttons.end_turn(drew=True)).show(*laid)
    played.run()
    assert [violation["code"] for violation in played.told()["verdict"]["violations"]] == ["laid-and-drew"]


def test_what_lies_elsewhere_once_the_own_hand_is_gone_was_laid_by_another(played: Played) -> None:
    covered = under_own_hand(played, [OPENING])
    played.stage.do(played.buttons.end_turn).picture(covered, RESTS)
    played.stage.hands(0.5).show(OPENING, "", "K1 K2 K4")
    played.run()
    verdict = played.told()["verdict"]
    assert (verdict["outcome"], len(verdict["played"])) == ("legal", 3)


def test_a_hand_that_stays_for_good_holds_up_no_legal_turn(played: Played) -> None:
    covered = under_own_hand(played, [OPENING])
    played.stage.do(played.buttons.end_turn).picture(covered, 2 * RESTS)
    played.run()
    assert played.told()["verdict"]["outcome"] == "legal"
