"""Room for a set under what lies over the table."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.scene.room import has_room

TILE = 24 / 640


@pytest.mark.parametrize(
    ("corner", "opposite", "is_room"),
    [
        pytest.param((300, 100), (380, 150), True, id="a hand"),
        pytest.param((300, 100), (340, 180), True, id="a hand across"),
        pytest.param((300, 100), (340, 140), False, id="less than a set"),
        pytest.param((300, 100), (600, 110), False, id="a pencil"),
        pytest.param((0, 320), (150, 360), False, id="an arm over a corner"),
        pytest.param((300, 250), (380, 360), True, id="an arm that reaches in"),
    ],
)
def test_a_set_has_room_where_it_is_hidden_as_a_whole(
    corner: tuple[int, int], opposite: tuple[int, int], *, is_room: bool
) -> None:
    strange = np.zeros((360, 640), np.uint8)
    cv2.rectangle(strange, corner, opposite, (1,), -1)
    assert has_room(strange > 0, TILE, 3) is is_room
