"""What the table looks like at any moment: picture after picture, the arms over them, the lamp, the camera's place.

A camera that lags behind asks for a moment that is past.
"""

from __future__ import annotations

import threading
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.benchmarks.evening.hands import Limb, Reach
from workshop.benchmarks.evening.picture import Pixels

Matrix = NDArray[np.float64]

VARIANTS = 4
"""Number of pictures of a table at rest, alike but for the sensor's noise, that are sent in turn."""
BLUR = 16
"""Pixels that a lens out of focus makes one of."""
FORGET = 20.0
"""Seconds after which a picture is forgotten; no camera lags by as much."""
QUALITY = 88
"""Quality of the JPEG pictures, 0 to 100."""


@dataclass(frozen=True, eq=False)
class Scene:
    """A table without arms."""

    pixels: Pixels
    lamp: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """What blue, green and red are multiplied by."""
    place: Matrix | None = None
    """Where the camera has been pushed to, a homography of pixels; None for where it was put up."""

    def seen(self) -> Pixels:
        """The picture under that lamp from that place."""
        pixels = self.pixels
        if self.place is not None:
            size = (pixels.shape[1], pixels.shape[0])
            pixels = np.asarray(
                cv2.warpPerspective(pixels, self.place, size, borderMode=cv2.BORDER_REPLICATE), np.uint8
            )
        if self.lamp != (1.0, 1.0, 1.0):
            table = np.clip(np.arange(256)[:, None] * np.array(self.lamp), 0, 255).astype(np.uint8)
            pixels = np.asarray(cv2.LUT(pixels, table.reshape(256, 1, 3)), np.uint8)
        return pixels


class Moment(NamedTuple):
    """Since when a scene is there."""

    at: float
    scene: Scene


@dataclass(eq=False)
class _Shots:
    """The pictures of one scene at rest."""

    scene: Scene
    seen: Pixels
    jpegs: list[bytes] = field(default_factory=list)


class World:
    """The table in time. Changes may be told from any thread, for now or for later, in the order of time.

    Args:
        scene: how it begins.
        noise: spread of the sensor's noise in grey levels.
        seed: of the noise.
    """

    def __init__(self, scene: Scene, noise: float = 2.0, seed: int = 0) -> None:
        self._moments = [Moment(0.0, scene)]
        self._reaches: list[Reach] = []
        self._shots: _Shots | None = None
        self._sent = 0
        self._lock = threading.Lock()
        rng = np.random.default_rng(seed)
        height, width = scene.pixels.shape[:2]
        self._grain = np.round(rng.normal(0, noise, (height + 64, width + 64, 3))).astype(np.int16)

    def at(self, now: float) -> Scene:
        """The scene at that moment."""
        with self._lock:
            return self._moments[bisect_right(self._moments, now, key=lambda moment: moment.at) - 1].scene

    @property
    def last(self) -> Scene:
        """The scene that everything told so far leads to."""
        with self._lock:
            return self._moments[-1].scene

    @property
    def told(self) -> float:
        """The moment of the last change that was told, which may be to come."""
        with self._lock:
            return self._moments[-1].at

    def change(self, at: float, **changes: object) -> None:
        """From that moment on the scene has other `pixels`, another `lamp` or another `place`.

        Raises:
            ValueError: something that happens later has been told already.
        """
        with self._lock:
            last = self._moments[-1]
            if at < last.at:
                raise ValueError(f"the world changes at {last.at:.2f} already, later than {at:.2f}")
            self._moments.append(Moment(at, replace(last.scene, **changes)))  # type: ignore[arg-type] # as its fields
            while len(self._moments) > 2 and self._moments[1].at < at - FORGET:  # noqa: PLR2004 - one is before that
                del self._moments[0]

    def reach(self, movement: Reach) -> None:
        """An arm moves over the table."""
        with self._lock:
            self._reaches = [other for other in self._reaches if other.ends > movement.path[0].at - 30] + [movement]

    def arms(self, now: float) -> list[tuple[Limb, tuple[float, float]]]:
        """The arms over the table at that moment, with where their finger tips are."""
        with self._lock:
            return [(reach.limb, tips) for reach in self._reaches if (tips := reach.tips_at(now)) is not None]

    def frame(self, now: float) -> bytes:
        """What the camera sees at that moment, as JPEG; never the same bytes twice running."""
        scene = self.at(now)
        if self._shots is None or self._shots.scene is not scene:
            self._shots = _Shots(scene, scene.seen())
        self._sent += 1
        arms = self.arms(now)
        if arms:
            picture = self._shots.seen.copy()
            for limb, tips in arms:
                limb.lay_over(picture, *tips)
            return self._jpeg(picture)
        jpegs = self._shots.jpegs
        if len(jpegs) < VARIANTS:
            jpegs.append(self._jpeg(self._shots.seen))
            return jpegs[-1]
        return jpegs[self._sent % VARIANTS]

    def blurred(self, now: float) -> bytes:
        """What the camera sees at that moment out of focus."""
        self._sent += 1
        picture = self.at(now).seen().copy()
        for limb, tips in self.arms(now):
            limb.lay_over(picture, *tips)
        height, width = picture.shape[:2]
        small = cv2.resize(picture, (width // BLUR, height // BLUR), interpolation=cv2.INTER_AREA)
        return self._jpeg(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.uint8))

    def dark(self) -> bytes:
        """What the camera sees with the lamp off."""
        self._sent += 1
        pixels = np.full_like(self._moments[-1].scene.pixels, 4)
        return self._jpeg(pixels)

    def _jpeg(self, picture: Pixels) -> bytes:
        """With the noise of one exposure."""
        x, y = (self._sent * 37) % 64, (self._sent * 23) % 64
        height, width = picture.shape[:2]
        grain = self._grain[y : y + height, x : x + width]
        noisy = cv2.add(picture, grain, dtype=cv2.CV_8U)
        return cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
