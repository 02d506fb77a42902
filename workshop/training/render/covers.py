"""Things over a part of a tile, or close beside one, in the plane of the picture: what hides print at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.quads import Corners
from workshop.training.render.arrays import FloatImage
from workshop.training.render.canvas import HIDES, blend
from workshop.training.render.clutter import clutter, living, occluder
from workshop.training.render.clutter.drawing import Thing
from workshop.training.render.textures import Colour, muted, near, noise, with_shadow

BESIDE_SHARE, BESIDE = 0.25, (-0.15, 0.03)
"""Share of the things that lie beside a tile, and how far these reach over the face, as a share of its extent that
way."""
DEPTHS = (0.06, 0.75)
"""How far the things that lie over a tile reach over the face, as a share of its extent that way."""
SQUARE_SHARE, SLANT = 0.7, 0.2
"""Share of the things that come from one of the face's four sides, and how much they are turned away from that,
radians, standard deviation; the others come from anywhere."""
SIDEWAYS = 0.35
"""How far to the side of the face's middle a thing lies, in widths of the face, standard deviation."""
STRIP_WIDTHS, STRIP_LENGTHS, STRIP_SIDE = (0.5, 3.5), (0.3, 2.5), 48
"""Sizes of strips, in widths of the face, and pixels a side of what they show."""
STRIPED_SHARE = 0.25
"""Share of the cloths that have stripes."""
GLARE_SIZES = (0.3, 1.3)
"""Sizes of a lamp's mirror image, in widths of the face."""
GLARE_SIDE = 40
TILE_PIXELS = 64
"""Width in pixels at which a tile is copied that is laid over another."""
CORNER = 0.1
"""Radius of its corners, in its widths."""
LIFTS = (0.1, 0.5)
"""How high over the tiles things are held that throw a shadow, in tile widths."""


@dataclass(frozen=True, eq=False)
class Under:
    """What things are laid over."""

    image: FloatImage
    """RGB, shape (height, width, 3), as it was before anything was laid over it."""
    faces: Sequence[Corners]
    """Corners of the tiles' faces, each of shape (4, 2), pixels, clockwise as read upright."""


def lay_over(image: FloatImage, faces: Sequence[Corners], rng: np.random.Generator, share: float) -> NDArray[np.bool_]:
    """Lays things over some tiles of a picture, in place.

    Args:
        image: RGB, shape (height, width, 3), 0 to 1.
        faces: corners of the tiles' faces, each of shape (4, 2), pixels, clockwise as read upright.
        rng: source of every choice.
        share: of the tiles over which, or beside which, something lies.

    Returns:
        Which pixels are hidden, shape (height, width).
    """
    hidden = np.zeros(image.shape[:2], np.bool_)
    under = Under(image.copy(), faces)
    weights = np.array([weight for _, weight in _MAKERS])
    for face in faces:
        if rng.random() >= share:
            continue
        make, _ = _MAKERS[rng.choice(len(_MAKERS), p=weights / weights.sum())]
        thing = make(rng, under)
        pasted = blend(image, thing[0], _place(thing, face, rng))
        if pasted is not None:
            region, alpha = pasted
            hidden[region] |= alpha > HIDES
    return hidden


def _place(thing: Thing, face: Corners, rng: np.random.Generator) -> NDArray[np.float64]:
    """Where the thing's corners lie whose upper edge reaches over a part of the face, shape (4, 2), pixels."""
    texture, width = thing
    length = width * texture.shape[0] / texture.shape[1]
    aspect = quads.height(face) / max(quads.width(face), 1.0)
    angle = (
        rng.integers(4) * np.pi / 2 + rng.normal(0, SLANT) if rng.random() < SQUARE_SHARE else rng.uniform(0, 2 * np.pi)
    )
    ahead = np.array([np.cos(angle), np.sin(angle)])
    right = np.array([-ahead[1], ahead[0]])
    extent = abs(ahead[0]) + abs(ahead[1]) * aspect
    depth = rng.uniform(*(BESIDE if rng.random() < BESIDE_SHARE else DEPTHS))
    front = np.array([0.5, aspect / 2]) + ahead * extent * (depth - 0.5) + right * rng.normal(0, SIDEWAYS)
    back = front - ahead * length
    corners = np.stack(
        [front - right * width / 2, front + right * width / 2, back + right * width / 2, back - right * width / 2]
    )
    to_picture = cv2.getPerspectiveTransform(quads.UNIT_SQUARE, face)
    return np.asarray(cv2.perspectiveTransform((corners / (1, aspect))[None], to_picture)[0], np.float64)


def strip(rng: np.random.Generator, colours: FloatImage) -> Thing:
    """A strip of any size that shows the colours (h, w, 3)."""
    width, length = rng.uniform(*STRIP_WIDTHS), rng.uniform(*STRIP_LENGTHS)
    rows = max(2, round(STRIP_SIDE * length / width))
    stretched = cv2.resize(colours, (STRIP_SIDE, rows), interpolation=cv2.INTER_LINEAR)
    texture = np.dstack([np.clip(stretched, 0, 1), np.ones((rows, STRIP_SIDE), np.float32)]).astype(np.float32)
    return with_shadow(rng, (texture, width), rng.uniform(*LIFTS)) if rng.random() < 0.5 else (texture, width)


def plain(rng: np.random.Generator, colour: Colour, contrast: float) -> FloatImage:
    """A surface of nearly one colour, shape (STRIP_SIDE, STRIP_SIDE, 3)."""
    size = (STRIP_SIDE, STRIP_SIDE)
    value = 1 + np.float32(contrast) * noise(rng, size, (3, 3), 2)
    return np.asarray(np.clip(colour * value[..., None], 0, 1), np.float32)


def cloth(rng: np.random.Generator) -> FloatImage:
    """A piece of cloth, some with stripes, shape (STRIP_SIDE, STRIP_SIDE, 3)."""
    colours = plain(rng, muted(rng), 0.08)
    if rng.random() < STRIPED_SHARE:
        wave = np.sin(
            np.arange(STRIP_SIDE, dtype=np.float32) * np.float32(rng.uniform(0.3, 2)) + np.float32(rng.uniform(0, 6))
        )
        other = muted(rng)
        share = np.clip(wave * 3, 0, 1)[:, None, None]
        colours = np.asarray(colours + share * (other - colours), np.float32)
    return colours


def bare(rng: np.random.Generator, under: Under) -> FloatImage:
    """A piece of the picture on which no tile lies, about as large as one; of several tries the last."""
    height, width = under.image.shape[:2]
    side = max(4, round(quads.width(under.faces[int(rng.integers(len(under.faces)))])))
    taken = np.zeros((height, width), np.uint8)
    for face in under.faces:
        cv2.fillConvexPoly(taken, np.round(np.clip(face, -1e4, 1e4)).astype(np.int32), 1)
    for _ in range(30):
        x, y = int(rng.integers(max(1, width - side))), int(rng.integers(max(1, height - side)))
        if not taken[y : y + side, x : x + side].any():
            break
    return np.asarray(under.image[y : y + side, x : x + side], np.float32)


def _of_skin(rng: np.random.Generator, _: Under) -> Thing:
    return strip(rng, plain(rng, living.skin_tone(rng), 0.04))


def _of_cloth(rng: np.random.Generator, _: Under) -> Thing:
    return strip(rng, cloth(rng))


def _of_paper(rng: np.random.Generator, _: Under) -> Thing:
    return strip(rng, plain(rng, near(rng, (0.9, 0.89, 0.86), 0.05), 0.02))


def _of_table(rng: np.random.Generator, under: Under) -> Thing:
    return strip(rng, bare(rng, under))


def _limb(rng: np.random.Generator, _: Under) -> Thing:
    return occluder(rng)


def _thing(rng: np.random.Generator, _: Under) -> Thing:
    return clutter(rng)


def _tile(rng: np.random.Generator, under: Under) -> Thing:
    """Another of the picture's tiles, as it looks there."""
    face = under.faces[int(rng.integers(len(under.faces)))]
    aspect = float(np.clip(quads.height(face) / max(quads.width(face), 1.0), 0.5, 2.0))
    size = (TILE_PIXELS, round(TILE_PIXELS * aspect))
    target = quads.UNIT_SQUARE * np.array(size, np.float32) - np.float32(0.5)
    shown = cv2.warpPerspective(
        under.image, cv2.getPerspectiveTransform(face, target), size, borderMode=cv2.BORDER_REPLICATE
    )
    alpha = np.zeros(size[::-1], np.float32)
    radius = round(CORNER * TILE_PIXELS)
    cv2.rectangle(alpha, (radius, radius), (size[0] - radius, size[1] - radius), 1.0, -1)
    alpha = (cv2.dilate(alpha, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius - 1, 2 * radius - 1)))).astype(
        np.float32
    )
    texture = np.rot90(np.dstack([np.clip(shown, 0, 1), alpha]), int(rng.integers(4))).astype(np.float32)
    return with_shadow(rng, (np.ascontiguousarray(texture), texture.shape[1] / TILE_PIXELS), rng.uniform(*LIFTS))


def _glare(rng: np.random.Generator, _: Under) -> Thing:
    """The mirror image of a lamp: white, with a soft or a hard edge."""
    y, x = (np.mgrid[0:GLARE_SIDE, 0:GLARE_SIDE].astype(np.float32) + 0.5) / (GLARE_SIDE / 2) - 1
    away = np.hypot(x, y)
    alpha = np.clip((1 - away) * np.float32(rng.uniform(1.5, 8)), 0, 1)
    colour = np.ones(3, np.float32) * np.float32(rng.uniform(0.93, 1.0))
    texture = np.dstack([np.broadcast_to(colour, (GLARE_SIDE, GLARE_SIDE, 3)), alpha])
    return np.asarray(texture, np.float32), rng.uniform(*GLARE_SIZES)


_MAKERS: tuple[tuple[Callable[[np.random.Generator, Under], Thing], float], ...] = (
    (_of_skin, 0.15), (_of_cloth, 0.15), (_of_paper, 0.08), (_of_table, 0.14), (_limb, 0.2), (_thing, 0.1), (_tile, 0.12), (_glare, 0.06),
)  # fmt: skip
"""What to lay over tiles, and how often."""
