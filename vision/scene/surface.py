"""The bare table: what it looks like where nothing lies, learned while tiles come and go.

Tells whether a place from which a tile is gone shows the table, or something that hides what lies there: a hand, a sleeve, a cup, a
glare. The model is a thumbnail of the table without tiles; where no frame has shown the table yet, it is what lies around.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.frame import Frame, mask_of
from vision.quads import Corners
from vision.regions import Area
from vision.scene.viewpoint import HOME, Viewpoint, in_pixels

ALIKE = 26.0
"""Grey levels in any channel up to which a pixel may be the table's: more than a table differs from place to place."""

_FAINT = 4.0  # grey levels, averaged over a few pixels, of a place as when bare; dark hands on dark wood differ by 8
_BURNT, _WHITE = 250.0, 255.0  # grey levels from which a channel may be brighter by any amount, and where it ends

BARE = 0.75
"""Minimum share of a place's pixels that show the table for the place to be bare. A tile on a cloth with checks as pale as itself may hide a
half of them only; nineteen in twenty bare places show the table in all of them."""

# Share of its light that a table keeps in a tile's shadow, but where that fades out and takes no more than `ALIKE`. A
# tile that is not read may be a little darker than a pale table, and of its colour.
_LEAST_LIGHT, _MOST_LIGHT = 0.35, 0.8

_SHADE_DIFFERENCE = 10.0  # grey levels in any channel that a table in shadow differs from its colour in less light
_SHADOW_REACH = 0.5  # widths of a tile: less than three quarters of a place beside it lie in its shadow
_LEAST_UNCHANGED = 0.97  # share of a place's pixels that look as when it was seen bare, for nothing to lie there
ABSORBED_AFTER = 30.0
"""Seconds after which something that looks unlike the table becomes part of it."""

_LARGEST = 0.08  # of the picture: what a rim encloses is an object; what is larger is a shadow or a change of light
_BESIDE = 2  # pixels around a tile beside the place that is asked about: its outline is not exact
_GROWN = 4  # pixels around a tile that its shadow and its side may take
_LEARNS = 0.25  # share of a new frame in what is known
_BEYOND_NOISE = 6.0  # times the noise of such an average
_NORMAL = 0.6745  # the median of |x| of a normal distribution
_FEW = (5, 5)  # pixels
_LIGHT = 40.0  # pixels, sigma: lamps, and the shadows of people, fade over more than the width of a hand
_NEXT = np.ones((3, 3), np.uint8)  # a pixel and those next to it, where grain may lie in a picture that was turned
_COARSE = 8  # pixels of the thumbnail to one in which that is looked for
_AROUND = 24.0  # pixels, sigma of the surroundings that stand in for what was never seen
_LEAST_GAIN, _MOST_GAIN = 0.35, 2.5  # within these, lamps change the light; beyond, the picture is none of the table
_DARK = 4.0  # grey levels that are added on both sides of a ratio, so that noise in the dark makes none
_SAMPLED = 2  # of this many pixels each way, one tells the light
_LEAST_TELLING = 0.05  # of the pixels: where fewer are not burnt out, all tell the light
_INSET = 0.15  # of a tile's size, from its outline inwards: neighbours and shadows reach in
_GLARE = 0.1  # of the picture: where more is burnt out, the table is as bright as that, and a tile on it shows
_THICK = 1.4  # times as thick as a tile is wide: the back of a hand, a cup, a sleeve, and no shadow of a tile


class Occluder(NamedTuple):
    """Something on the table that is neither table nor tile."""

    x: float
    """Its middle, in pixels of the photo."""
    y: float
    reaches_in: bool
    """Whether it comes in from outside, as an arm does."""


class Expected(NamedTuple):
    """What a picture may show where nothing is new, shape (height, width, 3): the darkest and the brightest values."""

    darkest: NDArray[np.float32]
    brightest: NDArray[np.float32]

    @classmethod
    def of(cls, model: NDArray[np.float32], gain: NDArray[np.float32] | float = 1.0) -> Expected:
        """What a model, shape (height, width, 3), shows in light of that gain; anything brighter too, where it is burnt out."""
        lit = model * gain
        return cls(np.minimum(lit, _WHITE), np.where(model >= _BURNT, np.float32(np.inf), lit))

    def nearest(self, small: NDArray[np.float32]) -> NDArray[np.float32]:
        """The expected values that come nearest to the picture."""
        return np.clip(small, self.darkest, self.brightest)

    def within_a_pixel(self) -> Expected:
        """The expectation in which every pixel may show what is expected next to it."""
        return Expected(
            np.asarray(cv2.erode(self.darkest, _NEXT), np.float32),
            np.asarray(cv2.dilate(self.brightest, _NEXT), np.float32),
        )


@dataclass(frozen=True, eq=False)
class Comparison:
    """A frame compared with the bare table; its masks have the shape of the frame's thumbnail."""

    alike: NDArray[np.bool_]
    """Where it looks like the table."""
    shaded: NDArray[np.bool_]
    """Where it looks like the table with less light on it."""
    others: NDArray[np.bool_]
    """Where the comparison says nothing: tiles lie there, or racks stand."""
    known: NDArray[np.bool_]
    """Where any frame has shown the table; elsewhere it is taken to look as it does around."""
    exact: NDArray[np.bool_]
    """Where it has done so from where the camera stands: there the faintest difference counts."""
    burnt: NDArray[np.bool_]
    """Where a channel of the frame may be burnt out: the print of a tile may not show there."""
    glare: NDArray[np.bool_]
    """Where a lamp is mirrored: all channels are burnt out, in little of the picture. No tile shows there, be it bare or not."""
    width: int
    """Width of the frame, pixels."""
    is_lit: bool
    """Whether the table can be in the light that the frame shows it in."""

    def hidden(self, places: Iterable[Corners]) -> list[Corners]:
        """The `places`, tiles' outlines in the frame's pixels, that show something other than the table, or lie in a glare.

        The parts of a place that tiles or racks take tell nothing. What lies beside them may lie in their shadow.
        """
        bare = self.alike & ~self.glare & ~_enclosed(~self.alike & ~self.others)
        found = []
        for place in places:
            there = self._inner(place) & ~self.others
            shows_table = bare | (self.shaded & self._beside_tiles(place))
            if there.any() and not (self.is_lit and float(shows_table[there].mean()) >= BARE):
                found.append(place)
        return found

    def is_in_glare(self, place: Corners) -> bool:
        """Whether a lamp is mirrored on a tile's place, outlined in the frame's pixels."""
        return bool((self.glare & self._inner(place)).any())

    def _beside_tiles(self, place: Corners) -> NDArray[np.bool_]:
        """Where the shadows of tiles may lie that are as large as a place in the frame's pixels."""
        reach = round(_SHADOW_REACH * quads.width(place) * self.others.shape[1] / self.width)
        grown = cv2.dilate(self.others.astype(np.uint8), np.ones((2 * reach + 1,) * 2, np.uint8))
        return np.asarray(grown > 0)

    def shows_bare(self, place: Corners) -> bool:
        """Whether a tile's place, outlined in the frame's pixels, looks in every detail as it did when the table was bare there.

        A place that was never seen bare from where the camera stands does not, nor does one that other tiles reach into, or that is burnt out.
        """
        there = self._inner(place)
        same = self.alike & self.known & self.exact & ~self.burnt & ~self.others
        return self.is_lit and bool(there.any()) and float(same[there].mean()) >= _LEAST_UNCHANGED

    def _inner(self, place: Corners) -> NDArray[np.bool_]:
        """The pixels of a place, without its margin."""
        middle = place.mean(axis=0)
        shrunk = middle + (place - middle) * (1 - 2 * _INSET)
        return np.asarray(mask_of(self.others.shape, [shrunk.astype(np.float32)], self.width) > 0)

    def occluders(self, size: float, area: Area | None = None) -> list[Occluder]:
        """What lies over the table and may hide a tile as a whole, as hands and cups do; nothing where all is in other light.

        The `size` is the width of a tile, in the frame's pixels; `area` is the play area in them, None for the whole frame.
        """
        if not self.is_lit:
            return []
        inside, scale = self._inside(area), self.known.shape[1] / self.width
        strange = self.strange(area)
        across = max(3, round(_THICK * size * scale))
        round_one = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across))
        thick = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_OPEN, round_one)
        rim = cv2.erode(inside.astype(np.uint8), np.ones((3, 3)), borderType=cv2.BORDER_CONSTANT, borderValue=0) == 0
        count, labels, _, middles = cv2.connectedComponentsWithStats(thick, connectivity=8)
        return [
            Occluder(float(x), float(y), reaches_in=bool((labels[rim] == i).any()))
            for i, (x, y) in enumerate(middles[1:count] / scale, start=1)
        ]

    def _inside(self, area: Area | None) -> NDArray[np.bool_]:
        """Where the thumbnail shows the play area, in the frame's pixels; None for the whole frame."""
        shape = self.known.shape
        return np.ones(shape, bool) if area is None else mask_of(shape, [area], self.width) > 0

    def strange(self, area: Area | None = None) -> NDArray[np.bool_]:
        """What lies in the play area, in the frame's pixels, and is neither table nor tile."""
        inside = self._inside(area)
        strange = ~self.alike & ~self.others & self.known & inside
        return np.asarray(strange | (_enclosed(strange) & ~self.others & inside))


@dataclass(eq=False)
class _Model:
    """The bare table as it was seen; all have the shape of a thumbnail."""

    picture: NDArray[np.float32]
    known: NDArray[np.bool_]
    """Where any frame has shown it."""
    exact: NDArray[np.bool_]
    """Where one has done so from where the camera stands."""
    other: NDArray[np.float32]
    """What lies where the picture looks unlike the table."""
    since: NDArray[np.float64]
    """Since when it has looked so, in seconds of the frames; infinite where it does not."""

    @classmethod
    def of(cls, small: NDArray[np.float32], free: NDArray[np.bool_]) -> Self:
        """What one frame shows, where nothing lies."""
        return cls(small, free, free.copy(), small.copy(), np.full(free.shape, np.inf))

    def turned(self, homography: NDArray[np.float64]) -> _Model:
        """What the camera shows of it after a move, by a homography in fractions of the width; of what it did not show before, nothing is known."""
        height, width = self.known.shape
        matrix = in_pixels(homography, width)
        known, picture, other = (
            np.asarray(cv2.warpPerspective(values, matrix, (width, height), borderValue=(0.0,) * 3), np.float32)
            for values in (self.known.astype(np.float32), self.picture, self.other)
        )
        is_known = known > 1 - np.finfo(np.float32).eps
        return _Model(picture, is_known, np.zeros_like(is_known), other, np.full(is_known.shape, np.inf))

    def gain(self, small: NDArray[np.float32], where: NDArray[np.bool_]) -> NDArray[np.float32]:
        """How much brighter each channel of a picture is, as a factor: lamps and the camera's exposure change."""
        where = where[::_SAMPLED, ::_SAMPLED]
        if not where.any():
            return np.ones(3, np.float32)
        now, before = (picture[::_SAMPLED, ::_SAMPLED][where] for picture in (small, self.picture))
        tells = np.maximum(now, before).max(axis=1) < _BURNT
        if tells.mean() >= _LEAST_TELLING:
            now, before = now[tells], before[tells]
        return np.asarray(np.median((now + _DARK) / (before + _DARK), axis=0), np.float32)

    def looks_like(self, small: NDArray[np.float32], expected: Expected, told: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Where a picture shows what is expected; small differences count where `told`, and are of that place alone.

        What was seen from elsewhere may lie a pixel away.
        """
        near = expected.within_a_pixel().nearest(small)
        alike = _alike(small, np.where(self.exact[..., None], expected.nearest(small), near))
        return alike & ~_faintly_other(small - near, alike & self.exact & told)

    def learn(self, small: NDArray[np.float32], free: NDArray[np.bool_], seconds: float) -> None:
        """Takes what a frame of that time shows where nothing lies, as `Surface.learn` says."""
        seen = free & self.known
        levelled = small / self.gain(small, seen)
        levelled = np.where(small >= _BURNT, np.maximum(levelled, self.picture), levelled)
        # The table as it is known; where that was seen from elsewhere, this frame shows it more exactly.
        old = seen & self.looks_like(levelled, Expected.of(self.picture), seen)
        turned = old & ~self.exact
        self.picture[turned] = levelled[turned]
        cv2.accumulateWeighted(levelled, self.picture, _LEARNS, old.astype(np.uint8))
        self.since[old] = np.inf
        # Something else; its time begins anew when it looks different again.
        strange = seen & ~old
        begins = strange & (np.isinf(self.since) | ~_alike(levelled, self.other))
        self.other[begins], self.since[begins] = levelled[begins], seconds
        belongs = strange & (seconds - self.since >= ABSORBED_AFTER)
        # The table where it was never seen before, and what has lain there for long.
        new = (free & ~self.known) | belongs
        self.picture[new], self.since[new] = levelled[new], np.inf
        self.known |= free
        self.exact |= old | new

    def filled(self) -> NDArray[np.float32]:
        """The table, with what was never seen taken from what lies around it."""
        if self.known.all():
            return self.picture
        weight = cv2.GaussianBlur(self.known.astype(np.float32), (0, 0), _AROUND)
        around = cv2.GaussianBlur(self.picture * self.known[..., None], (0, 0), _AROUND)
        around = around / np.maximum(weight, 1e-3)[..., None]
        return np.where(self.known[..., None], self.picture, around).astype(np.float32)


class Surface:
    """A model of the bare table as one camera sees it."""

    def __init__(self) -> None:
        self._model: _Model | None = None
        self._filled: NDArray[np.float32] | None = None  # the model, with what was never seen filled in
        self._viewpoint = HOME

    @property
    def is_known(self) -> bool:
        """Whether any frame of the table has been seen."""
        return self._model is not None

    def learn(self, frame: Frame, taken: Iterable[Corners], viewpoint: Viewpoint = HOME) -> None:
        """Takes a frame of the still table.

        What looks unlike the table is learned only after `ABSORBED_AFTER` seconds: a cup is no table.

        Args:
            frame: the frame.
            taken: the outlines, in its pixels, of all that lies on the table or may lie there hidden.
            viewpoint: from where it shows the table.
        """
        small = frame.thumbnail.astype(np.float32)
        free = mask_of(small.shape[:2], taken, frame.size[0], grown=_GROWN) == 0
        model = self._turned(viewpoint)
        self._filled = None
        if model is None or model.picture.shape != small.shape:
            self._model = _Model.of(small, free)
        else:
            model.learn(small, free, frame.seconds)

    def compare(self, frame: Frame, taken: Iterable[Corners], viewpoint: Viewpoint = HOME) -> Comparison | None:
        """Compares a frame with the table as it is known; None where nothing is known.

        `taken` are the outlines, in its pixels, of what is known to be neither table nor anything that hides it: tiles that
        were read, racks. `viewpoint` is from where it shows the table.
        """
        model, small = self._turned(viewpoint), frame.thumbnail.astype(np.float32)
        if model is None or model.picture.shape != small.shape:
            return None
        others = mask_of(model.known.shape, taken, frame.size[0], grown=_BESIDE) > 0
        gain = model.gain(small, model.known & ~others)
        is_lit = bool(gain.min() >= _LEAST_GAIN and gain.max() <= _MOST_GAIN)
        filled = self._filled = model.filled() if self._filled is None else self._filled
        alike = model.looks_like(small, Expected.of(filled, gain), model.known & ~others)
        burnt = small.max(axis=2) >= _BURNT
        white = (small.min(axis=2) >= _BURNT) & ~others
        glare = white & (float(white.mean()) <= _GLARE)
        shaded = _with_less_light(small, filled * gain)
        return Comparison(alike, shaded, others, model.known, model.exact, burnt, glare, frame.size[0], is_lit)

    def _turned(self, viewpoint: Viewpoint) -> _Model | None:
        """The model as the camera shows it from `viewpoint`; None where nothing is known."""
        if viewpoint != self._viewpoint:
            before, self._viewpoint, self._filled = self._viewpoint, viewpoint, None
            self._model = None if self._model is None else self._model.turned(before.to(viewpoint))
        return self._model


def _alike(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.bool_]:
    return np.asarray(cv2.inRange(cv2.absdiff(one, other), (0.0,) * 3, (ALIKE,) * 3) > 0)


def _with_less_light(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Where one picture shows the colours of another with some of the light taken away, both of shape (height, width, 3)."""
    light = (one.sum(axis=2) + _DARK) / (other.sum(axis=2) + _DARK)
    is_of_its_colour = np.abs(one - light[..., None] * other).max(axis=2) <= _SHADE_DIFFERENCE
    fades_out = (light <= 1) & _alike(one, other)
    return np.asarray(is_of_its_colour & (light >= _LEAST_LIGHT) & ((light <= _MOST_LIGHT) | fades_out))


def _faintly_other(difference: NDArray[np.float32], where: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Where, of some pixels, a picture differs by little, but by more than noise and slow changes of the light do.

    `difference` is that from what is expected within a pixel, shape (height, width, 3).
    """
    if not where[::_SAMPLED, ::_SAMPLED].any():
        return np.zeros_like(where)
    weight = where.astype(np.float32)
    difference = difference * weight[..., None]
    light = _faded(difference) / np.maximum(_faded(weight), np.finfo(np.float32).eps)[..., None]
    counted = cv2.blur(weight, _FEW)[..., None]
    left = cv2.blur((difference - light) * weight[..., None], _FEW) / np.maximum(counted, 1 / (_FEW[0] * _FEW[1]))
    sampled = left[::_SAMPLED, ::_SAMPLED][where[::_SAMPLED, ::_SAMPLED]]
    noise = np.median(np.abs(sampled), axis=0) / _NORMAL
    bound = [max(_FAINT, _BEYOND_NOISE * each) for each in noise.tolist()]
    return np.asarray(where & (cv2.inRange(left, tuple(-each for each in bound), tuple(bound)) == 0))


def _faded(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Values of the pixels, blurred by `_LIGHT`."""
    height, width = values.shape[:2]
    coarse = cv2.resize(values, (-(-width // _COARSE), -(-height // _COARSE)), interpolation=cv2.INTER_AREA)
    blurred = cv2.GaussianBlur(coarse, (0, 0), _LIGHT / _COARSE)
    return np.asarray(cv2.resize(blurred, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _enclosed(strange: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """What lies within the outlines of strange things: the coffee in a cup may be as brown as the table."""
    closed = cv2.morphologyEx(strange.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros(strange.shape, np.uint8)
    objects = [contour for contour in contours if cv2.contourArea(contour) <= _LARGEST * strange.size]
    cv2.drawContours(filled, objects, -1, (1,), cv2.FILLED)
    return np.asarray(filled > 0)
