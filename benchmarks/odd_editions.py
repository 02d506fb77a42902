"""Boxes that no network has seen the like of: odd inks, dark bodies, numerals of other ages, dragons for jokers; drawn as photos.

Their typefaces are kept out of training: held-out families, and such as training leaves out since their digits differ in height.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from referee.tiles import BOX, UNREAD, Colour
from training import readable
from training.measuring import from_one_box
from training.negatives import as_read
from training.render import fonts
from training.render.camera import Camera
from training.render.editions import BODIES, Edition, Rgb, shifted
from training.render.layout import arrange
from training.render.painter import Painter
from training.render.pieces import Arrangement, flat_tile
from training.render.scene import Shot
from vision.reading import Photo

Inks = tuple[Rgb, Rgb, Rgb, Rgb]
"""Of black, red, blue and orange."""

PRINTED: Inks = ((0.08, 0.08, 0.09), (0.80, 0.10, 0.13), (0.05, 0.25, 0.62), (0.95, 0.52, 0.10))
PASTEL: Inks = ((0.14, 0.13, 0.14), (0.93, 0.42, 0.60), (0.02, 0.55, 0.52), (0.80, 0.62, 0.18))
EARTHEN: Inks = ((0.10, 0.08, 0.07), (0.50, 0.09, 0.09), (0.08, 0.38, 0.36), (0.72, 0.50, 0.12))
VIOLET: Inks = ((0.07, 0.07, 0.08), (0.88, 0.22, 0.42), (0.38, 0.20, 0.62), (0.86, 0.66, 0.10))
FOREST: Inks = ((0.06, 0.06, 0.06), (0.62, 0.10, 0.16), (0.06, 0.40, 0.22), (0.90, 0.60, 0.05))
LUMINOUS: Inks = ((0.90, 0.90, 0.88), (0.92, 0.18, 0.20), (0.25, 0.58, 0.95), (0.96, 0.66, 0.10))
JEWELS: Inks = ((0.86, 0.86, 0.90), (0.95, 0.45, 0.62), (0.15, 0.75, 0.72), (0.90, 0.74, 0.25))
"""The last two are for dark bodies."""
BLACK_BODY: Rgb = (0.07, 0.07, 0.07)
NAVY_BODY: Rgb = (0.05, 0.07, 0.13)
WOODEN_BODY: Rgb = (0.82, 0.68, 0.48)


@dataclass(frozen=True)
class Look:
    """What is odd about a box; all else is drawn at random."""

    name: str
    typeface: str
    """A font file's name without its ending."""
    inks: Inks
    body: Rgb | None = None
    """None for one of the usual ones."""
    stroke: float = 0.0
    """As `training.render.editions.Edition` has it."""
    dragons: bool = False
    """Whether a dragon is on the jokers."""


ODD = (
    Look("teal, pink, gold", "VeranaSansDemi-Regular", PASTEL),
    Look("art nouveau", "summersby", PRINTED, stroke=0.03),
    Look("old style numerals", "Vollkorn-Bold", EARTHEN),
    Look("wooden, by hand", "Domestic_Manners", FOREST, WOODEN_BODY),
    Look("dragons", "RG2014D", PRINTED, dragons=True),
    Look("black", "PTC55F", LUMINOUS, BLACK_BODY, stroke=0.03),
    Look("dark dragons", "GFSNeohellenicBold", JEWELS, NAVY_BODY, dragons=True),
    Look("violet curls", "eurofc55", VIOLET, stroke=0.03),
)
"""The eight boxes that are measured."""


@dataclass(frozen=True)
class Labelled:
    """A photo and its labels, as `evaluation.scoring.score` takes them."""

    photo: Photo
    labels: dict[str, Any]


FIRST_SEED, TUNING_SEED = 80_000_000, 81_000_000
SEEDS_A_BOX = 1_000
DARK_SHARE, USUAL_SHARE = 0.25, 0.3
"""Shares of the boxes for tuning with a dark body and with usual inks."""
INK_SPREAD = 0.04
DRAGON_SIZE = 192
"""Side of the square that a dragon is drawn in, pixels."""

ENROLLED_SIZE = (2400, 1800)
"""Of the photo of all tiles, pixels."""
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
"""Of the photo of a table, pixels."""
HEIGHTS = (48.0, 100.0)
MOST_TILTED = 0.6
TILES = 26
MOST_TRIES = 10
"""So many seeds are tried for a photo; those of one are as far apart from those of the next."""
LEGIBLE_OF_ALL, LEGIBLE, LEAST_TILES = 0.98, 0.88, 12
"""Which share of the tiles in sight can be told in a photo of all and in one of a table, and how many on a table at least."""
SORTED_SHARE = 0.5
"""Share of the boxes that are laid out in order."""
FLOOR = 9.0
"""How far from the middle sets are laid, in tile widths."""


def edition(look: Look, rng: np.random.Generator) -> Edition:
    """A box of that look."""
    drawn = Edition.random(rng, held_out=True)
    drawn = replace(drawn, body=look.body or BODIES[rng.integers(len(BODIES))])
    return replace(
        drawn,
        inks=dict(zip(Colour, look.inks, strict=True)),
        font=typeface(look.typeface),
        stroke=look.stroke,
        joker_drawing=dragon(rng) if look.dragons else None,
        dot_under_6_and_9="bar" if drawn.dot_under_6_and_9 == "none" else drawn.dot_under_6_and_9,
        dish=0.0 if drawn.is_dark else drawn.dish,
        frame=0.0 if drawn.is_dark else drawn.frame,
    )


def tuning_look(number: int) -> Look:
    """A box to fit and to choose with: its typeface is held out, its inks are others than those of `ODD`."""
    rng = np.random.default_rng(TUNING_SEED + number)
    used = {look.typeface for look in ODD}
    names = [path.stem for path in fonts.typefaces(held_out=True) if path.stem not in used]
    dark = rng.random() < DARK_SHARE
    pools = (
        [LUMINOUS, JEWELS] if dark else [PRINTED] if rng.random() < USUAL_SHARE else [PASTEL, EARTHEN, VIOLET, FOREST]
    )
    black, red, blue, orange = (
        shifted(pools[rng.integers(len(pools))][k], rng, INK_SPREAD) for k in range(len(Colour))
    )
    return Look(
        f"tuning {number}",
        names[rng.integers(len(names))],
        (black, red, blue, orange),
        (BLACK_BODY if rng.random() < 0.5 else NAVY_BODY) if dark else None,  # noqa: PLR2004 - one as often as the other
        stroke=0.03,
        dragons=bool(rng.random() < DARK_SHARE),
    )


def typeface(name: str) -> Path:
    """The font file of that name without its ending.

    Raises:
        LookupError: it is not installed.
    """
    for folder in fonts.FONT_FOLDERS:
        for path in sorted(folder.rglob(f"{name}.*")):
            if path.suffix.lower() in fonts.SUFFIXES:
                return path
    raise LookupError(f"the typeface {name} is not installed: install the Debian packages in training/fonts.txt")


def dragon(rng: np.random.Generator) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A dragon of sorts: a body that winds, a crest, a head with jaws and an eye; shape (192, 192), 255 where there is ink."""
    canvas = np.zeros((DRAGON_SIZE, DRAGON_SIZE), np.uint8)
    along = np.linspace(0, 1, 60)
    winds, phase = rng.uniform(1.2, 1.9), rng.uniform(0, 0.6)
    x = DRAGON_SIZE * (0.12 + 0.62 * along)
    y = DRAGON_SIZE * (0.55 + 0.26 * np.sin(2 * np.pi * (winds * along + phase)) * (1 - 0.3 * along))
    for k, (at_x, at_y) in enumerate(zip(x, y, strict=True)):
        cv2.circle(canvas, (round(at_x), round(at_y)), round(4 + 13 * along[k]), 255, -1, cv2.LINE_AA)
        if k % 6 == 0:
            crest = [[at_x - 7, at_y - 8], [at_x + 7, at_y - 8], [at_x - 3, at_y - 16 - 20 * along[k]]]
            cv2.fillConvexPoly(canvas, np.round(crest).astype(np.int32), 255, cv2.LINE_AA)
    head = np.array([x[-1], y[-1]])
    jaws = head + np.array([[-14, -24], [46, -20], [20, -2], [44, 14], [-10, 24]])
    cv2.fillPoly(canvas, [np.round(jaws).astype(np.int32)], 255, cv2.LINE_AA)
    cv2.circle(canvas, tuple(np.round(head + np.array([4, -12])).astype(int).tolist()), 5, 0, -1, cv2.LINE_AA)
    return canvas


def all_tiles(box: Edition, first_seed: int) -> Labelled:
    """A photo of all tiles of a box, as one that was asked for takes it: the first of some seeds where nearly all can be told."""
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
    """A photo of a table with sets of the box's tiles: the first of some seeds where hardly any is lost in glare or in the dark."""
    return _legible((_table(box, first_seed + k) for k in range(MOST_TRIES)), LEGIBLE, LEAST_TILES)


def _table(box: Edition, seed: int) -> Shot:
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
    """The first of the photos in which so large a share of the tiles in sight, and so many, can be told; else the one with most."""
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
