"""A camera over a cloth without a pattern: what lies on it tells whether the camera stands where it stood."""

from __future__ import annotations

import pytest

from live.watching.bearings import Bearings
from tests.live.stage import EndlessStage, Stage
from vision.frame import Frame
from vision.scene.viewpoint import HOME

ROW = "K10 K11 K12 K13"


@pytest.mark.parametrize(
    ("left", "pushed", "stands"),
    [
        pytest.param(ROW, 0, True, id="a row that nobody touched"),
        pytest.param("K10 K11", 0, False, id="two tiles are too few"),
        pytest.param(ROW, 12, False, id="the row lies elsewhere in the picture"),
    ],
)
def test_what_stays_when_the_rest_is_taken_away_tells_that_the_camera_stands(
    left: str, pushed: int, *, stands: bool
) -> None:
    stage: Stage = EndlessStage()
    before = stage.paint([ROW, "R7 B7 O7", "O1 O2 O3"])
    bearings = Bearings()
    bearings.read(Frame(before, 0.0), stage.read(before), HOME)
    stage.push(pushed, 0)
    after = stage.paint([left])
    found = bearings.read(Frame(after, 1.0), stage.read(after), None)
    assert (found == HOME) is stands
