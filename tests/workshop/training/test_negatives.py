"""Dark tiles as the networks learn them."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reading.rectify import rectify
from workshop.training.negatives import as_read
from workshop.training.render.painter import Label
from workshop.training.render.scene import Shot, shoot

pytestmark = pytest.mark.slow

SIZE = (480, 480)


def shot(seed: int, *, dark: bool) -> Shot:
    return shoot(np.random.default_rng(seed), SIZE, 80, layout="sets", tilt=0.2, dark=dark)


def body_and_print(pixels: np.ndarray, label: Label) -> tuple[float, float]:
    """Brightness of most of a face, and of the part of it that is least like that."""
    face = rectify(pixels, label.corners).mean(axis=2)
    body = float(np.median(face))
    away = np.sort((face - body).ravel())
    few = len(away) // 50
    low, high = float(away[:few].mean()), float(away[-few:].mean())
    return body, body + (low if -low > high else high)


def clear(one: Shot) -> list[Label]:
    return [label for label in one.picture.labels if label.visible > 0.97 and label.tile is not None]


def test_dark_tiles_have_bright_numbers_and_are_bright_ones_in_what_the_networks_are_shown() -> None:
    dark_faces, bright_faces = [], []
    for seed in range(6):
        taken = shot(seed, dark=True)
        shown = as_read(taken)
        assert shown.picture.labels == taken.picture.labels
        assert not shown.edition.is_dark
        dark_faces += [body_and_print(taken.picture.pixels, label) for label in clear(taken)]
        bright_faces += [body_and_print(shown.picture.pixels, label) for label in clear(shown)]
    assert len(dark_faces) > 20
    assert np.mean([body < ink for body, ink in dark_faces]) > 0.9
    assert np.mean([body > ink for body, ink in bright_faces]) > 0.9


def test_bright_tiles_are_shown_as_they_are() -> None:
    taken = shot(3, dark=False)
    assert as_read(taken) is taken
