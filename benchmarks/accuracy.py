"""How well photos are read: every tile, every photo, every set, and whether doubt is raised where it is due.

usage: accuracy.py TRUTH.json PHOTO_FOLDER [--every N] [--csv OUT.csv] [--worst FOLDER]

TRUTH.json: ``{photo: {"tiles": [{"tile": "R7", "outline": [[x, y], ...]}], "sets": [[index, ...], ...] or null}}``, outlines
in pixels, clockwise from the tile's top left. A label ``?`` is a tile that a person cannot read either; it counts for nothing.
"""

from __future__ import annotations

import argparse
import csv
import json
import statistics
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import UNREAD
from vision.overlay import draw
from vision.photo import load_photo
from vision.read import Reader
from vision.reading import TableReading, TileReading

LEAST_OVERLAP = 0.4
"""Intersection over union of two outlines from which they are the same tile."""
BINS = np.array([0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0001])
"""Bounds of the confidence bins of the calibration error."""


@dataclass(frozen=True)
class Row:
    """How one photo was read."""

    photo: str
    tiles: int
    read: int
    right: int
    exact: bool
    sets_right: bool | None
    flagged: bool
    ms: float
    wrong: str

    @property
    def silent(self) -> bool:
        """Wrong, and nothing says so."""
        return not self.exact and not self.flagged


def overlap(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Intersection over union of two convex outlines, shape (4, 2)."""
    shared, _ = cv2.intersectConvexConvex(one, other)
    return float(shared) / max(abs(cv2.contourArea(one)) + abs(cv2.contourArea(other)) - float(shared), 1e-6)


def match(reading: TableReading, outlines: list[NDArray[np.float32]]) -> dict[int, int]:
    """Which tile read is which tile labelled, the best overlaps first."""
    pairs = sorted(
        (
            (overlap(tile.corners, outline), i, j)
            for i, tile in enumerate(reading.tiles)
            for j, outline in enumerate(outlines)
        ),
        reverse=True,
    )
    found: dict[int, int] = {}
    for share, i, j in pairs:
        if share >= LEAST_OVERLAP and i not in found and j not in found.values():
            found[i] = j
    return found


def judge(name: str, reading: TableReading, truth: dict[str, Any]) -> tuple[Row, list[tuple[float, bool]]]:
    """The row of a photo, and (confidence, right) of every tile that a label stands for."""
    labels = truth["tiles"]
    found = match(reading, [np.array(label["outline"], np.float32) for label in labels])
    counts = {j for j, label in enumerate(labels) if label["tile"] != UNREAD}
    mine = [
        i for i in range(len(reading.tiles)) if found.get(i) in counts or (i not in found and reading.tiles[i].tile)
    ]
    is_right = {i: i in found and notation(reading.tiles[i]) == labels[found[i]]["tile"] for i in mine}
    right = sum(is_right.values())
    exact = right == len(mine) == len(counts)
    sets_right = None
    if exact and truth.get("sets") is not None:
        order = [[found[i] for i in members if found.get(i) in counts] for members in reading.sets]
        wanted = [[j for j in members if j in counts] for members in truth["sets"]]
        sets_right = sorted(filter(None, order)) == sorted(filter(None, wanted))
    wrong = [
        f"{labels[found[i]]['tile'] if i in found else '-'}>{notation(reading.tiles[i])}"
        for i in mine
        if not is_right[i]
    ]
    missed = [labels[j]["tile"] + ">-" for j in sorted(counts - set(found.values()))]
    flagged = bool(reading.doubtful)
    row = Row(
        name,
        len(counts),
        len(mine),
        right,
        exact,
        sets_right,
        flagged,
        round(reading.elapsed_ms, 1),
        " ".join(wrong + missed),
    )
    return row, [(reading.tiles[i].confidence, ok) for i, ok in is_right.items() if i in found]


def notation(tile: TileReading) -> str:
    """The tile as text."""
    return str(tile.tile or UNREAD)


def calibration_error(pairs: list[tuple[float, bool]]) -> float:
    """Expected calibration error (Naeini et al., 2015): mean distance of confidence and accuracy over confidence bins."""
    if not pairs:
        return 0.0
    confidence, right = np.array(pairs, float).T
    bins = np.digitize(confidence, BINS)
    gaps = [abs(confidence[bins == k].mean() - right[bins == k].mean()) * (bins == k).mean() for k in np.unique(bins)]
    return float(sum(gaps))


def report(rows: list[Row], pairs: list[tuple[float, bool]]) -> str:
    """The figures over all photos, as text."""
    tiles, read, right = (sum(getattr(row, name) for row in rows) for name in ("tiles", "read", "right"))
    precision, recall = right / max(read, 1), right / max(tiles, 1)
    arranged = [row.sets_right for row in rows if row.sets_right is not None]
    times = sorted(row.ms for row in rows)
    return "\n".join([
        f"tiles    {tiles}: precision {precision:.4f}, recall {recall:.4f}, F1 {2 * precision * recall / max(precision + recall, 1e-9):.4f}",
        f"exact    {sum(row.exact for row in rows)} of {len(rows)} photos; sets in reading order in {sum(arranged)} of {len(arranged)}",
        f"silent   {sum(row.silent for row in rows)} photos wrong and not flagged; {sum(row.flagged for row in rows)} flagged",
        f"calibration error {100 * calibration_error(pairs):.2f} %",
        f"time     median {statistics.median(times):.0f} ms, 95th percentile {times[int(0.95 * (len(times) - 1))]:.0f} ms",
    ])  # fmt: skip


def main() -> None:
    """Reads every labelled photo and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("truth", type=Path)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--csv", type=Path, help="write a row for each photo")
    parser.add_argument("--worst", type=Path, help="write overlays of the photos that are not exact into this folder")
    parser.add_argument("--every", type=int, default=1, help="read only every nth photo")
    args = parser.parse_args()
    reader = Reader()
    rows: list[Row] = []
    pairs: list[tuple[float, bool]] = []
    for name, truth in sorted(json.loads(args.truth.read_text()).items())[:: args.every]:
        photo = load_photo(args.photos / name)
        reading = reader.read(photo)
        row, confidences = judge(name, reading, truth)
        rows.append(row)
        pairs += confidences
        if not row.exact:
            print(f"  {name}: {row.right} of {row.tiles} right{', SILENT' if row.silent else ''}: {row.wrong}")
            if args.worst:
                args.worst.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(str(args.worst / name), draw(photo, reading))
    if args.csv:
        with args.csv.open("w", newline="") as file:
            writer = csv.DictWriter(file, [field.name for field in fields(Row)])
            writer.writeheader()
            writer.writerows(asdict(row) for row in rows)
    print(report(rows, pairs))


if __name__ == "__main__":
    main()
