"""Landmarks: points of a still picture by which a later one is laid over it, to tell whether the camera was pushed.

Corners of grain, cloth, racks and tiles are followed from one picture into the other (Shi and Tomasi 1994; Lucas and
Kanade 1981, in pyramids), and RANSAC (Fischler and Bolles 1981) finds the homography that most of them agree on. Where
a cloth's pattern repeats they may be followed to the next repeat, so they are also looked for from the shift by which the
two pictures are most alike as a whole; where the picture has moved too far for both, features that look alike do (ORB,
Rublee et al. 2011). What a player moved, or a hand hides, is outvoted. Votes are counted by parts of the picture and not by
points, since a tile has many. Whatever proposes a homography, the landmarks judge it.

A sensor's noise has corners too: only what another picture of the still table shows in the same place is a landmark.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import THUMBNAIL_WIDTH, Frame, mask_of
from vision.quads import Corners
from vision.scene.register import fits
from vision.scene.viewpoint import Homography, in_widths, seen_through

GreyPhoto = NDArray[np.uint8]
Points = NDArray[np.float32]
"""Shape (points, 2), x and y in pixels of thumbnails."""

CONFIRMED = 2
"""Number of other pictures of the still table in which every landmark was seen."""

_MOST = 5  # landmarks in each part of the picture
_QUALITY = 0.1  # of the strength of the best corner nearby, which a landmark has at least
_FAINTEST = 0.003  # of the strength of the best corner of all, likewise
_BEST = 120  # of the strongest landmarks: these also propose a homography by themselves
_APART = 7  # pixels between two of them
_BLOCK = 7
_WINDOW = (21, 21)
_LEVELS = 4  # each halves the picture: movements of some hundred pixels are followed
_STOP = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 0.01)
_ALIKE = 0.5  # correlation of what lies around a point in both pictures: that of mere noise is about 0
_AROUND = 7  # pixels each way from a point that are compared
_RETURNS = 0.7  # pixels: a point followed there and back comes back to where it was
_AGREES = 1.0  # pixels from where a homography has it: four of a picture in 1080p
_RIM = 8  # pixels: nothing is followed so near to the edge
_PART = 30  # pixels: the parts of the picture that have a vote each

_MAJORITY = 0.5  # of the votes
_CLEAR = 0.9  # of the votes: nothing better is looked for
_LEAD = 0.25  # of the votes, ahead of the camera's standing where it stood
_FEW = 0.3  # of the votes: fewer are left by no hand
_ENOUGH = 12  # parts of the picture with landmarks: where there are fewer, that none is seen proves nothing
_SPREAD = 12.0  # pixels, the lesser spread of landmarks that agree: those of a single set lie along a line

_MEAN, _DEVIATION = 8.0, 16.0  # pixels: brightness and contrast are levelled over so much
_FLOOR, _CONTRAST, _MIDDLE = 2.0, 48.0, 128.0  # grey levels
_ORB_WIDTH = 2 * THUMBNAIL_WIDTH
_ORB_FEATURES = 1500
_ORB_REACH = 1.5
_TRIES, _CERTAINTY = 2000, 0.999  # of RANSAC
_SCALES = (0.4, 2.5)  # no camera that is pushed shows things so much smaller or larger


class Registration(NamedTuple):
    """What a picture shows of the landmarks."""

    homography: NDArray[np.float64] | None
    """The homography from the landmarks' picture to this one, in fractions of the width; None where nothing is left of
    them."""
    share: float
    """Share of the parts of the picture with landmarks that agree."""


class Landmarks:
    """The landmarks of one still picture."""

    def __init__(self, frame: Frame) -> None:
        """Takes every corner of the frame as a candidate; `confirm` leaves the landmarks among them."""
        self._frame = frame
        self._grey = _levelled(frame)
        self._points = _corners(self._grey)
        self._bare = np.ones(len(self._points), np.bool_)
        self._confirmed = 0

    @property
    def is_firm(self) -> bool:
        """Whether enough pictures have confirmed the landmarks."""
        return self._confirmed >= CONFIRMED

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the thumbnails in which they can be looked for."""
        return self._grey.shape

    def confirm(self, frame: Frame) -> None:
        """Drops candidates that another picture of the same still table does not show in the same place."""
        if self.is_firm or not len(self._points):
            self._confirmed += 1
            return
        kept = self._agreeing(_levelled(frame), self._points, self._points)
        self._points, self._bare = self._points[kept], self._bare[kept]
        self._confirmed += 1

    def cover(self, outlines: Iterable[Corners], width: int) -> None:
        """Takes note of what lies on the table and may be taken away: outlines in pixels of a photo of that width."""
        mask = mask_of(self._grey.shape, outlines, width, grown=_BLOCK)
        x, y = np.round(self._points).astype(int).T
        self._bare &= mask[y, x] == 0

    def find(self, frame: Frame, guess: Homography, *, bare: bool = False) -> Registration:
        """Looks for the landmarks in another picture.

        Args:
            frame: the picture.
            guess: the homography to it, in pixels of thumbnails, if the camera stands where it stood last.
            bare: whether only the landmarks of the table itself, and not those of what lies on it, must still be there.
        """
        grey = _levelled(frame)
        stands = self._vote(grey, guess)
        if stands.share < _MAJORITY:
            best, votes = np.asarray(guess, np.float64), stands
            for proposed in self._proposals(frame, grey, guess):
                found = self._vote(grey, proposed)
                if found.share > votes.share and _spread(found.points) >= _SPREAD:
                    best, votes = proposed, found
                if votes.share >= _CLEAR:
                    break
            if votes.share >= max(_MAJORITY, stands.share + _LEAD):
                refined = self._refined(grey, best, votes.points)
                return Registration(in_widths(refined, THUMBNAIL_WIDTH), votes.share)
            if stands.share < _FEW and self._are_enough(bare=bare):
                return Registration(None, stands.share)
        return Registration(in_widths(guess, THUMBNAIL_WIDTH), stands.share)

    def _are_enough(self, *, bare: bool) -> bool:
        points = self._points[self._bare] if bare else self._points
        return len(_parts(points)) >= _ENOUGH

    def _vote(self, grey: GreyPhoto, homography: Homography) -> _Votes:
        """The share of the picture's parts that agree on a homography, and the landmarks that lie where it puts them."""
        height, width = grey.shape
        targets = seen_through(homography, self._points)
        inside = ((targets >= _RIM) & (targets < (width - _RIM, height - _RIM))).all(axis=1)
        points, targets = self._points[inside], targets[inside]
        if not len(points):
            return _Votes(0.0, points)
        agree = self._agreeing(grey, points, targets)
        parts = _parts(points)
        won = sum(2 * np.count_nonzero(agree[members]) >= len(members) for members in parts)
        return _Votes(float(won / len(parts)), points[agree])

    def _agreeing(self, grey: GreyPhoto, points: Points, targets: Points) -> NDArray[np.bool_]:
        """Which points the other picture shows at their targets."""
        found, is_found = self._follow(grey, points, targets, levels=1)
        agree = is_found & (np.linalg.norm(found - targets, axis=1) < _AGREES)
        agree[agree] = _correlation(self._grey, points[agree], grey, found[agree]) >= _ALIKE
        return np.asarray(agree)

    def _follow(self, grey: GreyPhoto, points: Points, start: Points, levels: int) -> tuple[Points, NDArray[np.bool_]]:
        """Where the other picture shows the points, looked for from `start` on, and for which of them that is certain."""
        options = {"winSize": _WINDOW, "criteria": _STOP, "flags": cv2.OPTFLOW_USE_INITIAL_FLOW}
        there, ok, _ = cv2.calcOpticalFlowPyrLK(self._grey, grey, points, start.copy(), maxLevel=levels, **options)  # type: ignore[call-overload] # of the options
        back, ok_back, _ = cv2.calcOpticalFlowPyrLK(grey, self._grey, there, points.copy(), maxLevel=1, **options)  # type: ignore[call-overload] # likewise
        returns = np.linalg.norm(back - points, axis=1) < _RETURNS
        return there, (ok[:, 0] > 0) & (ok_back[:, 0] > 0) & returns

    def _proposals(self, frame: Frame, grey: GreyPhoto, guess: Homography) -> Iterator[NDArray[np.float64]]:
        """Homographies that some of the landmarks agree on."""
        if not len(self._points):
            return
        for start in (_shifted(self._grey, grey, guess), guess):
            there, ok = self._follow(grey, self._points, seen_through(start, self._points), _LEVELS)
            yield from _fitted(self._points[ok], there[ok], _AGREES)
            yield from _fitted(self._points[:_BEST][ok[:_BEST]], there[:_BEST][ok[:_BEST]], _AGREES)
        yield from _fitted(*_alike(self._frame, frame), _ORB_REACH)

    def _refined(self, grey: GreyPhoto, homography: Homography, points: Points) -> NDArray[np.float64]:
        """The best homography fitted to all points that agree, or the given one where that is better."""
        there, ok = self._follow(grey, points, seen_through(homography, points), levels=1)
        fits = [*_fitted(points[ok], there[ok], _AGREES)]
        return max([np.asarray(homography, np.float64), *fits], key=lambda each: self._vote(grey, each).share)


def _shifted(one: GreyPhoto, other: GreyPhoto, guess: Homography) -> Homography:
    """The guess, and then the shift by which all of one picture is most like the other: phase correlation (Kuglin and Hines 1975)."""
    expected = cv2.warpPerspective(one, np.asarray(guess, np.float64), one.shape[::-1]).astype(np.float32)
    window = cv2.createHanningWindow(one.shape[::-1], cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(expected, other.astype(np.float32), window)
    return np.array([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]]) @ guess


def _correlation(one: GreyPhoto, points: Points, other: GreyPhoto, targets: Points) -> NDArray[np.float32]:
    """How alike two pictures are around points of one and their targets in the other, -1 to 1: normalised cross-correlation."""
    ones, others = _around(one, points), _around(other, targets)
    product = np.sqrt((ones**2).sum(axis=(1, 2)) * (others**2).sum(axis=(1, 2)))
    return np.asarray((ones * others).sum(axis=(1, 2)) / np.maximum(product, np.finfo(np.float32).eps), np.float32)


def _around(grey: GreyPhoto, points: Points) -> NDArray[np.float32]:
    """What lies around points, less its mean, shape (points, side, side)."""
    side = 2 * _AROUND + 1
    if not len(points):
        return np.zeros((0, side, side), np.float32)
    away = np.arange(-_AROUND, _AROUND + 1, dtype=np.float32)
    around = points[:, 0, None, None] + away, points[:, 1, None, None] + away[:, None]
    x, y = (each.reshape(-1, side) for each in np.broadcast_arrays(*around))
    found = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    patches = found.reshape(len(points), side, side)
    return np.asarray(patches - patches.mean(axis=(1, 2), keepdims=True))


class _Votes(NamedTuple):
    share: float
    points: Points
    """The landmarks that agree."""


def _levelled(frame: Frame) -> GreyPhoto:
    """The thumbnail in grey, its brightness and its contrast the same all over: lamps and exposures change."""
    grey = cv2.cvtColor(frame.thumbnail, cv2.COLOR_BGR2GRAY).astype(np.float32)
    from_mean = grey - cv2.GaussianBlur(grey, (0, 0), _MEAN)
    deviation = np.sqrt(cv2.GaussianBlur(from_mean * from_mean, (0, 0), _DEVIATION))
    return np.clip(_MIDDLE + _CONTRAST * from_mean / (deviation + _FLOOR), 0, 255).astype(np.uint8)


def _corners(grey: GreyPhoto) -> Points:
    """The corners of a picture, the best first, chosen in each part of it, since those of a tile outdo all of the table's."""
    strength = cv2.cornerMinEigenVal(grey, _BLOCK)
    strength[:_BLOCK], strength[-_BLOCK:], strength[:, :_BLOCK], strength[:, -_BLOCK:] = 0, 0, 0, 0
    is_peak = strength == cv2.dilate(strength, np.ones((_APART, _APART), np.uint8))
    nearby = cv2.dilate(strength, np.ones((_PART, _PART), np.uint8))
    rows, columns = np.nonzero(is_peak & (strength > np.maximum(_QUALITY * nearby, _FAINTEST * strength.max())))
    best = np.argsort(-strength[rows, columns], kind="stable")
    points = np.column_stack([columns, rows])[best].astype(np.float32)
    kept = [members[:_MOST] for members in _parts(points)]
    return points[np.sort(np.concatenate(kept))] if kept else points


def _alike(one: Frame, other: Frame) -> tuple[Points, Points]:
    """Points of two pictures that look alike, in pixels of thumbnails."""
    finder = cv2.ORB.create(_ORB_FEATURES)
    found = []
    for frame in (one, other):
        height = round(frame.size[1] * _ORB_WIDTH / frame.size[0])
        small = cv2.resize(frame.photo, (_ORB_WIDTH, height), interpolation=cv2.INTER_AREA)
        found.append(finder.detectAndCompute(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), None))
    (ones, looks), (others, other_looks) = found
    if looks is None or other_looks is None:
        return np.zeros((0, 2), np.float32), np.zeros((0, 2), np.float32)
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(looks, other_looks)
    scale = THUMBNAIL_WIDTH / _ORB_WIDTH
    points = ([ones[pair.queryIdx].pt for pair in pairs], [others[pair.trainIdx].pt for pair in pairs])
    here, there = (np.array(each, np.float32).reshape(-1, 2) * scale for each in points)
    return here, there


def _fitted(points: Points, targets: Points, reach: float) -> Iterator[NDArray[np.float64]]:
    """A similarity and a homography that most of the points agree on, if they may be what a pushed camera does to a picture."""
    least, most = _SCALES
    for homography, _ in fits(points, targets, reach, _TRIES, _CERTAINTY):
        if least**2 <= np.linalg.det(homography[:2, :2]) <= most**2:
            yield np.asarray(homography, np.float64)


def _parts(points: Points) -> list[NDArray[np.intp]]:
    """The indices of the points in each part of the picture that has some."""
    if not len(points):
        return []
    column, row = (points // _PART).astype(int).T
    _, numbers = np.unique(column + 1000 * row, return_inverse=True)
    return [np.flatnonzero(numbers == number) for number in range(numbers.max() + 1)]


def _spread(points: Points) -> float:
    """The standard deviation of the points in the direction in which it is least."""
    if len(points) < 3:  # noqa: PLR2004 - two lie along a line in any case
        return 0.0
    return float(np.sqrt(max(0.0, np.linalg.eigvalsh(np.cov(points.T))[0])))
