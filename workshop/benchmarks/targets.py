"""Every target for reading photos beside what is measured, in one table.

usage: python -m workshop.benchmarks.targets [--valid TRUTH.json FOLDER] [--looks SETS.json FOLDER] [--rendered FOLDER]
                                    [--csv-folder FOLDER] [--overlays FOLDER] [--by-kind] [--every N]

--valid     labelled real photos, in the form that ``workshop/benchmarks/accuracy.py`` describes
--looks     photos whose truth names sets without places: ``{photo: [["R1", "R2"], ...]}``
--rendered  what ``python -m workshop.training measuring`` wrote: 300 rendered photos, and in ``ladder/`` and ``speed/`` those for the
            smallest tile and for time and memory

What is not given is printed as "not measured". A target is met where the figure itself meets it, not what is
printed of it. ``workshop/evaluation/matching.py`` says how readings and labels are compared.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from vision.reading.inference import MODELS
from vision.reading.reader import Reader
from workshop.benchmarks import command_line, memory, speed
from workshop.evaluation import report
from workshop.evaluation.labelled import score_photos, score_set_photos
from workshop.evaluation.metrics import expected_calibration_error, tile_f1, total
from workshop.evaluation.scoring import Row, Scores

NOT_MEASURED = "not measured"
FULL_HD = (1920, 1080)
TWELVE_MEGAPIXELS = 12_000_000
ABOUT = 3
"""By how many tiles a photo may differ from the number that a target names and still count for its time."""


class Target:
    """The targets; shares are of 1."""

    VALID_F1 = 0.999
    RENDERED_EXACT = 0.98
    RENDERED_F1 = 0.9995
    FLAGGED = 0.05
    ORDERED = 0.99
    CALIBRATION_ERROR = 0.005
    LADDER_F1 = 0.99
    LADDER_HEIGHT = 18
    TIMED_TILES = 60
    MS_FULL_HD = 100
    MS_TWELVE_MEGAPIXELS = 300
    LINEAR = 0.9
    """Share of the spread of the times that a straight line must explain."""
    MODELS_MB = 8
    MEMORY_MB = 500


@dataclass(frozen=True)
class Line:
    """One line of the table."""

    what: str
    target: str
    measured: str = NOT_MEASURED
    met: bool | None = None

    def text(self) -> str:
        """The line in Markdown."""
        answer = {None: "", True: "yes", False: "no"}[self.met]
        return f"| {self.what} | {self.target} | {self.measured} | {answer} |"


def valid_lines(scores: Scores | None) -> list[Line]:
    """Real photos of a known edition."""
    f1 = ("real photos of a known edition: tile F1", f"{Target.VALID_F1}")
    exact = ("the same: photos exact", "all, or all but one that is flagged")
    if scores is None:
        return [Line(*f1), Line(*exact)]
    rows, value = scores.rows, tile_f1(scores.rows)
    wrong = [row for row in rows if not row.exact]
    return [
        Line(*f1, f"{value:.4f} ({total(rows, 'tiles')} tiles)", value >= Target.VALID_F1),
        Line(
            *exact,
            f"{len(rows) - len(wrong)} of {len(rows)}, {sum(row.flagged for row in wrong)} of the others flagged",
            not wrong or (len(wrong) == 1 and wrong[0].flagged),
        ),
    ]


def looks_lines(scores: Scores | None) -> list[Line]:
    """Photos of editions that no training has seen."""
    label = ("photos of other editions: photos exact", "all")
    if scores is None:
        return [Line(*label)]
    exact = total(scores.rows, "exact")
    measured = f"{exact} of {len(scores.rows)}, tile F1 {tile_f1(scores.rows):.4f}"
    return [Line(*label, measured, exact == len(scores.rows))]


def rendered_lines(scores: Scores | None) -> list[Line]:
    """The project's own measuring photos."""
    exact_label, f1_label = (
        ("rendered photos: photos exact", f"{Target.RENDERED_EXACT:.0%}"),
        ("the same: tile F1", f"{Target.RENDERED_F1}"),
    )
    if scores is None:
        return [Line(*exact_label), Line(*f1_label)]
    rows, value = scores.rows, tile_f1(scores.rows)
    exact = total(rows, "exact")
    return [
        Line(
            *exact_label,
            f"{100 * exact / len(rows):.1f} % ({exact} of {len(rows)})",
            exact >= Target.RENDERED_EXACT * len(rows),
        ),
        Line(*f1_label, f"{value:.4f} ({total(rows, 'tiles')} tiles)", value >= Target.RENDERED_F1),
    ]


def lines_of_all(sets: dict[str, Scores]) -> list[Line]:
    """Doubt, order and confidence over all photos together."""
    silent = ("photos wrong with nothing flagged, all sets but the ladder", "0")
    unasked = ("errors that no doubt points at: tiles sure and wrong, missed, invented", "none named")
    flagged = ("photos flagged, all sets but the ladder", f"{Target.FLAGGED:.0%} at most")
    doubted = ("photos with any doubt, also about what counts for nothing", "none named")
    order = ("sets in reading order, of the exact photos", f"{Target.ORDERED:.0%}")
    error = ("expected calibration error of tile confidence", f"{Target.CALIBRATION_ERROR:.1%} at most")
    if not sets:
        return [Line(*silent), Line(*unasked), Line(*flagged), Line(*doubted), Line(*order), Line(*error)]
    everything = sum(sets.values(), Scores())
    rows = everything.rows
    arranged = [row.sets_right for row in rows if row.sets_right is not None]
    asked, in_order = total(rows, "flagged"), sum(arranged)
    gap = expected_calibration_error(everything.confidences)
    share = (
        f"{100 * in_order / len(arranged):.1f} % ({in_order} of {len(arranged)} photos)" if arranged else NOT_MEASURED
    )
    return [
        Line(*silent, _each(sets, "silent"), total(rows, "silent") == 0),
        Line(*unasked, ", ".join(f"{name} {total(scores.rows, 'unasked')}" for name, scores in sets.items())),
        Line(
            *flagged,
            f"{100 * asked / len(rows):.1f} % ({_each(sets, 'flagged')})",
            asked <= Target.FLAGGED * len(rows),
        ),
        Line(*doubted, _each(sets, "any_doubt")),
        Line(*order, share, in_order >= Target.ORDERED * len(arranged) if arranged else None),
        Line(*error, f"{100 * gap:.2f} % ({len(everything.confidences)} tiles)", gap <= Target.CALIBRATION_ERROR),
    ]


def ladder_line(scores: Scores | None) -> Line:
    """The lowest tiles that are read; each photo of the ladder shows tiles of one height, which its layout names."""
    label = (f"tile height from which F1 is {Target.LADDER_F1}", f"{Target.LADDER_HEIGHT} px")
    if scores is None:
        return Line(*label)
    steps: dict[int, list[Row]] = {}
    for row in scores.rows:
        steps.setdefault(int(row.layout.split()[0]), []).append(row)
    by_height = {height: tile_f1(rows) for height, rows in sorted(steps.items())}
    lowest = None
    for height in sorted(by_height, reverse=True):
        if by_height[height] < Target.LADDER_F1:
            break
        lowest = height
    steps_text = ", ".join(f"{height}: {value:.4f}" for height, value in by_height.items())
    found = "none of these" if lowest is None else f"{lowest} px"
    return Line(
        *label, f"{found} (F1 by height in px: {steps_text})", lowest is not None and lowest <= Target.LADDER_HEIGHT
    )


def time_lines(timings: Sequence[speed.Timing], counts: dict[str, int]) -> list[Line]:
    """Time on two cores.

    Args:
        timings: of all photos for the time.
        counts: how many tiles each of them shows.
    """
    labels = [
        (
            f"time on {speed.CORES} cores, 1080p with {Target.TIMED_TILES} tiles, 95th percentile",
            f"{Target.MS_FULL_HD} ms",
        ),
        (f"the same, 12 MP with {Target.TIMED_TILES} tiles, 95th percentile", f"{Target.MS_TWELVE_MEGAPIXELS} ms"),
        ("growth of the time with the number of tiles, 1080p", "linear"),
    ]
    full = [t for t in timings if (t.width, t.height) == FULL_HD]
    usual = [t for t in full if abs(counts[t.photo] - Target.TIMED_TILES) <= ABOUT]
    large = [t for t in timings if t.width * t.height >= TWELVE_MEGAPIXELS]
    limits = (Target.MS_FULL_HD, Target.MS_TWELVE_MEGAPIXELS)
    lines = []
    for label, part, limit in zip(labels[:2], (usual, large), limits, strict=True):
        if part:
            worst = speed.percentile(part, 95)
            middle = speed.percentile(part, 50)
            lines.append(Line(*label, f"{worst:.0f} ms (median {middle:.0f} ms, {len(part)} readings)", worst <= limit))
        else:
            lines.append(Line(*label))
    if len({t.tiles for t in full}) > 1:
        line = speed.growth(full)
        text = f"{line.ms_without_tiles:.0f} ms and {line.ms_per_tile:.2f} ms a tile, R² {line.r_squared:.3f}"
        return [*lines, Line(*labels[2], text, line.r_squared >= Target.LINEAR)]
    return [*lines, Line(*labels[2])]


def size_lines(photo: Path | None) -> list[Line]:
    """Size of the models, and memory where a photo of twelve megapixels is given."""
    models = sum(path.stat().st_size for path in MODELS.glob("*.onnx")) / 1e6
    lines = [Line("models together", f"{Target.MODELS_MB} MB at most", f"{models:.2f} MB", models <= Target.MODELS_MB)]
    label = ("peak memory of `tileref read` at 12 MP", f"{Target.MEMORY_MB} MB at most")
    if photo is None:
        return [*lines, Line(*label)]
    peak = memory.peak_of_read(photo)
    return [*lines, Line(*label, f"{peak:.0f} MB", peak <= Target.MEMORY_MB)]


def _each(sets: dict[str, Scores], field: str) -> str:
    return ", ".join(f"{name} {total(scores.rows, field)} of {len(scores.rows)}" for name, scores in sets.items())


def parse() -> argparse.Namespace:
    """The command line."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--valid", nargs=2, type=Path, metavar=("TRUTH.json", "FOLDER"))
    parser.add_argument("--looks", nargs=2, type=Path, metavar=("SETS.json", "FOLDER"))
    parser.add_argument(
        "--may-read",
        action="append",
        default=[],
        metavar="PHOTO=TILE,TILE",
        help="tiles of a photo of --looks that may be read or not, such as those out of focus (may be repeated)",
    )
    parser.add_argument("--rendered", type=Path, metavar="FOLDER")
    parser.add_argument("--csv-folder", type=Path, metavar="FOLDER", help="write a row for each photo, a file a set")
    parser.add_argument(
        "--overlays", type=Path, metavar="FOLDER", help="write a picture of each photo that is not exact"
    )
    parser.add_argument("--by-kind", action="store_true", help="print errors by what the photos show as well")
    parser.add_argument("--every", type=int, default=1, help="read only every nth rendered photo, to look quickly")
    parser.add_argument("--rounds", type=int, default=speed.ROUNDS, help="how often time is taken (%(default)s)")
    args = parser.parse_args()
    for text in args.may_read:
        if "=" not in text:
            parser.error(f"--may-read {text}: write PHOTO=TILE,TILE")
    if args.rendered and not (args.rendered / "truth.json").exists():
        parser.error(
            f"--rendered {args.rendered}: no truth.json there; python -m workshop.training measuring writes it last"
        )
    return args


def streams(args: argparse.Namespace, reader: Reader) -> dict[str, Iterator[Scores]]:
    """Every set that the command line names, read as it is asked for."""
    folders = {
        name: args.overlays / name if args.overlays else None for name in ("valid", "looks", "rendered", "ladder")
    }
    may_read = {name: tiles.split(",") for name, _, tiles in (text.partition("=") for text in args.may_read)}
    found = {}
    if args.valid:
        found["valid"] = score_photos(reader, *args.valid, overlays=folders["valid"])
    if args.looks:
        truth, photos = args.looks
        found["looks"] = score_set_photos(reader, truth, photos, may_read, folders["looks"])
    for name, folder in (("rendered", args.rendered), ("ladder", args.rendered / "ladder")) if args.rendered else ():
        truth = folder / "truth.json"
        if truth.exists():
            found[name] = score_photos(reader, truth, folder, every=args.every, overlays=folders[name])
    return found


def gather(found: Mapping[str, Iterator[Scores]], csv_folder: Path | None) -> dict[str, Scores]:
    """Reads every set; prints each photo that is not exact."""
    sets = {}
    for name, stream in found.items():
        print(f"{name}, photos that are not exact:", flush=True)
        scores = Scores()
        for one in stream:
            scores += one
            if not one.rows[0].exact:
                print(report.failure(one.rows[0]), flush=True)
        sets[name] = scores
        if csv_folder:
            report.write_csv(csv_folder / f"{name}.csv", Row, scores.rows)
    return sets


def main() -> None:
    """Measures what is given and prints the table."""
    args = parse()
    sets = gather(streams(args, Reader()), args.csv_folder)
    ladder = sets.pop("ladder", None)
    timings: list[speed.Timing] = []
    counts: dict[str, int] = {}
    truth = args.rendered / "speed" / "truth.json" if args.rendered else None
    if truth is not None and truth.exists():
        counts = {name: len(photo["tiles"]) for name, photo in json.loads(truth.read_text(encoding="utf-8")).items()}
        timings = speed.measure(sorted(counts), truth.parent, rounds=args.rounds)
        if args.csv_folder:
            report.write_csv(args.csv_folder / "speed.csv", speed.Timing, timings)
    largest = max(timings, key=lambda t: t.width * t.height, default=None)
    is_large = largest is not None and largest.width * largest.height >= TWELVE_MEGAPIXELS
    lines = [
        *valid_lines(sets.get("valid")),
        *looks_lines(sets.get("looks")),
        *rendered_lines(sets.get("rendered")),
        *lines_of_all(sets),
        ladder_line(ladder),
        *time_lines(timings, counts),
        *size_lines(truth.parent / largest.photo if truth and largest and is_large else None),
    ]
    print("\n| what | target | measured | met |\n|---|---|---|---|")
    print("\n".join(line.text() for line in lines))
    if args.by_kind:
        say_by_kind({**sets, **({"ladder": ladder} if ladder else {})})


def say_by_kind(sets: Mapping[str, Scores]) -> None:
    """Prints for each set of photos tables by what they show, and the most common errors."""
    for name, scores in sets.items():
        print(f"\n{name}\n\n{report.by_kind(scores.rows)}")
        common = report.confusions(scores.rows).most_common(12)
        print(f"\nmost common errors: {', '.join(f'{error} {count}x' for error, count in common) or 'none'}")


if __name__ == "__main__":
    main()
