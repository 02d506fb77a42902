"""How tables with a patterned cloth are read: bare ones, ones with a single set, and full ones.

usage: python -m workshop.benchmarks.cloths [--tables N] [--models FOLDER]

Squares and dots as large and as bright as tiles are what a reader takes for tiles, or does not see tiles on. Draws N
tables of each kind of cloth and each number of tiles, as the camera of `workshop.benchmarks.evening` shows them at 1920 x 1080
pixels with noise; prints in how many everything is right, in how many anything is in doubt, and the errors that no
doubt points at. Tartans are kept out of training. Seeds are fixed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from vision.image import Photo
from vision.reading.reader import Reader
from workshop.benchmarks import command_line
from workshop.benchmarks.evening.layout import Layout, Seat
from workshop.benchmarks.evening.picture import Look, Surface
from workshop.benchmarks.full_tables import full_table
from workshop.evaluation import metrics, scoring
from workshop.evaluation.scoring import Scores
from workshop.training.render.surfaces import woven

CLOTHS: dict[str, Surface] = {"bold shapes": woven.bold, "stripes, checks, dots": woven.cloth, "tartan": woven.tartan}
SETS = {"bare": 0, "one set": 1, "six sets": 6}
SIZE = (1920, 1080)
CLEARANCE = 1.5
"""How far from the picture's edge sets are laid at least, tile widths."""
NOISE = 3.0
"""Standard deviation of the camera's noise, levels of 255."""
FIRST_SEED = 9000


def tables(surface: Surface, sets: int, count: int) -> Iterator[tuple[Photo, dict[str, Any]]]:
    """Yields photos of `count` tables with a cloth of that kind and `sets` sets on it.

    Each comes with its labels as `workshop.evaluation.scoring.score` takes them.
    """
    for seed in range(FIRST_SEED, FIRST_SEED + count):
        look, rng = Look(SIZE, seed, surface=surface), random.Random(seed)
        across, down = look.reach()
        lying = full_table(seed).table[:sets]
        layout = Layout((across - CLEARANCE, down - CLEARANCE)).turned_into(lying, rng.choice([*Seat]), rng)
        clean = look.picture(layout)
        noise = np.random.default_rng(seed).normal(0, NOISE, clean.shape)
        labels = [{"tile": str(piece.tile), "outline": look.face(piece).tolist()} for piece in layout.pieces]
        yield np.clip(clean + noise, 0, 255).astype(np.uint8), {"tiles": labels, "sets": None}


def main() -> None:
    """Print a line for each kind of cloth and number of sets."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--tables", type=int, default=12, metavar="N", help="of each kind (default 12)")
    command_line.add_models(parser)
    args = parser.parse_args()
    reader = Reader(models=args.models)
    print("cloth                   tiles on it   exact   any doubt   unasked errors")
    for name, surface in CLOTHS.items():
        for lying, sets in SETS.items():
            judged = sum(
                (scoring.score(name, reader.read(photo), truth) for photo, truth in tables(surface, sets, args.tables)),
                Scores(),
            )
            exact, doubt, unasked = (metrics.total(judged.rows, field) for field in ("exact", "any_doubt", "unasked"))
            print(f"{name:24}{lying:14}{exact:5} / {len(judged.rows)}{doubt:9}{unasked:12}", flush=True)


if __name__ == "__main__":
    main()
