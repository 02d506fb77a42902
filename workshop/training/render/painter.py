"""Paints an arrangement: a table, clutter, tiles with their sides and shadows, seen by a pinhole camera."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from workshop.training.render import covers, effects, setting
from workshop.training.render.arrays import FloatImage
from workshop.training.render.camera import NEAR, Camera
from workshop.training.render.canvas import SUBPIXEL_BITS, Canvas, fixed, hull_of, pixels_of, signed_area
from workshop.training.render.editions import Edition
from workshop.training.render.faces import FacePainter
from workshop.training.render.gloss import Gloss
from workshop.training.render.lens import Lens, focus_blur
from workshop.training.render.order import far_to_near
from workshop.training.render.pieces import Arrangement, Panel, PlacedTile
from workshop.training.render.setting import MAX_HALF_SIZE
from workshop.training.render.textures import noise

MIP_HEIGHTS = (16, 24, 34, 48, 68, 96, 136, 192, 272, 384)
"""Heights in pixels at which faces are drawn before they are warped into the picture."""
DARKEST_SIDE, BRIGHTEST_SIDE = 0.62, 0.92
"""Brightness of a tile's sides, relative to its face, where no lamp shines on them: in a dim room, and in a bright one
or under a lamp."""
ALIKE_SHARE = 0.08
"""Share of the pictures in which the table has the tiles' colour and the light comes from everywhere, so that edges
hardly show."""
LARGEST = 4
"""Maximum size of a painted tile, in lengths of the picture's longer side: what is larger is too close to the camera to
be shown."""
CORNER_POINTS = 3
"""Points that make a tile's rounded corner."""
OUT_OF_FOCUS_SHARE = 0.3
"""Share of the pictures in which some of the table is out of focus."""
SHADED_SHARE = 0.1
"""Share of the pictures in which small things throw shadows over the tiles."""
GLOSS_SHARE = 0.2
"""Share of the pictures in which a lamp is mirrored in the faces about one place."""
TILE_SPREAD, HUE_SPREAD = 0.02, 0.006
"""Standard deviation of a tile's body from that of its box: of its brightness, and of each colour."""
OLD_SHARE, YELLOWED = 0.1, 0.12
"""Share of the boxes in which some tiles have yellowed, and by how much at most."""
MOTTLED_SHARE, MOTTLES, MOTTLE_SIZES = 0.5, (0.02, 0.12), (0.03, 0.2)
"""Share of the pictures whose racks have a grain, its contrast, and its size in tile widths."""
COVERED_SHARE = 0.14
"""Share of the pictures in which something is held over the tiles."""


@dataclass(frozen=True)
class Label:
    """One tile of a picture."""

    tile: Tile | None
    """None for a tile face down."""
    corners: NDArray[np.float32]
    """Corners of the face, shape (4, 2), pixels, top-left first, clockwise as read upright; may lie outside the
    picture."""
    visible: float
    """Share of the face that neither another thing nor the border hides, 0 to 1."""
    group: int
    """Tiles of one set share a number."""
    number: int
    """What `Picture.ids` has for its face."""


@dataclass(frozen=True)
class Picture:
    """A rendered photo with its truth."""

    pixels: NDArray[np.uint8]
    """BGR, shape (height, width, 3)."""
    ids: NDArray[np.int32]
    """What each pixel shows: n for the face of the nth tile painted, anything else below 1; shape (height, width)."""
    labels: tuple[Label, ...]


class _Painted(NamedTuple):
    """A tile whose face is seen, be it covered afterwards or not."""

    number: int
    """The number that its pixels have in `Canvas.ids`."""
    tile: PlacedTile
    quad: NDArray[np.float64]
    """Corners of its face, shape (4, 2), pixels, before the lens bends them."""


def _labels(painted: Sequence[_Painted], lens: Lens, ids: NDArray[np.int32]) -> Iterator[Label]:
    """Yields the labels of the tiles of which the finished picture, with its `ids`, shows anything."""
    counts = np.bincount(ids[ids > 0].ravel(), minlength=1 + max((one.number for one in painted), default=0))
    for number, tile, quad in painted:
        corners = lens.place(quad)
        whole = pixels_of(quad) * abs(signed_area(corners)) / max(abs(signed_area(quad)), 1e-6)
        visible = min(1.0, float(counts[number] / max(whole, 1.0)))
        if visible > 0:
            yield Label(tile.tile, corners.astype(np.float32), visible, tile.group, number)


class Painter:
    """Paints one arrangement from far to near."""

    def __init__(
        self,
        camera: Camera,
        size: tuple[int, int],
        edition: Edition,
        rng: np.random.Generator,
        *,
        held_out: bool = False,
    ) -> None:
        self.camera = camera
        self.size = size
        self.edition = edition
        self.rng = rng
        self.held_out = held_out
        azimuth, height = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.4)
        self.light = np.array([np.cos(azimuth) * np.cos(height), np.sin(azimuth) * np.cos(height), np.sin(height)])
        self._alike = not held_out and rng.random() < ALIKE_SHARE
        self._indirect = DARKEST_SIDE if held_out else rng.uniform(DARKEST_SIDE, BRIGHTEST_SIDE)
        """Brightness of sides that no lamp shines on, relative to a face's; among white tiles in a bright room hardly
        less."""
        self._shadows = 1.0
        """Strength of the shadows, 0 to 1."""
        if self._alike:
            self._indirect, self._shadows = rng.uniform(BRIGHTEST_SIDE, 1.0), rng.uniform(0.05, 0.5)
        self._painters: dict[tuple[int, int], FacePainter] = {}
        turns = np.linspace(0, np.pi / 2, CORNER_POINTS)
        self._arc = 0.9 * edition.corner * np.column_stack([1 - np.sin(turns), 1 - np.cos(turns)])
        """Points of a rounded corner, from one side to the next, as distances (n, 2) from both sides."""
        self._canvas = Canvas(camera, size)
        self._unit = self._canvas.pixels_per_width
        self._gloss = Gloss.random(rng, MAX_HALF_SIZE / 2) if rng.random() < GLOSS_SHARE else None
        self._mottled = rng.uniform(*MOTTLES) if rng.random() < MOTTLED_SHARE else 0.0
        """Contrast of the grain of a rack's panels; 0 for smooth ones."""
        self._yellowed = rng.uniform(0, YELLOWED) if rng.random() < OLD_SHARE else 0.0
        """By how much the blue of a tile that has yellowed may be less."""

    def paint(self, arrangement: Arrangement, covered: float = 0.0) -> Picture:
        """The finished picture with its labels; something lies over, or close beside, that share of the tiles."""
        rng, canvas = self.rng, self._canvas
        if rng.random() < OUT_OF_FOCUS_SHARE:
            canvas.keep_depth()
        setting.lay_table(canvas, rng, self.edition.body if self._alike else None, held_out=self.held_out)
        things = rng.choice([0, 0, 0, 1, 1, 2, 4, 5]) if arrangement.items else rng.integers(3, 9)
        setting.lay_clutter(canvas, rng, arrangement.floor, int(things))
        items = far_to_near(arrangement.items, self.camera.position)
        self._cast_shadows(items)
        painted = self._paint_items(items)
        reach = min(arrangement.floor.half_size, max(self.size) / self._unit / 2)
        self._hide([one.quad for one in painted], reach, covered)
        image = self._focused()
        lens = Lens(float(rng.uniform(-0.08, 0.08)) if rng.random() < 0.5 else 0.0, self.size)
        image, ids = lens.bend(image, canvas.ids)
        pixels = effects.photograph(effects.light_up(image, rng, held_out=self.held_out), rng)
        return Picture(pixels, ids, tuple(_labels(painted, lens, ids)))

    def _paint_items(self, items: Iterable[PlacedTile | Panel]) -> list[_Painted]:
        """Paints tiles and panels, those in front over those behind them; gives the tiles whose faces are seen."""
        painted: list[_Painted] = []
        for number, item in enumerate(items, start=1):
            if isinstance(item, Panel):
                self._paint_panel(item)
            else:
                quad = self._paint_tile(item, number)
                if quad is not None:
                    painted.append(_Painted(number, item, quad))
        return painted

    def _focused(self) -> FloatImage:
        """What is painted, blurred where depth is kept and it lies nearer or farther than some point of the picture."""
        canvas = self._canvas
        if canvas.nearness is None:
            return canvas.image
        sharp_at = float(self.rng.choice(canvas.nearness.ravel()))
        strength = self.rng.uniform(0.5, 2.5) * max(1.0, max(self.size) / 416)
        return focus_blur(canvas.image, canvas.nearness, sharp_at, strength)

    def _hide(self, faces: Sequence[NDArray[np.float64]], reach: float, covered: float) -> None:
        """Throws shadows over tiles, now and then, and holds or lays things over them.

        These reach up to `reach` from the middle, in tile widths.
        """
        if self.rng.random() < SHADED_SHARE:
            setting.cast_over(self._canvas, self.rng, reach)
        if self.rng.random() < COVERED_SHARE:
            setting.hold_over(self._canvas, self.rng, reach, self.edition.thickness)
        if covered:
            corners = [face.astype(np.float32) for face in faces]
            self._canvas.ids[covers.lay_over(self._canvas.image, corners, self.rng, covered)] = 0

    def _cast_shadows(self, items: Iterable[PlacedTile | Panel]) -> None:
        """On the table: away from the light, and all about where a thing touches it."""
        cast = np.zeros(self._canvas.ids.shape, np.float32)
        contact = np.zeros(self._canvas.ids.shape, np.float32)
        points = [item.solid() if isinstance(item, PlacedTile) else item.corners for item in items]
        for corners in points:
            fallen = corners - self.light * (corners[:, 2:] / self.light[2])
            if self.camera.depth(fallen).min() > NEAR:
                hull = hull_of(self.camera.project(fallen))
                cv2.fillConvexPoly(cast, hull, 1.0, cv2.LINE_AA, SUBPIXEL_BITS)
            if corners[:, 2].min() < 0.05 and len(corners) == 8 and self.camera.depth(corners).min() > NEAR:
                flat = corners * (1, 1, 0)
                hull = hull_of(self.camera.project(flat))
                cv2.fillConvexPoly(contact, hull, 1.0, cv2.LINE_AA, SUBPIXEL_BITS)
        soft = cv2.GaussianBlur(cast, (0, 0), max(0.5, self._unit * self.rng.uniform(0.01, 0.12)))
        self._canvas.image *= 1 - self._shadows * self.rng.uniform(0.1, 0.65) * soft[..., None]
        near = cv2.GaussianBlur(contact, (0, 0), max(0.5, self._unit * self.rng.uniform(0.04, 0.1)))
        self._canvas.image *= 1 - self._shadows * self.rng.uniform(0.0, 0.45) * near[..., None]

    def _paint_panel(self, panel: Panel) -> None:
        corners = self.camera.in_front(panel.corners)
        if len(corners) < 3:
            return
        outline = self.camera.project(corners)
        normal = np.cross(panel.corners[1] - panel.corners[0], panel.corners[1] - panel.corners[2])
        facing = float(normal @ (self.camera.position - panel.corners[0]))
        if panel.one_sided and facing <= 0:
            return
        light = float(normal @ self.light) / max(float(np.linalg.norm(normal)), 1e-9)
        colour = np.array(panel.colour) * (0.75 + 0.3 * light) * self.rng.uniform(0.9, 1.08)
        hull = hull_of(outline)
        if panel.opacity < 1:
            mask = np.zeros(self._canvas.ids.shape, np.float32)
            cv2.fillConvexPoly(mask, hull, float(panel.opacity), cv2.LINE_AA, SUBPIXEL_BITS)
            self._canvas.image += mask[..., None] * (colour.astype(np.float32) - self._canvas.image)
        else:
            self._canvas.fill(outline, colour, hull)
            self._canvas.mark(hull, 0)  # what stands behind clear plastic is seen
            if self._mottled:
                self._mottle(outline, hull)
            if panel.grain and len(corners) == 4:
                self._streaks(outline, colour, panel.grain)
        self._canvas.note_depth(hull, corners)

    def _mottle(self, outline: NDArray[np.float64], hull: NDArray[np.int32]) -> None:
        """The grain of moulded plastic or leather on a panel."""
        low = np.maximum(np.floor(outline.min(axis=0)).astype(int), 0)
        high = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + 1, self.size)
        width, height = (high - low).tolist()
        if min(width, height) < 2:
            return
        cell = max(2.0, self._unit * self.rng.uniform(*MOTTLE_SIZES))
        cells = (max(2, round(height / cell)), max(2, round(width / cell)))
        inside = np.zeros((height, width), np.float32)
        cv2.fillConvexPoly(inside, hull - (low << SUBPIXEL_BITS).astype(np.int32), 1.0, cv2.LINE_8, SUBPIXEL_BITS)
        grain = np.float32(self._mottled) * noise(self.rng, (height, width), cells, 1) * inside
        self._canvas.image[low[1] : high[1], low[0] : high[0]] *= 1 + grain[..., None]

    def _streaks(self, outline: NDArray[np.float64], colour: NDArray[np.float64], contrast: float) -> None:
        """Grain along a wooden panel whose corners (4, 2) start at its top left."""
        for share in self.rng.uniform(0.05, 0.95, (int(self.rng.integers(3, 9)), 2)).clip(0.02, 0.98):
            ends = outline[:2] + share[0] * (outline[[3, 2]] - outline[:2])
            tone = (colour * (1 + contrast * (share[1] * 2 - 1))).tolist()
            first, last = fixed(ends).tolist()
            cv2.line(self._canvas.image, first, last, tone, 1, cv2.LINE_AA, SUBPIXEL_BITS)

    def _rounded(self, item: PlacedTile) -> NDArray[np.float64]:
        """Points about the face with rounded corners, then about the back, shape (2, 4 * CORNER_POINTS, 3)."""
        right, up = item.right, item.up
        across, along = right * 2, up * 2 * self.edition.aspect  # one tile width each
        outline = [
            item.centre + x * right + y * up - x * self._arc[:, :1] * across - y * self._arc[:, 1:] * along
            for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))
        ]
        face = np.concatenate(outline)
        return np.stack([face, face + item.depth])

    def _paint_tile(self, item: PlacedTile, number: int) -> NDArray[np.float64] | None:
        """Paints a tile; the projected corners of its face, or None where it is out of sight."""
        solid = item.solid()
        if self.camera.depth(solid).min() < NEAR:
            return None
        points = self.camera.project(solid)
        low, high = points.min(axis=0), points.max(axis=0)
        if self._is_outside(low, high):
            return None
        tint = self._tint()
        body = np.array(self.edition.body) * tint * self.rng.uniform(0.93, 1.03)
        round_points = self.camera.project(self._rounded(item)).reshape(-1, 2)
        hull = hull_of(round_points)
        if item.level or item.rack >= 0:
            self._darken_about(hull, low, high)
        self._canvas.mark(hull, -number)
        self._canvas.note_depth(hull, solid)
        self._canvas.fill(points, body * self._indirect, hull)
        self._paint_sides(item, solid, body)
        quad = points[:4]
        if signed_area(quad) <= 0:  # seen from behind
            return None
        self._paint_face(item, quad, tint)
        self._canvas.mark(fixed(quad), number)
        return quad

    def _is_outside(self, low: NDArray[np.float64], high: NDArray[np.float64]) -> bool:
        """Whether a tile is out of the picture, or far too large for it.

        Its projection reaches from `low` to `high`, each of shape (2,), pixels.
        """
        width, height = self.size
        beside = high[0] < 0 or high[1] < 0 or low[0] >= width or low[1] >= height
        return bool(beside or (high - low).max() > LARGEST * max(self.size))

    def _paint_sides(self, item: PlacedTile, solid: NDArray[np.float64], body: NDArray[np.float64]) -> None:
        """Paints the sides of a tile with corners `solid` (8, 3) and that `body` colour that look at the camera."""
        trim = min(0.45, 0.9 * self.edition.corner)
        for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
            outward = ((solid[a] + solid[b]) - (solid[b ^ 2] + solid[a ^ 2])) / 2  # away from the opposite side
            outward = outward / max(float(np.sqrt(outward @ outward)), 1e-9)
            if outward @ (self.camera.position - solid[a]) > 0:
                inset = (solid[b] - solid[a]) * (trim if a % 2 == 0 else trim * self.edition.aspect)
                first, last = solid[a] + inset, solid[b] - inset
                side = np.stack([first, last, last + item.depth, first + item.depth])
                lit = max(0.0, float(outward @ self.light)) * max(0.0, BRIGHTEST_SIDE - self._indirect)
                brightness = self._indirect + lit
                self._canvas.fill(self.camera.project(side), body * brightness)

    def _paint_face(self, item: PlacedTile, quad: NDArray[np.float64], tint: NDArray[np.float64]) -> None:
        """Paints the face of a tile, whose body has that `tint`, onto its projected corners."""
        normal = -item.depth / float(np.sqrt(item.depth @ item.depth))
        shade = (0.8 + 0.22 * max(0.0, float(normal @ self.light))) * tint
        face = self._face_painter(item, quad).face(item.tile)
        if self._gloss is not None:
            face = self._gloss.on(face, item.centre[:2], self.rng)
        self._canvas.blend(face, quad, shade.astype(np.float32))

    def _tint(self) -> NDArray[np.float64]:
        """What a tile's colour is multiplied by, shape (3,): no two of a box are quite alike."""
        tint = self.rng.normal(1, TILE_SPREAD) * self.rng.normal(1, HUE_SPREAD, 3)
        tint[2] *= 1 - self._yellowed * self.rng.random()
        return np.asarray(tint)

    def _darken_about(self, hull: NDArray[np.int32], low: NDArray[np.float64], high: NDArray[np.float64]) -> None:
        """The soft shadow that a tile throws on what it lies on or leans against."""
        reach = max(2, round(float((high - low).max()) * 0.08))
        start = np.maximum(np.floor(low).astype(int) - 2 * reach, 0)
        stop = np.minimum(np.ceil(high).astype(int) + 2 * reach, self.size)
        if (stop <= start).any():
            return
        mask = np.zeros((stop[1] - start[1], stop[0] - start[0]), np.float32)
        cv2.fillConvexPoly(mask, hull - (start << SUBPIXEL_BITS), 0.3, cv2.LINE_8, SUBPIXEL_BITS)
        soft = cv2.blur(mask, (2 * reach + 1, 2 * reach + 1))
        self._canvas.image[start[1] : stop[1], start[0] : stop[0]] *= 1 - soft[..., None]

    def _face_painter(self, item: PlacedTile, quad: NDArray[np.float64]) -> FacePainter:
        """The painter for a face of that size that lies in that direction under the light."""
        sides = quad - np.roll(quad, 1, axis=0)
        lengths = np.hypot(sides[:, 0], sides[:, 1]) / (1, self.edition.aspect, 1, self.edition.aspect)
        mip = int(np.searchsorted(MIP_HEIGHTS[:-1], lengths.max() * 0.9))
        sector = round(float(np.arctan2(item.right[1], item.right[0])) / (np.pi / 4))
        if (mip, sector) not in self._painters:
            right, up = item.right @ self.light * 2, item.up @ self.light * 2 * self.edition.aspect
            self._painters[mip, sector] = FacePainter(
                self.edition, MIP_HEIGHTS[mip], (float(right), -float(up)), self.rng
            )
        return self._painters[mip, sector]
