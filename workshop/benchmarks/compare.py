"""General text recognition against this project's reader: RapidOCR, Tesseract and tileref on the same photos.

usage: python -m workshop.benchmarks.compare TRUTH.json PHOTO_FOLDER [--every N] [--cores N] [--csv OUT.csv]

`make compare` installs RapidOCR and runs this.

The comparison is as kind to the two as it can be. Both see the whole photo as it is, Tesseract in its mode for sparse
text and told that there are only digits. What they read is dealt, character by character, to the labelled tile that it
lies on, so that a line read across several tiles counts as several numbers; letters and whatever is no number from 1 to
13 count for nothing; a number counts as found wherever on its tile it was seen. The colour is that of the ink in the
characters' boxes, told from the paper about it. "Numbers" leaves colours and jokers out altogether, since neither knows
them. Labels ``?`` count for nothing. tileref's tiles are dealt to the labels by their centres in the same way.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytesseract
from numpy.typing import NDArray

from referee.tiles import NUMBERS, UNREAD, Colour
from vision.image import Photo
from vision.quads import Corners
from vision.reading.reader import Reader
from workshop.benchmarks import command_line, speed
from workshop.evaluation.labelled import labelled_photos
from workshop.evaluation.matching import notation, outlines
from workshop.evaluation.metrics import f1, total
from workshop.evaluation.report import write_csv

SPARSE_DIGITS = "--oem 1 --psm 11 -c tessedit_char_whitelist=0123456789"
"""Tesseract's neural engine, looking for sparse text, digits only."""
INK_FROM = 0.6
"""Share of the strongest contrast to the paper from which a pixel is ink and no edge of it."""
BLACK_BELOW = 0.35
"""Saturation of an ink under white light, 0 to 1, below which it is black."""
DARK_BELOW = 0.16
"""Lightness relative to the paper below which any ink is black."""
HUES = ((15.0, Colour.RED), (70.0, Colour.ORANGE), (290.0, Colour.BLUE), (360.0, Colour.RED))
"""Hues in degrees up to which an ink counts as that colour."""


@dataclass(frozen=True, eq=False)
class Piece:
    """Something read at one place: a character of a line, or a whole tile."""

    text: str
    place: Corners
    """Shape (4, 2), pixels: top-left, top-right, bottom-right, bottom-left in the direction of reading."""
    line: int
    """Pieces of one line share a number, and come in reading order."""
    is_tile: bool = False
    """Whether the text is a whole tile, its colour included, and not a character."""


@dataclass(frozen=True)
class PhotoResult:
    """How one method read one photo."""

    photo: str
    method: str
    tiles: int
    read: int
    right: int
    numbers: int
    """Labelled tiles that bear a number."""
    numbers_read: int
    numbers_right: int
    ms: float

    @property
    def exact(self) -> bool:
        """Every tile right, none missing, none invented."""
        return self.right == self.read == self.tiles

    @property
    def numbers_exact(self) -> bool:
        """Every number right, none missing, none invented; colours and jokers do not count."""
        return self.numbers_right == self.numbers_read == self.numbers


Method = Callable[[Photo], list[Piece]]


def characters(text: str, place: Corners, line: int) -> list[Piece]:
    """A word as characters, its box divided evenly among them."""
    count = len(text)
    steps = np.linspace(0, 1, count + 1)[:, None]
    top = place[0] + steps * (place[1] - place[0])
    bottom = place[3] + steps * (place[2] - place[3])
    return [
        Piece(letter, np.array([top[k], top[k + 1], bottom[k + 1], bottom[k]], np.float32), line)
        for k, letter in enumerate(text)
    ]


def rapidocr(cores: int) -> Method:
    """RapidOCR with the models in its package and its own settings, on that many threads.

    Raises:
        SystemExit: it is not installed; the message says how to install it.
    """
    try:
        from rapidocr import RapidOCR  # noqa: PLC0415 - only this benchmark needs it
    except ImportError:
        raise SystemExit("compare: RapidOCR is not installed; run make compare") from None
    engine = RapidOCR(params={"Global.log_level": "error", "EngineConfig.onnxruntime.intra_op_num_threads": cores})

    def read(photo: Photo) -> list[Piece]:
        result = engine(photo, return_word_box=True, return_single_char_box=True)
        pieces: list[Piece] = []
        for number, line in enumerate(result.word_results if result.txts else ()):
            for text, _, place in line:
                pieces += characters(text, np.array(place, np.float32), number)
        return pieces

    return read


def tesseract(cores: int) -> Method:
    """Tesseract alone on the whole photo, on that many threads."""
    os.environ["OMP_THREAD_LIMIT"] = str(cores)

    def read(photo: Photo) -> list[Piece]:
        found: dict[str, list[Any]] = pytesseract.image_to_data(
            cv2.cvtColor(photo, cv2.COLOR_BGR2RGB), config=SPARSE_DIGITS, output_type=pytesseract.Output.DICT
        )
        pieces: list[Piece] = []
        columns = (found[key] for key in ("text", "left", "top", "width", "height"))
        for number, (text, left, top, width, height) in enumerate(zip(*columns, strict=True)):
            if word := text.strip():
                right, bottom = left + width, top + height
                place = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)
                pieces += characters(word, place, number)
        return pieces

    return read


def tileref(cores: int) -> Method:
    """This project's reader."""
    reader = Reader(threads=cores)

    def read(photo: Photo) -> list[Piece]:
        return [Piece(notation(tile), tile.corners, i, is_tile=True) for i, tile in enumerate(reader.read(photo).tiles)]

    return read


METHODS: dict[str, Callable[[int], Method]] = {"RapidOCR": rapidocr, "Tesseract": tesseract, "tileref": tileref}


def tiles_of(photo: Photo, pieces: Iterable[Piece], labelled: Sequence[Corners]) -> list[tuple[str, int | None]]:
    """What was read, tile by tile, each with the labelled tile that it lies on, None for none.

    Args:
        photo: for the ink's colour.
        pieces: what was read.
        labelled: outlines, each of shape (4, 2).
    """
    words: dict[tuple[int, int | None], list[Piece]] = {}
    for piece in pieces:
        x, y = piece.place.mean(axis=0).tolist()
        inside = [cv2.pointPolygonTest(outline, (x, y), measureDist=True) for outline in labelled]
        best = int(np.argmax(inside)) if inside and max(inside) >= 0 else None
        words.setdefault((piece.line, best), []).append(piece)
    found = []
    for (_, label), word in words.items():
        text = "".join(piece.text for piece in word)
        if word[0].is_tile:
            found.append((text, label))
        elif text.isascii() and text.isdecimal() and int(text) in NUMBERS:
            found.append((f"{ink_colour(photo, [piece.place for piece in word]).value}{int(text)}", label))
    return found


def ink_colour(photo: Photo, places: Sequence[Corners]) -> Colour:
    """The colour of what is printed within the boxes, relative to the paper about the print."""
    pixels = np.concatenate([_cut(photo, place).reshape(-1, 3) for place in places]).astype(np.float32)
    lightness = pixels.max(axis=1)
    paper = np.maximum(np.median(pixels[lightness >= np.percentile(lightness, 60)], axis=0), 1.0)
    white: NDArray[np.float32] = np.clip(pixels / paper, 0, 1)
    away = np.abs(1 - white).sum(axis=1)
    ink = np.median(white[away >= INK_FROM * np.percentile(away, 97)], axis=0)
    hue, saturation, value = cv2.cvtColor(ink[None, None].astype(np.float32), cv2.COLOR_BGR2HSV)[0, 0].tolist()
    if saturation < BLACK_BELOW or value < DARK_BELOW:
        return Colour.BLACK
    return next(colour for limit, colour in HUES if hue <= limit)


def _cut(photo: Photo, place: Corners) -> Photo:
    """The pixels of the upright box about `place`, at least one."""
    height, width = photo.shape[:2]
    left, top = np.clip(np.floor(place.min(axis=0)).astype(int), 0, (width - 1, height - 1))
    right, bottom = np.ceil(place.max(axis=0)).astype(int) + 1
    return photo[top : max(bottom, top + 1), left : max(right, left + 1)]


def judge(found: Sequence[tuple[str, int | None]], labels: Sequence[str]) -> tuple[int, int]:
    """How many tiles were read that count, and how many of them are right.

    Args:
        found: what was read, with the index of the label that it lies on.
        labels: what each labelled tile is; ``?`` counts for nothing.
    """
    counted = [(text, label) for text, label in found if label is None or labels[label] != UNREAD]
    right = {label for text, label in counted if label is not None and labels[label] == text}
    return len(counted), len(right)


def outcome(
    name: str, method: str, found: Sequence[tuple[str, int | None]], labels: Sequence[str], ms: float
) -> PhotoResult:
    """The figures of one photo."""
    read, right = judge([(text, label) for text, label in found if text != UNREAD], labels)
    bare = [UNREAD if label in {UNREAD, "J"} else label[1:] for label in labels]
    numbers_read, numbers_right = judge([(text[1:], label) for text, label in found if text not in {UNREAD, "J"}], bare)
    return PhotoResult(
        photo=name,
        method=method,
        tiles=sum(label != UNREAD for label in labels),
        read=read,
        right=right,
        numbers=sum(label != UNREAD for label in bare),
        numbers_read=numbers_read,
        numbers_right=numbers_right,
        ms=round(ms, 1),
    )


def table(outcomes: Sequence[PhotoResult]) -> str:
    """One line a method."""
    lines = [
        "| | tile F1 | photos exact | number F1 | photos with exact numbers | median ms a photo |",
        "|---|---|---|---|---|---|",
    ]
    for method in METHODS:
        of_method = [one for one in outcomes if one.method == method]
        count = len(of_method)
        exact, numbers_exact = total(of_method, "exact"), total(of_method, "numbers_exact")
        tiles = f1(*(total(of_method, field) for field in ("tiles", "read", "right")))
        numbers = f1(*(total(of_method, field) for field in ("numbers", "numbers_read", "numbers_right")))
        ms = np.median([one.ms for one in of_method])
        lines.append(
            f"| {method} | {tiles:.4f} | {exact} of {count} | {numbers:.4f} | {numbers_exact} of {count} | {ms:.0f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Reads every photo with every method in turn and prints the table."""
    parser = command_line.photos_parser(__doc__)
    parser.add_argument("--cores", type=int, default=speed.CORES, help="how many cores each may use (%(default)s)")
    parser.add_argument("--csv", type=Path, help="write a row for each photo and method")
    args = parser.parse_args()
    speed.hold_to(args.cores)
    methods = {name: make(args.cores) for name, make in METHODS.items()}
    outcomes: list[PhotoResult] = []
    for name, photo, truth in labelled_photos(args.truth, args.photos, every=args.every):
        labels, labelled = [label["tile"] for label in truth["tiles"]], outlines(truth)
        for method, read in methods.items():
            if not outcomes or len(outcomes) < len(METHODS):
                read(photo)  # the first call loads and plans; it is not timed
            began = time.perf_counter()
            pieces = read(photo)
            ms = (time.perf_counter() - began) * 1000
            outcomes.append(outcome(name, method, tiles_of(photo, pieces, labelled), labels, ms))
    if args.csv:
        write_csv(args.csv, PhotoResult, outcomes)
    print(table(outcomes))


if __name__ == "__main__":
    main()
