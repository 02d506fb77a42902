"""Tiles are told from print and keys beside them by what the other tiles of the photo look like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.outlines import upright
from tests.vision.read_places import read_as
from vision.reading import belonging
from vision.reading.belonging import Belonging
from vision.reading.candidates import FEATURES, NO_TILE_CLASS, Candidates
from vision.reading.inference import ModelError
from vision.reading.ink import Prints

IVORY, PAPER_IN_SHADE = (200.0, 225.0, 230.0), (150.0, 120.0, 110.0)
PLAIN, HESITANT = 0.85, 0.5
"""What the locator says of a tile in good light, and of something that might be one."""
ROUNDING = 1e-6
FACE = 0.98
"""What the tile reader says of both."""
BLACK, RED, GREEN = (0.0, 0.0), (0.57, 0.36), (-0.4, -0.9)
"""Tints of two inks of most boxes, and of one that no box has."""


def _place(x: float, y: float, height: float) -> NDArray[np.float32]:
    return upright(x, y, 0.7 * height, height)


def _readings(
    outlines: Sequence[NDArray[np.float32]],
    objectness: Sequence[float],
    bodies: Sequence[tuple[float, float, float]],
    *,
    tints: Sequence[tuple[float, float]] = (),
    heights: Sequence[float] = (),
) -> Candidates:
    """Places that all show a number, half a face high and black unless given."""
    count = len(outlines)
    read = read_as(np.array(outlines, np.float32).reshape(-1, 4, 2), FACE)
    return replace(
        read,
        objectness=np.array(objectness),
        colours=np.full((count, 4), 0.25, np.float32),
        bodies=np.array(bodies, np.float32).reshape(-1, 3),
        prints=Prints(
            np.array(tints or [BLACK] * count).reshape(-1, 2),
            np.array(heights or [0.5] * count),
            np.full(count, 0.45),
            np.full(count, 2.0),
            np.zeros((count, 26, 18), np.float32),
        ),
    )


def _beliefs(seen: Candidates) -> NDArray[np.float64]:
    return Belonging().probabilities(belonging.features(seen))


def _row(count: int, height: float = 60.0) -> list[NDArray[np.float32]]:
    return [_place(50 * k, 100, height) for k in range(count)]


def test_what_is_as_large_as_the_tiles_is_believed_and_what_is_much_smaller_is_not() -> None:
    outlines = [*_row(8), _place(150, 250, 60), _place(250, 250, 20)]
    beliefs = _beliefs(_readings(outlines, [PLAIN] * 8 + [HESITANT] * 2, [IVORY] * 10))
    assert beliefs[8] > 0.5 > beliefs[9]


def test_tiles_that_shrink_with_distance_are_all_believed() -> None:
    heights = [90.0 * 0.93**k for k in range(16)]
    outlines = [_place(300 + 40 * (k % 3), 900 - 50 * k, height) for k, height in enumerate(heights)]
    assert (_beliefs(_readings(outlines, [PLAIN] * 16, [IVORY] * 16)) > 0.95).all()


def test_a_face_of_another_colour_is_believed_less() -> None:
    outlines = [*_row(8), _place(150, 250, 60), _place(250, 250, 60)]
    beliefs = _beliefs(_readings(outlines, [PLAIN] * 8 + [HESITANT] * 2, [IVORY] * 9 + [PAPER_IN_SHADE]))
    assert beliefs[9] < beliefs[8] - 0.2


def test_a_number_of_another_height_or_in_another_ink_is_believed_less() -> None:
    outlines, objectness, bodies = [*_row(8), _place(150, 250, 60)], [PLAIN] * 8 + [HESITANT], [IVORY] * 9
    inks = [BLACK] * 4 + [RED] * 4
    alike, lower, greener = (
        _beliefs(_readings(outlines, objectness, bodies, heights=[0.5] * 8 + [height], tints=[*inks, tint]))[8]
        for height, tint in ((0.5, RED), (0.25, RED), (0.5, GREEN))
    )
    assert 1 - lower > 1.25 * (1 - alike)
    assert 1 - greener > 1.25 * (1 - alike)


def test_in_the_light_of_one_lamp_all_bodies_are_alike_tinted_and_believed() -> None:
    lamplight = (90.0, 170.0, 240.0)
    assert (_beliefs(_readings(_row(8), [PLAIN] * 8, [lamplight] * 8)) > 0.95).all()


def test_a_tile_that_lies_alone_is_judged_by_itself() -> None:
    alone = _beliefs(_readings([_place(0, 0, 60)], [PLAIN], [IVORY]))
    assert alone == _beliefs(_readings([_place(0, 0, 20)], [PLAIN], [PAPER_IN_SHADE]))
    assert alone > _beliefs(_readings([_place(0, 0, 60)], [HESITANT], [IVORY]))


def test_more_that_speaks_for_a_tile_never_makes_it_less_likely() -> None:
    rng = np.random.default_rng(7)
    seen = belonging.features(_readings(_row(40), rng.uniform(0.3, 0.95, 40).tolist(), [IVORY] * 40))
    seen += rng.normal(0, 0.1, seen.shape)
    trees = Belonging()
    for column, name in enumerate(FEATURES):
        more = seen.copy()
        more[:, column] += rng.uniform(0, 1, len(seen))
        change = trees.probabilities(more) - trees.probabilities(seen)
        if name in belonging.MORE_LIKELY:
            assert change.min() > -ROUNDING, name
        if name in belonging.LESS_LIKELY:
            assert change.max() < ROUNDING, name


def test_only_places_of_a_size_with_the_sure_tiles_are_looked_at_further() -> None:
    known = [*_row(5), _place(0, 300, 90)]
    asked = np.array([_place(0, 0, height) for height in (12, 40, 100, 400)])
    assert belonging.of_likely_size(asked, read_as(known)).tolist() == [False, True, True, False]
    assert belonging.of_likely_size(asked, read_as(known, 0.3, objectness=0.4)).all()
    assert belonging.of_likely_size(asked, read_as([])).all()
    assert not belonging.of_likely_size(asked[:0], read_as(known)).size


def test_an_empty_table_holds_nothing() -> None:
    assert _beliefs(_readings([], [], [])).shape == (0,)


@pytest.mark.parametrize("content", [b"", b"[]", b"\x08\x07"])
def test_a_damaged_model_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "belonging.onnx").write_bytes(content)
    with pytest.raises(ModelError, match=r"belonging\.onnx.*install tileref again"):
        Belonging(tmp_path)


def test_where_no_tile_is_sure_no_size_is_ruled_out() -> None:
    """A blurred photo: many places, each of them half sure."""
    outlines = np.array([upright(40 * k, 40 * k, 20, 30) for k in range(10)])
    assert belonging.of_likely_size(outlines, read_as(outlines, 0.96)).all()


def test_a_bare_face_about_a_place_has_the_colour_of_the_sure_tiles_nearby() -> None:
    """Not that of its own body, be it a finger's, nor that of tiles in other light far away."""
    bright, dim = np.array(IVORY), np.array(IVORY) / 2
    outlines = [*(_place(60 * k, 0, 80) for k in range(4)), *(_place(60 * k, 2000, 80) for k in range(4))]
    seen = _readings(
        [*outlines, _place(240, 0, 80)], [*[0.99] * 8, HESITANT - 0.3], [*[IVORY] * 4, *[tuple(dim)] * 4, (60, 90, 150)]
    )
    seen.numbers[-1, NO_TILE_CLASS] = 0.9
    assert belonging.bodies_about(seen)[-1] == pytest.approx(bright, rel=0.1)


def test_where_no_tile_is_sure_a_place_has_its_own_colour() -> None:
    alone = _readings([_place(0, 0, 80)], [0.3], [PAPER_IN_SHADE])
    alone.numbers[:, NO_TILE_CLASS] = 0.9
    assert belonging.bodies_about(alone)[0] == pytest.approx(PAPER_IN_SHADE, rel=0.01)
