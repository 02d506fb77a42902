"""How well Tesseract reads the number of a tile that was cut out along its labelled corners.

usage: python -m workshop.benchmarks.ocr_accuracy TRUTH.json PHOTO_FOLDER [--limit N] [--json]

TRUTH.json is as for ``workshop/benchmarks/accuracy.py``. Prints, for every number, how many tiles were read right; the precision
of the answers; and the time a tile takes. Tiles cut off by the border and unreadable ones (``?``) are left out. A joker
is right when no number is read.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from referee.tiles import UNREAD, Tile
from vision.image import Photo
from vision.reading.ocr import cut_face, read_number
from workshop.benchmarks import command_line
from workshop.evaluation.labelled import labelled_photos
from workshop.evaluation.matching import outlines

JOKER = 0
"""The number of a joker."""


@dataclass
class Tally:
    """How tiles were read, by their number."""

    tiles: Counter[int] = field(default_factory=Counter)
    right: Counter[int] = field(default_factory=Counter)
    answered: int = 0
    """Tiles on which a number was read."""
    wrong: int = 0
    """Of these, those with another number or none."""
    seconds: list[float] = field(default_factory=list)

    def add(self, label: int, number: int | None, seconds: float) -> None:
        """Counts a tile with that number on which another, the same or none was read."""
        self.tiles[label] += 1
        self.right[label] += (number or JOKER) == label
        self.answered += number is not None
        self.wrong += number is not None and number != label
        self.seconds.append(seconds)

    def figures(self) -> dict[str, float]:
        """The measures by name; at least one tile must have been counted."""
        numbered = self.tiles.total() - self.tiles[JOKER]
        return {
            "tiles": numbered,
            "accuracy": round((self.right.total() - self.right[JOKER]) / max(numbered, 1), 4),
            "answers": self.answered,
            "precision": round(1 - self.wrong / max(self.answered, 1), 4),
            "jokers": self.tiles[JOKER],
            "jokers_without_a_number": self.right[JOKER],
            "ms_per_tile_median": round(1000 * sorted(self.seconds)[len(self.seconds) // 2], 1),
        }


def faces(photos: Iterable[tuple[str, Photo, dict[str, Any]]]) -> Iterator[tuple[int, Photo]]:
    """The tiles of labelled photos that a person can read whole: the number of each, and its face cut out."""
    for _, photo, truth in photos:
        for label, outline in zip(truth["tiles"], outlines(truth), strict=True):
            if label["tile"] != UNREAD and not label.get("cut_off"):
                tile = Tile.parse(label["tile"])
                yield JOKER if tile.is_joker else tile.number, cut_face(photo, outline)


def measure(photos: Iterable[tuple[str, Photo, dict[str, Any]]]) -> Tally:
    """Has Tesseract read every tile of the photos."""
    tally = Tally()
    for label, face in faces(photos):
        began = time.perf_counter()
        number = read_number(face)
        tally.add(label, number, time.perf_counter() - began)
    return tally


def main() -> int:
    """Measures and prints; 0 when anything was measured."""
    parser = command_line.parser(__doc__)
    parser.add_argument("truth", type=Path)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--limit", type=int, help="measure on the first N photos only")
    parser.add_argument("--json", action="store_true", help="print one line of JSON instead of a table")
    args = parser.parse_args()
    tally = measure(islice(labelled_photos(args.truth, args.photos), args.limit))
    if not tally.seconds:
        print("no readable tile in these labels", file=sys.stderr)
        return 1
    figures = tally.figures()
    if args.json:
        print(json.dumps(figures))
        return 0
    for number in sorted(tally.tiles):
        what = "joker" if number == JOKER else f"{number:5d}"
        print(f"{what}  {tally.right[number]:4d} of {tally.tiles[number]:4d} right")
    print("\n".join(f"{key.replace('_', ' ')}: {value}" for key, value in figures.items()))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError) as error:
        sys.exit(f"ocr_accuracy: {error}")
