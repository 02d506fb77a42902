"""How well photos are read: every tile, every photo, every set, and whether doubt is raised where it is due.

usage: python -m workshop.benchmarks.accuracy TRUTH.json PHOTO_FOLDER [--every N] [--csv OUT.csv] [--overlays FOLDER] [--by-kind]
                                     [--models FOLDER]

TRUTH.json: ``{photo: {"tiles": [{"tile": "R7", "outline": [[x, y], ...]}], "sets": [[index, ...], ...] or null}}``,
outlines in pixels, clockwise from the tile's top left. A label ``?`` is a tile that a person cannot read either; it
counts for nothing. ``workshop/evaluation/matching.py`` says how readings and labels are compared.
"""

from __future__ import annotations

from pathlib import Path

from vision.reading.reader import Reader
from workshop.benchmarks import command_line
from workshop.evaluation import report
from workshop.evaluation.labelled import score_photos
from workshop.evaluation.scoring import Row, Scores


def main() -> None:
    """Reads every labelled photo and prints the figures."""
    parser = command_line.photos_parser(__doc__)
    parser.add_argument("--csv", type=Path, help="write a row for each photo")
    parser.add_argument(
        "--overlays", type=Path, help="write a picture of each photo that is not exact into this folder"
    )
    parser.add_argument("--by-kind", action="store_true", help="print errors by what the photos show as well")
    command_line.add_models(parser)
    args = parser.parse_args()
    reader = Reader(models=args.models)
    scores = Scores()
    for one in score_photos(reader, args.truth, args.photos, every=args.every, overlays=args.overlays):
        scores += one
        if not one.rows[0].exact:
            print(report.failure(one.rows[0]), flush=True)
    if args.csv:
        report.write_csv(args.csv, Row, scores.rows)
    print(report.summary(scores))
    if args.by_kind:
        print(f"\n{report.by_kind(scores.rows)}")


if __name__ == "__main__":
    main()
