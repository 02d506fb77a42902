"""In which order the things of a scene are painted: from far to near."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from workshop.training.render.pieces import Panel, PlacedTile

Thing = list[PlacedTile | Panel]
"""The pieces of one rack or heap, or a tile by itself."""


def far_to_near(items: Thing, eye: NDArray[np.float64]) -> Thing:
    """The pieces of an arrangement in the order in which they are painted for a camera at `eye`, shape (3,)."""
    things = [
        list(pieces) for _, pieces in itertools.groupby(items, key=lambda i: i.rack if i.rack >= 0 else -1 - id(i))
    ]
    return [piece for thing in _ordered(things, eye) for piece in thing]


def _ordered(things: list[Thing], eye: NDArray[np.float64]) -> list[Thing]:
    """Things from far to near; what stands behind a rack comes before it, however near it is."""
    for k, thing in enumerate(things):
        panels = [piece for piece in thing if isinstance(piece, Panel)]
        if not panels:
            continue
        along = panels[-1].corners[1] - panels[-1].corners[0]
        across = np.array([-along[1], along[0], 0.0])
        middle = np.mean([panel.corners.mean(axis=0) for panel in panels], axis=0)
        seen_from_front = across @ (eye - middle) < 0
        sign = -1.0 if seen_from_front else 1.0  # makes the camera's side positive
        sides: tuple[list[Thing], list[Thing]] = ([], [])
        for other in things[:k] + things[k + 1 :]:
            sides[int(sign * (across @ (_middle(other) - middle)) > 0)].append(other)
        rack = _from_back_to_front(thing, eye)
        return [*_ordered(sides[0], eye), rack if seen_from_front else rack[::-1], *_ordered(sides[1], eye)]
    for thing in things:
        thing.sort(key=lambda piece: (getattr(piece, "level", 0), -_distance(_middle([piece]), eye)))
    return sorted(things, key=lambda thing: -_distance(_middle(thing), eye))


def _from_back_to_front(pieces: Thing, eye: NDArray[np.float64]) -> Thing:
    """The pieces of a rack, which stand so; the tiles of each tier from far to near."""
    ordered: Thing = []
    for tiles, run in itertools.groupby(pieces, key=lambda piece: isinstance(piece, PlacedTile)):
        members = list(run)
        if tiles:
            members.sort(key=lambda piece: -_distance(_middle([piece]), eye))
        ordered += members
    return ordered


def _distance(point: NDArray[np.float64], eye: NDArray[np.float64]) -> float:
    away = point - eye
    return float(away @ away)


def _middle(thing: Thing) -> NDArray[np.float64]:
    points = [piece.centre if isinstance(piece, PlacedTile) else piece.corners.mean(axis=0) for piece in thing]
    return points[0] if len(points) == 1 else np.mean(points, axis=0)
