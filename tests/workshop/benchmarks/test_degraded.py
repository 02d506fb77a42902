"""How `workshop/benchmarks/degraded.py` counts."""

from __future__ import annotations

import numpy as np

from referee.tiles import Tile
from vision.reading.table_reading import TableReading, TileReading
from workshop.benchmarks import degraded
from workshop.training.degradations import Degraded

FACES = [[[x, 40], [x + 40, 40], [x + 40, 96], [x, 96]] for x in range(30, 270, 45)]
LABELS = {"tiles": [{"tile": f"R{k + 1}", "outline": face} for k, face in enumerate(FACES)], "sets": None}


def reading(*tiles: TileReading) -> TableReading:
    return TableReading(tiles, tuple((k,) for k in range(len(tiles))), 320, 200)


def tile(k: int, text: str, *, doubt: bool = False) -> TileReading:
    return TileReading.of(np.array(FACES[k], np.float32), {Tile.parse(text): 0.99}, doubt=doubt)


def test_sure_errors_doubts_and_what_is_gone_are_counted_apart() -> None:
    read = reading(tile(0, "R1"), tile(1, "R7"), tile(2, "R8", doubt=True), tile(3, "R9"), tile(4, "R5"))
    found = degraded.count(read, Degraded(np.zeros((200, 320, 3), np.uint8), LABELS, frozenset({1, 2, 5})))
    assert found == degraded.Count(
        surely_wrong=2, doubtful=1, covered=3, covered_surely_wrong=1, covered_ruled_out=2, covered_gone=1
    )
