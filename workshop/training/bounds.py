"""Chooses from where on a tile counts as half seen: the bounds of `vision.reading.sight`, on training photos.

Each photo is read as it is and with things done to it (`workshop.training.degradations`). A tile that is sure and wrong costs
`WORTH` doubts about tiles that are right and in full sight; of all bounds on a grid those that cost least are the best.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.reading import sight
from vision.reading.inference import ModelFile
from vision.reading.reader import Reader
from vision.reading.sight import Sight
from vision.reading.table_reading import TableReading
from workshop.evaluation import matching
from workshop.evaluation.labelled import labelled_photos
from workshop.training.degradations import DEGRADATIONS, Degraded

WORTH = 30.0
"""Number of idle doubts that are as bad as one tile that is surely wrong."""
SHOWN = (
    "none",
    "covered left 38 %",
    "covered right 38 %",
    "covered below 40 %",
    "covered top 25 %",
    "exposure +1.5 stops",
    "tiles 24 px",
    "webcam",
)
"""What is done to the photos."""
GRID = {
    "hidden": (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9),
    "clear": (0.1, 0.25, 0.4),
    "beyond": (4.0, 5.0, 6.0, 7.0, 8.0, 9.0),
}
"""What is tried of each of the arguments of `vision.reading.sight.least_odds`."""
JOKER = 0
"""Read at a joker: no number."""


@dataclass(frozen=True, eq=False)
class Asked:
    """The sure tiles of one photo, as the network that tells what is hidden sees them."""

    odds: NDArray[np.float64]
    """Logarithms of the odds that a part is hidden, shape (n,)."""
    shrunk: NDArray[np.bool_]
    wrong: NDArray[np.bool_]
    """Which are read wrongly, or lie where no tile is."""
    whole: NDArray[np.bool_]
    """Which are read right and in full sight."""


@dataclass(frozen=True)
class Cost:
    """What bounds cost on all photos."""

    bounds: Mapping[str, float]
    surely_wrong: int
    idle: int
    """Doubts about tiles that are right and in full sight."""

    @property
    def total(self) -> float:
        """In idle doubts."""
        return WORTH * self.surely_wrong + self.idle


def ask(truths: Sequence[Path], models: Path, every: int = 1) -> Iterator[Asked]:
    """The sure tiles of labelled photos, each beside its truth or in the folder of the same name; `every` nth photo."""
    reader, network = Reader(models=models, without={ModelFile.SIGHT}), Sight(models=models)
    for truth in truths:
        for number, (_, photo, labels) in enumerate(labelled_photos(truth, every=every)):
            for name in SHOWN:
                changed = DEGRADATIONS[name](photo, labels, np.random.default_rng((len(name), number)))
                yield _asked(reader.read(changed.photo), changed, network)


def best(photos: Sequence[Asked]) -> list[Cost]:
    """Everything on the grid, the cheapest first; of those that cost the same the one that doubts least."""
    grid = [dict(zip(GRID, values, strict=True)) for values in itertools.product(*GRID.values())]
    return sorted((cost(photos, bounds) for bounds in grid), key=lambda one: (one.total, one.idle))


def cost(photos: Sequence[Asked], bounds: Mapping[str, float]) -> Cost:
    """What is surely wrong with such bounds, and what is doubted idly."""
    surely_wrong = idle = 0
    for photo in photos:
        doubted = photo.shrunk | (photo.odds >= sight.least_odds(photo.odds, **bounds))
        surely_wrong += int((photo.wrong & ~doubted).sum())
        idle += int((photo.whole & doubted).sum())
    return Cost(bounds, surely_wrong, idle)


def table(costs: Sequence[Cost], most: int = 8) -> str:
    """The cheapest bounds, and those of `vision.reading.sight`."""
    own = {"hidden": sight.HIDDEN, "clear": sight.CLEAR, "beyond": sight.BEYOND}
    shown = [*costs[:most], *(one for one in costs[most:] if one.bounds == own)]
    lines = ["| " + " | ".join([*GRID, "surely wrong", "idle doubts"]) + " |", "|---" * (len(GRID) + 2) + "|"]
    lines += [f"| {' | '.join(map(str, one.bounds.values()))} | {one.surely_wrong} | {one.idle} |" for one in shown]
    return "\n".join(lines)


def _asked(reading: TableReading, changed: Degraded, network: Sight) -> Asked:
    outlines, height, width = [tile.corners for tile in reading.tiles], *changed.photo.shape[:2]
    numbers = np.zeros(len(outlines), np.intp)
    for k, tile in enumerate(reading.tiles):
        if not tile.doubt and tile.tile and (tile.corners >= 0).all() and (tile.corners < (width, height)).all():
            numbers[k] = tile.tile.number or JOKER
    odds, shrunk = network.log_odds_hidden(
        changed.photo, outlines, [tile.confidence for tile in reading.tiles], numbers
    )
    sure = np.flatnonzero(numbers).tolist()
    what, labels = matching.counted(reading, changed.labels), changed.labels["tiles"]
    counts = set(what.readings)
    right = np.array([_is_right(reading, k, what.label_of, labels) for k in sure], np.bool_)
    covered = np.array([what.label_of.get(k) in changed.covered for k in sure], np.bool_)
    known = np.array([k in counts for k in sure], np.bool_)
    return Asked(odds, shrunk, known & ~right, known & right & ~covered)


def _is_right(
    reading: TableReading, index: int, label_of: Mapping[int, int], labels: Sequence[Mapping[str, Any]]
) -> bool:
    return index in label_of and labels[label_of[index]]["tile"] == matching.notation(reading.tiles[index])
