"""What light and cameras do to a patch while networks learn: few pictures stand for many rooms, prints and cameras."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.training.render.arrays import FloatImage

Patch = NDArray[np.uint8]

EXPOSED_SHARE, STOPS = 0.25, (-1.5, 1.8)
"""Share of the patches that have more or less light, and how many stops; what is too bright burns out."""
GAMMA = 2.2
"""Exponent of the tone curve between light and bytes."""
PALE_SHARE, PALE = 0.12, (0.4, 0.9)
"""Share whose print is pale, and what is left of its contrast with the body."""
HIGHLIGHT_SHARE, HIGHLIGHT, HIGHLIGHT_SIZES = 0.12, (0.15, 0.65), (0.15, 0.5)
"""Share with a highlight, how much it hides at most of what lies beneath it, and how large it is, in heights of the
patch."""
SMALL_SHARE, HEIGHTS = 0.15, (16.0, 40.0)
"""Share that a coarse camera has seen, and how high it sees the patch, pixels."""
NOISE_SHARE, NOISE = 0.15, (1.0, 9.0)
"""Share with grain, and its standard deviation in bytes."""
GOLD_SHARE, GOLD = 0.08, (0.35, 0.85)
"""Share in gold light, and how much of the blue such light has."""
BODY_PERCENTILE = 80
"""The share of a patch's pixels that are darker than the bare body, per cent."""


def augmented(patches: NDArray[np.uint8], rng: np.random.Generator, *, highlights: bool = True) -> NDArray[np.uint8]:
    """Patches, shape (n, height, width, 3), BGR, each in other light or seen by another camera; most stay as they are.

    Args:
        patches: of tiles.
        rng: source of every choice.
        highlights: whether highlights may lie over the print, which hide a part of it.
    """
    return np.array([_augmented(patch, rng, highlights=highlights) for patch in patches], np.uint8).reshape(
        patches.shape
    )


def grained(patches: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Patches, shape (n, height, width, 3), BGR, some as a coarse camera has seen them, some with grain."""
    return np.array([_grained(patch.astype(np.float32), rng) for patch in patches], np.uint8).reshape(patches.shape)


def _augmented(patch: Patch, rng: np.random.Generator, *, highlights: bool) -> Patch:
    pale, highlight, gold, exposed = rng.random(4) < (PALE_SHARE, HIGHLIGHT_SHARE, GOLD_SHARE, EXPOSED_SHARE)
    shown = patch.astype(np.float32)
    if pale:
        body = np.percentile(shown, BODY_PERCENTILE, axis=(0, 1)).astype(np.float32)
        shown = body + np.float32(rng.uniform(*PALE)) * (shown - body)
    if highlight and highlights:
        shown += _highlight(patch.shape[:2], rng) * (255 - shown)
    if gold:
        shown *= np.array([rng.uniform(*GOLD), rng.uniform(0.85, 1.0), 1.0], np.float32)
    if exposed:
        shown *= np.float32(2.0 ** (rng.uniform(*STOPS) / GAMMA))
    return _grained(shown, rng)


def _grained(shown: FloatImage, rng: np.random.Generator) -> Patch:
    """A patch as bytes, as a camera may see it."""
    small, noisy = rng.random(2) < (SMALL_SHARE, NOISE_SHARE)
    if small:
        shown = _small(shown, rng.uniform(*HEIGHTS))
    if noisy:
        shown = shown + rng.uniform(*NOISE) * rng.standard_normal(shown.shape, np.float32)
    return np.asarray(np.clip(shown, 0, 255), np.uint8)


def _highlight(size: tuple[int, int], rng: np.random.Generator) -> FloatImage:
    """How much of each pixel is a lamp's reflection, shape (*size, 1)."""
    height, width = size
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    across, along = (height * rng.uniform(*HIGHLIGHT_SIZES) for _ in range(2))
    away = ((x - rng.uniform(0, width)) / across) ** 2 + ((y - rng.uniform(0, height)) / along) ** 2
    return np.asarray(np.float32(rng.uniform(*HIGHLIGHT)) * np.exp(-away)[..., None], np.float32)


def _small(shown: FloatImage, height: float) -> FloatImage:
    """A patch as it looks when it is seen that many pixels high."""
    rows, columns = shown.shape[:2]
    size = max(2, round(columns * height / rows)), max(2, round(height))
    coarse = cv2.resize(shown, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(coarse, (columns, rows), interpolation=cv2.INTER_LINEAR), np.float32)
