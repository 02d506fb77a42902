"""What each part of the reader is worth: the same photos with one part left out or replaced, side by side in one run.

usage: python -m workshop.benchmarks.ablations TRUTH.json PHOTO_FOLDER [--every N]

The labels are those of ``workshop/benchmarks/accuracy.py``.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from unittest import mock

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Photo
from vision.quads import Corners
from vision.reading import belonging, numbers, rectify
from vision.reading.candidates import FEATURES, Candidates
from vision.reading.locate import LONG_SIDE, Locator, Proposals
from vision.reading.reader import Reader
from workshop.benchmarks import command_line
from workshop.evaluation.labelled import score_photos
from workshop.evaluation.metrics import tile_f1, total
from workshop.evaluation.scoring import Scores

LEAST_SHARE, MOST_SHARE = 1e-4, 0.2
"""Area of a contour that may be a tile, as a share of the photo."""
RECTANGULAR = 0.8
"""Share of its smallest enclosing rectangle that a tile's contour fills."""
ASPECTS = (1.1, 2.0)
"""Ratio of the sides of a tile's enclosing rectangle."""
FEATURES_OF = belonging.features
"""The function itself, while another stands in its place."""

Part = contextlib.AbstractContextManager[object]


def contours(_locator: Locator, photo: Photo) -> Proposals:
    """Tiles by the classical means: edges of an adaptive threshold, closed contours, four corners.

    The first corner is the left one of the upper short side; the tile reader finds out which way is up.
    """
    grey = cv2.GaussianBlur(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    window = 2 * (max(photo.shape[:2]) // 40) + 1
    found: list[tuple[Corners, float]] = []
    for kind in (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV):
        mask = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, window, 4)
        shapes, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for shape in shapes:
            (_, _), (w, h), _ = rectangle = cv2.minAreaRect(shape)
            short, long = sorted((w, h))
            share = cv2.contourArea(shape) / grey.size
            if not (LEAST_SHARE < share < MOST_SHARE and short and ASPECTS[0] < long / short < ASPECTS[1]):
                continue
            fill = cv2.contourArea(shape) / (w * h)
            if fill >= RECTANGULAR:
                found.append((_upright(np.asarray(cv2.boxPoints(rectangle), np.float32)), min(fill, 0.99)))
    found.sort(key=lambda place: -place[1])
    places = Proposals.at([outline for outline, _ in found])
    return replace(places, objectness=np.array([fill for _, fill in found]))


def _upright(box: Corners) -> Corners:
    """The corners of a rectangle, clockwise, from the left end of its upper short side."""
    turns = [np.roll(box, k, axis=0) for k in range(4)]
    short = [turn for turn in turns if np.hypot(*(turn[1] - turn[0])) <= np.hypot(*(turn[2] - turn[1]))]
    return np.asarray(min(short, key=lambda turn: float(turn[0, 1] + turn[1, 1])), np.float32)


def from_small_photo(
    photo: Photo, outlines: Iterable[Corners], margin: float = rectify.FACE_MARGIN
) -> NDArray[np.uint8]:
    """The faces within the outlines, cut from the photo as the locator sees it."""
    return np.stack([rectify.rectify(*_smaller(photo, corners), margin=margin) for corners in outlines])


def _smaller(photo: Photo, corners: Corners) -> tuple[Photo, Corners]:
    """What the locator sees of the photo about an outline, and the outline there."""
    scale = min(LONG_SIDE / max(photo.shape[:2]), 1.0)
    low = np.clip(np.floor(corners.min(axis=0) - 16).astype(int), 0, None)
    high = np.clip(np.ceil(corners.max(axis=0) + 16).astype(int), 0, None)
    region = photo[low[1] : high[1], low[0] : high[0]]
    if not region.size:
        return photo, corners
    size = max(1, round(region.shape[1] * scale)), max(1, round(region.shape[0] * scale))
    factors = np.array(size) / (region.shape[1], region.shape[0])
    small = cv2.resize(region, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), np.asarray((corners - low) * factors, np.float32)


def alone(probabilities: NDArray[np.float32], *_: object, **__: object) -> NDArray[np.float32]:
    """Colours as the tile reader has them."""
    return probabilities


def number_alone(probabilities: NDArray[np.float32], *_: object) -> numbers.Judged:
    """Numbers as the tile reader has them, and no place strange."""
    return numbers.Judged(probabilities, np.zeros(len(probabilities), np.float32))


def own_odds(_outlines: object, own: NDArray[np.float64], *_: object) -> NDArray[np.float64]:
    """Which way up as each face says of itself."""
    return own


def place_by_place(seen: Candidates) -> NDArray[np.float64]:
    """What speaks for a tile at each place, as if the photo showed no other."""
    rows = [FEATURES_OF(seen[k : k + 1]) for k in range(len(seen))]
    return np.concatenate([np.zeros((0, len(FEATURES))), *rows])


def rough(_refiner: object, _photo: Photo, places: Proposals) -> Proposals:
    """Corners as the locator has them."""
    return places


ABLATIONS: dict[str, Callable[[], Sequence[Part]]] = {
    "everything": list,
    "colours tile by tile": lambda: [mock.patch("vision.reading.colours.judge", alone)],
    "numbers tile by tile": lambda: [mock.patch("vision.reading.numbers.judge", number_alone)],
    "tiles told from print place by place": lambda: [mock.patch("vision.reading.belonging.features", place_by_place)],
    "which way up tile by tile": lambda: [mock.patch("vision.reading.upright.log_odds", own_odds)],
    "corners as located": lambda: [mock.patch("vision.reading.refine.Refiner.refine", rough)],
    "tiles cut from the small photo": lambda: [
        mock.patch(f"vision.reading.{module}.rectified", from_small_photo) for module in ("faces", "refine")
    ],
    "contours in place of the locator": lambda: [mock.patch("vision.reading.locate.Locator.find", contours)],
}


def main() -> None:
    """Reads every photo once for each ablation and prints a table."""
    args = command_line.photos_parser(__doc__).parse_args()
    reader = Reader()
    print("| reader | tile F1 | photos exact | silent | flagged |\n|---|---|---|---|---|")
    for name, parts in ABLATIONS.items():
        with contextlib.ExitStack() as stack:
            for part in parts():
                stack.enter_context(part)
            scores = sum(score_photos(reader, args.truth, args.photos, every=args.every), Scores())
        rows = scores.rows
        exact, silent, flagged = (total(rows, field) for field in ("exact", "silent", "flagged"))
        print(f"| {name} | {tile_f1(rows):.4f} | {exact} of {len(rows)} | {silent} | {flagged} |", flush=True)


if __name__ == "__main__":
    main()
