"""What is printed and written down of the turns of an evening."""

from __future__ import annotations

import csv
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from workshop.benchmarks.evening.outcome import NONE, Row


def show(row: Row) -> None:
    """Prints a row."""
    seconds = "" if row.seconds is None else f"{row.seconds:.2f}"
    mark = "WRONG" if row.wrong else "STUCK" if row.stuck else ""
    line = f"{row.number:4} {row.how:32.32} {row.player:5} {row.kind:17} {row.expected:8} {row.said:18.18}"
    print(f"{line} {row.asked or '':>2} {seconds:>6} {mark:5} {row.note}".rstrip(), flush=True)


def speed(rows: Sequence[Row]) -> str:
    """How fast the verdicts of these turns came, and what they waited for, seconds; empty where none came."""
    told = [(row.seconds, row) for row in rows if row.seconds is not None]
    if not told:
        return ""
    seconds = sorted(spent for spent, _ in told)
    p95 = seconds[round(0.95 * (len(seconds) - 1))]
    waited = sum((Counter(row.waited) for _, row in told), Counter[str]())
    means = ", ".join(f"{what} {total / len(told):.2f}" for what, total in waited.most_common())
    return f"press to verdict p50 {statistics.median(seconds):.2f} s, p95 {p95:.2f} s" + (means and f", mean {means}")


def summary(name: str, rows: Sequence[Row], fills: int = 0) -> str:
    """One line on all rows of a scenario; its speed is that of the turns with at least `fills` tiles on the table."""
    turns = [row for row in rows if row.expected != NONE]
    presses = len(rows) - len(turns)
    full = [row for row in turns if row.tiles >= fills]
    fast = speed(full)
    of = f" {len(full)} turns with {fills} tiles and more:" if fills else ""
    return (
        f"{name}: {len(turns)} turns{f' and {presses} presses that are none' if presses else ''}, "
        f"{sum(row.wrong for row in rows)} wrong, {sum(row.asked > 0 for row in rows)} asked, "
        f"{sum(row.stuck for row in rows)} stuck{fast and f';{of} {fast}'}"
    )


def write(path: Path, rows: Sequence[tuple[str, Row]]) -> None:
    """Writes the rows as CSV."""
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["scenario", *Row.__dataclass_fields__, "wrong", "stuck"])
        for name, row in rows:
            waited = " ".join(f"{what} {spent:.2f}" for what, spent in row.waited.items())
            table.writerow([name, *{**asdict(row), "waited": waited}.values(), int(row.wrong), int(row.stuck)])
