"""What is printed and written of many photos: the measures, tables by what the photos show, and CSV files."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from workshop.evaluation.metrics import expected_calibration_error, tile_f1, total
from workshop.evaluation.scoring import Row, Scores

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

HEIGHT_BINS = (0, 18, 24, 34, 48, 68, 96, 136, 200, 10_000)
"""Bounds of the smallest tile's height in pixels that photos are grouped by."""
TILT_BINS = (0, 15, 30, 40, 56, 91)
"""Bounds of the camera's tilt in degrees that photos are grouped by."""
COUNT_BINS = (0, 1, 11, 26, 51, 81, 1000)
"""Bounds of the number of tiles that photos are grouped by."""


def summary(scores: Scores) -> str:
    """The measures over all photos, as text; there is one photo at least."""
    rows = scores.rows
    tiles, read, right = (total(rows, field) for field in ("tiles", "read", "right"))
    precision, recall = right / max(read, 1), right / max(tiles, 1)
    arranged = [row.sets_right for row in rows if row.sets_right is not None]
    ordered = f"{sum(arranged)} of {len(arranged)}"
    times = [row.ms for row in rows]
    lines = [
        f"tiles    {tiles}: precision {precision:.4f}, recall {recall:.4f}, F1 {tile_f1(rows):.4f}",
        f"exact    {total(rows, 'exact')} of {len(rows)} photos; sets in reading order in {ordered}",
        f"silent   {total(rows, 'silent')} photos wrong and not flagged; {total(rows, 'flagged')} flagged",
        f"calibration error {100 * expected_calibration_error(scores.confidences):.2f} %",
        f"time     median {np.median(times):.0f} ms, 95th percentile {np.percentile(times, 95):.0f} ms",
    ]
    return "\n".join(lines)


def failure(row: Row) -> str:
    """One line on a photo that is not exact."""
    return f"  {row.photo}: {row.right} of {row.tiles} right{', SILENT' if row.silent else ''}: {row.wrong}"


def by_kind(rows: Sequence[Row]) -> str:
    """Photos and errors by what they show, as a table."""
    keys: dict[str, Callable[[Row], str | None]] = {
        "layout": lambda row: row.layout or None,
        "size": lambda row: f"{row.width}x{row.height}",
        "smallest tile, px": lambda row: _bin(row.tile_height, HEIGHT_BINS),
        "tilt, degrees": lambda row: _bin(row.tilt, TILT_BINS),
        "tiles": lambda row: _bin(row.tiles, COUNT_BINS),
    }
    lines = ["| by | kind | photos | exact | silent | flagged | tiles | F1 |", "|---|---|---|---|---|---|---|---|"]
    for title, key in keys.items():
        groups: dict[str, list[Row]] = {}
        for row in rows:
            if (kind := key(row)) is not None:
                groups.setdefault(kind, []).append(row)
        for kind, group in sorted(groups.items(), key=lambda item: _sort_key(item[0])):
            sums = " | ".join(str(total(group, field)) for field in ("exact", "silent", "flagged", "tiles"))
            lines.append(f"| {title} | {kind} | {len(group)} | {sums} | {tile_f1(group):.4f} |")
    return "\n".join(lines)


def confusions(rows: Iterable[Row]) -> Counter[str]:
    """How often each error ``label>reading`` occurs."""
    return Counter(error for row in rows for error in row.wrong.split())


def _bin(value: float | None, bounds: Sequence[int]) -> str | None:
    if value is None:
        return None
    index = int(np.searchsorted(bounds, value, side="right"))
    low = bounds[index - 1]
    return f"{low} and more" if index >= len(bounds) - 1 else f"{low} to {bounds[index] - 1}"


def _sort_key(kind: str) -> tuple[float, str]:
    first = re.match(r"\d+", kind)
    return (float(first[0]), "") if first else (0.0, kind)


def write_csv(path: Path, kind: type[DataclassInstance], rows: Iterable[DataclassInstance]) -> None:
    """Writes a line for each of the rows, all of them dataclasses of that kind.

    The folder is made where it is missing.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(kind)], lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(row) for row in rows)
