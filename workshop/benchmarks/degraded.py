"""What photos lose when something happens to them: a row each for things in the way, light, size, tilt and camera.

usage: python -m workshop.benchmarks.degraded TRUTH.json PHOTO_FOLDER [--every N] [--seed N] [--rows NAME...]
                                     [--overlays FOLDER] [--models FOLDER] [--as-whole] [--box PHOTO]

TRUTH.json is as for ``workshop/benchmarks/accuracy.py``. ``workshop/training/degradations.py`` says what happens in each row; the choices
in it follow from the seed. Of the columns, "surely wrong" are tiles that were read wrongly, or where none lies, without
doubt; "silent" are photos that are not exact and without doubt about any tile that counts; "doubtful" are tiles that
are doubted, right or wrong. The last four are about the tiles of which something covers a part: how many there are,
how many of these are surely wrong, how many are reported as what does not include what they are, so that a verdict may
be wrong without a question (`live.game.seen.SeenTile.candidates`), and at how many nothing is reported.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from live.game.seen import SeenTile
from vision.camera.photo import load_photo
from vision.reading.enrol import enrol
from vision.reading.inference import ModelFile
from vision.reading.reader import Reader
from vision.reading.table_reading import TableReading
from workshop.benchmarks import command_line
from workshop.evaluation import matching, metrics, overlays, scoring
from workshop.evaluation.labelled import labelled_photos
from workshop.training.degradations import DEGRADATIONS, Degraded

HEAD = (
    "| change | F1 | exact | surely wrong | silent | doubtful | covered | surely wrong | ruled out | gone |\n"
    + 10 * "|---"
    + "|"
)


@dataclass(frozen=True)
class Count:
    """Tiles of one photo."""

    surely_wrong: int
    doubtful: int
    covered: int
    covered_surely_wrong: int
    covered_ruled_out: int
    """Those that are reported, but are none of what a verdict takes them for perhaps."""
    covered_gone: int


def count(reading: TableReading, degraded: Degraded) -> Count:
    """How the tiles of one photo were read, and how those of which something covers a part."""
    what, labels = matching.counted(reading, degraded.labels), degraded.labels["tiles"]
    sure = [i for i in what.readings if not reading.tiles[i].doubt]
    names = {i: labels[j]["tile"] for i, j in what.label_of.items()}
    wrong = [i for i in sure if names.get(i) != matching.notation(reading.tiles[i])]
    covered = [i for i, j in what.label_of.items() if j in degraded.covered]
    perhaps = {i: map(str, SeenTile.from_reading(reading.tiles[i]).candidates()) for i in covered}
    return Count(
        surely_wrong=len(wrong),
        doubtful=len(what.readings) - len(sure),
        covered=len(degraded.covered),
        covered_surely_wrong=sum(what.label_of.get(i) in degraded.covered for i in wrong),
        covered_ruled_out=sum(names[i] not in perhaps[i] for i in covered),
        covered_gone=len(degraded.covered - set(what.any_label_of.values())),
    )


def row(name: str, scores: scoring.Scores, counts: Iterable[Count]) -> str:
    """A line of the table."""
    rows, counts = scores.rows, list(counts)
    exact, silent = (metrics.total(rows, field) for field in ("exact", "silent"))
    cells = [f"{metrics.tile_f1(rows):.3f}", f"{exact} of {len(rows)}", metrics.total(counts, "surely_wrong"), silent]
    fields = ("doubtful", "covered", "covered_surely_wrong", "covered_ruled_out", "covered_gone")
    cells += [metrics.total(counts, field) for field in fields]
    return f"| {name} | {' | '.join(map(str, cells))} |"


def main() -> int:
    """Reads every photo once for each change and prints a table."""
    parser = command_line.photos_parser(__doc__)
    parser.add_argument(
        "--seed", type=int, default=1, help="of the choices, such as which tiles are covered (%(default)s)"
    )
    parser.add_argument(
        "--rows", nargs="+", choices=DEGRADATIONS, default=list(DEGRADATIONS), metavar="NAME", help="only these"
    )
    parser.add_argument("--overlays", type=Path, help="write a picture of each photo with a tile that is surely wrong")
    command_line.add_models(parser)
    parser.add_argument("--as-whole", action="store_true", help="take tiles for whole of which a part may be hidden")
    parser.add_argument(
        "--box", type=Path, metavar="PHOTO", help="enrol the box first, from this photo of all its tiles"
    )
    args = parser.parse_args()
    reader = Reader(models=args.models, without={ModelFile.SIGHT} if args.as_whole else ())
    if args.box:
        reader = reader.of_box(enrol(reader, [load_photo(args.box)]).pictures)
    photos = list(labelled_photos(args.truth, args.photos, every=args.every))
    print(HEAD, flush=True)
    for name in args.rows:
        scores, counts = scoring.Scores(), []
        for number, (photo_name, photo, labels) in enumerate(photos):
            rng = np.random.default_rng((args.seed, number))
            degraded = DEGRADATIONS[name](photo, labels, rng)
            reading = reader.read(degraded.photo)
            scores += scoring.score(photo_name, reading, degraded.labels)
            counts.append(count(reading, degraded))
            if args.overlays and counts[-1].surely_wrong:
                path = args.overlays / name.replace(" ", "-") / Path(photo_name).with_suffix(".jpg").name
                overlays.write_picture(path, overlays.beside(degraded.photo, degraded.labels, reading))
        print(row(name, scores, counts), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
