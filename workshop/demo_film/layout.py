"""Where every tile of the demo round lies: places on the table, racks at its edges, the pool in stacks."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile, TileSet
from workshop.demo_film.camera import Camera, Points
from workshop.demo_film.script import PLAYERS, State

Matrix = NDArray[np.float64]

TILE_WIDTH, TILE_HEIGHT, TILE_DEPTH = 26.5, 38.0, 9.5
"""Size of a tile in mm."""
PITCH = 26.9
"""Distance in mm from one tile of a set to the next: they all but touch."""
STACK = 7
"""Tiles in a stack of the pool; the last stack holds one more (booklet, "Spielvorbereitungen")."""


class Place(NamedTuple):
    """Where a set lies: the centre of its slot 0 in mm, and its direction, degrees anticlockwise from x."""

    x: float
    y: float
    angle: float


PLACES: Mapping[str, Place] = {
    "top": Place(18, 96, 5),
    "upper middle": Place(-112, 38, -5),
    "middle": Place(-6, -42, -7),
    "bottom": Place(-128, -112, 3),
    "bottom right": Place(10, -108, -2),
    "left outer": Place(-272, 60, -94),
    "left inner": Place(-196, 22, -86),
    "left lower": Place(-275, -46, -90),
    "right inner": Place(190, -78, 84),
    "right lower": Place(268, -128, 93),
    "right upper": Place(272, 26, 87),
    "right top": Place(196, 40, 91),
}
"""The places of the table. Ben reads away from the left edge, Carla away from the right, Anna upright."""

AREA_MM = ((-318.0, -158.0), (318.0, -158.0), (318.0, 152.0), (-318.0, 152.0))
"""The play area on the table."""

VIEW = Camera(eye=(6.0, -150.0, 760.0), target=(0.0, 4.0, 0.0), focal=1190.0, width=1280, height=720, roll=0.8)
"""The camera of the round, on a stand over the table, tilted by about 11 degrees."""

FACING = {"Anna": 0.0, "Ben": -90.0, "Carla": 90.0}
"""Direction of each player's tiles in degrees anticlockwise."""
RACK_AT = {"Anna": (-10.0, -216.0), "Ben": (-374.0, -8.0), "Carla": (376.0, 4.0)}
"""The middle of each rack on the table, in mm."""


HAND_VIEW = VIEW.widened(2.0).scaled(0.5)
"""The camera for hands: wide enough that a pasted arm never ends inside the picture. Hands move, so half the pixels
do."""
HAND_AT = {"Anna": (0.0, 120.0), "Ben": (150.0, 0.0), "Carla": (-150.0, 0.0)}
"""Where the finger tips are in the pictures of hands, in mm on the table."""


class Role(StrEnum):
    """Where a tile belongs."""

    TABLE = "table"
    RACK = "rack"
    POOL = "pool"


@dataclass(frozen=True, eq=False)
class PlacedTile:
    """A tile in space."""

    tile: Tile | None
    """None for a tile that shows its back."""
    pose: Matrix
    """(4, 4), from the tile's own mm (x right, y up as read, z towards the reader, origin in the middle of the
    back)."""
    role: Role
    group: str
    """Name of the place, player or stack."""

    @property
    def face(self) -> Points:
        """Corners of the face in mm, shape (4, 3): top-left, top-right, bottom-right, bottom-left as read upright."""
        return self._corners(TILE_DEPTH)

    @property
    def back(self) -> Points:
        """Corners of the back, as `face`."""
        return self._corners(0.0)

    def _corners(self, z: float) -> Points:
        x, y = TILE_WIDTH / 2, TILE_HEIGHT / 2
        local = np.array([[-x, y, z], [x, y, z], [x, -y, z], [-x, -y, z]])
        return local @ self.pose[:3, :3].T + self.pose[:3, 3]


def turned(angle: float, x: float, y: float, z: float = 0.0) -> Matrix:
    """The pose of something flat on the table, turned anticlockwise by `angle` degrees."""
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return np.array([[c, -s, 0, x], [s, c, 0, y], [0, 0, 1, z], [0, 0, 0, 1]], np.float64)


def hand_box(player: str) -> tuple[int, int, int, int]:
    """What of `HAND_VIEW` a player's arm and its shadow can touch, in pixels."""
    pose = turned(FACING[player], *HAND_AT[player])
    reach = np.array([(x, y, z, 1.0) for x in (-130, 130) for y in (-620, 60) for z in (0, 120)])
    points = HAND_VIEW.project((reach @ pose.T)[:, :3])
    low = np.maximum(np.floor(points.min(0)), 0).astype(int)
    high = np.minimum(np.ceil(points.max(0)), (HAND_VIEW.width, HAND_VIEW.height)).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _jitter(*names: object) -> Points:
    """Four numbers in -1 to 1 that depend on `names` only, so that a tile nobody touches stays where it is."""
    seed = zlib.crc32(" ".join(map(str, names)).encode())
    return np.random.default_rng(seed).uniform(-1, 1, 4)


def lay(name: str, place: Place, tiles: TileSet, start: int = 0) -> Iterator[PlacedTile]:
    """The tiles of one set on the table, as uneven as a hand lays them."""
    for slot, tile in enumerate(tiles, start):
        along, across, twist, _ = _jitter(name, slot) * (0.3, 1.2, 1.3, 0)
        pose = turned(place.angle, place.x, place.y) @ turned(twist, slot * PITCH + along, across)
        yield PlacedTile(tile, pose, Role.TABLE, name)


class Tier(NamedTuple):
    """A ledge of a rack: where the tile's back edge rests, in mm from the rack's middle line and above the table."""

    y: float
    z: float


LEAN = 28.0
"""How far tiles on a rack lean back, in degrees from the vertical."""
TIERS = (Tier(-19.0, 5.0), Tier(8.5, 35.0))
RACK_LENGTH = 310.0
RACK_PROFILE = (
    (-34.0, 0.0),
    (-34.0, 9.0),
    (-31.0, 9.0),
    (-31.0, 5.0),
    (-19.0, 5.0),
    (-3.0, 35.0),
    (8.5, 35.0),
    (22.6, 61.5),
    (25.5, 61.5),
    (29.0, 0.0),
)
"""Cross-section of a rack: distance from its middle line towards the table's middle, and height, in mm."""
ROW = 11
"""Tiles that one ledge holds."""


def rack_pose(player: str) -> Matrix:
    """The pose of a player's rack: x along it, y towards the table's middle."""
    return turned(FACING[player], *RACK_AT[player])


def on_rack(name: str, rack: Matrix, tier: Tier, along: float, tile: Tile) -> PlacedTile:
    """A tile leaning on a ledge, its middle `along` mm from the rack's middle."""
    s, c = np.sin(np.radians(LEAN)), np.cos(np.radians(LEAN))
    lean = np.array([[1, 0, 0], [0, s, -c], [0, c, s]])
    pose = np.eye(4)
    pose[:3, :3] = lean
    pose[:3, 3] = (along, tier.y + s * TILE_HEIGHT / 2, tier.z + c * TILE_HEIGHT / 2)
    return PlacedTile(tile, rack @ pose, Role.RACK, name)


def _rack(player: str, tiles: TileSet) -> Iterator[PlacedTile]:
    lower = min(len(tiles), max(len(tiles) // 2 + 1, len(tiles) - ROW))
    for index, tile in enumerate(tiles):
        tier, slot = (0, index) if index < lower else (1, index - lower)
        along = (slot - ROW / 2 + 0.7) * PITCH + _jitter(player, tier, slot)[0]
        yield on_rack(player, rack_pose(player), TIERS[tier], along, tile)


def pool_places(count: int) -> Iterator[tuple[str, int]]:
    """Name of the stack and height in it, for each tile of a pool of `count`."""
    for index in range(count):
        stack = min(index // STACK, 8)
        yield f"stack {stack}", index - stack * STACK


def stack_xy(name: str) -> tuple[float, float]:
    """The middle of a stack on the table in mm."""
    index = int(name.split()[1])
    return -190.0 + 46.0 * index, 214.0 + 5.0 * float(_jitter(name)[1])


def _pool(count: int) -> Iterator[PlacedTile]:
    for name, height in pool_places(count):
        x, y = stack_xy(name)
        shift = _jitter(name, height) * (0.8, 0.8, 2.5, 0)
        flip = np.diag([-1.0, 1.0, -1.0, 1.0])
        pose = turned(shift[2], x + shift[0], y + shift[1], (height + 1) * TILE_DEPTH) @ flip
        yield PlacedTile(None, pose, Role.POOL, name)


def placed(state: State) -> tuple[PlacedTile, ...]:
    """Every tile of `state` in space: the table's first, set by set in reading order, then racks and pool."""
    table = (tile for name, laid in state.places.items() for tile in lay(name, PLACES[name], laid.tiles, laid.start))
    racks = (tile for player in PLAYERS for tile in _rack(player, state.racks[player]))
    return (*table, *racks, *_pool(state.pool))
