"""What differs between two states of the round, as regions: what is rendered anew and what a hand reveals."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.demo_film.camera import Camera
from workshop.demo_film.layout import PlacedTile, Role, placed
from workshop.demo_film.script import State

SHADOW = {Role.TABLE: 20, Role.RACK: 34, Role.POOL: 44}
"""How far in pixels a change shows beyond the tile itself, through its shadow."""


@dataclass(frozen=True, eq=False)
class Change:
    """Tiles of one place, rack or stack that came or went."""

    role: Role
    group: str
    tiles: tuple[PlacedTile, ...]
    """In reading order along the place."""

    def box(self, camera: Camera) -> tuple[int, int, int, int] | None:
        """Left, top, right and bottom in pixels of what the change touches; None where that is outside the picture."""
        margin = SHADOW[self.role]
        points = np.concatenate([outline(tile, camera) for tile in self.tiles])
        left, top = np.floor(points.min(0)).astype(int) - margin
        right, bottom = np.ceil(points.max(0)).astype(int) + margin
        left, top, right, bottom = max(left, 0), max(top, 0), min(right, camera.width), min(bottom, camera.height)
        return (int(left), int(top), int(right), int(bottom)) if right - left > 4 and bottom - top > 4 else None


def outline(tile: PlacedTile, camera: Camera) -> NDArray[np.float64]:
    """The eight corners of a tile in pixels, shape (8, 2)."""
    return camera.project(np.concatenate([tile.face, tile.back]))


def mask_of(tiles: tuple[PlacedTile, ...], camera: Camera, margin: int) -> NDArray[np.float32]:
    """1 on `tiles` and `margin` pixels round them, falling softly to 0; shape (height, width)."""
    mask = np.zeros((camera.height, camera.width), np.uint8)
    for tile in tiles:
        hull = cv2.convexHull(outline(tile, camera).astype(np.float32))
        cv2.fillConvexPoly(mask, hull.round().astype(np.int32), 255)
    size = 2 * margin + 1
    mask = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))).astype(np.uint8)
    return cv2.GaussianBlur(mask, (0, 0), margin / 3).astype(np.float32) / np.float32(255)


def changes(before: State, after: State) -> tuple[Change, ...]:
    """What came or went between two states: table first, place by place, then racks and pool."""
    were, are = placed(before), placed(after)
    old, new = {_key(tile) for tile in were}, {_key(tile) for tile in are}
    moved = [tile for tile in are if _key(tile) not in old] + [tile for tile in were if _key(tile) not in new]
    groups: dict[tuple[Role, str], list[PlacedTile]] = {}
    for tile in sorted(moved, key=lambda tile: list(Role).index(tile.role)):
        groups.setdefault((tile.role, tile.group), []).append(tile)
    return tuple(Change(role, group, tuple(tiles)) for (role, group), tiles in groups.items())


def _key(tile: PlacedTile) -> tuple[object, ...]:
    return tile.role, tile.group, tile.tile, tuple(tile.pose.round(3).ravel().tolist())
