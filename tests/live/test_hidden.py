"""What a hand or a cup hides is not gone, and no set is judged without it."""

from __future__ import annotations

import cv2
import pytest

from live.game.state import State
from referee.tiles import Tile
from tests.live.stage import OPENING, SKIN, Played, bare_table, place
from vision.reading.detect import LEAST_BELIEF


def test_a_tile_under_a_hand_that_stays_is_hidden_and_not_gone(played: Played) -> None:
    played.begin()
    played.stage.show()
    played.turn(OPENING)
    covered = played.stage.under_arm([OPENING, "K10 B10 O10"], 100, 260)
    played.stage.hands().do(played.buttons.end_turn).picture(covered, 15)
    played.run()
    told = played.told()
    assert (told["state"], told["waits"]["for"]) == ("reading", "hidden")
    assert told["waits"]["where"] == "top left"
    played.stage.hands(0.5).show(OPENING, "K10 B10 O10")
    played.run()
    assert played.told()["verdict"]["outcome"] == "legal"


def test_a_person_may_say_that_nothing_is_hidden(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    covered = played.stage.under_arm([OPENING], 100, 260)
    played.stage.hands().do(played.buttons.end_turn).picture(covered, 15)
    played.run()
    assert played.state() is State.READING
    played.buttons.judge_anyway()
    assert "tile-missing" in [violation["code"] for violation in played.told()["verdict"]["violations"]]


def test_a_known_tile_that_is_hardly_seen_under_its_neighbour_is_still_what_it_was(played: Played) -> None:
    laid = [OPENING, "K10 B10 O10"]
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    played.turn(OPENING)
    stacked = played.stage.paint(laid).copy()
    left, top = place(0, 1)[0].astype(int)
    stacked[top : top + 60, left : left + 34] = stacked[top : top + 60, left - 44 : left - 10]  # R10 lies over R11
    played.stage.know(stacked, laid, lambda _: False, {"R11": {"R11": LEAST_BELIEF}})
    played.stage.hands().do(played.buttons.end_turn).picture(stacked, 8)
    played.run()
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["played"]) == ("legal", ["K10", "B10", "O10"])
    played.again()
    after = played.told()["verdict"]["table"]["sets"]
    assert [[tile["tile"] for tile in tiles] for tiles in after] == [one.split() for one in laid]


def test_nobody_is_asked_about_a_set_while_a_small_hand_hides_the_rest_of_it(played: Played) -> None:
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    played.turn(OPENING)
    longer = f"{OPENING} R13"
    covered = played.stage.paint([longer]).copy()
    (left, top), (right, bottom) = place(0, 0)[0].astype(int), place(0, 1)[2].astype(int)
    cv2.rectangle(covered, (left - 6, top - 6), (right, bottom + 6), SKIN, -1)
    played.stage.know(covered, [longer], lambda x: x < right, {"R12": {"R2": 0.33, "R12": 0.07}})
    played.stage.hands().do(played.buttons.end_turn).picture(covered, 6)
    played.run()
    assert (played.state(), played.told()["waits"]) == (
        State.READING,
        {"for": "hidden", "where": "top left", "part": "top-left", "whose": None},
    )
    played.stage.hands(0.5).show(longer)
    played.run()
    verdict = played.told()["verdict"]
    assert [violation["code"] for violation in verdict["violations"]] == ["opening-below-30", "opening-touches-table"]
    assert verdict["played"] == ["R13"]


@pytest.mark.parametrize("column", [0, 2], ids=["left", "right"])
def test_a_new_set_whose_end_a_cup_hides_is_not_called_invalid(played: Played, column: int) -> None:
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    played.turn(OPENING)
    laid = [OPENING, "K10 R10 B10"]
    x = float(place(1, column)[0][0])
    under_cup = played.stage.paint(laid).copy()
    cv2.circle(under_cup, (round(x + 21), 100), 44, (90, 40, 160), -1)
    played.stage.know(under_cup, laid, lambda left: left == x)
    played.stage.hands().do(played.buttons.end_turn).picture(under_cup, 3)
    played.run()
    assert (played.state(), played.told()["waits"]["for"]) == (State.READING, "hidden")
    played.stage.hands(0.5).show(*laid)
    played.run()
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["played"]) == ("legal", laid[1].split())


def test_nobody_is_punished_for_a_tile_that_is_not_seen_at_the_end_of_a_set_since_the_cloth_is_as_pale(
    played: Played,
) -> None:
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    played.turn(OPENING, "", "K4 J K6")
    played.turn(OPENING, "", "K4 J K6", drew=True)
    laid = [OPENING, "K10 B10 J", "K4 K5 K6"]
    shown = played.stage.paint(laid).copy()
    left, top = place(1, 2)[0].astype(int)
    shown[top : top + 60, left : left + 26] = bare_table()[top : top + 60, left : left + 26]
    played.stage.know(shown, laid, lambda x: x == left)
    played.stage.hands().do(played.buttons.end_turn).picture(shown, 3)
    played.run()
    assert (played.state(), played.told()["waits"]["for"]) == (State.READING, "hidden")
    played.stage.hands(0.5).show(*laid)
    played.run()
    assert played.told()["verdict"]["outcome"] == "legal"


def test_a_doubtful_tile_is_not_taken_for_a_known_one_that_a_cup_hides(played: Played) -> None:
    doubts = {"B6": {"B6": 0.6, "B9": 0.39}, "B9": {"B9": 0.5, "B6": 0.49}}
    six, nine = "K6 R6 O6 B6", "K9 R9 B9 O9"
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    played.turn(OPENING, six, doubts=doubts)
    question = played.told()["questions"][0]
    played.buttons.answer(question["set"], question["index"], Tile.parse("B6"))
    played.turn(OPENING, six, drew=True, doubts=doubts)
    under_cup = played.stage.paint([OPENING, six, nine], doubts).copy()
    cv2.rectangle(under_cup, (780, 60), (832, 140), (200, 60, 60), -1)
    played.stage.know(under_cup, [OPENING, six, nine], lambda x: 775 < x < 800, doubts)
    played.stage.hands().do(played.buttons.end_turn).picture(under_cup, 3)
    played.run()
    assert (played.state(), played.told()["waits"]["for"]) == (State.READING, "hidden")
    played.stage.hands(0.5).show(OPENING, six, nine, doubts=doubts)
    played.run()
    asked = [[name for name, _ in question["likely"]] for question in played.told()["questions"]]
    assert asked == [["B9", "B6"]]


def test_a_cup_where_a_tile_lay_that_now_lies_elsewhere_hides_nothing(played: Played) -> None:
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    played.turn("R9 R10 R11 R12", "K12 B12 O12")
    laid = ["R9 R10 R11", "K12 B12 O12 R12", "K1 R5"]
    with_cup = played.stage.paint(laid).copy()
    x, y = place(0, 3).mean(axis=0)
    cv2.circle(with_cup, (round(float(x)), round(float(y))), 40, (90, 40, 160), -1)
    played.stage.know(with_cup, laid, lambda _: False)
    played.stage.hands().do(played.buttons.end_turn).picture(with_cup, 3)
    played.run()
    assert "set-invalid" in [violation["code"] for violation in played.told()["verdict"]["violations"]]
