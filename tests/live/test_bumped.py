"""A camera that was pushed shows the same table: what is known of it stays known, or nobody is judged."""

from __future__ import annotations

import cv2
import pytest

from live.game.commands import RefusedError
from live.game.state import State
from live.watching import bearings
from referee.tiles import Tile
from tests.live.stage import HEIGHT, OPENING, SKIN, WIDTH, Played, elsewhere
from vision.scene.landmarks import Landmarks

pytestmark = pytest.mark.slow

GROUP = "K6 R6 B6"
SIX = {"B6": {"B6": 0.6, "B9": 0.39}}
PUSHES = [
    pytest.param({"dx": 45, "dy": -30}, id="shifted"),
    pytest.param({"dx": 10, "dy": 20, "degrees": 2.5}, id="turned"),
    pytest.param({"dx": -15, "dy": 5, "zoom": 1.05}, id="nearer"),
    pytest.param({"dx": 90, "dy": 40, "degrees": 2}, id="far"),
]


def opened(played: Played) -> None:
    """Anna has laid a set, and said what one of its tiles is."""
    played.begin()
    played.stage.show()
    played.turn(OPENING, GROUP, doubts=SIX)
    played.buttons.answer(1, 2, Tile.parse("B6"))
    assert played.told()["verdict"]["outcome"] == "legal"


@pytest.mark.parametrize("push", PUSHES)
def test_what_a_person_said_of_a_tile_is_known_after_a_push(played: Played, push: dict[str, float]) -> None:
    opened(played)
    played.stage.push(**push)
    played.turn(OPENING, GROUP, "K1 K2 K3", drew=False, doubts=SIX)
    told = played.told()
    assert (told["questions"], "B6" in told["verdict"]["played"]) == ([], False)
    played.stage.hands().show(OPENING, GROUP, doubts=SIX)
    played.run()
    assert played.told()["state"] == "turn"


@pytest.mark.parametrize("push", PUSHES)
def test_the_play_area_goes_with_the_picture(played: Played, push: dict[str, float]) -> None:
    right = 640 / WIDTH  # sets in odd rows lie beyond it
    played.buttons.mark_area([(0.0, 0.0), (right, 0.0), (right, 0.6), (0.0, 0.6)])
    played.begin()
    played.stage.show("", "B1 B2")
    played.turn(OPENING, "B1 B2")
    played.stage.push(**push)
    played.turn(OPENING, "B1 B2", drew=True)
    told = played.told()
    assert told["verdict"]["outcome"] == "legal"
    x, y = played.stage.shown(640, 0.6 * HEIGHT)
    assert told["area"][2] == pytest.approx([x / WIDTH, y / HEIGHT], abs=0.004)
    assert told["table"]["sets"][0][0]["corners"][0] == pytest.approx(played.stage.shown(90, 70), abs=0.1)


def test_racks_go_with_the_picture(played: Played) -> None:
    rack = "K1 B2 O3 J R5"
    played.begin(deal=True)
    played.stage.show(rack)
    played.run()
    played.buttons.first_turn()
    before = played.told()["beside"]
    played.stage.push(30, 60)
    played.turn(rack, "", "", "", OPENING)
    told = played.told()
    assert (told["verdict"]["outcome"], told["verdict"]["played"]) == ("legal", OPENING.split())
    assert told["beside"][0][2][1] - before[0][2][1] == pytest.approx(60 / HEIGHT, abs=0.004)


def test_after_push_upon_push_everything_is_where_it_was(played: Played) -> None:
    opened(played)
    for dx, dy in ((40, 0), (-25, 35), (-60, -50), (45, 15)):
        played.stage.push(dx, dy)
        played.turn(OPENING, GROUP, drew=True, doubts=SIX)
        assert (played.told()["verdict"]["outcome"], played.told()["questions"]) == ("legal", [])
    viewpoint = played.live.game.viewpoint
    assert viewpoint.see(0.5, 0.25) == pytest.approx((0.5, 0.25), abs=0.002)


def test_a_push_while_the_verdict_waits_is_nobodys_doing(played: Played) -> None:
    opened(played)
    played.stage.hands().do(played.buttons.end_turn).hands(0.5)
    played.stage.push(50, 30, degrees=1)
    played.stage.show(OPENING, GROUP, "K10 B10 O10", doubts=SIX)
    played.run()
    told = played.told()
    assert (told["verdict"]["outcome"], told["verdict"]["played"]) == ("legal", ["K10", "B10", "O10"])


def test_neither_tiles_nor_hands_nor_a_cat_move_the_camera(played: Played) -> None:
    opened(played)
    played.turn("", GROUP, OPENING, doubts=SIX)
    for step in range(8):
        cat = played.stage.paint(["", GROUP, OPENING], SIX).copy()
        cv2.ellipse(cat, (160 * step, 400), (420, 330), 0, 0, 360, (40, 60, 90), -1)
        played.stage.steps += [cat] * 3
    played.stage.show("", GROUP, OPENING, doubts=SIX)
    played.run()
    assert (played.live.game.viewpoint.is_home, played.told()["camera"]["moved"]) == (True, False)


@pytest.mark.parametrize("first", ["push", "end"])
def test_what_is_known_is_known_after_a_restart(played: Played, first: str) -> None:
    opened(played)
    if first == "push":
        played.stage.push(45, -20)
        played.turn(OPENING, GROUP, drew=True, doubts=SIX)
    played.again()
    played.stage.push(-30, 35)  # while nobody looked
    played.turn(OPENING, GROUP, drew=True, doubts=SIX)
    assert (played.told()["verdict"]["outcome"], played.told()["questions"]) == ("legal", [])


def test_a_restart_leaves_the_play_area_where_the_picture_has_it(played: Played) -> None:
    played.buttons.mark_area([(0.0, 0.0), (0.5, 0.0), (0.5, 0.6), (0.0, 0.6)])
    played.begin()
    played.stage.show()
    played.turn(OPENING)
    played.stage.push(50, 20)
    played.turn(OPENING, drew=True)
    area = played.told()["area"]
    played.again()
    played.stage.show(OPENING)
    played.run()
    for now, before in zip(played.told()["area"], area, strict=True):
        assert now == pytest.approx(before, abs=0.002)


def test_undoing_a_turn_does_not_push_the_camera_back(played: Played) -> None:
    opened(played)
    played.stage.push(60, 25)
    played.turn(OPENING, GROUP, drew=True, doubts=SIX)
    viewpoint = played.live.game.viewpoint
    played.buttons.undo()
    assert played.live.game.viewpoint == viewpoint
    played.turn(OPENING, GROUP, drew=True, doubts=SIX)
    assert (played.told()["verdict"]["outcome"], played.told()["questions"]) == ("legal", [])


def test_of_a_camera_that_shows_something_else_nothing_is_judged_until_a_person_says_so(played: Played) -> None:
    opened(played)
    played.stage.hands().do(played.buttons.end_turn)
    played.stage.steps += [elsewhere()] * 60
    played.run()
    told = played.told()
    assert (told["state"], told["waits"]["for"], told["camera"]["moved"]) == ("reading", "moved", True)
    played.live.accept_camera()
    played.stage.steps += [elsewhere()] * 8
    played.run()
    assert played.told()["camera"]["moved"] is False
    assert played.told()["verdict"]["outcome"] == "illegal"  # by a person's word this is the table, and it is empty


def test_tiles_tell_where_a_camera_stands_that_was_pushed_over_a_striped_cloth(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage, before = played.stage.stripe(), (OPENING, GROUP, "B1 B2 B3")
    played.begin()
    stage.show()
    played.turn(*before)
    monkeypatch.setattr(Landmarks, "find", lambda *_, **__: (None, 0.0))  # stripe by stripe, all places look alike
    stage.push(60, -30).show(*before, seconds=1.5)
    stage.do(lambda: played.buttons.end_turn(drew=True)).show(*before, seconds=0.5)
    stage.hands().show(*before, "O10 O11 O12")
    played.run()
    told = played.told()
    assert (told["state"], told["verdict"]["outcome"], told["verdict"]["played"]) == ("turn", "legal", [])
    assert played.events().count("camera-moved") == 1


@pytest.mark.parametrize("area", [False, True])
def test_by_a_persons_word_a_turn_is_judged_by_what_was_seen_before_the_next_hand(
    played: Played, monkeypatch: pytest.MonkeyPatch, *, area: bool
) -> None:
    if area:
        played.buttons.mark_area([(0.0, 0.0), (1.0, 0.0), (1.0, 0.9), (0.0, 0.9)])
    played.begin()
    played.stage.show()
    played.turn(OPENING, GROUP, "B1 B2 B3")
    monkeypatch.setattr(Landmarks, "find", lambda *_, **__: (None, 0.0))
    monkeypatch.setattr(bearings, "find_homography", lambda *_, **__: None)
    played.stage.push(45, -30).show(OPENING, GROUP, "B1 B2 B3")
    played.stage.do(lambda: played.buttons.end_turn(drew=True)).show(OPENING, GROUP, "B1 B2 B3", seconds=1.0)
    played.stage.hands().show(OPENING, GROUP, "B1 B2 B3", "O10 O11 O12", seconds=4.0)
    played.run()
    assert played.told()["waits"]["for"] == "moved"
    played.live.accept_camera()
    played.stage.show(OPENING, GROUP, "B1 B2 B3", "O10 O11 O12", seconds=4.0)
    played.run()
    told = played.told()
    assert (told["state"], told["verdict"]["outcome"], told["verdict"]["played"]) == ("turn", "legal", [])


def test_by_a_persons_word_no_table_from_before_the_one_that_lies_there_is_judged(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(played)
    covered = played.stage.paint([OPENING, GROUP], SIX).copy()
    cv2.rectangle(covered, (100, 20), (260, 220), SKIN, -1)  # over R11 and R12
    played.stage.know(covered, [OPENING, GROUP], lambda left: 80 < left < 260, SIX)
    played.stage.show(OPENING, GROUP, doubts=SIX, seconds=3.0).hands().do(played.buttons.end_turn)
    played.stage.steps += [covered] * 6
    played.stage.hands()
    played.run()
    find = Landmarks.find
    monkeypatch.setattr(Landmarks, "find", lambda *_, **__: (None, 0.0))
    table = [OPENING, GROUP, "K10 B10 O10"]
    played.stage.show(*table, doubts=SIX).do(played.buttons.judge_anyway).show(*table, doubts=SIX, seconds=0.5)
    played.run()
    assert played.told()["state"] == "reading"
    monkeypatch.setattr(Landmarks, "find", find)
    played.stage.hands(0.5).show(*table, doubts=SIX)
    played.run()
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["played"]) == ("legal", ["K10", "B10", "O10"])


def test_a_camera_that_is_put_back_needs_no_word(played: Played) -> None:
    opened(played)
    played.stage.hands().do(played.buttons.end_turn)
    played.stage.steps += [elsewhere()] * 30
    played.stage.show(OPENING, GROUP, "K10 B10 O10", doubts=SIX)
    played.run()
    assert (played.told()["camera"]["moved"], played.told()["verdict"]["outcome"]) == (False, "legal")
    with pytest.raises(RefusedError, match="not moved"):
        played.live.accept_camera()


def test_marking_the_play_area_settles_a_camera_that_was_moved(played: Played) -> None:
    opened(played)
    played.stage.steps += [elsewhere()] * 30
    played.run()
    assert played.told()["camera"]["moved"] is True
    played.buttons.mark_area([(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)])
    assert (played.told()["camera"]["moved"], played.events()[-1]) == (False, "camera-accepted")
    assert played.live.game.state is State.TURN


def test_before_a_game_a_camera_may_be_put_anywhere(played: Played) -> None:
    played.stage.show()
    played.stage.steps += [elsewhere()] * 30
    played.run()
    assert (played.told()["camera"]["moved"], played.events()) == (False, [])


def test_the_bare_table_is_known_again_after_a_push(played: Played) -> None:
    opened(played)
    played.stage.push(40, 30)
    covered = played.stage.paint([OPENING, GROUP, "K10 B10 O10"], SIX).copy()
    x, y = (round(value) for value in played.stage.shown(100, 20))
    cv2.rectangle(covered, (x, y), (x + 160, y + 200), SKIN, -1)  # over R11 and R12
    played.stage.know(covered, [OPENING, GROUP, "K10 B10 O10"], lambda left: 80 < left < 260)
    played.stage.hands().do(played.buttons.end_turn)
    played.stage.steps += [covered] * 60
    played.run()
    assert (played.told()["state"], played.told()["waits"]["for"]) == ("reading", "hidden")
