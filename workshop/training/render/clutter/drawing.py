"""What the makers of clutter draw with: sheets, inks, words."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from workshop.training.render.arrays import FloatImage
from workshop.training.render.textures import Colour, muted, near, noise

Thing = tuple[FloatImage, float]
"""A texture (h, w, 4), RGB and straight opacity from 0 to 1, and its width in tile widths."""
Point = tuple[float, float]
Ink = tuple[int, ...]

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
PRINT_INKS = ((25, 25, 28), (205, 30, 35), (25, 75, 170), (240, 140, 20), (30, 120, 60), (250, 250, 250))


def as_bytes(colour: Colour | tuple[float, ...]) -> Ink:
    """A colour from 0 to 1 as Pillow takes it, opaque."""
    return (*(round(255 * min(1.0, max(0.0, float(c)))) for c in colour), 255)


def sheet(width: int, height: int, colour: Colour | tuple[float, ...], corner: int) -> Image.Image:
    """A sheet of that colour with rounded corners, on nothing."""
    image = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    ImageDraw.Draw(image).rounded_rectangle((0, 0, width - 1, height - 1), corner, fill=as_bytes(colour))
    return image


def to_float(image: Image.Image) -> FloatImage:
    """A picture as a texture."""
    return np.asarray(image, np.float32) / np.float32(255)


def print_ink(rng: np.random.Generator) -> Ink:
    """One of the inks that packages are printed with."""
    return PRINT_INKS[rng.integers(len(PRINT_INKS))]


def package_colour(rng: np.random.Generator) -> Colour:
    """A colour of a package: most often strong, seldom glaring."""
    if rng.random() < 0.4:
        return muted(rng)
    strong = (
        (0.75, 0.1, 0.12),
        (0.1, 0.25, 0.6),
        (0.95, 0.8, 0.15),
        (0.1, 0.45, 0.25),
        (0.9, 0.45, 0.1),
        (0.4, 0.15, 0.45),
    )
    return near(rng, strong[rng.integers(len(strong))], 0.07)


def word(rng: np.random.Generator, low: int = 2, high: int = 9) -> str:
    """A made-up word of at least `low` and fewer than `high` letters."""
    return "".join(LETTERS[k] for k in rng.integers(len(LETTERS), size=int(rng.integers(low, high))))


def uneven(rng: np.random.Generator, texture: FloatImage, strength: float = 0.06) -> FloatImage:
    """The texture under slightly uneven light, changed in place."""
    texture[..., :3] *= (1 + np.float32(strength) * noise(rng, texture.shape[:2], (2, 2), 2))[..., None]
    np.clip(texture, 0, 1, out=texture)
    return texture
