"""Editions: what all tiles of a box have in common, drawn at random from what is seen on real ones.

Colours are RGB, 0 to 1. Lengths are fractions of the tile's width unless they say otherwise.
"""

from __future__ import annotations

import colorsys
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from referee.tiles import Colour
from workshop.training.render import fonts
from workshop.training.render.arrays import Rgb
from workshop.training.render.digits import Reshaping
from workshop.training.render.jokers import fetched_emblem

INKS: dict[Colour, tuple[Rgb, ...]] = {
    Colour.BLACK: ((0.06, 0.06, 0.07), (0.13, 0.13, 0.15), (0.02, 0.02, 0.03), (0.17, 0.16, 0.17), (0.10, 0.11, 0.14)),
    Colour.RED: ((0.85, 0.13, 0.14), (0.76, 0.07, 0.12), (0.90, 0.22, 0.30), (0.66, 0.05, 0.10), (0.84, 0.20, 0.38),
                 (0.93, 0.16, 0.12), (0.72, 0.12, 0.20), (0.58, 0.07, 0.10)),
    Colour.BLUE: ((0.08, 0.30, 0.70), (0.03, 0.42, 0.78), (0.05, 0.16, 0.45), (0.00, 0.48, 0.62), (0.10, 0.55, 0.80),
                  (0.06, 0.12, 0.36), (0.12, 0.25, 0.62), (0.02, 0.36, 0.55), (0.25, 0.62, 0.86), (0.05, 0.09, 0.25),
                  (0.02, 0.50, 0.52), (0.10, 0.16, 0.50)),
    Colour.ORANGE: ((0.96, 0.55, 0.10), (0.98, 0.65, 0.05), (0.93, 0.45, 0.10), (0.99, 0.74, 0.08), (0.96, 0.50, 0.22),
                    (0.88, 0.60, 0.10), (0.95, 0.80, 0.15), (0.90, 0.42, 0.08)),
}  # fmt: skip
"""Base inks seen on tiles of the four colours, pink to dark red and teal to navy among them; each edition shifts
them."""

NEAR_RED_SHARE = 0.12
"""Share of editions whose orange is their red, `NEAR_RED` of hue on (0 red, 1/6 yellow) and a little lighter."""
NEAR_RED = (0.035, 0.075)
BODIES: tuple[Rgb, ...] = (
    (0.95, 0.91, 0.80), (0.97, 0.95, 0.90), (0.98, 0.98, 0.97), (0.93, 0.87, 0.72), (0.90, 0.84, 0.70), (0.96, 0.93, 0.86),
    (0.88, 0.88, 0.86), (0.94, 0.94, 0.96), (0.99, 0.98, 0.95), (0.97, 0.97, 0.98),
)  # fmt: skip
"""Cream, ivory and white bodies."""
RARE_BODIES: tuple[Rgb, ...] = (
    (0.82, 0.68, 0.48),
    (0.80, 0.86, 0.90),
    (0.84, 0.90, 0.80),
    (0.92, 0.80, 0.80),
    (0.76, 0.74, 0.70),
)
"""Wood, pastels and grey, drawn for `RARE_BODY_SHARE` of the editions."""
RARE_BODY_SHARE = 0.05
DARK_BODIES: tuple[Rgb, ...] = (
    (0.06, 0.06, 0.07), (0.11, 0.10, 0.10), (0.05, 0.07, 0.14), (0.14, 0.06, 0.07), (0.05, 0.12, 0.09), (0.16, 0.11, 0.08),
    (0.20, 0.20, 0.21),
)  # fmt: skip
"""Black, navy, wine, bottle green, walnut and slate."""
LUMINOUS_INKS: dict[Colour, tuple[Rgb, ...]] = {
    Colour.BLACK: ((0.90, 0.90, 0.88), (0.97, 0.97, 0.98), (0.80, 0.81, 0.84), (0.93, 0.89, 0.78)),
    Colour.RED: ((0.92, 0.17, 0.17), (0.95, 0.30, 0.34), (0.95, 0.45, 0.60), (0.82, 0.10, 0.14)),
    Colour.BLUE: ((0.25, 0.56, 0.95), (0.15, 0.72, 0.76), (0.45, 0.72, 0.98), (0.10, 0.42, 0.85)),
    Colour.ORANGE: ((0.96, 0.63, 0.09), (0.97, 0.78, 0.15), (0.90, 0.72, 0.30), (0.96, 0.50, 0.12)),
}  # fmt: skip
"""Base inks on dark bodies; white and silver stand for black."""
DARK_BELOW = 0.5
"""What a dark body throws back less than of all light, 0 to 1."""
MOST_MISPRINTED = 0.015
"""How far off their place numbers are printed at most, as a fraction of the face's height."""
MARKS = ("none", "ring", "disc", "bar", "star", "diamond")
"""What some editions print below the number in its ink."""

FETCHED_SHARE, RESHAPED_SHARE, EMBLEM_SHARE = 0.7, 0.6, 0.5
"""Share of the boxes drawn anew whose typeface is one of those that were fetched, whose digits are reshaped, and whose
joker is an emblem that was fetched."""
OFF_THE_MIDDLE = 0.05
"""How far above the middle of the face digits must stand to show by their place which way up a tile lies; a fraction of
its height."""

WORDS = ("Original", "Rummy", "tiles", "Classic", "Family", "Game", "1950", "Numbers", "Joker", "Deluxe", "XXL", "Play")


@dataclass(frozen=True)
class Edition:
    """What all tiles of one box have in common."""

    body: Rgb
    inks: dict[Colour, Rgb]
    font: Path
    aspect: float
    """Width over height of the face, 0.60 to 0.80."""
    digit_height: float
    """Height of a digit as a fraction of the face's height, 0.22 to 0.64."""
    digit_y: float
    """Centre of the digits from the top, as a fraction of the face's height, 0.24 to 0.49."""
    digit_stretch: float
    """Horizontal stretch of the digits, 0.75 to 1.2."""
    stroke: float
    """Extra stroke width as a fraction of the digit height, 0 to 0.05."""
    spacing: float
    """Extra room between two digits as a fraction of digit height, -0.06 to 0.06."""
    dot_under_6_and_9: str
    """`none`, `dot` or `bar`."""
    dish: float
    """Radius of the round dish about the number; 0 for none."""
    dish_depth: float
    ring: float
    """Radius of a small raised ring below the number; 0 for none."""
    logo: str
    """Embossed words at the bottom; empty for none."""
    logo_font: Path
    relief: float
    """Strength of embossing under the light, 0 to 1."""
    corner: float
    """Radius of the rounded corners, 0.02 to 0.16."""
    bevel: float
    """Width of the bevelled edge, 0 to 0.08."""
    frame: float
    """Contrast of a printed or moulded frame near the edge, 0 for none."""
    thickness: float
    """Thickness of the tile, 0.2 to 0.5."""
    joker_seed: int
    joker_size: float
    """Diameter of the joker's art, 0.45 to 0.92."""
    back_logo: str
    """Embossed on the backs; empty for plain backs."""
    wear: float
    """Share of the ink that has rubbed off, 0 to 0.07."""
    engraving: float
    """Depth of the number's engraving, 0 to 0.6: its edges catch the light."""
    mark: str
    """One of `MARKS`."""
    misprint: float
    """How far off its place a number is printed, standard deviation as a fraction of the face's height, 0 to 0.015."""
    held_out: bool
    """Whether the joker's art is of the kinds kept out of training."""
    reshaping: Reshaping | None = None
    """How its digits differ from those of its typeface; None where they do not."""
    joker_drawing: NDArray[np.uint8] | None = None
    """The joker's art in place of one made up from `joker_seed`: a square, 255 where there is ink."""

    @classmethod
    def random(cls, rng: np.random.Generator, *, held_out: bool = False, dark: bool = False) -> Edition:
        """A look drawn from everything seen on real boxes and somewhat beyond.

        A `dark` one has bright inks on a dark body.
        """
        style = rng.choice(["dish", "ring", "large", "plain"], p=[0.42, 0.16, 0.24, 0.18])
        aspect = float(np.clip(rng.normal(0.70, 0.035), 0.60, 0.80))
        large = style == "large"
        height = rng.uniform(0.46, 0.64) if large else rng.uniform(0.22, 0.44)
        bodies = RARE_BODIES if rng.random() < RARE_BODY_SHARE else BODIES
        body = shifted(bodies[rng.integers(len(bodies))], rng, 0.012)
        edition = cls(
            body=body,
            inks=_inks(rng),
            font=fonts.pick(rng, held_out=held_out),
            aspect=aspect,
            digit_height=float(height),
            digit_y=float(rng.uniform(0.42, 0.49) if large else rng.uniform(max(0.24, height / 2 + 0.05), 0.44)),
            digit_stretch=float(np.clip(rng.normal(1.0, 0.1), 0.75, 1.2)),
            stroke=float(rng.choice([0.0, 0.0, 0.015, 0.03, 0.05])),
            spacing=float(rng.uniform(-0.06, 0.06)),
            dot_under_6_and_9=str(rng.choice(["none", "dot", "bar"], p=[0.78, 0.12, 0.10])),
            dish=float(rng.uniform(0.36, 0.48)) if style == "dish" else 0.0,
            dish_depth=float(rng.uniform(0.2, 1.0)),
            ring=float(rng.uniform(0.12, 0.26)) if style == "ring" else 0.0,
            logo=" ".join(rng.choice(WORDS, size=rng.integers(1, 3)))
            if rng.random() < (0.35 if style == "ring" else 0.6)
            else "",
            logo_font=fonts.pick(rng),
            relief=float(rng.uniform(0.15, 1.0)),
            corner=float(rng.uniform(0.02, 0.16)),
            bevel=float(rng.uniform(0.0, 0.08)),
            frame=float(rng.choice([0.0, 0.0, 0.0, 0.05, 0.12])),
            thickness=float(rng.uniform(0.2, 0.5)),
            joker_seed=int(rng.integers(1 << 31)),
            joker_size=float(rng.uniform(0.45, 0.92)),
            back_logo=str(rng.choice(WORDS)) if rng.random() < 0.3 else "",
            wear=float(rng.choice([0.0, 0.0, 0.0, 0.0, 0.03, 0.07])),
            engraving=float(rng.choice([0.0, 0.0, rng.uniform(0.1, 0.6)])),
            mark=str(rng.choice(MARKS, p=[0.85, 0.04, 0.03, 0.03, 0.02, 0.03])) if not large else "none",
            misprint=float(rng.choice([0.0, rng.uniform(0, MOST_MISPRINTED)])),
            held_out=held_out,
        )
        if edition.takes_six_for_nine:  # no box on sale leaves it at that
            edition = replace(edition, dot_under_6_and_9=("dot", "bar")[edition.joker_seed % 2])
        if dark:
            body = shifted(DARK_BODIES[rng.integers(len(DARK_BODIES))], rng, 0.015)
            return replace(edition, body=body, inks=_some_of(LUMINOUS_INKS, rng))
        return edition

    def redrawn(self, rng: np.random.Generator) -> Edition:
        """The same box with digits and a joker that were fetched, where some were, and its digits reshaped.

        Either is done now and then.
        """
        fetched = fonts.fetched()
        other = bool(fetched) and rng.random() < FETCHED_SHARE
        drawn = bool(fonts.fetched_emblems()) and rng.random() < EMBLEM_SHARE
        return replace(
            self,
            font=fetched[rng.integers(len(fetched))] if other else self.font,
            reshaping=Reshaping.random(rng) if rng.random() < RESHAPED_SHARE else None,
            joker_drawing=fetched_emblem(rng) if drawn else None,
        )

    @property
    def is_dark(self) -> bool:
        """Whether its numbers are brighter than the body that they are printed on."""
        return max(self.body) < DARK_BELOW

    @property
    def takes_six_for_nine(self) -> bool:
        """Whether a 6 that lies upside down is the same as a 9.

        It is where the digit stands in the middle, with no mark or ring below it; a moulded word is too faint to tell.
        """
        is_marked = self.dot_under_6_and_9 != "none" or self.mark != "none" or self.ring > 0
        return not is_marked and self.digit_y > 0.5 - OFF_THE_MIDDLE


def _inks(rng: np.random.Generator) -> dict[Colour, Rgb]:
    """Four inks that differ as much as those of a real box, at times no more."""
    inks = _some_of(INKS, rng)
    if rng.random() < NEAR_RED_SHARE:
        hue, saturation, value = colorsys.rgb_to_hsv(*inks[Colour.RED])
        hue = hue if hue < 0.5 else 0.0
        orange = colorsys.hsv_to_rgb(hue + rng.uniform(*NEAR_RED), saturation, min(1.0, value * rng.uniform(1.0, 1.2)))
        inks[Colour.ORANGE] = orange
    return inks


def _some_of(inks: dict[Colour, tuple[Rgb, ...]], rng: np.random.Generator) -> dict[Colour, Rgb]:
    """One of the inks of each colour, a little aside."""
    return {
        colour: shifted(options[rng.integers(len(options))], rng, 0.02 if colour is Colour.BLACK else 0.04)
        for colour, options in inks.items()
    }


def shifted(colour: Rgb, rng: np.random.Generator, spread: float) -> Rgb:
    """The colour a little aside: by that standard deviation in each channel."""
    r, g, b = np.clip(np.array(colour) + rng.normal(0, spread, 3), 0, 1)
    return float(r), float(g), float(b)
