"""Composes random pictures: an edition, a camera and an arrangement, painted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from workshop.training.render.camera import Camera
from workshop.training.render.editions import Edition
from workshop.training.render.layout import arrange, pick, push_together
from workshop.training.render.painter import Painter, Picture
from workshop.training.render.pieces import Arrangement
from workshop.training.render.setting import MAX_HALF_SIZE

CLOSE_RACK_DISTANCES = (5.0, 16.0)
"""How near and how far the camera is from the rack it is held close to, in tile widths."""


@dataclass(frozen=True)
class Shot:
    """A rendered photo with all that is known of it."""

    picture: Picture
    edition: Edition
    arrangement: Arrangement
    camera: Camera


def shoot(  # noqa: PLR0913 - each is a choice that callers leave open or make
    rng: np.random.Generator,
    size: tuple[int, int],
    tile_height: float,
    *,
    held_out: bool = False,
    redrawn: bool = False,
    dark: bool = False,
    layout: str | None = None,
    tilt: float | None = None,
    tiles: int | None = None,
    covered: float = 0.0,
    pushed: float = 0.0,
) -> Shot:
    """A random picture.

    Args:
        rng: source of every choice.
        size: width and height in pixels.
        tile_height: of a tile in the middle seen from above, pixels; others follow from perspective. The layout
            `close_rack` keeps to it only within `CLOSE_RACK_DISTANCES`.
        held_out: draw with the typefaces, tables and light kept out of training.
        redrawn: draw with digits of whatever typefaces were fetched, reshaped now and then.
        dark: draw tiles with dark bodies.
        layout: one of `layout.LAYOUTS`; None for any.
        tilt: of the camera off the vertical, radians, 0 to 1.3; None for any.
        tiles: how many tiles there are at most; None for any number.
        covered: share of the tiles over which, or close beside which, something is laid.
        pushed: share of the sets on the table of which one tile lies half on its neighbour.
    """
    edition = Edition.random(rng, held_out=held_out, dark=dark)
    if redrawn:
        edition = edition.redrawn(rng)
    kind = layout or pick(rng)
    close = kind == "close_rack"
    if tilt is None:
        tilt = float(rng.uniform(0.6, 1.25)) if close else _tilt(rng)
    distances = CLOSE_RACK_DISTANCES if close else (6.0, np.inf)
    scale = tile_height * edition.aspect
    if close:  # so that the rack fills much of the picture
        scale = max(scale, max(size) / rng.uniform(7, 16))
    camera = Camera.over_table(size, scale, tilt, rng, distances)
    view = max(size) / scale * 0.62 / max(np.cos(tilt), 0.4) + 1.5
    facing = float(np.arctan2(camera.position[1], camera.position[0]))
    half_size = MAX_HALF_SIZE if close else float(min(view, MAX_HALF_SIZE))
    arrangement = arrange(
        rng, edition.aspect, edition.thickness, half_size, facing, layout=kind, tiles=tiles, extras=layout is None
    )
    if pushed:
        push_together(arrangement, pushed, rng)
    picture = Painter(camera, size, edition, rng, held_out=held_out).paint(arrangement, covered)
    return Shot(picture, edition, arrangement, camera)


def _tilt(rng: np.random.Generator) -> float:
    """The angle between the camera's view and the vertical, radians: near overhead, as one sits, or low."""
    low, high = ((0, 15), (15, 45), (45, 65))[rng.choice(3, p=[0.35, 0.45, 0.2])]
    return float(np.radians(rng.uniform(low, high)))
