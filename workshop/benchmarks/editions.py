"""What it is worth to enrol a box: photos of eight odd boxes are read without and with one photo of all tiles.

usage: python -m workshop.benchmarks.editions FOLDER [--photos N] [--boxes NAME...] [--tuning N] [--wrong]

Renders a photo of all tiles of each box and N of tables into FOLDER (those that are there already are kept), enrols
each box from its one photo, and prints a row for each. Seeds are fixed; `workshop/benchmarks/odd_editions.py` has the boxes. Of
the columns, "exact" are photos read without a fault, "doubts" tiles that a person is asked about, "unasked" errors that
no doubt points at; each without the edition and with it. The truth.json beside each box's photos is for
`workshop/benchmarks/degraded.py`.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Self

import cv2
import numpy as np

from vision.camera.photo import load_photo
from vision.reading.boxes import Boxes, likeliest
from vision.reading.edition import BoxPictures
from vision.reading.enrol import Enrolment, enrol
from vision.reading.reader import Reader
from workshop.benchmarks import command_line, edition_photos, odd_editions
from workshop.benchmarks.edition_photos import Labelled
from workshop.benchmarks.odd_editions import Look
from workshop.evaluation import matching, scoring

ALL = "all"
"""The name of the photo of all tiles."""
TRUTH = "truth.json"
"""The name of the file with the labels of the tables, as other benchmarks take them."""
QUALITY = 95
"""Quality of the JPEG files, 0 to 100."""
SEEDS_A_PHOTO = 10
ALL_SEED = 500
"""Where the seeds of the photo of all tiles begin, after the box's own."""
PHOTOS = 12
HEAD = (
    "| box | photos | tiles | exact: before | after | silent: before | after | doubts: before | after | unasked: before | after "
    "| enrolled | wrongly | CPU s |\n" + 14 * "|---" + "|"
)


@dataclass(frozen=True)
class Count:
    """How photos were read."""

    photos: int = 0
    tiles: int = 0
    exact: int = 0
    silent: int = 0
    doubts: int = 0
    unasked: int = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))


@dataclass(frozen=True)
class Measured:
    """What enrolling one box changed."""

    enrolled: Enrolment
    before: Count
    """How its photos of tables are read by a reader that knows no box."""
    after: Count
    """How they are read by a reader that knows this box."""
    seconds: float
    """Processor time that enrolling took."""


def photos(folder: Path, look: Look, first_seed: int, count: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """The files of a box's photos, that of all tiles first, with their labels; rendered where they are missing."""
    box = odd_editions.edition(look, np.random.default_rng(first_seed))
    folder.mkdir(parents=True, exist_ok=True)
    seeds = {f"{k:02}": first_seed + SEEDS_A_PHOTO * (k + 1) for k in range(count)}
    for name, seed in {ALL: first_seed + ALL_SEED, **seeds}.items():
        path, labels = folder / f"{name}.jpg", folder / f"{name}.json"
        if not labels.exists():
            taken = edition_photos.all_tiles(box, seed) if name == ALL else edition_photos.table(box, seed)
            _write(path, labels, taken)
        yield str(path), json.loads(labels.read_text(encoding="utf-8"))


def _write(path: Path, labels: Path, taken: Labelled) -> None:
    if not cv2.imwrite(str(path), taken.photo, [cv2.IMWRITE_JPEG_QUALITY, QUALITY]):
        raise OSError(f"cannot write {path}")
    labels.write_text(json.dumps(taken.labels), encoding="utf-8")


def count(reader: Reader, name: str, labels: dict[str, Any], tell: Callable[[str], object]) -> Count:
    """How one photo is read; `tell` is given a line where it is wrong."""
    reading = reader.read(load_photo(name))
    row = scoring.score(name, reading, labels).rows[0]
    doubts = sum(reading.tiles[i].doubt for i in matching.counted(reading, labels).readings)
    if not row.exact:
        tell(f"  {name}: {row.wrong}{' SILENT' if row.silent else ''}")
    return Count(1, row.tiles, int(row.exact), int(row.silent), doubts, row.unasked)


def wrongly_enrolled(enrolled: Enrolment, labels: dict[str, Any]) -> int:
    """How many pictures are taken for another tile than they show, by what lies where they were cut."""
    known = matching.match(enrolled.outlines, matching.outlines(labels))
    shown = [labels["tiles"][known[i]] if i in known else {"tile": ""} for i in range(len(enrolled.outlines))]
    return sum(
        str(tile) != label.get("is", label["tile"]) for tile, label in zip(enrolled.pictures.tiles, shown, strict=True)
    )


def measure(
    anybody: Reader, name: str, tables: Sequence[tuple[str, dict[str, Any]]], tell: Callable[[str], object]
) -> Measured:
    """What enrolling one box changes.

    Args:
        anybody: who knows no box.
        name: the file of the photo of all its tiles.
        tables: the files of its other photos, with their labels.
        tell: is given a line for each photo that is read wrongly by who knows the box.
    """
    began = time.process_time()
    enrolled = enrol(anybody, [load_photo(name)])
    knowing = anybody.of_box(enrolled.pictures)
    seconds = time.process_time() - began
    before, after = (
        sum((count(reader, *table, tell=each) for table in tables), Count())
        for reader, each in ((anybody, str), (knowing, tell))
    )
    return Measured(enrolled, before, after, seconds)


def chosen(boxes: Boxes, names: Mapping[str, str]) -> str:
    """How often the box that lies there is chosen among all, and how often another one where that is unknown.

    Args:
        boxes: all that are known.
        names: of each photo, that of its box.
    """
    right = wrong = taken = 0
    for path, name in names.items():
        photo = load_photo(path)
        oddness = boxes.oddness(photo, boxes.anybody.search(photo))
        found = likeliest(oddness)
        right, wrong = right + (found == name), wrong + (found not in {name, None})
        taken += likeliest({other: odd for other, odd in oddness.items() if other != name}) is not None
    return (
        f"of {len(names)} photos the box is chosen by itself in {right}, another in {wrong}, none in {len(names) - right - wrong}; "
        f"where it is not enrolled itself, it is taken for another in {taken}"
    )


def main() -> int:
    """Print a row for each box, and their sum."""
    parser = command_line.parser(__doc__)
    parser.add_argument("folder", type=Path, help="for the photos")
    parser.add_argument("--photos", type=int, default=PHOTOS, metavar="N", help="of tables, for each box (%(default)s)")
    parser.add_argument("--boxes", type=int, nargs="+", metavar="NUMBER", help="only these, from 0 on")
    parser.add_argument(
        "--tuning", type=int, default=0, metavar="N", help="instead N boxes by which weights may be chosen"
    )
    parser.add_argument("--wrong", action="store_true", help="tell what is wrong in each photo")
    args = parser.parse_args()
    looks = [odd_editions.tuning_look(k) for k in range(args.tuning)] or list(odd_editions.ODD)
    kind, first = ("tuning", odd_editions.TUNING_SEED) if args.tuning else ("odd", odd_editions.FIRST_SEED)
    anybody = Reader()
    before, after = Count(), Count()
    known_boxes: dict[str, BoxPictures] = {}
    names: dict[str, str] = {}
    print(HEAD, flush=True)
    for number in args.boxes or range(len(looks)):
        look, seed = looks[number], first + odd_editions.SEEDS_A_BOX * (number + 1)
        folder = args.folder / f"{kind}-{number}"
        (name, labels), *tables = photos(folder, look, seed, args.photos)
        (folder / TRUTH).write_text(json.dumps({Path(path).name: of for path, of in tables}), encoding="utf-8")
        box = measure(anybody, name, tables, print if args.wrong else str)
        wrongly = wrongly_enrolled(box.enrolled, labels)
        print(_row(look.name, box.before, box.after, len(box.enrolled.outlines), wrongly, box.seconds), flush=True)
        before, after = before + box.before, after + box.after
        known_boxes[look.name] = box.enrolled.pictures
        names |= {table[0]: look.name for table in tables}
    print(_row("all", before, after))
    print(chosen(Boxes(anybody, known_boxes), names))
    return 0


def _row(name: str, before: Count, after: Count, *besides: float) -> str:
    cells = [name, before.photos, before.tiles]
    for field in ("exact", "silent", "doubts", "unasked"):
        cells += [getattr(before, field), getattr(after, field)]
    cells += [f"{each:.0f}" for each in besides] or ["", "", ""]
    return f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    sys.exit(main())
