"""Whether a camera has lost its focus: by what it showed of the same table before.

How sharp a picture is depends on what is in it, so each place is compared with itself, if its light, smoothed far
beyond any blur in question, is what it was, and what stands out there still does, as it also does in a blur. Where
tiles come or go, or a hand lies, that is not so, and nothing is said of such a place. Fine detail is what a Laplacian
leaves, as in the measures of autofocus (Pertuz et al., 2013, "Analysis of focus measure operators for
shape-from-focus"). A blur of four pixels of 1080p, at which tiles begin to be misread, leaves less than a tenth of it,
one of two pixels a third.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.image import Photo
from vision.median import weighted_median

_SOFT = 0.1  # share of its fine detail below which a picture is out of focus
_SHARP = 0.2  # share with which it is in focus again
_STAYS = 0.8  # seconds that it has to be so: a camera that adjusts itself is blurred for a moment
BLUR_ACCEPTED_AFTER = 60.0
"""Seconds after which a blur is how this camera sees, and is no longer told."""

_EVERY = 0.3  # seconds between two pictures that are looked at
_GRID = (24, 14)  # places across and down, each a little larger than a tile
_SMOOTHED = (2, 1.2)  # how many times finer a grid the light is blurred on, and the sigma of that blur in its places
_ALIKE = 4.0  # maximum difference of light that is the same, grey levels in any channel
_CELLS = 4  # cells across a place and down, by whose mean light the forms in it are told
_AROUND = 6.0  # sigma, in cells, of the blurred light against which forms stand out
_STANDS_OUT = 3.0  # root mean square, in grey levels, from which forms stand out
_STILL_THERE = 0.35  # minimum share of that which a blur of twelve pixels at 1080p leaves
_CRISP = 40.0  # squared grey levels of fine detail above noise that a place must have to tell anything
_ADDED = 3.0  # factor by which detail grows where something new lies
_FLAT = 10  # percentage of the places that show nothing but noise
_AGE = 5.0  # seconds after which what a place shows is known: an arm does not lie still for so long
_FEWEST = 8  # minimum number of places that tell anything
_FEWEST_EFFECTIVE = 4.0  # minimum effective number of these: no single one, as where a tile was taken, decides
_NEW = 2  # number of changed places with detail from which the camera is in focus: it shows new things sharply
_UNCHANGED = 0.6  # minimum share of the detail that lies in unchanged places: else what had the rest of it may be gone
_RISES, _FALLS = 3.0, 60.0  # seconds in which what is known of a place follows what is seen, to more detail and to less


class Blocks(NamedTuple):
    """What the places of a picture show."""

    light: NDArray[np.float32]
    """Grey levels, shape (down, across, 3)."""
    detail: NDArray[np.float32]
    """Squared grey levels of the Laplacian, without noise, shape (down, across)."""
    forms: NDArray[np.float32]
    """What stands out, coarser than any blur in question: grey levels beside those around, shape (down, across, cells
    and channels)."""

    def divided(self, gain: NDArray[np.float32]) -> Blocks:
        """What the places show, in the light of an earlier picture that had 1 / `gain` times as much of it, shape (3,)."""
        times = np.float32(gain.mean())
        forms = (self.forms / np.tile(gain, _CELLS**2)).astype(np.float32)
        return Blocks(self.light / gain, self.detail / times**2, forms)

    def adopt(self, other: Blocks, where: NDArray[np.bool_]) -> None:
        """Takes over what `other` shows at the places `where`, shape (down, across)."""
        for mine, theirs in zip(self, other, strict=True):
            mine[where] = theirs[where]


class Focus:
    """Tells of every picture of one camera whether it is out of focus."""

    def __init__(self) -> None:
        self._known: Blocks | None = None
        self._other: Blocks | None = None  # what places show instead, where that is not what is known of them
        self._since = np.zeros((0, 0))  # and since when they do
        self._size = (0, 0)
        self._looked_at = -np.inf
        self._soft_since: float | None = None
        self.sharp_until = -np.inf
        """Time of the last examined picture that was not soft, in seconds of the frames."""
        self.is_lost = False
        """Whether the last picture was out of focus, and others for some time before."""

    def update(self, frame: Frame) -> bool:
        """Takes a picture that shows a table, and returns whether it is out of focus."""
        passed = frame.seconds - self._looked_at
        if 0 <= passed < _EVERY:
            return self.is_lost
        self._looked_at = frame.seconds
        seen = blocks_of(frame)
        if self._known is None or self._other is None or self._size != frame.size:
            self._begin(seen, frame)
            return False
        gain = np.median((seen.light + 1) / (self._known.light + 1), axis=(0, 1))
        seen = seen.divided(gain.astype(np.float32))
        alike = _alike(self._known, seen)
        share = _share(self._known, seen, alike)
        self._settle(share, frame.seconds)
        if self._soft_since is None:
            self.sharp_until = frame.seconds
        if self._soft_since is None or share is None:
            self._keep(self._known, seen, alike & ~_has_lost(self._known, seen), passed)
            self._take(self._known, self._other, seen, alike, frame.seconds)
        elif frame.seconds - self._soft_since >= BLUR_ACCEPTED_AFTER:
            self._begin(seen, frame)
        return self.is_lost

    def _begin(self, seen: Blocks, frame: Frame) -> None:
        """Takes a picture as what the camera shows from here on; what of it stays is yet to be seen."""
        self._size = frame.size
        self._known = Blocks(seen.light.copy(), np.zeros_like(seen.detail), seen.forms.copy())
        self._other, self._since = seen, np.full(seen.detail.shape, frame.seconds)
        self._soft_since, self.is_lost = None, False

    def _settle(self, share: float | None, seconds: float) -> None:
        """Updates whether the focus is lost; a picture of which nothing can be said changes nothing."""
        if share is None:
            return
        if share >= (_SHARP if self.is_lost else _SOFT):
            self._soft_since, self.is_lost = None, False
            return
        self._soft_since = seconds if self._soft_since is None else self._soft_since
        self.is_lost = seconds - self._soft_since >= _STAYS

    def _keep(self, known: Blocks, seen: Blocks, same: NDArray[np.bool_], passed: float) -> None:
        """Updates what is known of places: less detail is taken over slowly, so that a blur that grows is noticed, too."""
        falls = seen.detail < known.detail
        part = same * (1 - np.exp(-passed / np.where(falls, _FALLS, _RISES)))
        quickly = same * (1 - np.exp(-passed / _RISES))
        known.light[:] += quickly[..., None] * (seen.light - known.light)
        known.forms[:] += quickly[..., None] * (seen.forms - known.forms)
        known.detail[:] += part * (seen.detail - known.detail)

    def _take(self, known: Blocks, other: Blocks, seen: Blocks, alike: NDArray[np.bool_], seconds: float) -> None:
        """Adopts what else places show, once they have shown it for `_AGE` seconds."""
        has_lost = _has_lost(known, seen)
        steady = _alike(other, seen) & ~_has_lost(other, seen) & (~alike | has_lost)
        other.adopt(seen, ~steady)
        self._since[~steady] = seconds
        taken = steady & (seconds - self._since >= _AGE)
        if self.is_lost:
            taken &= ~(alike & has_lost)
        known.adopt(seen, taken)


def _share(known: Blocks, seen: Blocks, alike: NDArray[np.bool_]) -> float | None:
    """Share of its detail that a picture still has; None where too few places tell.

    Things that lie elsewhere now, as all do once the camera is pushed, leave their old place without detail and bring
    it to another. Places count by the detail that they had: a table's broad grain keeps much of its little detail in a
    blur that leaves nothing of tiles and print.
    """
    tells = known.detail >= _CRISP
    used = tells & alike
    weights = known.detail[used]
    is_much = np.count_nonzero(used) >= _FEWEST and weights.sum() >= _UNCHANGED * known.detail[tells].sum()
    if not (is_much and _effective(weights) >= _FEWEST_EFFECTIVE):
        return None
    share = weighted_median(seen.detail[used] / weights, weights)
    usual = weighted_median(known.detail[tells], known.detail[tells])
    new = np.sort(np.where(used, 0, seen.detail), axis=None)[-_NEW] / usual
    return max(share, float(new))


def _effective(weights: NDArray[np.float32]) -> float:
    """How many places of equal weight say as much as those of these weights: the effective sample size (Kish, 1965)."""
    return float(weights.sum() ** 2 / (weights**2).sum())


def _alike(known: Blocks, seen: Blocks) -> NDArray[np.bool_]:
    """Which places show the same light, what stood out, and nothing that has more detail."""
    added = (seen.detail >= _CRISP) & (seen.detail > _ADDED * known.detail)
    strength = np.square(known.forms).mean(axis=2)
    remains = (known.forms * seen.forms).mean(axis=2) >= _STILL_THERE * strength
    gone = (strength >= _STANDS_OUT**2) & ~remains
    return np.asarray((np.abs(seen.light - known.light).max(axis=2) <= _ALIKE) & ~added & ~gone)


def _has_lost(known: Blocks, seen: Blocks) -> NDArray[np.bool_]:
    """Which places show hardly any of their detail."""
    return np.asarray((known.detail >= _CRISP) & (seen.detail < _SOFT * known.detail))


def blocks_of(frame: Frame) -> Blocks:
    """What the places of a picture show."""
    picture = frame.thumbnail
    times, sigma = _SMOOTHED
    fine = cv2.resize(picture, (_GRID[0] * times, _GRID[1] * times), interpolation=cv2.INTER_AREA).astype(np.float32)
    light = cv2.resize(cv2.GaussianBlur(fine, (0, 0), sigma), _GRID, interpolation=cv2.INTER_AREA)
    detail = fine_detail(picture, _GRID)
    detail = np.maximum(detail - np.percentile(detail, _FLAT), 0)
    return Blocks(light.astype(np.float32), detail.astype(np.float32), _forms_of(picture))


def _forms_of(picture: Photo) -> NDArray[np.float32]:
    """What stands out at the places of a picture (`Blocks.forms`)."""
    across, down = _GRID
    cells = cv2.resize(picture, (across * _CELLS, down * _CELLS), interpolation=cv2.INTER_AREA).astype(np.float32)
    cells -= cv2.GaussianBlur(cells, (0, 0), _AROUND)
    by_place = cells.reshape(down, _CELLS, across, _CELLS, 3).swapaxes(1, 2)
    return by_place.reshape(down, across, -1)


def fine_detail(picture: Photo, grid: tuple[int, int]) -> NDArray[np.float32]:
    """How much fine detail there is at each place of a grid (across, down).

    It is the mean square of the Laplacian, in squared grey levels.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return cv2.resize(cv2.Laplacian(grey, cv2.CV_32F) ** 2, grid, interpolation=cv2.INTER_AREA).astype(np.float32)
