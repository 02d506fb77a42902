"""Tables to lay tiles on. All procedural; colours RGB, 0 to 1."""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from workshop.training.render.arrays import FloatImage
from workshop.training.render.surfaces import hard, printed, woven
from workshop.training.render.surfaces.base import TABLE_SIZE

__all__ = ["TABLE_SIZE", "table"]

Maker = Callable[[np.random.Generator], FloatImage]


def table(rng: np.random.Generator, *, held_out: bool = False) -> FloatImage:
    """A table's surface, shape (TABLE_SIZE, TABLE_SIZE, 3).

    Args:
        rng: source of every choice.
        held_out: draw only from the kinds kept out of training: terrazzo, herringbone parquet and tartan.
    """
    names, weights = _weights(held_out=held_out)
    name = names[rng.choice(len(names), p=weights)]
    surface = (_MAKERS | _HELD_OUT)[name][0](rng)
    return np.asarray(np.clip(surface, 0, 1), np.float32)


@functools.cache
def _weights(*, held_out: bool) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    makers = _HELD_OUT if held_out else _MAKERS
    weights = np.array([weight for _, weight in makers.values()])
    return tuple(makers), weights / weights.sum()


_MAKERS: dict[str, tuple[Maker, float]] = {
    "wood": (hard.wood, 0.2), "plain": (hard.plain, 0.09), "white": (hard.white, 0.11), "marble": (hard.marble, 0.1),
    "breccia": (hard.breccia, 0.03), "granite": (hard.granite, 0.04), "cloth": (woven.cloth, 0.09), "felt": (woven.felt, 0.04),
    "carpet": (woven.carpet, 0.06), "weave": (woven.weave, 0.03), "wicker": (woven.wicker, 0.025), "ceramic": (hard.ceramic, 0.04),
    "parquet": (hard.parquet, 0.03), "gloss": (hard.gloss, 0.03), "oriental": (woven.oriental, 0.035), "print": (printed.newsprint, 0.03),
    "oilcloth": (printed.oilcloth, 0.03), "bold": (woven.bold, 0.12),
}  # fmt: skip
_HELD_OUT: dict[str, tuple[Maker, float]] = {
    "terrazzo": (hard.terrazzo, 0.4), "herringbone": (hard.herringbone, 0.3), "tartan": (woven.tartan, 0.3),
}  # fmt: skip
