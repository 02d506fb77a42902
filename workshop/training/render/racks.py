"""Racks: stepped stands whose tiers hold tiles nearly upright."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.tiles import Tile
from workshop.training.render.pieces import Arrangement, Floor, Panel, PlacedTile, TileBag, Vector

RACK_GROUPS = 100_000
"""Sets on racks are numbered from here on, so that they share no number with those on the table."""


@dataclass(frozen=True)
class _Shape:
    """How one rack is built."""

    right: Vector
    """Along the rack, length 1."""
    back: Vector
    """Away from whoever reads its tiles, level, length 1."""
    up: Vector
    """Up along the faces, length 1."""
    normal: Vector
    """Out of the faces, length 1."""
    length: float
    colour: tuple[float, float, float]
    opacity: float
    grain: float
    number: int

    def panel(self, top: Vector, bottom: Vector, shade: float) -> Panel:
        """A panel along the rack between two lines, each given by its middle."""
        half = self.right * self.length / 2
        corners = np.stack([top - half, top + half, bottom + half, bottom - half])
        return Panel(corners, self._shaded(shade), self.number, self.opacity, self.grain)

    def side(self, sign: float, feet: list[Vector], top: Vector) -> Panel:
        """The end of the rack on its right (1) or left (-1): from the table's front to its back and up."""
        end = self.right * self.length / 2 * sign
        front, last = feet[0], feet[-1]
        low_front, low_back = front.copy(), last + self.back * 0.9
        low_front[2] = low_back[2] = 0.0
        outline = [front + end, top + end, low_back + end, low_front + end]
        corners = np.stack(outline if sign < 0 else outline[::-1])
        return Panel(corners[::-1], self._shaded(0.8), self.number, self.opacity, one_sided=True)

    def _shaded(self, shade: float) -> tuple[float, float, float]:
        r, g, b = (min(1.0, c * shade) for c in self.colour)
        return r, g, b


def _colour(rng: np.random.Generator) -> tuple[tuple[float, float, float], float, float]:
    """Colour, opacity and contrast of the grain: dark or coloured plastic, wood, white, clear."""
    kind = rng.choice(["plastic", "coloured", "wood", "white", "clear"], p=[0.34, 0.16, 0.26, 0.16, 0.08])
    opacity, grain = 1.0, 0.0
    if kind == "plastic":
        rgb = rng.choice([0.03, 0.08, 0.15, 0.3]) + rng.normal(0, 0.03, 3)
    elif kind == "coloured":
        rgb = rng.uniform(0.05, 0.8, 3)
    elif kind == "wood":
        woods = np.array([[0.35, 0.2, 0.12], [0.6, 0.42, 0.25], [0.78, 0.62, 0.42], [0.25, 0.13, 0.08]])
        rgb = woods[rng.integers(len(woods))] + rng.normal(0, 0.04, 3)
        grain = rng.uniform(0.05, 0.3)
    elif kind == "white":
        rgb = rng.uniform(0.75, 0.98) + rng.normal(0, 0.02, 3)
    else:
        rgb = rng.uniform(0.7, 0.95) + rng.normal(0, 0.03, 3)
        opacity = rng.uniform(0.25, 0.6)
    r, g, b = (float(c) for c in np.clip(rgb, 0.01, 1))
    return (r, g, b), float(opacity), float(grain)


def rack(
    a: Arrangement,
    floor: Floor,
    bag: TileBag,
    rng: np.random.Generator,
    at: tuple[float, float],
    angle: float,
    *,
    full: bool = False,
) -> None:
    """A rack at `at` whose tiles look along `angle` turned a quarter clockwise; nothing where the table is taken.

    Args:
        a: what it is added to.
        floor: of the table it stands on.
        bag: its tiles are drawn from it.
        rng: source of every choice.
        at: the middle of its front on the table.
        angle: of its length against the x axis, radians.
        full: two or three tiers, hardly any gap.
    """
    tiers = int(rng.integers(2, 4)) if full else int(rng.choice([1, 2, 3], p=[0.2, 0.5, 0.3]))
    slots = int(rng.integers(6, 15))
    slope = rng.uniform(0.12, 0.9)  # of the faces against the vertical, radians
    right = np.array([np.cos(angle), np.sin(angle), 0.0])
    back = np.array([-np.sin(angle), np.cos(angle), 0.0])
    up = np.cos(slope) * np.array([0.0, 0.0, 1.0]) + np.sin(slope) * back
    normal = np.cross(right, up)
    height = 1 / a.aspect
    shown = rng.uniform(0.6, 1.15)  # share of a tile that the tier in front leaves visible
    rise = up * height * shown - normal * (a.thickness + rng.uniform(0.04, 0.4))  # from one tier to the next
    rise[2] = max(rise[2], 0.1)
    origin = np.array([at[0], at[1], 0.0])
    half = slots / 2 * right
    depth = back * (0.6 + rise @ back * (tiers - 1) + 0.8)
    footprint = np.stack([origin - half, origin + half, origin + half + depth, origin - half + depth])
    if not floor.is_free(footprint, allow=0.0):
        return
    floor.take(footprint)
    colour, opacity, grain = _colour(rng)
    shape = _Shape(right, back, up, normal, slots + rng.uniform(0.05, 0.8), colour, opacity, grain, len(a.items))
    first = origin + np.array([0.0, 0.0, rng.uniform(0.08, 0.7)]) + back * 0.25
    feet = [first + rise * tier for tier in range(tiers)]
    _build(a, bag, rng, shape, feet, height * shown, full=full)


def _build(
    a: Arrangement,
    bag: TileBag,
    rng: np.random.Generator,
    shape: _Shape,
    feet: list[Vector],
    shown: float,
    *,
    full: bool,
) -> None:
    """Adds a rack with its tiles: both ends, then from the last tier to the first its back, its tiles and its front.

    Args:
        a: what it is added to.
        bag: its tiles are drawn from it.
        rng: source of every choice.
        shape: how the rack is built.
        feet: for each tier, from the front, the middle of the line on which its tiles stand.
        shown: how much of a tile the tier in front leaves visible, in tile widths.
        full: whether hardly any tile is missing.
    """
    panel_height = 1 / a.aspect * rng.uniform(0.35, 1.0)
    top = feet[-1] + shape.up * panel_height
    a.items += [shape.side(sign, feet, top) for sign in (-1.0, 1.0)]
    lip = shape.up * rng.uniform(0.03, 0.2)
    group = RACK_GROUPS * (1 + shape.number)
    gap_share = rng.choice([0.0, 0.04]) if full else rng.choice([0.04, 0.18, 0.5])
    for tier, foot in reversed([*enumerate(feet)]):
        a.items.append(shape.panel(foot + shape.up * panel_height - shape.normal * 0.02, foot - shape.up * 0.1, 0.75))
        tiles = _tier(a, bag, rng, shape, foot, group, float(gap_share))
        a.items += tiles
        group += len(tiles) + 1
        edge = foot + shape.normal * (a.thickness + 0.05)
        if tier:
            below = feet[tier - 1] + shape.up * min(panel_height, shown) + shape.normal * 0.02
        else:
            below = edge - shape.back * 0.1
            below[2] = 0.0
        a.items.append(shape.panel(edge + lip, edge, 1.1))
        a.items.append(shape.panel(edge, below, 0.95))


def _tier(
    a: Arrangement, bag: TileBag, rng: np.random.Generator, shape: _Shape, foot: Vector, group: int, gap_share: float
) -> list[PlacedTile]:
    """The tiles of one tier whose feet stand on the line through `foot`, from left to right."""
    end = shape.length / 2 - 0.5
    position = -end + rng.uniform(0, 0.3 if gap_share < 0.1 else 2.0)
    stop = end if rng.random() < (0.85 if gap_share < 0.1 else 0.5) else rng.uniform(-end, end)
    width = float(rng.choice([1.0, 1.0, 1.02, 1.08]))
    placed: list[PlacedTile] = []
    waiting: list[Tile] = []
    while position < stop:
        if rng.random() < gap_share:
            position += rng.uniform(0.1, 2)
            group += 1
            waiting = []
            continue
        if not waiting:
            waiting = bag.row(int(rng.integers(3, 10)))
        placed.append(_standing(a, rng, waiting.pop(0), shape, foot + shape.right * position, group))
        position += width + rng.choice([0.0, 0.0, 0.03])
    return placed


def _standing(
    a: Arrangement, rng: np.random.Generator, tile: Tile, shape: _Shape, foot: Vector, group: int
) -> PlacedTile:
    """One tile on a tier, most of them straight; a few lean aside, tip, stand on their heads or show their backs."""
    height = 1 / a.aspect
    odd = rng.random()
    roll = rng.normal(0, 0.012) if odd < 0.93 else rng.normal(0, 0.12)
    right = shape.right * np.cos(roll) + shape.up * np.sin(roll)
    up = shape.up * np.cos(roll) - shape.right * np.sin(roll)
    tip = rng.normal(0, 0.02) if odd < 0.9 else abs(rng.normal(0, 0.12))
    normal = np.cross(right, up)
    up, normal = up * np.cos(tip) + normal * np.sin(tip), normal * np.cos(tip) - up * np.sin(tip)
    raised = height / 2 + rng.normal(0, 0.01) + 0.5 * abs(np.sin(roll))
    face = foot + up * raised + normal * (a.thickness + rng.uniform(0, 0.02))
    turned = -1.0 if rng.random() < 0.02 else 1.0
    shown = None if rng.random() < 0.015 else tile
    return PlacedTile(
        shown, face, right * 0.5 * turned, up * height / 2 * turned, -normal * a.thickness, group, shape.number
    )
