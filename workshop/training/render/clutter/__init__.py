"""Things that lie beside or over tiles."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from workshop.training.render.clutter import devices, living, printed, small
from workshop.training.render.clutter.drawing import Thing
from workshop.training.render.textures import with_shadow

__all__ = ["Thing", "clutter", "occluder"]


def clutter(rng: np.random.Generator) -> Thing:
    """A thing that lies on the table, thick ones with their shadow."""
    weights = np.array([weight for _, weight, _ in _MAKERS])
    make, _, thickness = _MAKERS[rng.choice(len(_MAKERS), p=weights / weights.sum())]
    thing = make(rng)
    return with_shadow(rng, thing, thickness * rng.uniform(0.6, 1.4)) if thickness else thing


def occluder(rng: np.random.Generator) -> Thing:
    """A thing to lay over tiles, with the shadow it throws: fingers, a hand with its sleeve, a paw, a pen, a cable.

    Limbs reach in from the texture's bottom edge, where they are cut off, and point to its top; pens and cables end
    within the texture or at its left and right edges.
    """
    makers = (living.fingers, living.hand, living.paw, small.pen, small.cable)
    make = makers[rng.choice(len(makers), p=[0.36, 0.3, 0.12, 0.12, 0.1])]
    return with_shadow(rng, make(rng), rng.uniform(0.3, 1.2))


_MAKERS: tuple[tuple[Callable[[np.random.Generator], Thing], float, float], ...] = (
    (printed.card, 0.12, 0.0), (printed.hand_of_cards, 0.05, 0.1), (printed.box_lid, 0.15, 0.6), (devices.keyboard, 0.12, 0.4),
    (devices.calculator, 0.05, 0.35), (printed.paper, 0.12, 0.0), (devices.gadget, 0.07, 0.3), (small.round_thing, 0.1, 1.0),
    (small.crumbs, 0.02, 0.1), (small.coins, 0.03, 0.1), (small.die, 0.02, 0.5), (small.domino, 0.04, 0.25),
    (small.ruler, 0.02, 0.05), (printed.calendar, 0.1, 0.0), (printed.number_cards, 0.08, 0.1), (small.pen, 0.03, 0.3),
    (small.spectacles_case, 0.02, 0.8), (small.cable, 0.02, 0.15), (living.hand, 0.05, 0.9), (living.cat, 0.03, 0.8),
)  # fmt: skip
"""What to make, how often, and its thickness in tile widths; 0 throws no shadow."""
