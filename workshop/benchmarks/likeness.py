"""How alike labelled photos are in light and contrast: rendered ones beside those of a camera.

usage: python -m workshop.benchmarks.likeness TRUTH.json PHOTO_FOLDER [--every N]

TRUTH.json is as for `workshop/benchmarks/accuracy.py`. Prints one row for each measure with its quantiles: of the photos, how
much is burnt out or black, and how bright they are; of the tiles that can be told, how bright the body is, how far it
stands out from the table about it and the print from it, and how much of the face is burnt out. Brightness is the grey
value, 0 to 1. Run it on two sets, and compare the rows.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import UNREAD
from vision import quads
from vision.image import Photo
from vision.quads import Corners
from workshop.benchmarks import command_line
from workshop.evaluation import matching
from workshop.evaluation.labelled import labelled_photos

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
BURNT_OUT, BLACK = 0.985, 0.1
"""Brightness from which a pixel is burnt out, and up to which it is black."""
INSIDE, NEAR, FAR = 0.9, 1.15, 1.45
"""Outlines relative to a tile's own: the part of it that is looked at, and where the table about it begins and ends."""
LEAST_PIXELS = 30


class OfPhoto(NamedTuple):
    """What is measured of a whole photo; shares of its area."""

    burnt_out: float
    black: float
    mean: float


class OfTile(NamedTuple):
    """What is measured of a tile; grey values, 0 to 1, and a share of the face."""

    body: float
    body_over_table: float
    body_over_print: float
    burnt_out: float


def of_photo(grey: NDArray[np.float32]) -> OfPhoto:
    """The measures of a photo, shape (height, width)."""
    return OfPhoto(float((grey > BURNT_OUT).mean()), float((grey < BLACK).mean()), float(grey.mean()))


def of_tiles(grey: NDArray[np.float32], labels: Mapping[str, Any]) -> Iterator[OfTile]:
    """The measures of each tile of a photo that can be told and is large enough."""
    for tile, outline in zip(labels["tiles"], matching.outlines(labels), strict=True):
        face = grey[_within(outline, INSIDE, grey.shape)]
        around = grey[_within(outline, FAR, grey.shape) & ~_within(outline, NEAR, grey.shape)]
        if tile["tile"] != UNREAD and min(face.size, around.size) >= LEAST_PIXELS:
            printed, body = np.quantile(face, (0.03, 0.75))
            yield OfTile(body, body - float(np.median(around)), body - printed, float((face > BURNT_OUT).mean()))


def _within(outline: Corners, size: float, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Which pixels lie in the outline, made larger by that factor."""
    middle = quads.centre(outline)
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(middle + (outline - middle) * size).astype(np.int32), 1)
    return mask > 0


def grey(photo: Photo) -> NDArray[np.float32]:
    """Grey values of a photo, 0 to 1, shape (height, width)."""
    return cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY).astype(np.float32) / np.float32(255)


def main() -> int:
    """Measures and prints; 0 when a photo was measured."""
    args = command_line.photos_parser(__doc__).parse_args()
    photos: list[OfPhoto] = []
    tiles: list[OfTile] = []
    for _, photo, labels in labelled_photos(args.truth, args.photos, every=args.every):
        light = grey(photo)
        photos.append(of_photo(light))
        tiles += of_tiles(light, labels)
    print(f"{'':24}" + "".join(f"{f'{share:.0%}':>8}" for share in QUANTILES))
    for name, measures in ((f"{len(photos)} photos", photos), (f"{len(tiles)} tiles", tiles)):
        if measures:
            print(name)
            for field, values in zip(measures[0]._fields, np.array(measures).T, strict=True):
                row = "".join(f"{value:8.3f}" for value in np.quantile(values, QUANTILES))
                print(f"  {field.replace('_', ' '):22}{row}")
    return int(not photos)


if __name__ == "__main__":
    sys.exit(main())
