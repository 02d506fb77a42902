"""Tiles are told from print and keys beside them by what the other tiles of the photo look like."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from vision import belonging
from vision.belonging import Belonging
from vision.inference import ModelError

IVORY, PAPER_IN_SHADE = (200.0, 225.0, 230.0), (150.0, 120.0, 110.0)
PLAIN, HESITANT = 0.85, 0.5
"""What the locator says of a tile in good light, and of something that might be one."""


def _place(x: float, y: float, height: float) -> NDArray[np.float32]:
    width = 0.7 * height
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)


def _beliefs(
    outlines: list[NDArray[np.float32]],
    objectness: list[float],
    bodies: list[tuple[float, float, float]],
    face: float = 0.98,
) -> NDArray[np.float64]:
    count = len(outlines)
    seen = belonging.features(outlines, objectness, [face] * count, [0.0] * count, np.array(bodies, np.float32))
    return Belonging().probabilities(seen)


def _row(count: int, height: float = 60.0) -> list[NDArray[np.float32]]:
    return [_place(50 * k, 100, height) for k in range(count)]


def test_what_is_as_large_as_the_tiles_is_believed_and_what_is_much_smaller_is_not() -> None:
    outlines = [*_row(8), _place(150, 250, 60), _place(250, 250, 20)]
    beliefs = _beliefs(outlines, [PLAIN] * 8 + [HESITANT] * 2, [IVORY] * 10)
    assert beliefs[8] > 0.5 > beliefs[9]


def test_tiles_that_shrink_with_distance_are_all_believed() -> None:
    heights = [90.0 * 0.93**k for k in range(16)]
    outlines = [_place(300 + 40 * (k % 3), 900 - 50 * k, height) for k, height in enumerate(heights)]
    assert (_beliefs(outlines, [PLAIN] * 16, [IVORY] * 16) > 0.95).all()


def test_a_face_of_another_colour_is_believed_less() -> None:
    outlines = [*_row(8), _place(150, 250, 60), _place(250, 250, 60)]
    beliefs = _beliefs(outlines, [PLAIN] * 8 + [HESITANT] * 2, [IVORY] * 9 + [PAPER_IN_SHADE])
    assert beliefs[9] < beliefs[8] - 0.2


def test_in_the_light_of_one_lamp_all_bodies_are_alike_tinted_and_believed() -> None:
    lamplight = (90.0, 170.0, 240.0)
    assert (_beliefs(_row(8), [PLAIN] * 8, [lamplight] * 8) > 0.95).all()


def test_a_tile_that_lies_alone_is_judged_by_itself() -> None:
    alone = _beliefs([_place(0, 0, 60)], [PLAIN], [IVORY])
    assert alone == _beliefs([_place(0, 0, 20)], [PLAIN], [PAPER_IN_SHADE])
    assert alone > _beliefs([_place(0, 0, 60)], [HESITANT], [IVORY])


def test_only_places_of_a_size_with_the_sure_tiles_are_looked_at_further() -> None:
    known = [*_row(5), _place(0, 300, 90)]
    asked = [_place(0, 0, height) for height in (12, 40, 100, 400)]
    objectness, faces = [0.9] * 6, [0.99] * 6
    assert belonging.of_likely_size(asked, known, objectness, faces).tolist() == [False, True, True, False]
    assert belonging.of_likely_size(asked, known, [0.4] * 6, [0.3] * 6).all()
    assert belonging.of_likely_size(asked, [], [], []).all()
    assert not belonging.of_likely_size([], known, objectness, faces).size


def test_an_empty_table_holds_nothing() -> None:
    assert _beliefs([], [], []).shape == (0,)


@pytest.mark.parametrize("text", ["", "[]", '{"one": 1.0}', '{"one": "many"}'])
def test_damaged_weights_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    path = tmp_path / "belonging.json"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(belonging, "MODEL", path)
    with pytest.raises(ModelError, match=r"belonging\.json.*install tileref again"):
        Belonging()
