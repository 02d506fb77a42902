"""A phone that lies beside the sets from the start, with tiles of a game on its screen, hides nothing, whatever is read on it."""

from __future__ import annotations

import cv2
import pytest

from tests.live.stage import OPENING, Doubts, Played, place
from vision.image import Photo

SCREEN, ROW = "R7 B11 K3 O9", 7


def shown(played: Played, laid: list[str], doubts: Doubts | None = None) -> Photo:
    """The table with the phone, on whose screen tiles are read."""
    sets = [*laid, *[""] * (ROW - len(laid)), SCREEN]
    photo = played.stage.paint(sets, doubts).copy()
    (left, top), (right, bottom) = place(ROW, 0)[0].astype(int), place(ROW, 3)[2].astype(int)
    screen = photo[top:bottom, left:right].copy()
    cv2.rectangle(photo, (left - 30, top - 90), (right + 30, bottom + 90), (26, 26, 28), -1)
    cv2.rectangle(photo, (left - 20, top - 80), (right + 20, bottom + 80), (200, 210, 215), -1)
    cv2.putText(photo, "12:34", (left + 10, top - 30), cv2.FONT_HERSHEY_DUPLEX, 1.2, (40, 40, 40), 2)
    photo[top:bottom, left:right] = screen
    photo[0, 0] += len(doubts or {})  # another picture to the reader, and the same to the eye
    played.stage.know(photo, sets, lambda _: False, doubts)
    return photo


@pytest.mark.parametrize(
    "doubts",
    [
        pytest.param({"K3": {"K8": 0.999}}, id="as another tile"),
        pytest.param({"K3": {"K8": 0.6, "K3": 0.2}}, id="as one that is doubtful"),
        pytest.param({"K3": {"K8": 0.1}}, id="as one that is hardly seen"),
        pytest.param({"K3": {}, "B11": {}}, id="not at all"),
        pytest.param({"K3": {}, "B11": {"B1": 0.999}}, id="in part, and as another tile"),
    ],
)
@pytest.mark.parametrize("drew", [True, False])
def test_what_lay_there_before_the_first_turn_hides_nothing(played: Played, doubts: Doubts, *, drew: bool) -> None:
    played.stage.picture(shown(played, []), 3)
    played.run()
    played.begin()
    laid = [OPENING]
    played.stage.picture(shown(played, []), 2).hands().picture(shown(played, laid), 1)
    played.stage.do(played.buttons.end_turn).picture(shown(played, laid), 2)
    played.run()
    assert played.told()["verdict"]["outcome"] == "legal"
    laid = laid if drew else [*laid, "K10 B10 O10"]
    after = shown(played, laid, doubts)
    played.stage.hands().picture(after, 1).do(lambda: played.buttons.end_turn(drew=drew)).picture(after, 3)
    played.run()
    verdict = played.told()["verdict"]
    told = [violation["code"] for violation in verdict["violations"]]
    assert (verdict["outcome"], told) == ("legal", [])
    assert verdict["played"] == ([] if drew else ["K10", "B10", "O10"])
    assert played.told()["waits"] is None
