"""Makes the photos of covered tiles that `test_sight.py` reads: `python -m tests.vision.covered_photos FOLDER`.

Each seed gives a whole table and the same table with things over a twelve and a six; taken are the first seeds of whose
whole table a person can tell every tile. Needs the typefaces of `make train`.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.notation import parse_table
from vision.image import Photo
from workshop.training import measuring, readable
from workshop.training.degradations import laid_over
from workshop.training.render.camera import Camera
from workshop.training.render.clutter import living
from workshop.training.render.covers import cloth, plain
from workshop.training.render.editions import Edition
from workshop.training.render.painter import Painter
from workshop.training.render.pieces import Arrangement, flat_tile
from workshop.training.render.scene import Shot

PHOTOS, FIRST_SEED = 3, 74_000_000
SIZE = (640, 480)
TABLE = parse_table("K11 K12 K13 / R5 R6 R7 / B8 B9 B10 / O1 O2 O3")
COVERED = {"K12": ("left", 0.38), "R6": ("below", 0.4)}
"""Which tiles something lies over, from which side, and over which share of the face."""
TILE_HEIGHT = 70.0


def shot(seed: int) -> Shot:
    """A table seen from above, its sets two by two."""
    rng = np.random.default_rng(seed)
    edition = replace(Edition.random(rng), logo="")
    camera = Camera.over_table(SIZE, TILE_HEIGHT * edition.aspect, 0.15, rng)
    items = []
    for number, tiles in enumerate(TABLE):
        x, y = (number % 2 - 0.5) * 4.2 - 1.03, (0.5 - number // 2) * 2.6
        items += [
            flat_tile(tile, (x + 1.03 * k, y), 0.0, edition.aspect, edition.thickness, number)
            for k, tile in enumerate(tiles)
        ]
    arrangement = Arrangement([*items], aspect=edition.aspect, thickness=edition.thickness)
    return Shot(Painter(camera, SIZE, edition, rng).paint(arrangement), edition, arrangement, camera)


def tables() -> Iterator[tuple[int, Photo, dict[str, Any]]]:
    """Seed, photo and labels of tables of which every tile can be told."""
    for seed in itertools.count(FIRST_SEED):
        whole = shot(seed)
        labels, _ = readable.truth(whole, readable.Limits())
        names = sorted(tile["tile"] for tile in labels["tiles"] if not tile["cut_off"])
        if names == sorted(str(tile) for tiles in TABLE for tile in tiles):
            yield seed, whole.picture.pixels, labels


def make(folder: Path) -> None:
    """Render the photos and their truth into `folder`."""
    truth = {}
    for number, (seed, photo, labels) in enumerate(itertools.islice(tables(), PHOTOS)):
        rng = np.random.default_rng(seed)
        colours = {"K12": plain(rng, living.skin_tone(rng), 0.04), "R6": cloth(rng)}
        covered = photo
        for tile in labels["tiles"]:
            if tile["tile"] in COVERED:
                covered = laid_over(
                    covered, np.array(tile["outline"], np.float32), colours[tile["tile"]], *COVERED[tile["tile"]]
                )
        for name, pixels in ((f"{number}-whole.jpg", photo), (f"{number}-covered.jpg", covered)):
            quality = [cv2.IMWRITE_JPEG_QUALITY, measuring.SMALL_QUALITY]
            (folder / name).write_bytes(cv2.imencode(".jpg", pixels, quality)[1].tobytes())
            truth[name] = {"layout": "covered", "seed": seed, **labels}
    (folder / "truth.json").write_text(measuring.dump(truth), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    make(parser.parse_args().folder)
