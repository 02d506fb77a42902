"""The things a scene is made of: tiles as boxes, racks as panels, in units of a tile's width, the table being z = 0."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import BOX, JOKER, NUMBERS, Colour, Tile

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class PlacedTile:
    """A tile in space."""

    tile: Tile | None
    """None for a tile that shows its back."""
    centre: Vector
    """The middle of the face, shape (3,), tile widths."""
    right: Vector
    """Half of the face's width along its own right, shape (3,)."""
    up: Vector
    """Half of the face's height along its own up, shape (3,)."""
    depth: Vector
    """From the face to the back of the tile, shape (3,)."""
    group: int = -1
    """Tiles laid as one set share a number."""
    rack: int = -1
    """Number of the rack it stands on or the heap it lies in; -1 for none."""
    level: int = 0
    """How many tiles lie beneath it in its heap."""

    def face(self) -> NDArray[np.float64]:
        """Corners of the face, shape (4, 3): top-left, top-right, bottom-right, bottom-left as read upright."""
        c, r, u = self.centre, self.right, self.up
        return np.stack([c - r + u, c + r + u, c + r - u, c - r - u])

    def solid(self) -> NDArray[np.float64]:
        """The eight corners, shape (8, 3): the face's four, then the back's."""
        face = self.face()
        return np.concatenate([face, face + self.depth])


@dataclass(frozen=True)
class Panel:
    """A flat piece of a rack, shape (4, 3) corners."""

    corners: NDArray[np.float64]
    """Two along the top from left to right, then two along the bottom from right to left, as seen from its front."""
    colour: tuple[float, float, float]
    rack: int
    opacity: float = 1.0
    """0 to 1; below 1 for clear plastic."""
    grain: float = 0.0
    """Contrast of the streaks along it, 0 to 0.3; 0 for plain plastic."""
    one_sided: bool = False
    """Drawn only where its front looks at the camera."""


class Floor:
    """Which parts of the table are taken, as a raster of `CELLS` cells to a tile's width."""

    CELLS = 8

    def __init__(self, half_size: float) -> None:
        self.half_size = half_size
        side = round(2 * half_size * self.CELLS)
        self._taken = np.zeros((side, side), np.uint8)

    def _cells(self, corners: NDArray[np.float64]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """The part of the raster about the polygon, as a view, and the polygon's mask in it."""
        points = np.round((corners[:, :2] + self.half_size) * self.CELLS).astype(np.int32)
        low = np.clip(points.min(axis=0), 0, None)
        high = points.max(axis=0) + 1
        part = self._taken[low[1] : max(high[1], 0), low[0] : max(high[0], 0)]
        mask = np.zeros(part.shape, np.uint8)
        if mask.size:
            cv2.fillConvexPoly(mask, cv2.convexHull(points - low), 1)
        return part, mask

    def is_free(self, corners: NDArray[np.float64], allow: float = 0.03) -> bool:
        """Whether the polygon (n, 2 or 3) lies on free table, but for a share of `allow`."""
        part, mask = self._cells(corners)
        area = int(mask.sum())
        return area > 0 and int((mask & part).sum()) <= allow * area

    def is_open(self, at: NDArray[np.float64]) -> bool:
        """Whether nothing lies at the point (2,); False outside of the table."""
        x, y = (int((v + self.half_size) * self.CELLS) for v in at)
        side = len(self._taken)
        return 0 <= x < side and 0 <= y < side and not self._taken[y, x]

    def take(self, corners: NDArray[np.float64]) -> None:
        """Marks the polygon (n, 2 or 3) as taken."""
        part, mask = self._cells(corners)
        part |= mask


@dataclass
class Arrangement:
    """Everything on the table; the pieces of one rack stand from its back to its front."""

    items: list[PlacedTile | Panel] = field(default_factory=list)
    floor: Floor = field(default_factory=lambda: Floor(1))
    aspect: float = 0.7
    thickness: float = 0.35
    facing: float = 0.0
    """Direction of the camera, radians."""


class TileBag:
    """Tiles drawn from one or more boxes.

    Args:
        rng: source of every choice.
        real_sets: share of the rows that are runs or groups by the rules, 0 to 1.
    """

    def __init__(self, rng: np.random.Generator, real_sets: float = 0.0) -> None:
        self._rng = rng
        self._real_sets = real_sets
        self._left: list[Tile] = []

    def draw(self) -> Tile:
        """The next tile of the shuffled box; a new box when it is empty."""
        if not self._left:
            self._left = [BOX[i] for i in self._rng.permutation(len(BOX))]
        return self._left.pop()

    def row(self, count: int) -> list[Tile]:
        """`count` tiles, at most 13 where they make a run: by the rules or at random."""
        if self._rng.random() >= self._real_sets:
            return [self.draw() for _ in range(count)]
        return self.real_set(count)

    def real_set(self, count: int) -> list[Tile]:
        """A group of 3 or 4 or a run of up to 13 tiles, a joker in some of them."""
        colours = list(Colour)
        if count in {3, 4} and self._rng.random() < 0.5:
            number = int(self._rng.choice(NUMBERS))
            tiles = [Tile(colours[k], number) for k in self._rng.permutation(len(colours))[:count]]
        else:
            count = min(count, len(NUMBERS))
            first = int(self._rng.integers(len(NUMBERS) - count + 1))
            colour = colours[self._rng.integers(len(colours))]
            tiles = [Tile(colour, number) for number in NUMBERS[first : first + count]]
        if count >= 3 and self._rng.random() < 0.15:
            tiles[self._rng.integers(count)] = JOKER
        return tiles


def flat_tile(
    tile: Tile | None,
    at: tuple[float, float],
    angle: float,
    aspect: float,
    thickness: float,
    group: int = -1,
    lift: float = 0.0,
    lean: tuple[float, float] = (0.0, 0.0),
) -> PlacedTile:
    """A tile lying on the table, face up.

    Args:
        tile: which; None for its back.
        at: centre on the table.
        angle: turn of its up direction against the y axis, radians.
        aspect: width over height.
        thickness: of the tile.
        group: number of its set.
        lift: height of what it lies on.
        lean: slope along its right and its up, as when it rests on a neighbour's edge.
    """
    cos, sin = np.cos(angle), np.sin(angle)
    right = np.array([cos, sin, lean[0]]) * 0.5
    up = np.array([-sin, cos, lean[1]]) * 0.5 / aspect
    z = lift + thickness + abs(lean[0]) * 0.5 + abs(lean[1]) * 0.5
    return PlacedTile(tile, np.array([at[0], at[1], z]), right, up, np.array([0.0, 0.0, -thickness]), group)


def edge_tile(
    tile: Tile | None,
    at: tuple[float, float],
    angle: float,
    aspect: float,
    thickness: float,
    slope: float,
    *,
    upright: bool,
    group: int = -1,
) -> PlacedTile:
    """A tile standing on its short edge, or on its long one where not `upright`.

    Args:
        tile: which; None for its back.
        at: of the middle of the edge it stands on.
        angle: of the edge against the x axis, radians; the face looks a quarter clockwise from it.
        aspect: width over height.
        thickness: of the tile.
        slope: of the face against the vertical, radians.
        upright: whether the number stands upright.
        group: number of its set.
    """
    along = np.array([np.cos(angle), np.sin(angle), 0.0])
    back = np.array([-np.sin(angle), np.cos(angle), 0.0])
    rise = np.cos(slope) * np.array([0.0, 0.0, 1.0]) + np.sin(slope) * back
    normal = np.cross(along, rise)
    half_width, half_height = 0.5, 0.5 / aspect
    height = half_height if upright else half_width
    centre = np.array([at[0], at[1], 0.0]) + rise * height + normal * thickness
    if upright:
        return PlacedTile(tile, centre, along * half_width, rise * half_height, -normal * thickness, group)
    return PlacedTile(tile, centre, rise * half_width, -along * half_height, -normal * thickness, group)
