"""Turns of the demo round audited from two photos by the real reader, the second held aside, blurred and compressed."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np
import pytest

from audit.evidence import Exhibit, gather
from audit.turn import Audit, audit
from referee.rulebook import load
from referee.tiles import count_tiles, parse_tiles
from referee.turn import Turn, judge
from referee.verdict import Verdict
from vision.camera.photo import load_photo
from vision.image import Photo
from vision.reading.reader import Reader

pytestmark = pytest.mark.slow

FOLDER = Path(str(resources.files("sample_images"))) / "demo"
ASIDE = np.array([[0.95, 0.05, 20], [-0.03, 0.93, 40], [0.00003, 0.00004, 1]])
"""What the picture does when the camera is held a step aside."""

Hand = Literal["steady", "shaky"]
Show = Callable[[int, Hand], Exhibit]


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((FOLDER / "round.json").read_text(encoding="utf-8"))
    return data


@pytest.fixture(scope="module")
def show(script: dict[str, Any]) -> Show:
    """The table after a turn, as a steady hand photographs it and as a shaky one does."""
    reader = Reader()

    @cache
    def make(turn: int, hand: Hand) -> Exhibit:
        photo = load_photo(str(FOLDER / f"turn-{turn:02d}.jpg"))
        area = np.array([script["area"]], np.float32) * np.array(photo.shape[1::-1], np.float32)
        if hand == "shaky":
            photo = shake(photo)
            area = cv2.perspectiveTransform(area, ASIDE).astype(np.float32)
        return gather(f"turn {turn}", photo, reader.read(photo, area[0]), lambda _: None)

    return make


def shake(photo: Photo) -> Photo:
    aside = cv2.warpPerspective(photo, ASIDE, photo.shape[1::-1], borderValue=(60, 80, 100))
    blurred = cv2.GaussianBlur(aside, (0, 0), 2.3)
    picture = cv2.imdecode(cv2.imencode(".jpg", blurred, [cv2.IMWRITE_JPEG_QUALITY, 22])[1], cv2.IMREAD_COLOR)
    assert picture is not None
    return picture.astype(np.uint8)


def audited(show: Show, script: dict[str, Any], turn: int, hands: tuple[Hand, Hand]) -> tuple[Audit, Verdict]:
    """The audit of a turn from the photos of the turn before it and its own, and the verdict on the tables as they lay."""
    book = load(script["rulebook"])
    opened = script["turns"][turn - 1]["opened"]
    before, after = (tuple(map(parse_tiles, script["turns"][at]["after"])) for at in (turn - 2, turn - 1))
    truth = judge(Turn(before, after, opened, drew=0 if count_tiles(after) - count_tiles(before) else 1), book)
    return audit(show(turn, hands[1]), show(turn - 1, hands[0]), book, opened=opened), truth


def test_a_shaky_hand_makes_tiles_doubtful(show: Show) -> None:
    assert any(show(turn, "shaky").reading.doubtful for turn in range(2, 17))


@pytest.mark.parametrize("hands", [("steady", "shaky"), ("shaky", "steady"), ("shaky", "shaky")], ids="-".join)
@pytest.mark.parametrize("turn", range(3, 17))
def test_the_verdict_is_right_and_nothing_is_asked_about_tiles_that_nobody_touched(
    turn: int, hands: tuple[Hand, Hand], show: Show, script: dict[str, Any]
) -> None:
    result, truth = audited(show, script, turn, hands)
    assert result.questions == ()
    assert result.verdict.outcome is truth.outcome
    assert result.verdict.played == truth.played
