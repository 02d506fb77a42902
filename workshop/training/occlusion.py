"""Whole tiles of which a part is covered while the network learns, each time another part and another way.

What lies there is laid over the stored patch. The outline stays, or it shrinks to what is seen, as the reader's own
does, and the proportions with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import sight
from vision.reading.proportions import FEATURES
from workshop.training.patches import ROOM, with_room
from workshop.training.render.arrays import FloatImage
from workshop.training.render.clutter import living
from workshop.training.render.textures import muted

SIZE = with_room(sight.WIDTH, sight.HEIGHT)
"""Width and height of a stored patch."""
FACE = np.array([sight.WIDTH, sight.HEIGHT]) * (1 - 2 * sight.SIGHT_MARGIN)
"""Width and height of the face on it, about its middle."""
LEFT, TOP, RIGHT, BELOW = range(4)
DEPTHS = {LEFT: (0.2, 0.6), TOP: (0.35, 0.6), RIGHT: (0.2, 0.6), BELOW: (0.55, 0.7)}
"""Share of the face that is covered from each side, so that print is hidden wherever it may be."""
BESIDE = (-0.3, 0.02)
"""How far things that lie beside a tile reach over its face, as a share of it; below 0 they do not touch it."""
SIDE_SHARES = (0.38, 0.12, 0.38, 0.12)
SLANT = 0.12
"""Turn of a cover's edge against that of the face, radians, standard deviation."""
LENGTHS, HALF_WIDTHS = (0.15, 1.5), (0.55, 2.0)
"""How far covers reach back from their edge, and to either side of the face's middle, in extents of the face."""
SOFTNESS = (0.3, 1.2)
"""Blur of a cover's edges in pixels, standard deviation."""
SHRUNK_SHARE, SHRUNK = 0.6, (0.75, 1.05)
"""Share of the covered tiles whose outline shrinks, and by how much of what is covered."""
SHADOW_SHARE, SHADOW, SHADOW_WIDTH = 0.4, (0.1, 0.5), (1.0, 4.0)
"""Share of the covers that throw a shadow, how dark that is, and how far it reaches in pixels, standard deviation."""


@dataclass(frozen=True, eq=False)
class Laid:
    """A patch with something on it."""

    pixels: NDArray[np.uint8]
    shapes: NDArray[np.float32]


def occluded(
    pixels: NDArray[np.uint8],
    shapes: NDArray[np.float32],
    others: Sequence[NDArray[np.uint8]],
    rng: np.random.Generator,
) -> Laid:
    """The tile of a stored patch with a part of its print covered.

    Args:
        pixels: shape (SIZE[1], SIZE[0], 3).
        shapes: its proportions, shape (k,), as `vision.reading.proportions` has them.
        others: patches of other tiles, of the shape of `pixels`, of which covers are cut.
        rng: source of every choice.
    """
    side = int(rng.choice(4, p=SIDE_SHARES))
    depth = rng.uniform(*DEPTHS[side])
    covered = _lay(pixels, side, depth, others, rng)
    if rng.random() >= SHRUNK_SHARE:
        return Laid(covered, shapes)
    return _shrunk(covered, shapes, side, min(depth * rng.uniform(*SHRUNK), 0.75))


def beside(
    pixels: NDArray[np.uint8],
    shapes: NDArray[np.float32],
    others: Sequence[NDArray[np.uint8]],
    rng: np.random.Generator,
) -> Laid:
    """The patch with something beside the tile, or just touching it; the arguments are as for `occluded`."""
    return Laid(_lay(pixels, int(rng.integers(4)), rng.uniform(*BESIDE), others, rng), shapes)


def _lay(
    pixels: NDArray[np.uint8], side: int, depth: float, others: Sequence[NDArray[np.uint8]], rng: np.random.Generator
) -> NDArray[np.uint8]:
    angle = side * np.pi / 2 + rng.normal(0, SLANT)
    ahead = np.array([np.cos(angle), np.sin(angle)])  # from the left, the top, the right and below
    extent = float(np.abs(ahead) @ FACE)
    across = float(np.abs(ahead[::-1]) @ FACE)
    y, x = np.mgrid[0 : SIZE[1], 0 : SIZE[0]].astype(np.float32)
    x, y = x - np.float32((SIZE[0] - 1) / 2), y - np.float32((SIZE[1] - 1) / 2)
    back = np.float32(extent * (depth - 0.5)) - (x * np.float32(ahead[0]) + y * np.float32(ahead[1]))
    aside = np.abs(y * np.float32(ahead[0]) - x * np.float32(ahead[1]) + np.float32(rng.normal(0, 0.15) * across))
    covers = (
        (back > 0)
        & (back < extent * rng.uniform(*LENGTHS) + max(depth, 0) * extent)
        & (aside < across * rng.uniform(*HALF_WIDTHS))
    )
    alpha = covers.astype(np.float32)
    shown = pixels.astype(np.float32)
    if rng.random() < SHADOW_SHARE:
        shade = cv2.GaussianBlur(alpha, (0, 0), rng.uniform(*SHADOW_WIDTH))
        shown = shown * (1 - np.float32(rng.uniform(*SHADOW)) * shade[..., None])
    alpha = cv2.GaussianBlur(alpha, (0, 0), rng.uniform(*SOFTNESS))[..., None]
    return np.asarray(np.clip(shown + alpha * (_surface(pixels, others, rng) - shown), 0, 255), np.uint8)


def _surface(pixels: NDArray[np.uint8], others: Sequence[NDArray[np.uint8]], rng: np.random.Generator) -> FloatImage:
    """What a cover shows, shape (SIZE[1], SIZE[0], 3), BGR, 0 to 255: one colour, or a piece of a patch."""
    kind = rng.random()
    if kind < 0.45:
        colour = (living.skin_tone(rng) if rng.random() < 0.5 else muted(rng))[::-1] * np.float32(255)
        light = float(np.clip(pixels.mean() / 140, 0.25, 1.5))
        grain = cv2.resize(rng.normal(1, 0.06, (6, 5)).astype(np.float32), SIZE, interpolation=cv2.INTER_CUBIC)
        return np.asarray(colour * np.float32(light) * grain[..., None], np.float32)
    source: NDArray[Any] = pixels if kind < 0.75 else others[int(rng.integers(len(others)))]
    if kind < 0.9:  # of what lies about the face: the table, neighbours
        rows = source[: ROOM[1] * 3] if rng.random() < 0.5 else source[-ROOM[1] * 3 :]
        source = rows if rng.random() < 0.5 else source[:, : ROOM[0] * 3]
    turned = np.rot90(source, int(rng.integers(4)))
    return cv2.resize(turned, SIZE, interpolation=cv2.INTER_LINEAR).astype(np.float32)


def _shrunk(pixels: NDArray[np.uint8], shapes: NDArray[np.float32], side: int, share: float) -> Laid:
    """The patch as it is cut where the outline has lost that share of the face on a side, and its proportions."""
    axis, sign = side % 2, 1 if side in {LEFT, TOP} else -1
    factor = np.ones(2)
    factor[axis] = 1 - share
    middle = (np.array(SIZE) - 1) / 2
    seen = middle.copy()
    seen[axis] += sign * share / 2 * FACE[axis]
    matrix = np.column_stack([np.diag(factor), seen - factor * middle])
    cut = cv2.warpAffine(
        pixels, matrix, SIZE, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    less = np.float32(np.log(1 - share))
    changed = shapes.copy()
    changed[FEATURES.index("height" if axis else "width")] += less
    changed[FEATURES.index("aspect")] += less if axis else -less
    if axis:
        changed[FEATURES.index("size")] += less
    return Laid(np.asarray(cut, np.uint8), changed)
