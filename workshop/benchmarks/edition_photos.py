"""Photos of one box, drawn: of all its tiles, as one enrols it with, and of tables where they lie in sets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee.tiles import BOX, UNREAD
from vision.image import Photo
from workshop.training import readable
from workshop.training.measuring import from_one_box
from workshop.training.negatives import as_read
from workshop.training.render.camera import Camera
from workshop.training.render.editions import Edition
from workshop.training.render.layout import arrange
from workshop.training.render.painter import Painter
from workshop.training.render.pieces import Arrangement, flat_tile
from workshop.training.render.scene import Shot

ENROLLED_SIZE = (2400, 1800)
"""Width and height of the photo of all tiles, pixels."""
COLUMNS = 14
FILLED = 0.86
"""Share of the photo's width and height that the tiles of a box take at most."""
STEPS = (1.08, 1.22)
"""From one tile to the next, in widths and heights of a face."""
CROOKED, SHIFTED = 0.02, 0.02
"""How crookedly and how far off their places the tiles of a box lie, radians and tile widths, standard deviations."""
ON_ITS_HEAD = 0.06
"""Share of the tiles that lie upside down in the photo of all."""
ENROLLED_TILT = 0.25
"""Most that the camera over all tiles is off the vertical, radians."""

SIZE = (1600, 1200)
"""Width and height of the photo of a table, pixels."""
HEIGHTS = (48.0, 100.0)
MOST_TILTED = 0.6
TILES = 26
MOST_TRIES = 10
"""Maximum number of seeds that are tried for a photo, and how far its first seed is from that of the next photo."""
LEGIBLE_OF_ALL, LEGIBLE, LEAST_TILES = 0.98, 0.88, 12
"""Which share of the tiles in sight can be told in a photo of all and in one of a table, and how many on a table at
least."""
SORTED_SHARE = 0.5
"""Share of the boxes that are laid out in order."""
FLOOR = 9.0
"""How far from the middle sets are laid, in tile widths."""


@dataclass(frozen=True)
class Labelled:
    """A photo and its labels, as `workshop.evaluation.scoring.score` takes them."""

    photo: Photo
    labels: dict[str, Any]


def all_tiles(box: Edition, first_seed: int) -> Labelled:
    """A photo of all tiles of a box, as people enrol it with: the first of some seeds where nearly all can be told."""
    return _legible((_all_tiles(box, first_seed + k) for k in range(MOST_TRIES)), LEGIBLE_OF_ALL, len(BOX) // 2)


def _all_tiles(box: Edition, seed: int) -> Shot:
    """All tiles of a box sorted in rows or in any order, some upside down, seen nearly from above."""
    rng = np.random.default_rng(seed)
    rows = -(-len(BOX) // COLUMNS)
    step_x, step_y = rng.uniform(*STEPS), rng.uniform(*STEPS) / box.aspect
    scale = FILLED * min(ENROLLED_SIZE[0] / (COLUMNS * step_x), ENROLLED_SIZE[1] / (rows * step_y))
    tiles = list(BOX) if rng.random() < SORTED_SHARE else [BOX[i] for i in rng.permutation(len(BOX))]
    tilt = rng.uniform(0, ENROLLED_TILT)
    found = Camera.over_table(ENROLLED_SIZE, scale * np.cos(tilt), tilt, rng)
    camera = replace(found, centre=(ENROLLED_SIZE[0] / 2, ENROLLED_SIZE[1] / 2))
    away = np.arctan2(camera.position[1], camera.position[0])
    right = np.array([-np.sin(away), np.cos(away)])
    up = np.array([-right[1], right[0]])
    laid = Arrangement(aspect=box.aspect, thickness=box.thickness)
    for k, tile in enumerate(tiles):
        column, row = k % COLUMNS - (COLUMNS - 1) / 2, k // COLUMNS - (rows - 1) / 2
        at = right * column * step_x - up * row * step_y + rng.normal(0, SHIFTED, 2)
        turn = float(away + np.pi / 2 + rng.normal(0, CROOKED) + np.pi * (rng.random() < ON_ITS_HEAD))
        laid.items.append(flat_tile(tile, (at[0], at[1]), turn, box.aspect, box.thickness, k))
    return _photograph(box, camera, laid, ENROLLED_SIZE, rng)


def table(box: Edition, first_seed: int) -> Labelled:
    """A photo of sets of the box's tiles: the first of some seeds where hardly any is lost in glare or in the dark."""
    return _legible((_table(box, first_seed + k) for k in range(MOST_TRIES)), LEGIBLE, LEAST_TILES)


def _table(box: Edition, seed: int) -> Shot:
    """A table with sets of the box's tiles, seen from some way off the vertical."""
    rng = np.random.default_rng(seed)
    camera = Camera.over_table(SIZE, rng.uniform(*HEIGHTS) * box.aspect, rng.uniform(0, MOST_TILTED), rng)
    laid = arrange(rng, box.aspect, box.thickness, FLOOR, 0.0, layout="sets", tiles=TILES, extras=False)
    from_one_box(laid, rng)
    return _photograph(box, camera, laid, SIZE, rng)


def _photograph(
    box: Edition, camera: Camera, laid: Arrangement, size: tuple[int, int], rng: np.random.Generator
) -> Shot:
    return Shot(Painter(camera, size, box, rng, held_out=True).paint(laid), box, laid, camera)


def _legible(shots: Iterable[Shot], least_share: float, least_tiles: int) -> Labelled:
    """The first of the photos in which so large a share of the tiles in sight, and so many, can be told.

    Where there is none, it is the one with most.
    """
    best, most = None, -1.0
    for shot in shots:
        labels, share = readable.truth(as_read(shot), readable.Limits())
        if sum(label["tile"] != UNREAD for label in labels["tiles"]) < least_tiles:
            share -= 1
        if share > most:
            best, most = Labelled(shot.picture.pixels, labels), share
        if share >= least_share:
            break
    if best is None:
        raise ValueError("no photos to choose from")
    return best
