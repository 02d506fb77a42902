"""Boxes that no network has seen the like of: odd inks, dark bodies, numerals of other ages, dragons for jokers.

Their typefaces are kept out of training: held-out families, and such as training leaves out since their digits differ
in height. `workshop.benchmarks.edition_photos` draws photos of them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from referee.tiles import Colour
from workshop.benchmarks.dragon import dragon
from workshop.training.render import fonts
from workshop.training.render.arrays import Rgb
from workshop.training.render.editions import BODIES, Edition, shifted

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
    """As `workshop.training.render.editions.Edition` has it."""
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


FIRST_SEED, TUNING_SEED = 80_000_000, 81_000_000
SEEDS_A_BOX = 1_000
DARK_SHARE, USUAL_SHARE = 0.25, 0.3
"""Shares of the boxes for tuning with a dark body and with usual inks."""
INK_SPREAD = 0.04


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
    raise LookupError(
        f"the typeface {name} is not installed: install the Debian packages in workshop/training/fonts.txt"
    )
