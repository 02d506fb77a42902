"""What Tesseract's opinion is worth where it is asked for: on tiles that the reader doubts.

usage: python -m workshop.benchmarks.second_opinion TRUTH.json PHOTO_FOLDER [--every N]

TRUTH.json is as for `workshop/benchmarks/accuracy.py`. Prints, for doubtful tiles whose number was read right and for those
whose number was read wrongly, how often Tesseract names the right number, another one, or none. Needs Tesseract.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from referee.tiles import UNREAD, Tile
from vision.image import Photo
from vision.reading.ocr import OcrError, cut_face, read_number
from vision.reading.reader import Reader
from workshop.benchmarks import command_line
from workshop.evaluation import matching
from workshop.evaluation.labelled import labelled_photos

OPINIONS = ("right", "another", "none")


def opinions(photo: Photo, reader: Reader, truth: Mapping[str, Any]) -> Iterator[tuple[bool, str]]:
    """For each doubtful tile that is labelled with a number: whether it was read as that, and Tesseract's opinion.

    Raises:
        vision.ocr.OcrError: Tesseract is not installed or does not answer in time.
    """
    reading = reader.read(photo)
    found = matching.match([tile.corners for tile in reading.tiles], matching.outlines(truth))
    for index in reading.doubtful:
        label = truth["tiles"][found[index]]["tile"] if index in found else UNREAD
        if label == UNREAD or Tile.parse(label).is_joker:
            continue
        tile, number = reading.tiles[index], Tile.parse(label).number
        opinion = read_number(cut_face(photo, tile.corners))
        said = "none" if opinion is None else "right" if opinion == number else "another"
        yield tile.tile is not None and tile.tile.number == number, said


def main() -> None:
    """Asks about every doubtful tile and prints the counts."""
    args = command_line.photos_parser(__doc__).parse_args()
    reader, counts = Reader(), Counter[tuple[bool, str]]()
    for _, photo, truth in labelled_photos(args.truth, args.photos, every=args.every):
        counts.update(opinions(photo, reader, truth))
    print(f"{'doubtful tiles whose number was':32}" + "".join(f"{opinion:>10}" for opinion in OPINIONS))
    for is_right, what in ((True, "read right"), (False, "read wrongly")):
        print(f"{what:32}" + "".join(f"{counts[is_right, opinion]:10}" for opinion in OPINIONS))


if __name__ == "__main__":
    try:
        main()
    except (OSError, OcrError) as problem:
        sys.exit(f"second_opinion: {problem}")
