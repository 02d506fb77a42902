"""How tiles with dark bodies and bright numbers are read, and what is seen on tables without tiles.

No network has been trained on such tiles.

usage: python -m workshop.benchmarks.dark_tiles [--photos N] [--models FOLDER]

Renders N photos of sets of dark tiles and N of tables with clutter alone, both with what training does not know, and
prints how the first are read, and in how many of the second anything is, with and without the negative
(`vision.reading.reader.Reader.read`). Seeds are fixed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from unittest import mock

import numpy as np

from referee.tiles import Colour
from vision.reading.reader import FEW_SURE, Reader
from workshop.benchmarks import command_line
from workshop.evaluation import report, scoring
from workshop.evaluation.scoring import Scores
from workshop.training import readable
from workshop.training.render.camera import Camera
from workshop.training.render.editions import Edition, shifted
from workshop.training.render.layout import arrange
from workshop.training.render.painter import Painter
from workshop.training.render.pieces import Arrangement
from workshop.training.render.scene import Shot

SIZE = (1280, 960)
HEIGHTS = (40.0, 90.0)
"""Smallest and largest height of tiles in the middle of a photo, pixels."""
MOST_TILTED = 0.6
"""Maximum angle between the camera's view and the vertical, radians."""
TILES = 20
FIRST_SEED = 70_000_000
DARKEST, BRIGHTEST = 0.03, 0.12
"""Between which the bodies' brightness lies, 0 to 1."""
INKS = {
    Colour.BLACK: (0.88, 0.88, 0.86),
    Colour.RED: (0.90, 0.15, 0.15),
    Colour.BLUE: (0.25, 0.55, 0.95),
    Colour.ORANGE: (0.95, 0.62, 0.08),
}
"""What numbers are printed in on dark tiles, RGB; each edition's differ by about `INK_SPREAD`. White stands for
black."""
INK_SPREAD = 0.04


def dark_edition(rng: np.random.Generator) -> Edition:
    """A box of tiles with dark bodies and bright inks."""
    body = rng.uniform(DARKEST, BRIGHTEST)
    inks = {colour: shifted(ink, rng, INK_SPREAD) for colour, ink in INKS.items()}
    return replace(Edition.random(rng, held_out=True), body=(body, body, body), inks=inks, dish=0.0, frame=0.0)


def shots(count: int, *, tiles: bool) -> Iterator[Shot]:
    """Photos of dark tiles, or of the same tables without them."""
    for seed in range(FIRST_SEED, FIRST_SEED + count):
        rng = np.random.default_rng(seed)
        edition = dark_edition(rng)
        camera = Camera.over_table(SIZE, rng.uniform(*HEIGHTS) * edition.aspect, rng.uniform(0, MOST_TILTED), rng)
        arrangement = arrange(rng, edition.aspect, edition.thickness, 8.0, 0.0, layout="sets", tiles=TILES)
        if not tiles:
            arrangement = Arrangement([], aspect=edition.aspect, thickness=edition.thickness)
        painter = Painter(camera, SIZE, edition, rng, held_out=True)
        yield Shot(painter.paint(arrangement), edition, arrangement, camera)


def main() -> None:
    """Print the figures."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--photos", type=int, default=60, metavar="N", help="of each kind (default 60)")
    command_line.add_models(parser)
    args = parser.parse_args()
    reader = Reader(models=args.models)
    dark, empty = list(shots(args.photos, tiles=True)), list(shots(args.photos, tiles=False))
    truths = [readable.truth(shot, readable.Limits(), all_in_sight=True)[0] for shot in dark]
    for name, few in (("read as a negative, too", FEW_SURE), ("read as they are alone", 0)):
        with mock.patch("vision.reading.reader.FEW_SURE", few):
            judged = [
                scoring.score(f"{number:03}", reader.read(shot.picture.pixels), truth)
                for number, (shot, truth) in enumerate(zip(dark, truths, strict=True))
            ]
            seen = [reader.read(shot.picture.pixels).tiles for shot in empty]
        sure = sum(any(not tile.doubt for tile in tiles) for tiles in seen)
        print(f"{name}:\n{report.summary(sum(judged, Scores()))}")
        print(
            f"tables without tiles: {sure} of {len(seen)} show a tile that is sure, {sum(map(bool, seen))} anything at all\n"
        )


if __name__ == "__main__":
    main()
