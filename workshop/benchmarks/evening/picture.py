"""The table of a simulated evening as a camera sees it.

Tiles that nobody touches are the same pixels in every picture.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import Colour, Tile
from workshop.benchmarks.evening.layout import Laid, Layout, Piece, Seat
from workshop.training.render import fonts
from workshop.training.render.arrays import FloatImage
from workshop.training.render.camera import Camera
from workshop.training.render.canvas import Canvas
from workshop.training.render.editions import Edition
from workshop.training.render.order import far_to_near
from workshop.training.render.painter import Painter
from workshop.training.render.pieces import Panel, PlacedTile, flat_tile
from workshop.training.render.surfaces import TABLE_SIZE, hard, woven

Pixels = NDArray[np.uint8]
"""A picture, BGR, shape (height, width, 3)."""

ASPECT = 0.7
"""Width over height of a tile."""
ACROSS = 48.0
"""Tile widths that the picture is wide as a rule: at 1080p a tile is 57 pixels high."""
TILT = 0.14
"""Angle between the camera's view and the vertical, radians; the camera stands on the lower side."""
FOCAL = 1.1
"""Focal length in widths of the picture."""
SOFT = 0.6
"""Blur of the lens, standard deviation in pixels at 1080p."""
LEAN = 0.8
"""Of tiles on a rack, radians off the vertical."""
TIER = 11
"""Tiles that a ledge of a rack holds."""

Surface = Callable[[np.random.Generator], FloatImage]
"""Draws a table's surface, as those of `workshop.training.render.surfaces` do."""
TABLES: tuple[Surface, ...] = (hard.wood, woven.felt, hard.plain, woven.cloth)
FACES = ("DejaVuSans-Bold.ttf", "LiberationSans-Bold.ttf", "DejaVuSerif-Bold.ttf", "LiberationSans-Regular.ttf")
"""Typefaces, one of which is taken; `workshop.training.render.fonts` says where they are looked for."""
JOKERS = (1, 2, 3)
"""Seeds of jokers that need no typeface."""


class NoTypefaceError(RuntimeError):
    """None of `FACES` is installed."""


def edition(seed: int) -> Edition:
    """One of a few boxes of tiles as they are sold: cream or white, with a dish or without.

    Raises:
        NoTypefaceError: the machine has none of the typefaces.
    """
    found = _typefaces()
    rng = np.random.default_rng([seed, 5])
    dish = bool(rng.random() < 0.5)  # noqa: PLR2004 - as often as not
    bodies = ((0.95, 0.91, 0.80), (0.97, 0.95, 0.90), (0.98, 0.98, 0.97))
    return Edition(
        body=bodies[rng.integers(len(bodies))],
        inks={
            Colour.BLACK: (0.06, 0.06, 0.07),
            Colour.RED: (0.85, 0.13, 0.14),
            Colour.BLUE: (0.08, 0.30, 0.70),
            Colour.ORANGE: (0.96, 0.58, 0.08),
        },
        font=found[rng.integers(len(found))],
        aspect=ASPECT,
        digit_height=float(rng.uniform(0.36, 0.44)),
        digit_y=float(rng.uniform(0.36, 0.4)),
        digit_stretch=1.0,
        stroke=0.015,
        spacing=0.0,
        dot_under_6_and_9="none",
        dish=0.42 if dish else 0.0,
        dish_depth=0.5,
        ring=0.0 if dish else 0.18,
        logo="",
        logo_font=found[0],
        relief=0.5,
        corner=0.1,
        bevel=0.03,
        frame=0.0,
        thickness=0.32,
        joker_seed=JOKERS[rng.integers(len(JOKERS))],
        joker_size=0.7,
        back_logo="",
        wear=0.0,
        engraving=0.0,
        mark="none",
        misprint=0.0,
        held_out=False,
    )


def _typefaces() -> list[Path]:
    """The files of those of `FACES` that are installed, one at least."""
    there = {path.name: path for folder in fonts.FONT_FOLDERS if folder.is_dir() for path in folder.rglob("*.ttf")}
    found = [there[name] for name in FACES if name in there]
    if not found:
        raise NoTypefaceError("no typeface to print tiles with: install fonts-dejavu-core or fonts-liberation")
    return found


@dataclass(frozen=True)
class Stand:
    """A rack in the picture."""

    seat: Seat
    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class Still:
    """What lies on the table besides the sets."""

    racks: tuple[Stand, ...] = ()
    backs: tuple[tuple[float, float, float], ...] = ()
    """Places and angles of pool tiles, face down."""


class Look:
    """One table, one box of tiles, one lamp and one camera.

    Args:
        size: width and height of the pictures in pixels.
        seed: of the look.
        shift: by how much the camera's middle is off the table's, tile widths; sets may then be cut by the picture's
            edge.
        surface: of the table; None for one of `TABLES`.
        across: tile widths that the picture is wide.
    """

    def __init__(
        self,
        size: tuple[int, int],
        seed: int,
        shift: tuple[float, float] = (0.0, 0.0),
        surface: Surface | None = None,
        across: float = ACROSS,
    ) -> None:
        rng = np.random.default_rng([seed, 7])
        self.size = size
        self.unit = size[0] / across
        """Pixels to a tile's width in the middle of the table."""
        self.camera = _camera(size, self.unit, float(rng.normal(0, 0.01)), shift)
        self._seed = seed
        self._painter = _TablePainter(self.camera, size, edition(seed), rng)
        drawn = TABLES[rng.integers(len(TABLES))]
        self._table = _surface(self.camera, size, self.unit, (surface or drawn)(rng))
        self._light = _light(size, rng)

    def picture(self, layout: Layout, still: Still = Still()) -> Pixels:
        """The table lying still, without noise."""
        items: list[PlacedTile | Panel] = []
        looks: dict[int, int] = {}
        thickness = self._painter.edition.thickness
        for piece in layout.pieces:
            lift = thickness if piece.lies_on else 0.0
            item = flat_tile(piece.tile, (piece.x, piece.y), piece.angle, ASPECT, thickness, lift=lift)
            items.append(replace(item, level=int(piece.lies_on)))
            looks[id(items[-1])] = piece.number
        for number, (x, y, angle) in enumerate(still.backs):
            item = flat_tile(None, (x, y), angle, ASPECT, thickness)
            items.append(item)
            looks[id(item)] = 1000 + number
        for stand in still.racks:
            items += _rack(stand, self.reach(), thickness)
        image = self._painter.table(items, looks, self._table, self._seed)
        lit = np.clip(image * self._light, 0, 1)
        pixels = cv2.convertScaleAbs(lit[..., ::-1], alpha=255)
        return np.asarray(cv2.GaussianBlur(pixels, (0, 0), SOFT * self.size[0] / 1920), np.uint8)

    def reach(self) -> tuple[float, float]:
        """Half the width and height of the table that is seen, tile widths."""
        return self.size[0] / self.unit / 2, self.size[1] / self.unit / 2

    def box(self, laid: Laid, margin: float = 0.6) -> tuple[slice, slice]:
        """The part of the picture that a set and its shadow take: rows and columns."""
        left, bottom, right, top = laid.bounds(margin, margin)
        corners = np.array([(x, y, z) for x in (left, right) for y in (bottom, top) for z in (0.0, 0.4)])
        points = self.camera.project(corners)
        low = np.clip(np.floor(points.min(axis=0)).astype(int), 0, self.size)
        high = np.clip(np.ceil(points.max(axis=0)).astype(int), 0, self.size)
        return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))

    def face(self, piece: Piece) -> NDArray[np.float64]:
        """Where the picture shows the face of a flat tile: corners (4, 2) in pixels, clockwise from its top left."""
        tile = flat_tile(piece.tile, (piece.x, piece.y), piece.angle, ASPECT, self._painter.edition.thickness)
        return self.camera.project(tile.solid()[:4])

    def pixel(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the table lies in the picture."""
        place = self.camera.project(np.array([x, y, self._painter.edition.thickness]))
        return float(place[0]), float(place[1])


class _TablePainter(Painter):
    """Paints tiles whose looks depend on nothing but their numbers.

    No face of the box is worn or misprinted, since that is drawn by lot.
    """

    def table(
        self, items: Sequence[PlacedTile | Panel], looks: dict[int, int], bare: FloatImage, seed: int
    ) -> FloatImage:
        """The table with `items` on it: RGB, 0 to 1 and above, shape (height, width, 3).

        Args:
            items: tiles and panels.
            looks: by `id` of a tile, the number that its tint follows from.
            bare: the table itself.
            seed: of everything else.
        """
        self._gloss, self._yellowed, self._mottled, self._alike = None, 0.0, 0.0, False
        self._canvas = Canvas(self.camera, self.size)
        self._canvas.image = bare.copy()
        flat = [item for item in items if item.rack < 0 and not _is_on_top(item)]
        others = [*filter(_is_on_top, items), *(item for item in items if item.rack >= 0)]
        ordered = [*far_to_near(flat, self.camera.position), *others]
        self.rng = np.random.default_rng([seed, 11])
        self._cast_shadows(ordered)
        for number, item in enumerate(ordered, start=1):
            self.rng = np.random.default_rng([seed, looks.get(id(item), 0)])
            if isinstance(item, Panel):
                self._paint_panel(item)
            else:
                self._paint_tile(item, number)
        return self._canvas.image


def _is_on_top(item: PlacedTile | Panel) -> bool:
    return isinstance(item, PlacedTile) and item.level > 0


def _camera(size: tuple[int, int], unit: float, roll: float, shift: tuple[float, float]) -> Camera:
    focal = FOCAL * size[0]
    distance = focal / unit
    middle = np.array([shift[0], shift[1], 0.0])
    position = middle + distance * np.array([0.0, -math.sin(TILT), math.cos(TILT)])
    forward = (middle - position) / distance
    right = np.array([math.cos(roll), math.sin(roll), 0.0])
    right -= forward * (right @ forward)
    right /= np.linalg.norm(right)
    return Camera(position, np.stack([right, np.cross(forward, right), forward]), focal, (size[0] / 2, size[1] / 2))


def _surface(camera: Camera, size: tuple[int, int], unit: float, drawn: FloatImage) -> FloatImage:
    texture = np.asarray(np.clip(drawn, 0, 1), np.float32)
    scale, middle = TABLE_SIZE / 18, TABLE_SIZE / 2
    if scale > unit:
        texture = np.asarray(cv2.GaussianBlur(texture, (0, 0), 0.3 * scale / unit), np.float32)
    to_table = np.array([[1 / scale, 0, -middle / scale], [0, 1 / scale, -middle / scale], [0, 0, 1]])
    return np.asarray(
        cv2.warpPerspective(
            texture, camera.ground_homography() @ to_table, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        ),
        np.float32,
    )


def _light(size: tuple[int, int], rng: np.random.Generator) -> FloatImage:
    """The lamp: brighter on one side, a little warm or cold."""
    y, x = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32)
    angle = float(rng.uniform(0, 2 * math.pi))
    slope = (x / size[0] - 0.5) * math.cos(angle) + (y / size[1] - 0.5) * math.sin(angle)
    warm = float(rng.normal(0, 0.04))
    gains = np.array([1 + warm, 1.0, 1 - warm], np.float32)
    return np.asarray((0.9 + 0.2 * slope)[..., None] * gains, np.float32)


def _rack(stand: Stand, reach: tuple[float, float], thickness: float) -> list[PlacedTile | Panel]:
    """A rack at its player's edge of the picture: two ledges of tiles that lean back and look at the player."""
    tx, ty = stand.seat.towards
    out = np.array([tx, ty, 0.0])
    right = np.array([math.cos(stand.seat.value), math.sin(stand.seat.value), 0.0])
    up = math.cos(LEAN) * np.array([0.0, 0.0, 1.0]) - math.sin(LEAN) * out
    normal = np.cross(right, up)
    foot = out * (reach[0] * abs(tx) + reach[1] * abs(ty) - 2.2)
    number = 1 + list(Seat).index(stand.seat)
    lower = stand.tiles[: -(-len(stand.tiles) // 2)]
    upper = stand.tiles[len(lower) :]
    items: list[PlacedTile | Panel] = []
    half = right * (max(TIER, len(lower)) / 2 + 0.4)
    for tier, tiles in ((1, upper), (0, lower)):
        base = foot - out * (1.1 * tier) + np.array([0.0, 0.0, 0.2 + 1.1 * tier])
        top = base + up * 0.8 - normal * 0.02
        items.append(Panel(np.stack([top - half, top + half, base + half, base - half]), (0.1, 0.1, 0.12), number))
        for i, tile in enumerate(tiles):
            centre = base + right * ((i - (len(tiles) - 1) / 2) * 1.02) + up / (2 * ASPECT) + normal * thickness
            items.append(PlacedTile(tile, centre, right / 2, up / (2 * ASPECT), -normal * thickness, -1, number))
        ledge = base + normal * (thickness + 0.1)
        foot_line = ledge * (1, 1, 0)
        items.append(
            Panel(
                np.stack([ledge - half, ledge + half, foot_line + half, foot_line - half]), (0.12, 0.12, 0.14), number
            )
        )
    return items
