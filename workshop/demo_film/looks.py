"""How tiles, tables and lights look: the editions and settings that the pictures vary, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from referee.tiles import Colour

Rgb = tuple[float, float, float]
"""A colour as sRGB, each channel 0 to 1."""


class FaceMark(StrEnum):
    """What is moulded into a tile's face."""

    DISH = "dish"
    """A wide round dish behind the number and a word in relief below it."""
    RING = "ring"
    """A small ring below the number."""
    PLAIN = "plain"
    """A word in relief below the number."""


@dataclass(frozen=True)
class Edition:
    """How one edition of the tiles looks."""

    font: str
    """File of the font below `FONT_FOLDER`; its licence allows pictures made with it."""
    body: Rgb = (0.93, 0.905, 0.835)
    mark: FaceMark = FaceMark.DISH
    digit_height: float = 14.5
    """Height of a number in mm."""
    digit_y: float = 7.0
    """The number's middle above the tile's middle in mm."""
    rounding: float = 1.3
    """Radius of the edges in mm, below 1.6, that of the corners seen from above."""
    ink: Mapping[Colour, Rgb] = field(
        default_factory=lambda: {
            Colour.BLACK: (0.085, 0.085, 0.095),
            Colour.RED: (0.80, 0.10, 0.15),
            Colour.BLUE: (0.05, 0.27, 0.63),
            Colour.ORANGE: (0.94, 0.47, 0.08),
        }
    )
    jokers: tuple[Colour, Colour] = (Colour.RED, Colour.BLACK)
    """Ink of the first and the second joker."""


FONT_FOLDER = Path("/usr/share/fonts")

STANDARD = Edition(font="truetype/roboto/unhinted/RobotoTTF/Roboto-Black.ttf")
WHITE = Edition(
    font="truetype/lato/Lato-Black.ttf",
    body=(0.95, 0.95, 0.945),
    mark=FaceMark.PLAIN,
    digit_height=13.0,
    ink={
        Colour.BLACK: (0.10, 0.10, 0.11),
        Colour.RED: (0.84, 0.16, 0.17),
        Colour.BLUE: (0.07, 0.47, 0.60),
        Colour.ORANGE: (0.97, 0.62, 0.12),
    },
)
IVORY = Edition(
    font="truetype/roboto/unhinted/RobotoCondensed-Bold.ttf",
    body=(0.93, 0.89, 0.77),
    mark=FaceMark.RING,
    digit_y=8.0,
    rounding=1.5,
    ink={
        Colour.BLACK: (0.09, 0.09, 0.10),
        Colour.RED: (0.80, 0.18, 0.33),
        Colour.BLUE: (0.14, 0.42, 0.72),
        Colour.ORANGE: (0.95, 0.66, 0.10),
    },
)
LARGE = Edition(
    font="truetype/liberation2/LiberationSans-Bold.ttf",
    body=(0.94, 0.935, 0.91),
    mark=FaceMark.PLAIN,
    digit_height=19.0,
    digit_y=4.5,
    ink={
        Colour.BLACK: (0.09, 0.09, 0.10),
        Colour.RED: (0.78, 0.11, 0.13),
        Colour.BLUE: (0.06, 0.25, 0.50),
        Colour.ORANGE: (0.93, 0.45, 0.06),
    },
)


class Surface(StrEnum):
    """What the table is made of."""

    OAK = "oak"
    WALNUT = "walnut"
    WHITE = "white"
    MARBLE = "marble"
    FELT = "felt"


@dataclass(frozen=True)
class Lamp:
    """A rectangular light."""

    at: tuple[float, float, float]
    """Position in mm; the lamp faces `towards`."""
    size: tuple[float, float]
    """Width and height in mm."""
    watts: float
    colour: Rgb
    towards: tuple[float, float, float] = (0.0, 0.0, 0.0)


WINDOW = Lamp(at=(-1500, 1300, 1500), size=(1200, 1500), watts=64, colour=(0.90, 0.96, 1.0))
CEILING = Lamp(at=(500, -150, 1900), size=(450, 450), watts=16, colour=(1.0, 0.87, 0.70))
EVENING = Lamp(at=(700, 500, 1100), size=(260, 260), watts=22, colour=(1.0, 0.80, 0.58))


class Grip(StrEnum):
    """What the hand does."""

    CARRY = "carry"
    """Holds tiles between thumb and fingers."""
    OPEN = "open"
    """Has let go, or is about to take."""
