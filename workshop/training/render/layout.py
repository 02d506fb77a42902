"""Where things lie: tiles and racks as people lay them, in units of a tile's width, the table being the plane z = 0."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import BOX, Tile
from workshop.training.render.pieces import Arrangement, Floor, Panel, PlacedTile, TileBag, edge_tile, flat_tile
from workshop.training.render.racks import rack

Layout = Callable[[Arrangement, Floor, TileBag, np.random.Generator], None]

ROW_LENGTHS = (1, 3, 3, 3, 4, 4, 5, 6, 8, 13)
"""Numbers of tiles in a row, each as probable as often as it stands here."""
MOST_HIDDEN = 0.4
"""Maximum share of a tile that the tiles on top of it in a heap hide together."""
PUSHED = (0.15, 0.6)
"""How far a tile that lies half on its neighbour is pushed over it, in tile widths."""


def pick(rng: np.random.Generator) -> str:
    """The name of a layout, one of `LAYOUTS`, as often as training wants it."""
    weights = np.array([weight for _, weight in LAYOUTS.values()])
    return str(rng.choice(list(LAYOUTS), p=weights / weights.sum()))


def arrange(
    rng: np.random.Generator,
    aspect: float,
    thickness: float,
    half_size: float,
    facing: float,
    *,
    layout: str | None = None,
    tiles: int | None = None,
    extras: bool = True,
) -> Arrangement:
    """Tiles as people lay them.

    Args:
        rng: source of every choice.
        aspect: width over height of a tile.
        thickness: of a tile.
        half_size: how far from the middle tiles are laid, in tile widths.
        facing: direction of the camera seen from the middle, radians; most racks show it their faces.
        layout: one of `LAYOUTS`; None for any.
        tiles: how many tiles there are at most, those of one set kept together; None for any number.
        extras: whether there may be a pool, a heap or tiles on edge besides.
    """
    floor = Floor(half_size)
    arrangement = Arrangement(floor=floor, aspect=aspect, thickness=thickness, facing=facing)
    bag = TileBag(rng, float(rng.choice([0.0, 0.5, 1.0], p=[0.5, 0.2, 0.3])))
    kind = layout or pick(rng)
    LAYOUTS[kind][0](arrangement, floor, bag, rng)
    if extras and kind != "empty":
        for extra, share in ((_pool, 0.22), (_heap, 0.08), (_edges, 0.12)):
            if rng.random() < share:
                extra(arrangement, floor, bag, rng)
    if tiles is not None:
        _thin_out(arrangement, tiles)
    return arrangement


def push_together(a: Arrangement, share: float, rng: np.random.Generator) -> None:
    """Pushes that share of the sets together: one tile comes to lie half on its neighbour, those after it follow."""
    sets = [
        list(indices)
        for group, indices in itertools.groupby(range(len(a.items)), key=lambda k: _set_on_the_table(a.items[k]))
        if group is not None
    ]
    for indices in sets:
        if len(indices) < 2 or rng.random() >= share:
            continue
        tiles = [item for k in indices if isinstance(item := a.items[k], PlacedTile)]
        cut = int(rng.integers(1, len(tiles)))
        before, after = tiles[cut - 1], tiles[cut]
        back = before.centre - after.centre
        step = float(np.hypot(*back[:2]))
        push = np.array([*back[:2], 0.0]) / max(step, 1e-6) * (step - 1 + rng.uniform(*PUSHED))
        tiles[cut:] = [replace(tile, centre=tile.centre + push) for tile in tiles[cut:]]
        upper, lower = (cut, cut - 1) if rng.random() < 0.5 else (cut - 1, cut)
        tiles[lower] = replace(tiles[lower], rack=indices[0])
        tiles[upper] = _leaning(tiles[upper], tiles[lower], a)
        for k, tile in zip(indices, tiles, strict=True):
            a.items[k] = tile


def _set_on_the_table(item: PlacedTile | Panel) -> int | None:
    """The number of the set that a tile lies in; None for what lies in no set, or in a heap or on a rack."""
    if isinstance(item, Panel) or item.rack >= 0 or item.group < 0 or abs(item.depth[2]) < np.hypot(*item.depth[:2]):
        return None
    return item.group


def _leaning(tile: PlacedTile, on: PlacedTile, a: Arrangement) -> PlacedTile:
    """A tile that lay flat, with the edge that is nearest to another tile on top of that one."""
    at, angle = (float(tile.centre[0]), float(tile.centre[1])), float(np.arctan2(tile.right[1], tile.right[0]))
    lean = _lean(tile, on.centre[:2] - tile.centre[:2], a)
    leaning = flat_tile(tile.tile, at, angle, a.aspect, a.thickness, tile.group, lean=lean)
    return replace(leaning, rack=on.rack, level=on.level + 1)


def _thin_out(a: Arrangement, most: int) -> None:
    """Takes away the sets farthest from the middle, so that at most `most` tiles are left."""
    groups: dict[int, list[PlacedTile]] = {}
    for item in a.items:
        if isinstance(item, PlacedTile):
            groups.setdefault(item.group if item.group >= 0 else -id(item), []).append(item)
    left: set[int] = set()
    count = 0
    for members in sorted(groups.values(), key=lambda m: float(np.mean([np.hypot(*t.centre[:2]) for t in m]))):
        if count + len(members) <= most:
            count += len(members)
            left.update(id(member) for member in members)
    a.items = [item for item in a.items if isinstance(item, Panel) or id(item) in left]


def _put(arrangement: Arrangement, floor: Floor, placed: list[PlacedTile]) -> bool:
    """Lays all of `placed` down, or none where one would overlap or leave the table."""
    limit = floor.half_size
    if any(np.abs(tile.centre[:2]).max() > limit for tile in placed):
        return False
    outlines = [tile.face() for tile in placed]
    if not all(floor.is_free(outline) for outline in outlines):
        return False
    for outline in outlines:
        floor.take(outline)
    arrangement.items.extend(placed)
    return True


def _loose(a: Arrangement, floor: Floor, tile: Tile | None, at: NDArray[np.float64], angle: float) -> bool:
    """Lays one tile down, a set of its own; whether there was room for it."""
    if not floor.is_open(at):
        return False
    return _put(a, floor, [flat_tile(tile, (at[0], at[1]), angle, a.aspect, a.thickness, len(a.items))])


def _row(
    a: Arrangement,
    bag: TileBag,
    rng: np.random.Generator,
    at: tuple[float, float],
    angle: float,
    count: int,
    group: int,
) -> list[PlacedTile]:
    """A set: tiles side by side, straight, staggered, bent or round a corner, one perhaps on its head."""
    gap = float(rng.choice([0.0, 0.01, 0.04, 0.1]))
    untidy = float(rng.choice([0.0, 0.02, 0.05, 0.1]))
    bend = float(rng.choice([0.0, 0.0, 0.0, rng.normal(0, 0.08)]))
    stagger = float(rng.choice([0.0, 0.0, rng.normal(0, 0.1)]))
    zigzag = float(rng.choice([0.0, 0.0, 0.0, rng.uniform(0.05, 0.3)]))
    corner = int(rng.integers(2, count - 1)) if count > 4 and rng.random() < 0.08 else -1
    on_its_head = int(rng.integers(count)) if rng.random() < 0.1 else -1
    x, y, heading = at[0], at[1], angle
    placed: list[PlacedTile] = []
    for tile in bag.row(count):
        k = len(placed)
        turn = heading + rng.normal(0, untidy * 0.6)
        offset = rng.normal(0, untidy) + stagger * k + zigzag * (-1) ** k
        centre = (x - np.sin(heading) * offset, y + np.cos(heading) * offset)
        lean = (float(rng.normal(0, 0.1)), float(rng.normal(0, 0.05))) if rng.random() < 0.04 else (0.0, 0.0)
        facing = turn + (np.pi if k == on_its_head else 0.0)
        placed.append(flat_tile(tile, centre, facing, a.aspect, a.thickness, group, lean=lean))
        step = 1.0 + gap + abs(rng.normal(0, untidy * 0.7)) + 0.5 * abs(np.sin(turn - heading)) / a.aspect
        if k == corner:
            step = 0.52 + 0.5 / a.aspect
            x, y = x + step * np.cos(heading), y + step * np.sin(heading)
            heading += np.pi / 2 * rng.choice([-1, 1])
            continue
        heading += bend
        x, y = x + step * np.cos(heading), y + step * np.sin(heading)
    return placed


def _main_directions(rng: np.random.Generator) -> list[float]:
    base = rng.uniform(0, 2 * np.pi)
    kind = rng.random()
    if kind < 0.3:
        return [base]
    if kind < 0.6:
        return [base + k * np.pi / 2 for k in range(int(rng.integers(2, 5)))]
    return [float(angle) for angle in rng.uniform(0, 2 * np.pi, int(rng.integers(4, 7)))]


def _sets(a: Arrangement, floor: Floor, bag: TileBag, rng: np.random.Generator) -> None:
    directions = _main_directions(rng)
    limit = floor.half_size
    if rng.random() < 0.45:
        _lines_of_sets(a, floor, bag, rng, directions[0])
        return
    for _ in range(int(limit * limit / 2 * rng.uniform(0.2, 1.0)) + 2):
        at = rng.uniform(-limit, limit, 2)
        angle = directions[rng.integers(len(directions))] + rng.normal(0, 0.05)
        count = int(rng.choice(ROW_LENGTHS))
        middle = at + (count - 1) / 2 * np.array([np.cos(angle), np.sin(angle)])
        if floor.is_open(at) and floor.is_open(middle):
            _put(a, floor, _row(a, bag, rng, (at[0], at[1]), angle, count, len(a.items)))


def _lines_of_sets(a: Arrangement, floor: Floor, bag: TileBag, rng: np.random.Generator, angle: float) -> None:
    """Sets in lines one above the other, near or touching at their ends and their long sides."""
    limit = floor.half_size
    pitch = (1 / a.aspect) * rng.choice([1.0, 1.03, 1.15, 1.5])
    gaps = rng.choice([0.0, 0.02, 0.4, 1.5, 3.0], 2)
    right, up = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    for line in np.arange(-limit, limit, pitch):
        along = -limit + rng.uniform(0, 4)
        while along < limit:
            count = int(rng.choice(ROW_LENGTHS))
            at = right * along + up * line
            placed = _row(a, bag, rng, (at[0], at[1]), angle, count, len(a.items))
            length = float((placed[-1].centre[:2] - at) @ right) + 1
            if rng.random() < 0.06:
                start = at + right * (length - 1)
                placed = _row(a, bag, rng, (start[0], start[1]), angle + np.pi, count, len(a.items))
            _put(a, floor, placed)
            along += length + rng.choice(gaps)


def _scatter(a: Arrangement, floor: Floor, bag: TileBag, rng: np.random.Generator) -> None:
    limit = floor.half_size
    density = rng.uniform(0.15, 1.0)
    face_down = rng.choice([0.0, 0.0, 0.1, 0.5])
    for _ in range(int(4 * limit * limit * 0.7 * density)):
        tile = None if rng.random() < face_down else bag.draw()
        _loose(a, floor, tile, rng.uniform(-limit, limit, 2), rng.uniform(0, 2 * np.pi))


def _grid(a: Arrangement, floor: Floor, bag: TileBag, rng: np.random.Generator) -> None:
    """Tiles in rows and columns: endless, or a whole box sorted or shuffled."""
    angle = rng.uniform(0, 2 * np.pi)
    right, up = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    step_x, step_y = 1 + rng.choice([0.0, 0.03, 0.15]), (1 / a.aspect) * (1 + rng.choice([0.0, 0.03, 0.15]))
    limit = floor.half_size
    heads = rng.choice([0.0, 0.0, 0.03, 0.5])
    columns = int(rng.choice([13, 14, 10, 8])) if rng.random() < 0.5 else int(2 * limit / step_x) + 1
    rows = -(-len(BOX) // columns) if columns <= 14 else int(2 * limit / step_y) + 1
    ordered = list(BOX) if rng.random() < 0.4 else []
    crooked = rng.choice([0.005, 0.01, 0.04])
    for j in range(rows):
        for i in range(columns):
            at = right * (i - (columns - 1) / 2) * step_x - up * (j - (rows - 1) / 2) * step_y
            turned = angle + rng.normal(0, crooked) + (np.pi if rng.random() < heads else 0.0)
            _loose(a, floor, ordered[(j * columns + i) % len(ordered)] if ordered else bag.draw(), at, turned)


def _few(a: Arrangement, floor: Floor, bag: TileBag, rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(1, 5))):
        _loose(a, floor, bag.draw(), rng.normal(0, 1.5, 2), rng.uniform(0, 2 * np.pi))


def _edges(a: Arrangement, floor: Floor, bag: TileBag, rng: np.random.Generator) -> None:
    """A few tiles standing on an edge."""
    limit = min(floor.half_size, 6.0)
    for _ in range(int(rng.integers(1, 6))):
        at = rng.uniform(-limit, limit, 2)
        angle = a.facing + np.pi / 2 + rng.normal(0, 0.7)
        placed = edge_tile(
            bag.draw(),
            (at[0], at[1]),
            angle,
            a.aspect,
            a.thickness,
            rng.uniform(0, 0.15),
            upright=bool(rng.random() < 0.6),
            group=len(a.items),
        )
        solid = placed.solid()
        solid[:, :2] += (solid[:, :2] - at) * 0.2
        if floor.is_free(solid):
            floor.take(solid)
            a.items.append(placed)


def _heap(a: Arrangement, floor: Floor, bag: TileBag, rng: np.random.Generator) -> None:
    """Tiles thrown together, of each of which those on top hide `MOST_HIDDEN` at most."""
    spread = rng.uniform(1.0, 3.5)
    middle = rng.normal(0, 1.5, 2)
    pile = len(a.items)
    face_down = rng.choice([0.0, 0.1, 0.4])
    placed: list[PlacedTile] = []
    outlines: list[NDArray[np.float32]] = []
    hidden: list[float] = []
    for _ in range(int(rng.integers(6, 40))):
        at = middle + rng.normal(0, spread, 2)
        tile = None if rng.random() < face_down else bag.draw()
        angle = rng.uniform(0, 2 * np.pi)
        flat = flat_tile(tile, (at[0], at[1]), angle, a.aspect, a.thickness)
        outline: NDArray[np.float32] = flat.face()[:, :2].astype(np.float32)
        near = [k for k, other in enumerate(placed) if np.hypot(*(other.centre[:2] - at)) < 1.8]
        below = {k: share for k in near if (share := _overlap(outline, outlines[k], 1 / a.aspect)) > 0.01}
        if any(hidden[k] + share > MOST_HIDDEN for k, share in below.items()):
            continue
        if not below and not floor.is_free(flat.face()):
            continue
        level = max((placed[k].level + 1 for k in below), default=0)
        lift, lean = float(level * a.thickness), (0.0, 0.0)
        if len(below) == 1:  # one edge rests on the other tile, the opposite one a storey lower
            (other,) = below
            lift -= a.thickness
            lean = _lean(flat, placed[other].centre[:2] - at, a)
        for k, share in below.items():
            hidden[k] += share
        piece = flat_tile(tile, (at[0], at[1]), angle, a.aspect, a.thickness, pile + len(placed), lift, lean)
        placed.append(_in_pile(piece, pile, level))
        outlines.append(outline)
        hidden.append(0.0)
        floor.take(flat.face())
    a.items.extend(placed)


def _overlap(one: NDArray[np.float32], other: NDArray[np.float32], area: float) -> float:
    """The share of a tile's `area` that two outlines (4, 2) have in common."""
    return float(cv2.intersectConvexConvex(one, other)[0]) / area


def _lean(flat: PlacedTile, towards: NDArray[np.float64], a: Arrangement) -> tuple[float, float]:
    """The slopes of a tile along its right and up if an edge rests on the tile in the direction `towards`, (2,)."""
    towards = towards / max(float(np.hypot(*towards)), 1e-6)
    along = float(towards @ flat.right[:2]) * 2, float(towards @ flat.up[:2]) * 2 * a.aspect
    return along[0] * a.thickness * 0.8, along[1] * a.thickness * 0.8


def _in_pile(tile: PlacedTile, pile: int, level: int) -> PlacedTile:
    return PlacedTile(tile.tile, tile.centre, tile.right, tile.up, tile.depth, tile.group, pile, level)


def _pool(a: Arrangement, floor: Floor, bag: TileBag, rng: np.random.Generator) -> None:
    """Tiles face down, scattered or in stacks, some stacks with an open tile on top."""
    limit = floor.half_size
    centre = rng.uniform(-limit, limit, 2) * rng.uniform(0, 0.8)
    stacked, opened = rng.choice([0.0, 0.3, 0.9]), rng.choice([0.0, 0.3, 1.0])
    tidy = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else None
    for _ in range(int(rng.integers(3, 25))):
        at = centre + rng.normal(0, 2.5, 2)
        angle = rng.uniform(0, 2 * np.pi) if tidy is None else tidy + rng.normal(0, 0.05)
        levels = int(rng.integers(2, 8)) if rng.random() < stacked else 1
        top = bag.draw() if rng.random() < opened else None
        pile = len(a.items)
        if not floor.is_open(at):
            continue
        for level in range(levels):
            shifted = at + rng.normal(0, 0.04, 2) * (level > 0)
            turn = angle + rng.normal(0, 0.04) * (level > 0)
            shown = top if level == levels - 1 else None
            piece = flat_tile(
                shown, (shifted[0], shifted[1]), turn, a.aspect, a.thickness, pile + level, level * a.thickness
            )
            if level:
                a.items.append(_in_pile(piece, pile, level))
            elif not _put(a, floor, [_in_pile(piece, pile, 0)]):
                break


def _racks(a: Arrangement, floor: Floor, bag: TileBag, rng: np.random.Generator) -> None:
    """One to three racks."""
    limit = floor.half_size
    base = a.facing + np.pi / 2 + rng.uniform(-1.0, 1.0) * rng.choice([0.3, 1.0])
    for k in range(int(rng.integers(1, 4))):
        at = rng.uniform(-limit * 0.6, limit * 0.6, 2) if k else rng.normal(0, 1, 2)
        turned = rng.integers(4) * np.pi / 2 if rng.random() < 0.2 else 0.0
        rack(a, floor, bag, rng, (at[0], at[1]), base + rng.normal(0, 0.1) + turned)


def _close_rack(a: Arrangement, floor: Floor, bag: TileBag, rng: np.random.Generator) -> None:
    """A rack in the middle that looks up to 60 degrees past the camera, and other things behind it."""
    aside = np.pi / 3 * (rng.uniform(0.5, 1.0) if rng.random() < 0.65 else rng.uniform(0.0, 0.5))
    angle = a.facing + np.pi / 2 + aside * rng.choice([-1, 1])
    behind = -np.array([np.cos(a.facing), np.sin(a.facing)])
    at = -behind * rng.uniform(0.0, 1.8)  # so that its tiers rather than its foot are in the middle
    rack(a, floor, bag, rng, (at[0], at[1]), angle, full=bool(rng.random() < 0.7))
    for _ in range(int(rng.integers(0, 3))):
        at = behind * rng.uniform(3, 10) + rng.normal(0, 5, 2)
        rack(a, floor, bag, rng, (at[0], at[1]), angle + rng.normal(0, 0.3))
    directions = _main_directions(rng)
    for _ in range(int(rng.choice([0, 4, 12, 30]))):
        at = behind * rng.uniform(-1, 9) + rng.normal(0, 5, 2)
        turn = directions[rng.integers(len(directions))] + rng.normal(0, 0.05)
        if floor.is_open(at):
            _put(a, floor, _row(a, bag, rng, (at[0], at[1]), turn, int(rng.choice(ROW_LENGTHS)), len(a.items)))


def _mixed(a: Arrangement, floor: Floor, bag: TileBag, rng: np.random.Generator) -> None:
    """A game in progress: sets in the middle, a rack or two, a pool."""
    limit = floor.half_size
    for _ in range(int(rng.integers(0, 3))):
        side = a.facing + np.pi / 2 + (rng.integers(4) * np.pi / 2 if rng.random() < 0.3 else rng.normal(0, 0.3))
        at = np.array([np.sin(side), -np.cos(side)]) * limit * rng.uniform(0.4, 0.8)
        rack(a, floor, bag, rng, (at[0], at[1]), side)
    _sets(a, floor, bag, rng)


def _empty(_a: Arrangement, _floor: Floor, _bag: TileBag, _rng: np.random.Generator) -> None:
    """No tile at all."""


LAYOUTS: dict[str, tuple[Layout, float]] = {
    "sets": (_sets, 0.27),
    "scatter": (_scatter, 0.12),
    "grid": (_grid, 0.07),
    "racks": (_racks, 0.11),
    "mixed": (_mixed, 0.12),
    "few": (_few, 0.05),
    "heap": (_heap, 0.06),
    "close_rack": (_close_rack, 0.16),
    "pool": (_pool, 0.04),
    "empty": (_empty, 0.05),
}
"""Every way to lay tiles, by name, and its weight among training's pictures."""
