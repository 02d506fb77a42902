"""What is still read wrongly: errors counted by kind, and for each kind a sheet of pictures.

usage: python -m workshop.benchmarks.failures TRUTH.json PHOTO_FOLDER [--every N] [--out FOLDER] [--most N]

TRUTH.json is as for `workshop/benchmarks/accuracy.py`. Each picture of a sheet shows, from left to right, the place in the
photo, the tile cut out by its label and the tile cut out as it was found, with ``label>reading confidence`` above;
``-`` stands for none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from referee.tiles import UNREAD, Tile
from vision.image import Photo
from vision.quads import Corners
from vision.reading.reader import Reader
from vision.reading.rectify import rectify
from vision.reading.table_reading import TableReading, TileReading
from workshop.benchmarks import command_line
from workshop.evaluation import matching, overlays
from workshop.evaluation.labelled import labelled_photos

SIDE, FACE = 120, (90, 120)
"""Pixels of the place and of the faces on a sheet."""
ROOM = 0.6
"""How far about a tile its place reaches, relative to the tile's larger side."""
COLUMNS = 3
NONE = "-"
UPSIDE_DOWN = {"6": "9", "9": "6"}


@dataclass(frozen=True, eq=False)
class Error:
    """One tile of a photo that was read wrongly."""

    photo: str
    label: str
    """What it is, `NONE` where nothing lies."""
    reading: str
    """What was read, `NONE` where nothing was found."""
    confidence: float
    labelled: Corners | None
    found: Corners | None

    @property
    def outlines(self) -> list[Corners]:
        """As labelled and as found, whichever there are."""
        return [corners for corners in (self.labelled, self.found) if corners is not None]

    @property
    def kind(self) -> str:
        """Which of the kinds of error this is."""
        if self.label == NONE:
            return "invented"
        if self.reading in {NONE, UNREAD}:
            return "missed" if self.reading == NONE else "unread"
        label, reading = Tile.parse(self.label), Tile.parse(self.reading)
        if label.is_joker or reading.is_joker:
            return "joker"
        if UPSIDE_DOWN.get(self.label[1:]) == self.reading[1:]:
            return "six-or-nine"
        return "colour" if label.number == reading.number else "number"


def errors(name: str, reading: TableReading, truth: Mapping[str, Any]) -> Iterator[Error]:
    """The errors of one photo, told as `workshop.evaluation.scoring.score` counts them."""
    labels, outlines, both = truth["tiles"], matching.outlines(truth), matching.counted(reading, truth)
    reading_of = {label: place for place, label in both.label_of.items()}
    for j in both.labels:
        tile = reading.tiles[reading_of[j]] if j in reading_of else None
        said = matching.notation(tile) if tile else NONE
        if labels[j]["tile"] != said:
            yield _error(name, labels[j]["tile"], said, outlines[j], tile)
    for i in both.readings:
        if i not in both.label_of:
            yield _error(name, NONE, matching.notation(reading.tiles[i]), None, reading.tiles[i])


def _error(name: str, label: str, said: str, labelled: Corners | None, tile: TileReading | None) -> Error:
    confidence, found = (tile.confidence, tile.corners) if tile else (0.0, None)
    return Error(name, label, said, confidence, labelled, found)


def picture(photo: Photo, error: Error) -> Photo:
    """The error's place and faces side by side, shape (SIDE, SIDE + 2 * FACE width, 3)."""
    outline = error.outlines[0]
    reach = float(np.ptp(outline, axis=0).max()) * (0.5 + ROOM)
    square = outline.mean(axis=0) + reach * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    place = rectify(photo, square.astype(np.float32), SIDE, SIDE, 0.0)
    blank = np.zeros((FACE[1], FACE[0], 3), np.uint8)
    faces = [blank if corners is None else rectify(photo, corners, *FACE) for corners in (error.labelled, error.found)]
    cell = np.hstack([place, *faces])
    text = f"{error.label}>{error.reading} {error.confidence:.2f}"
    cv2.rectangle(cell, (0, 0), (9 * len(text) + 4, 16), (0, 0, 0), -1)
    cv2.putText(cell, text, (3, 12), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 255, 255), 1, cv2.LINE_AA)
    return np.asarray(cell, np.uint8)


def sheet(pictures: list[Photo]) -> Photo:
    """The pictures in rows of `COLUMNS`."""
    missing = [np.zeros_like(pictures[0])] * (-len(pictures) % COLUMNS)
    cells = [*pictures, *missing]
    return np.vstack([np.hstack(cells[k : k + COLUMNS]) for k in range(0, len(cells), COLUMNS)])


def main() -> None:
    """Reads every labelled photo, prints the counts and writes the sheets."""
    parser = command_line.photos_parser(__doc__)
    parser.add_argument("--out", type=Path, help="write a sheet for each kind into this folder")
    parser.add_argument("--most", type=int, default=9, help="pictures on a sheet (%(default)s)")
    args = parser.parse_args()
    reader, pictures = Reader(), defaultdict[str, list[Photo]](list)
    photos = defaultdict[str, set[str]](set)
    for name, photo, truth in labelled_photos(args.truth, args.photos, every=args.every):
        for error in errors(name, reader.read(photo), truth):
            pictures[error.kind].append(picture(photo, error))
            photos[error.kind].add(name)
    for kind, found in sorted(pictures.items(), key=lambda item: -len(item[1])):
        print(f"{kind:12} {len(found):4} tiles in {len(photos[kind]):3} photos")
        if args.out:
            step = max(1, len(found) // args.most)
            overlays.write_picture(args.out / f"{kind}.jpg", sheet(found[::step][: args.most]))


if __name__ == "__main__":
    main()
