"""Which tiles of a rendered photo a person can tell, and how its truth is written.

Of the tiles, those count that a person can tell:

- at least `LEAST_VISIBLE` of the face is in sight, and so is at least `LEAST_PRINT` of the number or the joker;
- the face is at least `LEAST_HEIGHT` pixels high and `LEAST_WIDTH` wide, its digits at least `LEAST_DIGITS` high;
- the print stands out from the body, is sharp enough and of a colour that can be told, in the finished photo
  (`legible`).

Other tiles are labelled ``?`` and count for nothing, whether they are read or not, with what they are under ``is``.
Tiles of which less than `HARDLY_VISIBLE` shows, and those that lie beneath others in the same place, have no label; nor
have tiles face down. Sets are labelled only where they are beyond dispute: their tiles touch or nearly so, and no other
tile is as near.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import UNREAD, Colour, Tile
from vision import quads
from vision.quads import Corners
from workshop.training.render.editions import Edition
from workshop.training.render.painter import Label
from workshop.training.render.pieces import PlacedTile
from workshop.training.render.scene import Shot

LEAST_VISIBLE = 0.6
LEAST_PRINT = 0.95
HARDLY_VISIBLE = 0.15
MOST_SHARED = 0.7
"""Intersection over union of the boxes about two tiles above which one that cannot be told gets no label."""
LEAST_HEIGHT = 18.0
LEAST_WIDTH = 9.0
LEAST_DIGITS = 5.0
LEAST_CONTRAST = 28.0
"""Distance in CIE Lab, 8 bits a channel, between print and body."""
LEAST_SIGNAL = 8.0
"""Contrast of the print relative to the grain of the body."""
MOST_BLUR = 0.21
"""Width of an edge of the print relative to the height of the digits."""
MOST_AS_NEAR = 0.8
"""Distance of the print from its own ink relative to that from the next."""
LEAST_APART = 8.0
"""How much farther, in CIE Lab, the print must be from the next ink than from its own."""
SMOOTH_FROM = 40
"""Height of a face in pixels from which its grain is smoothed away before the print is looked at, as the eye does."""
TOUCHING, APART = 0.55, 0.7
"""Tiles of one set are at most so far from their neighbours, those of two sets in line at least, in tile widths."""
IN_LINE = 0.5
"""Cosine of the angle between two tiles' rows from which they may be neighbours."""


@dataclass(frozen=True)
class Limits:
    """From where on a tile can be told."""

    height: float = LEAST_HEIGHT
    """Tiles lower than this, pixels, do not count."""
    digits: float = LEAST_DIGITS
    """Tiles whose digits are lower than this, pixels, do not count."""
    edge: float = 0.0
    """Where it is not 0, of the print only edges of at most this width, pixels, and half of the contrast are asked
    for."""


def truth(shot: Shot, limits: Limits, *, all_in_sight: bool = False) -> tuple[dict[str, Any], float]:
    """The labels of a photo as ``workshop/evaluation/matching.py`` takes them: size, tiles, sets and the smallest tile's height.

    Args:
        shot: the photo.
        limits: from where on a tile counts.
        all_in_sight: tiles that are in sight and large enough count, legible or not.

    Returns:
        The labels, and which share of the tiles in sight is legible, 0 to 1.
    """
    labels = [label for label in shot.picture.labels if label.tile is not None and label.visible >= HARDLY_VISIBLE]
    in_sight = [_in_sight(shot, label, limits) for label in labels]
    told = [seen and legible(shot, label, limits.edge) for seen, label in zip(in_sight, labels, strict=True)]
    share = sum(told) / max(sum(in_sight), 1)
    if all_in_sight:
        told = in_sight
    kept = _labelled([quads.bounding_box(label.corners) for label in labels], told)
    height, width = shot.picture.pixels.shape[:2]
    found = {
        "size": [width, height],
        "tile_height": round(min((quads.height(labels[k].corners) for k in kept if told[k]), default=0.0), 1),
        "tiles": [_tile_label(labels[k], (width, height), told=told[k]) for k in kept],
        "sets": _sets(shot, [labels[k] for k in kept]),
    }
    return found, share


def _labelled(boxes: Sequence[tuple[float, float, float, float]], told: Sequence[bool]) -> list[int]:
    """Which tiles get a label: those that are told, and others that lie by themselves."""
    sure = [box for box, is_told in zip(boxes, told, strict=True) if is_told]
    return [
        k for k, box in enumerate(boxes) if told[k] or not any(quads.iou(box, other) > MOST_SHARED for other in sure)
    ]


def _tile_label(seen: Label, size: tuple[int, int], *, told: bool) -> dict[str, Any]:
    width, height = size
    outside = (seen.corners < 0).any() or (seen.corners > (width - 1, height - 1)).any()
    found = {
        "tile": str(seen.tile) if told else UNREAD,
        "outline": quads.to_json(seen.corners),
        "exact_corners": True,
        "cut_off": bool(outside),
        "visible": round(seen.visible, 2),
    }
    return found if told else {**found, "is": str(seen.tile)}


def print_outline(edition: Edition, tile: Tile, corners: Corners) -> Corners:
    """Where on the face the number or the joker is printed, shape (4, 2), pixels."""
    half_height, half_width = edition.digit_height / 2, 0.3 if tile.number < 10 else 0.43
    if tile.is_joker:
        half_height, half_width = edition.joker_size * edition.aspect / 2, edition.joker_size / 2
    top, bottom = max(0.0, edition.digit_y - half_height), min(1.0, edition.digit_y + half_height)
    left, right = 0.5 - half_width, 0.5 + half_width
    box = np.array([[[left, top], [right, top], [right, bottom], [left, bottom]]], np.float32)
    return np.asarray(
        cv2.perspectiveTransform(box, cv2.getPerspectiveTransform(quads.UNIT_SQUARE, corners))[0], np.float32
    )


def _in_sight(shot: Shot, seen: Label, limits: Limits) -> bool:
    """Whether enough of a tile and of its print shows, at a size that a person can tell."""
    tile, height = shown_tile(seen), quads.height(seen.corners)
    if (
        seen.visible < LEAST_VISIBLE
        or height < limits.height
        or quads.width(seen.corners) < LEAST_WIDTH * min(1.0, limits.height / LEAST_HEIGHT)
    ):
        return False
    if not tile.is_joker and height * shot.edition.digit_height < limits.digits:
        return False
    return _shown(shot, print_outline(shot.edition, tile, seen.corners), seen.corners) >= LEAST_PRINT


def _shown(shot: Shot, outline: Corners, face: Corners) -> float:
    """Share of an outline on a face that the face itself shows, 0 to 1; what lies outside of the photo is hidden."""
    low = np.floor(np.minimum(outline.min(axis=0), face.min(axis=0))).astype(int) - 1
    high = np.ceil(np.maximum(outline.max(axis=0), face.max(axis=0))).astype(int) + 2
    masks = []
    for quad in (outline, face):
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        cv2.fillConvexPoly(mask, np.round(quad - low).astype(np.int32), 1)
        masks.append(mask > 0)
    height, width = shot.picture.ids.shape
    ids = np.zeros(masks[0].shape, np.int32)
    part = np.s_[max(low[1], 0) : min(high[1], height), max(low[0], 0) : min(high[0], width)]
    at = part[0].start - low[1], part[1].start - low[0]
    inside = shot.picture.ids[part]
    ids[at[0] : at[0] + inside.shape[0], at[1] : at[1] + inside.shape[1]] = inside
    own = np.bincount(np.maximum(ids[masks[1]], 0))
    own[0] = 0
    return float((ids[masks[0]] == own.argmax()).mean()) if own.any() and masks[0].any() else 0.0


def legible(shot: Shot, seen: Label, sharp_edge: float = 0.0) -> bool:
    """Whether number and colour of a tile that is in sight can be told in the finished photo.

    The print must stand out from the body, more than the grain does; its edges must be sharp for the size of the
    digits; and its colour, seen against the body as white, must be nearest to the ink it was printed with.

    Args:
        shot: the photo.
        seen: the tile.
        sharp_edge: with it, only edges of at most this width, pixels, and half of the contrast are asked for.
    """
    tile = shown_tile(seen)
    lab = _face(shot, seen.corners)
    body = np.median(lab[lab[..., 0] >= np.percentile(lab[..., 0], 50)], axis=0)
    away = np.sqrt(((lab - body) ** 2).sum(axis=2))
    contrast = float(np.percentile(away, 97))
    calm = away[away <= np.percentile(away, 60)]
    if not sharp_edge and (contrast < LEAST_CONTRAST or contrast < LEAST_SIGNAL * float(np.median(calm))):
        return False
    share = shot.edition.joker_size * shot.edition.aspect * 0.6 if tile.is_joker else shot.edition.digit_height
    slope = np.hypot(cv2.Sobel(away, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(away, cv2.CV_32F, 0, 1, scale=1 / 8))
    edge = contrast / max(float(np.percentile(slope, 98)), 1e-3)
    if sharp_edge:
        return contrast >= LEAST_CONTRAST / 2 and edge <= sharp_edge
    if edge > MOST_BLUR * share * quads.height(seen.corners):
        return False
    ink = lab[away >= 0.75 * contrast]
    return tile.colour is None or _nearest_ink(shot.edition, np.median(ink, axis=0), body) is tile.colour


def shown_tile(seen: Label) -> Tile:
    """The tile of a label.

    Raises:
        ValueError: it lies face down.
    """
    if seen.tile is None:
        raise ValueError("a tile face down has no print")
    return seen.tile


def _face(shot: Shot, corners: Corners) -> NDArray[np.float32]:
    """The face's inside in CIE Lab, 8 bits a channel, at the size that it has in the photo.

    It has shape (height, width, 3).
    """
    height, width = round(quads.height(corners)), round(quads.width(corners))
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(corners, target)
    face = cv2.warpPerspective(shot.picture.pixels, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    lab = cv2.cvtColor(face, cv2.COLOR_BGR2LAB).astype(np.float32)
    if height > SMOOTH_FROM:
        lab = np.asarray(cv2.GaussianBlur(lab, (0, 0), height / 100), np.float32)
    top, bottom, side = max(1, height // 25), round(height * 0.9), max(1, width // 12)
    return np.asarray(lab[top:bottom, side:-side], np.float32)


def _nearest_ink(edition: Edition, ink: NDArray[np.float32], body: NDArray[np.float32]) -> Colour | None:
    """Which of the edition's inks the print is, given its colour and the body's in 8-bit CIE Lab.

    It is None where two are as near.
    """
    seen = _as_white(_rgb(ink), _rgb(body))
    known = {colour: _as_white(np.array(rgb), np.array(edition.body)) for colour, rgb in edition.inks.items()}
    order = sorted(known, key=lambda colour: _difference(seen, known[colour]))
    first, second = (_difference(seen, known[colour]) for colour in order[:2])
    return order[0] if first < MOST_AS_NEAR * second and first + LEAST_APART < second else None


def _rgb(lab: NDArray[np.float32]) -> NDArray[np.float64]:
    pixel = cv2.cvtColor(np.round(lab).astype(np.uint8)[None, None], cv2.COLOR_LAB2RGB)
    return np.asarray(pixel[0, 0] / 255.0, np.float64)


def _as_white(ink: NDArray[np.float64], body: NDArray[np.float64]) -> NDArray[np.float64]:
    """CIE Lab of an ink, RGB from 0 to 1, as it were if the body were white."""
    pixel = np.clip(ink / np.maximum(body, 0.02), 0, 1).astype(np.float32)[None, None]
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_RGB2LAB)[0, 0], np.float64)


def _difference(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Distance of two colours in CIE Lab; of the lightness, which blur and glare change, only a third counts."""
    return float(np.hypot((one[0] - other[0]) / 3, np.hypot(*(one[1:] - other[1:]))))


def _sets(shot: Shot, labels: Sequence[Label]) -> list[list[int]] | None:
    """The sets in reading order, as indices into `labels`.

    It is None where it is a matter of opinion what belongs together.
    """
    tiles = [item for item in shot.arrangement.items if isinstance(item, PlacedTile)]
    of = _placed(shot, tiles, labels)
    sides = np.array([[tile.centre - tile.right, tile.centre + tile.right] for tile in tiles])
    gaps = np.linalg.norm(sides[:, None, :, None] - sides[None, :, None, :], axis=-1).min(axis=(2, 3))
    groups = np.array([tile.group for tile in tiles])
    faced = np.array([tile.tile is not None for tile in tiles])
    rows = np.array([tile.right / np.linalg.norm(tile.right) for tile in tiles])
    apart = (groups[:, None] != groups[None, :]) & faced[:, None] & faced[None, :] & (np.abs(rows @ rows.T) > IN_LINE)
    if len(set(of)) < len(of) or (apart & (gaps < APART)).any():
        return None
    broken = (gaps > TOUCHING) | (np.abs(rows @ rows.T) < IN_LINE)
    sets: dict[int, list[int]] = {}
    for j in sorted(range(len(of)), key=lambda j: of[j]):
        members = sets.setdefault(groups[of[j]], [])
        if members and broken[of[members[-1]], of[j]]:
            return None
        members.append(j)
    return [*sets.values()]


def _placed(shot: Shot, tiles: Sequence[PlacedTile], labels: Sequence[Label]) -> list[int]:
    """For each label the index of its tile: of those of its kind and its set, the one that is seen nearest to it."""
    middles = shot.camera.project(np.array([tile.centre for tile in tiles]))
    found = []
    for seen in labels:
        same = [i for i, tile in enumerate(tiles) if tile.tile == seen.tile and tile.group == seen.group]
        middle = quads.centre(seen.corners)
        found.append(min(same, key=lambda i: float(np.hypot(*(middles[i] - middle)))))
    return found
