"""Where things lie: tiles as boxes in three dimensions, in units of a tile's width, the table being the plane z = 0."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import BOX, Tile

Vector = NDArray[np.float64]


@dataclass(frozen=True)
class PlacedTile:
    """A tile in space."""

    tile: Tile | None
    """None for a tile that shows its back."""
    centre: Vector
    """Of the face, shape (3,)."""
    right: Vector
    """Half of the face's width along its own right, shape (3,)."""
    up: Vector
    """Half of the face's height along its own up, shape (3,)."""
    depth: Vector
    """From the face to the back of the tile, shape (3,)."""
    group: int = -1
    """Tiles laid as one set share a number."""
    rack: int = -1
    """Number of the rack it stands on; -1 for none."""

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
    colour: tuple[float, float, float]
    rack: int


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

    def take(self, corners: NDArray[np.float64]) -> None:
        """Marks the polygon as taken."""
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
    """Tiles drawn from one or more boxes."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._left: list[Tile] = []

    def draw(self) -> Tile:
        """The next tile of the shuffled box; a new box when it is empty."""
        if not self._left:
            self._left = [BOX[i] for i in self._rng.permutation(len(BOX))]
        return self._left.pop()


def flat_tile(
    tile: Tile | None, at: tuple[float, float], angle: float, aspect: float, thickness: float, group: int = -1, lift: float = 0.0,
    lean: tuple[float, float] = (0.0, 0.0),
) -> PlacedTile:  # fmt: skip
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


def arrange(rng: np.random.Generator, aspect: float, thickness: float, half_size: float, facing: float) -> Arrangement:
    """Tiles as people lay them.

    Args:
        rng: source of every choice.
        aspect: width over height of a tile.
        thickness: of a tile.
        half_size: how far from the middle tiles are laid, in tile widths.
        facing: direction of the camera seen from the middle, radians; most racks show it their faces.
    """
    layouts: list[Callable[[Arrangement, Floor, TileBag, np.random.Generator], None]] = [
        _sets, _scatter, _grid, _racks, _mixed, _few,
    ]  # fmt: skip
    floor = Floor(half_size)
    arrangement = Arrangement(floor=floor, aspect=aspect, thickness=thickness, facing=facing)
    bag = TileBag(rng)
    layouts[rng.choice(len(layouts), p=[0.36, 0.16, 0.08, 0.18, 0.16, 0.06])](arrangement, floor, bag, rng)
    if rng.random() < 0.3:
        _pool(arrangement, floor, rng)
    return arrangement


def _put(arrangement: Arrangement, floor: Floor, placed: list[PlacedTile]) -> bool:
    """Lays all of `placed` down, or none where one would overlap or leave the table."""
    limit = floor.half_size
    if any(np.abs(tile.centre[:2]).max() > limit for tile in placed):
        return False
    if not all(floor.is_free(tile.face()) for tile in placed):
        return False
    for tile in placed:
        floor.take(tile.face())
    arrangement.items.extend(placed)
    return True


def _row(
    a: Arrangement,
    bag: TileBag,
    rng: np.random.Generator,
    at: tuple[float, float],
    angle: float,
    count: int,
    group: int,
) -> list[PlacedTile]:
    """A set: tiles side by side, tidily or not, straight, staggered or bent."""
    gap = float(rng.choice([0.0, 0.01, 0.04, 0.1]))
    untidy = float(rng.choice([0.0, 0.02, 0.05, 0.1]))
    bend = float(rng.choice([0.0, 0.0, 0.0, rng.normal(0, 0.08)]))
    stagger = float(rng.choice([0.0, 0.0, rng.normal(0, 0.08)]))
    x, y, heading = at[0], at[1], angle
    placed: list[PlacedTile] = []
    for _ in range(count):
        turn = heading + rng.normal(0, untidy * 0.6)
        offset = rng.normal(0, untidy) + stagger * len(placed)
        centre = (x - np.sin(heading) * offset, y + np.cos(heading) * offset)
        lean = (float(rng.normal(0, 0.1)), float(rng.normal(0, 0.05))) if rng.random() < 0.04 else (0.0, 0.0)
        placed.append(flat_tile(bag.draw(), centre, turn, a.aspect, a.thickness, group, lean=lean))
        step = 1.0 + gap + abs(rng.normal(0, untidy * 0.7)) + 0.5 * abs(np.sin(turn - heading)) / a.aspect
        heading += bend
        x, y = x + step * np.cos(heading), y + step * np.sin(heading)
    return placed


def _main_directions(rng: np.random.Generator) -> list[float]:
    base = rng.uniform(0, 2 * np.pi)
    kind = rng.random()
    if kind < 0.4:
        return [base]
    if kind < 0.75:
        return [base + k * np.pi / 2 for k in range(int(rng.integers(2, 5)))]
    return [float(angle) for angle in rng.uniform(0, 2 * np.pi, 6)]


def _sets(a: Arrangement, floor: Floor, bag: TileBag, rng: np.random.Generator) -> None:
    directions = _main_directions(rng)
    limit = floor.half_size
    if rng.random() < 0.5:  # rows below each other, near or touching
        angle = directions[0]
        pitch = (1 / a.aspect) * rng.choice([1.0, 1.03, 1.15, 1.5])
        right, up = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        for row in np.arange(-limit, limit, pitch):
            along = -limit + rng.uniform(0, 4)
            while along < limit:
                count = int(rng.integers(3, 8))
                at = right * along + up * row
                turned = angle + (np.pi if rng.random() < 0.06 else 0)
                start = at if turned == angle else at + right * (count - 1)
                _put(a, floor, _row(a, bag, rng, (start[0], start[1]), turned, count, len(a.items)))
                along += count * 1.05 + rng.choice([0.02, 0.4, 1.5, 3.0])
        return
    for _ in range(int(limit * limit / 2)):
        at = rng.uniform(-limit, limit, 2)
        angle = directions[rng.integers(len(directions))] + rng.normal(0, 0.05)
        _put(
            a,
            floor,
            _row(a, bag, rng, (at[0], at[1]), angle, int(rng.choice([1, 3, 3, 4, 4, 5, 6, 8, 13])), len(a.items)),
        )


def _scatter(a: Arrangement, floor: Floor, bag: TileBag, rng: np.random.Generator) -> None:
    limit = floor.half_size
    density = rng.uniform(0.15, 1.0)
    for _ in range(int(4 * limit * limit * 0.7 * density)):
        at = rng.uniform(-limit, limit, 2)
        _put(
            a,
            floor,
            [flat_tile(bag.draw(), (at[0], at[1]), rng.uniform(0, 2 * np.pi), a.aspect, a.thickness, len(a.items))],
        )


def _grid(a: Arrangement, floor: Floor, bag: TileBag, rng: np.random.Generator) -> None:
    angle = rng.uniform(0, 2 * np.pi)
    right, up = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    step_x, step_y = 1 + rng.choice([0.0, 0.03, 0.15]), (1 / a.aspect) * (1 + rng.choice([0.0, 0.03, 0.15]))
    limit = floor.half_size
    for i in np.arange(-limit, limit, step_x):
        for j in np.arange(-limit, limit, step_y):
            at = right * i + up * j
            _put(
                a,
                floor,
                [
                    flat_tile(
                        bag.draw(), (at[0], at[1]), angle + rng.normal(0, 0.01), a.aspect, a.thickness, len(a.items)
                    )
                ],
            )


def _few(a: Arrangement, floor: Floor, bag: TileBag, rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(1, 5))):
        at = rng.normal(0, 1.5, 2)
        _put(
            a,
            floor,
            [flat_tile(bag.draw(), (at[0], at[1]), rng.uniform(0, 2 * np.pi), a.aspect, a.thickness, len(a.items))],
        )


def _pool(a: Arrangement, floor: Floor, rng: np.random.Generator) -> None:
    """Tiles face down, scattered or in stacks, some stacks with an open tile on top."""
    limit = floor.half_size
    centre = rng.uniform(-limit, limit, 2)
    for _ in range(int(rng.integers(3, 25))):
        at = centre + rng.normal(0, 2.5, 2)
        angle = rng.uniform(0, 2 * np.pi)
        bottom = flat_tile(None, (at[0], at[1]), angle, a.aspect, a.thickness)
        if not _put(a, floor, [bottom]) or rng.random() < 0.7:
            continue
        for level in range(1, int(rng.integers(2, 8))):
            shifted = at + rng.normal(0, 0.04, 2)
            a.items.append(
                flat_tile(
                    None,
                    (shifted[0], shifted[1]),
                    angle + rng.normal(0, 0.04),
                    a.aspect,
                    a.thickness,
                    lift=level * a.thickness,
                )
            )


def _racks(a: Arrangement, floor: Floor, bag: TileBag, rng: np.random.Generator) -> None:
    """One to three racks, each with two or three tiers of standing tiles."""
    limit = floor.half_size
    base = a.facing + np.pi / 2 + rng.normal(0, 0.4)
    for k in range(int(rng.integers(1, 4))):
        at = rng.uniform(-limit * 0.6, limit * 0.6, 2) if k else rng.normal(0, 1, 2)
        rack(
            a,
            floor,
            bag,
            rng,
            (at[0], at[1]),
            base + rng.normal(0, 0.1) + (rng.integers(4) * np.pi / 2 if rng.random() < 0.2 else 0),
        )


def rack(
    a: Arrangement, floor: Floor, bag: TileBag, rng: np.random.Generator, at: tuple[float, float], angle: float
) -> None:
    """A rack at `at` whose tiles look along `angle` turned a quarter clockwise; nothing where the table is taken."""
    tiers, slots = int(rng.integers(1, 4)), int(rng.integers(6, 15))
    lean = rng.uniform(0.15, 0.9)  # slope of the faces against the vertical, radians
    right = np.array([np.cos(angle), np.sin(angle), 0.0])
    back = np.array([-np.sin(angle), np.cos(angle), 0.0])
    up = np.cos(lean) * np.array([0.0, 0.0, 1.0]) + np.sin(lean) * back
    normal = np.cross(right, up)
    height = 1 / a.aspect
    shown = rng.uniform(0.62, 1.05)  # share of a tile that the tier in front leaves visible
    rise = up * height * shown * 0.92 + back * 0.15
    colour = tuple(np.clip(rng.choice([0.06, 0.1, 0.25, 0.85]) + rng.normal(0, 0.04, 3), 0.01, 1).tolist())
    if rng.random() < 0.35:
        colour = tuple(np.clip(np.array([0.35, 0.2, 0.12]) + rng.normal(0, 0.06, 3), 0.01, 1).tolist())
    origin = np.array([at[0], at[1], 0.0])
    half = slots / 2 * right
    footprint = np.stack([origin - half, origin + half, origin + half + back * tiers, origin - half + back * tiers])
    if not floor.is_free(footprint, allow=0.0):
        return
    floor.take(footprint)
    number = len(a.items)
    group = 100_000 + number
    for tier in reversed(range(tiers)):
        foot = origin + rise * tier + up * 0.08
        behind = foot - normal * 0.02
        panel_up = up * height * rng.uniform(0.6, 1.0)
        a.items.append(
            Panel(
                np.stack(
                    [
                        behind - half + panel_up,
                        behind + half + panel_up,
                        behind + half - up * 0.3,
                        behind - half - up * 0.3,
                    ]
                ),
                colour,
                number,
            )
        )
        position = -slots / 2 + 0.5 + rng.uniform(0, 1)
        while position < slots / 2 - 0.5:
            if rng.random() < 0.18:
                position += rng.uniform(0.1, 2)
                group += 1
                continue
            face = foot + right * position + up * (height / 2 + rng.normal(0, 0.01)) + normal * a.thickness
            tilt = rng.normal(0, 0.012)
            r, u = right * np.cos(tilt) + up * np.sin(tilt), up * np.cos(tilt) - right * np.sin(tilt)
            a.items.append(PlacedTile(bag.draw(), face, r * 0.5, u * height / 2, -normal * a.thickness, group, number))
            position += 1.0 + rng.choice([0.0, 0.02, 0.06])
        group += 1
        lip = foot + normal * (a.thickness + 0.08)
        lip_up = up * rng.uniform(0.05, 0.2)
        a.items.append(
            Panel(
                np.stack([lip - half + lip_up, lip + half + lip_up, lip + half - up * 0.3, lip - half - up * 0.3]),
                colour,
                number,
            )
        )


def _mixed(a: Arrangement, floor: Floor, bag: TileBag, rng: np.random.Generator) -> None:
    """A game in progress: sets in the middle, a rack or two, a few stray tiles."""
    limit = floor.half_size
    for _ in range(int(rng.integers(0, 3))):
        side = a.facing + np.pi / 2 + (rng.integers(4) * np.pi / 2 if rng.random() < 0.3 else rng.normal(0, 0.1))
        at = np.array([np.sin(side), -np.cos(side)]) * limit * rng.uniform(0.4, 0.8)
        rack(a, floor, bag, rng, (at[0], at[1]), side)
    _sets(a, floor, bag, rng)
