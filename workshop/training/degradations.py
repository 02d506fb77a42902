"""What happens to photos at a table: things in the way, poor light, small and slanting tiles, poor cameras.

Every degradation takes a photo (height, width, 3), 8 bits, BGR, its labels as `workshop/evaluation/matching.py` takes them, and
the source of its choices. It returns a `Degraded`, and leaves what it was given as it was.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import UNREAD, Colour
from vision import quads
from vision.image import Photo
from vision.quads import Corners
from workshop.evaluation import matching
from workshop.training.render import covers, effects
from workshop.training.render.arrays import FloatImage
from workshop.training.render.canvas import HIDES, blend
from workshop.training.render.clutter import living
from workshop.training.render.textures import with_shadow

Labels = Mapping[str, Any]

COVERED_SHARE = 0.2
"""Share of a photo's tiles that something lies over, one at least."""
STRIP_BEYOND = 0.03
"""How far strips reach beyond the face, in its widths and heights."""
SKIN_CONTRAST = 0.03
SKIN_INSIDE = np.s_[300:360, 90:140]
"""Part of the texture of `living.hand` that the forearm or its sleeve fills."""
FINGERS_SHARE, LIFT = 0.7, 0.4
"""Share of the hands of which only fingers are seen, and how high these are held, in tile widths."""
FINGER_DEPTHS = (0.25, 0.7)
"""How far across a face a fingertip reaches, in heights of the face."""
LINEAR_UP_TO, SRGB_LINEAR_UP_TO = 0.0031308, 0.04045
"""Bounds, in light and in levels, of the straight part of sRGB's tone curve (IEC 61966-2-1)."""
HIDDEN_FROM, GONE_FROM = 0.08, 0.6
"""Share of a face from which on it counts as covered, and from which on nobody can tell the tile."""
SMALL_QUALITY, WEBCAM_QUALITY = 92, 60
"""Of JPEG files: of small photos, and of a webcam."""
WEBCAM_HEIGHT, WEBCAM_KELVIN, WEBCAM_BLUR, WEBCAM_NOISE = 36.0, 3800.0, 0.9, 0.02
"""A webcam's tiles, pixels; its uncorrected light; its blur in pixels and its noise as a share of white, both as
standard deviations."""
EDGES = 9
"""Pixels about a tile that are painted over with it: its sides and its shadow's edge."""
FOCAL = 1.2
"""Focal length of the camera that looks at a photo aslant, in the photo's longer sides."""


@dataclass(frozen=True, eq=False)
class Degraded:
    """A photo that something has happened to."""

    photo: Photo
    labels: Labels
    covered: frozenset[int] = frozenset()
    """Indices of the labels of which something covers a part."""


Degradation = Callable[[Photo, Labels, np.random.Generator], Degraded]


def unchanged(photo: Photo, labels: Labels, _: np.random.Generator) -> Degraded:
    """The photo as it is."""
    return Degraded(photo, labels)


def covered(photo: Photo, labels: Labels, rng: np.random.Generator, *, side: str, share: float) -> Degraded:
    """Strips over some tiles: over that share of the face, from the side of the upright tile that is named.

    One strip in four each has the colour of skin or cloth, is cut from a rendered hand or sleeve, or from the photo
    itself where nothing lies.
    """
    under = covers.Under(_light(photo), matching.outlines(labels))
    chosen, pixels = _some(labels, rng), photo
    for index in chosen:
        pixels = laid_over(pixels, under.faces[index], _colours(under, rng), side, share)
    return Degraded(pixels, labels, frozenset(chosen))


def laid_over(photo: Photo, outline: Corners, colours: FloatImage, side: str, share: float) -> Photo:
    """The photo with a strip that shows colours (h, w, 3), RGB, over a share of a face.

    The strip covers it from its left or right side, its top, or below.
    """
    low, high = {
        "left": ((0.0, 0.0), (share, 1.0)),
        "right": ((1 - share, 0.0), (1.0, 1.0)),
        "top": ((0.0, 0.0), (1.0, share)),
        "below": ((0.0, 1 - share), (1.0, 1.0)),
    }[side]
    reach = [[a - STRIP_BEYOND * (a == 0), b + STRIP_BEYOND * (b == 1)] for a, b in zip(low, high, strict=True)]
    (left, right), (top, bottom) = reach
    strip = np.array([[[left, top], [right, top], [right, bottom], [left, bottom]]], np.float32)
    place = cv2.perspectiveTransform(strip, cv2.getPerspectiveTransform(quads.UNIT_SQUARE, outline))[0]
    light, opaque = _light(photo).copy(), np.ones((*colours.shape[:2], 1), np.float32)
    blend(light, np.dstack([np.clip(colours, 0, 1), opaque]).astype(np.float32), np.asarray(place, np.float64))
    return _photo(light)


def fingers(photo: Photo, labels: Labels, rng: np.random.Generator) -> Degraded:
    """Rendered fingers and hands that reach over some tiles from any side, with their shadow.

    What they hide is worked out.
    """
    light, hidden = _light(photo), np.zeros(photo.shape[:2], np.bool_)
    for index in _some(labels, rng):
        outline = np.array(labels["tiles"][index]["outline"], np.float32)
        texture, width = with_shadow(rng, (living.fingers if rng.random() < FINGERS_SHARE else living.hand)(rng), LIFT)
        unit = quads.width(outline)
        across = width * unit
        along = across * texture.shape[0] / texture.shape[1]
        turn = rng.uniform(0, 2 * np.pi)
        forward = np.array([np.sin(turn), -np.cos(turn)], np.float32)
        right = np.array([np.cos(turn), np.sin(turn)], np.float32)
        tip = quads.centre(outline) + forward * quads.height(outline) * (rng.uniform(*FINGER_DEPTHS) - 0.5)
        tip = tip + right * rng.normal(0, 0.3) * unit
        far = tip - forward * along
        side = right * across / 2
        pasted = blend(light, texture, np.stack([tip - side, tip + side, far + side, far - side]))
        if pasted is not None:
            region, alpha = pasted
            hidden[region] |= alpha > HIDES
    return _with_hidden(_photo(light), labels, hidden)


def exposed(photo: Photo, labels: Labels, _: np.random.Generator, *, stops: float) -> Degraded:
    """The photo with `stops` more light, less where they are negative; what is too bright burns out."""
    levels = np.arange(256) / 255
    linear = np.where(levels <= SRGB_LINEAR_UP_TO, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4) * 2.0**stops
    linear = np.minimum(linear, 1)
    shown = np.where(linear <= LINEAR_UP_TO, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)
    return Degraded(np.asarray(cv2.LUT(photo, np.round(shown * 255).astype(np.uint8)), np.uint8), labels)


def small(photo: Photo, labels: Labels, _: np.random.Generator, *, height: float) -> Degraded:
    """Scaled so that the middling tile is that many pixels high.

    A photo without tiles, or with smaller ones, stays as it is.
    """
    shrunk, scaled = _shrunk(photo, labels, height)
    return Degraded(_saved(shrunk, SMALL_QUALITY), scaled)


def tilted(photo: Photo, labels: Labels, _: np.random.Generator, *, degrees: float) -> Degraded:
    """As a camera sees the photo that is tilted so far off the vertical, with the same field of view to either side."""
    height, width = photo.shape[:2]
    focal = FOCAL * max(height, width)
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    to_middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    slanting = np.array([[focal, 0, 0], [0, focal * cos, 0], [0, -sin, focal]])  # the photo lies one focal length away
    to_view = slanting @ to_middle
    frame = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float64)
    seen = cv2.perspectiveTransform(frame, to_view)[0]
    low, high = seen.min(axis=0), seen.max(axis=0)
    shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]])
    size = tuple(np.ceil(high - low).astype(int).tolist())
    matrix = shift @ to_view
    pixels = cv2.warpPerspective(photo, matrix, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT)
    return Degraded(
        np.asarray(pixels, np.uint8), _moved(labels, lambda quad: cv2.perspectiveTransform(quad[None], matrix)[0])
    )


def webcam(photo: Photo, labels: Labels, rng: np.random.Generator) -> Degraded:
    """A cheap camera: small tiles, soft, noisy, warm light that is not corrected, strong compression."""
    shrunk, scaled = _shrunk(photo, labels, WEBCAM_HEIGHT)
    light = cv2.GaussianBlur(shrunk.astype(np.float32) / np.float32(255), (0, 0), WEBCAM_BLUR)
    light = light * effects.lamp_colour(WEBCAM_KELVIN, 0.0)[::-1]
    light = light + WEBCAM_NOISE * rng.standard_normal(light.shape, np.float32)
    return Degraded(_saved(np.asarray(np.clip(light, 0, 1) * 255, np.uint8), WEBCAM_QUALITY), scaled)


def pale(photo: Photo, labels: Labels, _: np.random.Generator, *, share: float) -> Degraded:
    """The photo with that share of its colours left."""
    grey = cv2.cvtColor(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return Degraded(np.asarray(cv2.addWeighted(photo, share, grey, 1 - share, 0), np.uint8), labels)


def only(photo: Photo, labels: Labels, _: np.random.Generator, *, colour: Colour) -> Degraded:
    """The photo with all tiles painted over in the colour of the table, but those of one ink."""
    tiles = labels["tiles"]
    left, gone = ([tile for tile in tiles if tile["tile"].startswith(colour) == stays] for stays in (True, False))
    kept, others = (_filled(matching.outlines({"tiles": part}), photo) for part in (left, gone))
    others = np.asarray(cv2.dilate(others, np.ones((EDGES, EDGES), np.uint8)), np.uint8)
    changed, table = photo.copy(), (kept | others) == 0
    if table.any():
        changed[others > kept] = np.median(photo[table], axis=0)
    return Degraded(changed, {**labels, "tiles": left, "sets": None})


DEGRADATIONS: Mapping[str, Degradation] = {
    "none": unchanged,
    "covered left 38 %": partial(covered, side="left", share=0.38),
    "covered right 38 %": partial(covered, side="right", share=0.38),
    "covered below 40 %": partial(covered, side="below", share=0.4),
    "covered top 25 %": partial(covered, side="top", share=0.25),
    "covered left 60 %": partial(covered, side="left", share=0.6),
    "covered top 50 %": partial(covered, side="top", share=0.5),
    "fingers": fingers,
    "exposure +1.5 stops": partial(exposed, stops=1.5),
    "exposure -1.5 stops": partial(exposed, stops=-1.5),
    **{f"tiles {height} px": partial(small, height=height) for height in (14, 18, 24, 30)},
    "tilt 60 degrees": partial(tilted, degrees=60.0),
    "webcam": webcam,
    "colours at a quarter": partial(pale, share=0.25),
    "only black tiles": partial(only, colour=Colour.BLACK),
}
"""By name, in the order of the table."""


def _filled(outlines: Iterable[Corners], photo: Photo) -> NDArray[np.uint8]:
    """1 within the outlines, 0 elsewhere, of the photo's height and width."""
    mask = np.zeros(photo.shape[:2], np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), (1,))
    return mask


def _some(labels: Labels, rng: np.random.Generator) -> list[int]:
    """Some of the tiles that a person can read."""
    known = [k for k, tile in enumerate(labels["tiles"]) if tile["tile"] != UNREAD]
    return [known[k] for k in rng.permutation(len(known))[: math.ceil(COVERED_SHARE * len(known))]]


def _colours(under: covers.Under, rng: np.random.Generator) -> FloatImage:
    """What a strip shows, RGB, 0 to 1."""
    kinds: tuple[Callable[[], FloatImage], ...] = (
        lambda: covers.plain(rng, living.skin_tone(rng), SKIN_CONTRAST),
        lambda: covers.cloth(rng),
        lambda: living.hand(rng)[0][SKIN_INSIDE][..., :3],
        lambda: covers.bare(rng, under),
    )
    return kinds[int(rng.integers(len(kinds)))]()


def _light(photo: Photo) -> FloatImage:
    """The photo in RGB from 0 to 1."""
    return np.asarray(photo[..., ::-1], np.float32) / np.float32(255)


def _photo(light: FloatImage) -> Photo:
    """The inverse of `_light`."""
    return np.asarray(np.clip(np.round(light[..., ::-1] * 255), 0, 255), np.uint8)


def _with_hidden(pixels: Photo, labels: Labels, hidden: NDArray[np.bool_]) -> Degraded:
    """Labels of which something hides a part as covered, those of which it hides most as ``?``."""
    tiles, touched = [], set()
    for k, (tile, outline) in enumerate(zip(labels["tiles"], matching.outlines(labels), strict=True)):
        share = float(hidden[_filled([outline], pixels) > 0].mean())
        if share >= GONE_FROM and tile["tile"] != UNREAD:
            tile = {**tile, "tile": UNREAD, "is": tile["tile"]}  # noqa: PLW2901 - the label as it is now
        elif share >= HIDDEN_FROM:
            touched.add(k)
        tiles.append(tile)
    return Degraded(pixels, {**labels, "tiles": tiles}, frozenset(touched))


def _shrunk(photo: Photo, labels: Labels, height: float) -> tuple[Photo, Labels]:
    heights = [quads.height(outline) for outline in matching.outlines(labels)]
    factor = min(1.0, height / float(np.median(heights))) if heights else 1.0
    size = tuple(max(1, round(side * factor)) for side in photo.shape[1::-1])
    grown = np.array(size) / photo.shape[1::-1]
    shrunk = cv2.resize(photo, size, interpolation=cv2.INTER_AREA)
    return np.asarray(shrunk, np.uint8), _moved(labels, lambda quad: (quad + 0.5) * grown - 0.5)


def _moved(labels: Labels, move: Callable[[NDArray[np.float64]], NDArray[Any]]) -> Labels:
    tiles = [{**tile, "outline": move(np.array(tile["outline"], np.float64)).tolist()} for tile in labels["tiles"]]
    return {**labels, "tiles": tiles}


def _saved(photo: Photo, quality: int) -> Photo:
    """The photo as a JPEG file of that quality shows it."""
    _, data = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
