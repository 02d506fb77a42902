"""Where a number stands on its face, how strong it is, and the tint of its ink."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.reading import ink
from vision.reading.rectify import PATCH_HEIGHT, PATCH_WIDTH, whiten

BODY = (215, 232, 240)
BLACK, RED, BLUE, ORANGE = (30, 28, 28), (45, 40, 200), (170, 90, 30), (40, 140, 245)
"""BGR."""


def _face(
    ink: tuple[int, int, int], *, top: int = 16, bottom: int = 40, light: tuple[float, float, float] = (1, 1, 1)
) -> NDArray[np.uint8]:
    face = np.full((PATCH_HEIGHT, PATCH_WIDTH, 3), BODY, np.uint8)
    face[top:bottom, 18:30] = ink
    return np.asarray(face * np.array(light), np.uint8)


def _measured(*faces: NDArray[np.uint8]) -> ink.Prints:
    return ink.measure(whiten(np.stack(faces)))


def test_a_print_is_found_where_it_stands() -> None:
    seen = _measured(_face(BLACK), _face(BLACK, top=30, bottom=42))
    assert seen.heights == pytest.approx([24 / PATCH_HEIGHT, 12 / PATCH_HEIGHT], abs=2 / PATCH_HEIGHT)
    assert seen.middles == pytest.approx([28 / PATCH_HEIGHT, 36 / PATCH_HEIGHT], abs=1 / PATCH_HEIGHT)


def test_faded_ink_stands_out_less() -> None:
    strong, faded, bare = _measured(_face(BLACK), _face((150, 160, 165)), _face(BODY)).contrasts
    assert strong > 2 * faded > 2 * bare


def test_the_four_inks_keep_their_tints_in_lamplight_and_in_shadow() -> None:
    inks = (BLACK, RED, BLUE, ORANGE)
    by_day = _measured(*map(_face, inks)).tints
    for light in ((0.45, 0.75, 1.0), (0.4, 0.4, 0.4)):
        tints = _measured(*(_face(ink, light=light) for ink in inks)).tints
        nearest = [int(np.linalg.norm(by_day - tint, axis=1).argmin()) for tint in tints]
        assert nearest == [0, 1, 2, 3]


def test_prints_taken_apart_and_put_together_are_the_same() -> None:
    seen = _measured(_face(BLACK), _face(RED), _face(BLUE))
    again = ink.Prints.together([seen[:1], seen[1:2], seen[2:]])
    assert all(np.array_equal(one, other) for one, other in zip(vars(seen).values(), vars(again).values(), strict=True))


def _nearest_to(tints: NDArray[np.float64], faces: list[NDArray[np.uint8]]) -> list[int]:
    return [int(np.linalg.norm(tints - tint, axis=1).argmin()) for tint in _measured(*faces).tints]


@pytest.mark.parametrize("beyond", [np.s_[50:], np.s_[:10], np.s_[:, :6], np.s_[:, 39:]])
def test_an_outline_that_reaches_over_a_black_rack_leaves_the_ink_its_colour(beyond: tuple[slice, ...]) -> None:
    inks = (BLACK, RED, BLUE, ORANGE)
    whole = _measured(*map(_face, inks)).tints
    faces = [_face(ink) for ink in inks]
    for face in faces:
        face[beyond] = 20
    assert _nearest_to(whole, faces) == [0, 1, 2, 3]


def test_a_black_logo_below_a_number_says_nothing_of_its_ink() -> None:
    inks = (RED, BLUE, ORANGE)
    whole = _measured(*map(_face, inks)).tints
    faces = [_face(ink) for ink in inks]
    for face in faces:
        face[46:58, 14:34] = BLACK
    assert _nearest_to(whole, faces) == [0, 1, 2]


def test_a_number_as_large_as_its_face_has_a_tint() -> None:
    inks = (BLACK, RED, BLUE, ORANGE)
    whole = _measured(*map(_face, inks)).tints
    assert _nearest_to(whole, [_face(ink, top=0, bottom=60) for ink in inks]) == [0, 1, 2, 3]
