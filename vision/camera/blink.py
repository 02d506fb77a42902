"""How late a camera is, from a screen that blinked before it: its pictures follow the screen, later by the lag.

The screen turns between black and white at moments that no hand and no lamp keeps to (`WHICH_TURNS`). For every lag that a camera may have
it is known how bright the screen was in each picture; the lag sought is the one at which some part of the picture, wherever
it lies and however large it is, was as bright as that (Pearson's correlation over the pictures).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame

BEFORE = 1.0
"""Seconds before it first turns for which the screen is black."""

LONGEST = 4.0
"""Maximum lag, in seconds, that is looked for."""

FEWEST_TURNS, MOST_TURNS = 8, 40
"""How often the screen has turned: fewer times tell it from nothing else, and nobody looks at more."""

SHORTEST_TURN, LONGEST_TURN = 0.17, 3.0
"""Seconds between two turns. Six of the shortest make three flashes in a second, the most that harms nobody who is sensitive to
light (WCAG 2.2, 2.3.1)."""

WHICH_TURNS = "seconds at which the screen turned, white first, from 0.17 s to 3 s apart, 8 to 40 of them"

LEAST = 8.0
"""Minimum grey levels between the black and the white screen, in the part of the picture that shows it best."""

ALIKE = 0.7
"""Minimum correlation of the brightness of that part with that of the screen."""

APART = 0.12
"""By how much it must be larger than at any other lag, not counting those within `NEAR`."""

NEAR = 0.4
"""Seconds: pictures that come twelve times a second tell lags no further apart than that only by degrees."""

KEPT = 20.0
"""Seconds for which pictures are kept: as long as a screen blinks, and a camera is late."""

_GRIDS = ((64, 36), (32, 18), (16, 9))  # parts across and down; one of the finest is half as wide as a small screen
_STEP, _FINE = 0.05, 0.01  # seconds between two lags that are tried, first of all parts, then of the best
_AS_WELL = 0.02  # of the correlation
_BLUR = 0.04  # seconds before and after a picture from which its light may be
_FEWEST = 24  # pictures


class Glance(NamedTuple):
    """A picture, as small as it tells of a screen that blinks."""

    seconds: float
    """Its time, in seconds of the frames."""
    grey: NDArray[np.uint8]
    """Brightness, shape (36, 64)."""


def glance(frame: Frame) -> Glance:
    """What is kept of a frame."""
    grey = cv2.cvtColor(frame.thumbnail, cv2.COLOR_BGR2GRAY)
    return Glance(frame.seconds, cv2.resize(grey, _GRIDS[0], interpolation=cv2.INTER_AREA).astype(np.uint8))


def are_turns(turns: Sequence[float]) -> bool:
    """Whether a screen may have turned like this (`WHICH_TURNS`)."""
    gaps = np.diff(turns)
    return FEWEST_TURNS <= len(turns) <= MOST_TURNS and bool(np.all((gaps >= SHORTEST_TURN) & (gaps <= LONGEST_TURN)))


def find_lag(turns: Sequence[float], glances: Sequence[Glance]) -> float | None:
    """By how many seconds the pictures are late; None where no part of them follows the screen.

    Args:
        turns: when the screen turned (`are_turns`), in seconds of the same clock as the pictures' times; black for `BEFORE` seconds before the
            first, it stays after the last as it was then.
        glances: the pictures, in the order of time.
    """
    seen = [one for one in glances if one.seconds >= turns[0] - BEFORE]
    if len(seen) < _FEWEST:
        return None
    times = np.array([one.seconds for one in seen])
    parts = np.stack([_parts(one.grey) for one in seen])
    lags = np.arange(0.0, LONGEST, _STEP)
    follows = np.stack([_follows(times, parts, turns, lag) for lag in lags])
    alike = follows.max(axis=1)
    top = int(alike.argmax())
    others = alike[np.abs(lags - lags[top]) > NEAR]
    if alike[top] < max(ALIKE, float(others.max()) + APART):
        return None
    return _middle(times, parts[:, [int(follows[top].argmax())]], turns, float(lags[top]))


def _parts(grey: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The brightness of all parts of a picture, of every size."""
    sizes = [grey if size == _GRIDS[0] else cv2.resize(grey, size, interpolation=cv2.INTER_AREA) for size in _GRIDS]
    return np.concatenate([each.astype(np.float32).ravel() for each in sizes])


def _follows(
    times: NDArray[np.float64], parts: NDArray[np.float32], turns: Sequence[float], lag: float
) -> NDArray[np.float32]:
    """How much the brightness of each part is like that of the screen `lag` seconds before; 0 where it hardly changes with it."""
    first = int(np.searchsorted(times, turns[0] - BEFORE + lag))
    white = _white(times[first:] - lag, turns).astype(np.float32)
    if len(white) < _FEWEST:
        return np.zeros(parts.shape[1], np.float32)
    white -= white.mean()
    there = parts[first:] - parts[first:].mean(axis=0)
    power = float(white @ white)
    if not power:
        return np.zeros(parts.shape[1], np.float32)
    together = white @ there
    spread = np.sqrt(np.einsum("ij,ij->j", there, there) * power)
    found = np.divide(together, spread, out=np.zeros_like(together), where=spread > 0)
    return np.where(together / power >= LEAST, found, 0).astype(np.float32)


def _white(times: NDArray[np.float64], turns: Sequence[float]) -> NDArray[np.float64]:
    """The share of the light around each moment for which the screen was white."""
    ends = np.array([*turns, turns[-1] + KEPT])
    so_far = np.concatenate(
        [[0.0], np.cumsum(np.diff(ends) * (np.arange(len(turns)) % 2 == 0))]
    )  # seconds of white by each turn
    light = np.interp(times + _BLUR, ends, so_far) - np.interp(times - _BLUR, ends, so_far)
    return np.asarray(light / (2 * _BLUR))


def _middle(times: NDArray[np.float64], part: NDArray[np.float32], turns: Sequence[float], about: float) -> float:
    """The middle of the lags at which one part follows the screen about as well as at the best: no picture tells these apart."""
    lags = np.arange(max(0.0, about - NEAR), about + NEAR, _FINE)
    alike = np.array([_follows(times, part, turns, lag)[0] for lag in lags])
    good = lags[alike >= alike.max() - _AS_WELL]
    return float((good[0] + good[-1]) / 2)
