"""Composes a picture: a table, clutter, tiles in perspective with their sides and shadows, seen by a pinhole camera."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from training.render import effects, surfaces
from training.render.arrays import FloatImage
from training.render.editions import Edition, FacePainter
from training.render.layout import Arrangement, Panel, PlacedTile, arrange

SUBPIXEL_BITS = 4
MIP_HEIGHTS = (16, 24, 34, 48, 68, 96, 136, 192, 272, 384)
"""Heights in pixels at which faces are drawn before they are warped into the picture."""
MAX_HALF_SIZE = 14.0
"""How far from the middle tiles are laid at most, in tile widths."""


@dataclass(frozen=True)
class Label:
    """One tile of a picture."""

    tile: Tile | None
    """None for a tile face down."""
    corners: NDArray[np.float32]
    """Corners of the face, shape (4, 2), pixels, top-left first, clockwise as read upright; may lie outside the picture."""
    visible: float
    """Share of the face that neither another thing nor the border hides, 0 to 1."""
    group: int
    """Tiles of one set share a number."""


@dataclass(frozen=True)
class Picture:
    """A rendered photo with its truth."""

    pixels: NDArray[np.uint8]
    """BGR, shape (height, width, 3)."""
    labels: tuple[Label, ...]


@dataclass(frozen=True)
class Camera:
    """A pinhole camera over the table."""

    position: NDArray[np.float64]
    rotation: NDArray[np.float64]
    """World to camera, shape (3, 3); the camera looks along its z axis, y down."""
    focal: float
    """In pixels."""
    centre: tuple[float, float]
    """Principal point in pixels."""

    @classmethod
    def over_table(cls, size: tuple[int, int], pixels_per_unit: float, tilt: float, rng: np.random.Generator) -> Camera:
        """A camera that sees the table's middle at `pixels_per_unit`, `tilt` radians off the vertical."""
        focal = max(size) * rng.uniform(0.8, 2.2)
        distance = focal / pixels_per_unit
        azimuth, roll = rng.uniform(0, 2 * np.pi), rng.normal(0, 0.06)
        position = distance * np.array([np.sin(tilt) * np.cos(azimuth), np.sin(tilt) * np.sin(azimuth), np.cos(tilt)])
        forward = -position / distance
        sideways = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
        down = np.cross(forward, sideways)
        base = np.stack([sideways, down, forward])
        cos, sin = np.cos(roll), np.sin(roll)
        rotation = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]) @ base
        offset = rng.normal(0, 0.12, 2) * size
        return cls(position, rotation, focal, (size[0] / 2 + offset[0], size[1] / 2 + offset[1]))

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Pixels of points in space, (n, 3) to (n, 2)."""
        seen = (points - self.position) @ self.rotation.T
        return self.focal * seen[:, :2] / np.maximum(seen[:, 2:], 1e-3) + self.centre

    def ground_homography(self) -> NDArray[np.float64]:
        """Maps table coordinates (x, y, 1) to pixels."""
        intrinsics = np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1]])
        columns = np.column_stack([self.rotation[:, 0], self.rotation[:, 1], -self.rotation @ self.position])
        return np.asarray(intrinsics @ columns)


def render(rng: np.random.Generator, size: tuple[int, int], tile_height: float, *, held_out: bool = False) -> Picture:
    """A random picture.

    Args:
        rng: source of every choice.
        size: width and height in pixels.
        tile_height: of a tile in the middle seen from above, pixels; others follow from perspective.
        held_out: draw with the typefaces kept out of training.
    """
    edition = Edition.random(rng, held_out=held_out)
    tilt = float(np.clip(abs(rng.normal(0, 0.38)), 0, 1.02))
    camera = Camera.over_table(size, tile_height * edition.aspect, tilt, rng)
    view = max(size) / (tile_height * edition.aspect) * 0.62 / np.cos(tilt) + 1.5
    facing = float(np.arctan2(camera.position[1], camera.position[0]))
    arrangement = arrange(rng, edition.aspect, edition.thickness, float(min(view, MAX_HALF_SIZE)), facing)
    return Painter(camera, size, edition, rng).paint(arrangement)


class Painter:
    """Paints one arrangement from far to near."""

    def __init__(self, camera: Camera, size: tuple[int, int], edition: Edition, rng: np.random.Generator) -> None:
        self.camera = camera
        self.size = size
        self.edition = edition
        self.rng = rng
        azimuth, height = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.4)
        self.light = np.array([np.cos(azimuth) * np.cos(height), np.sin(azimuth) * np.cos(height), np.sin(height)])
        self._painters: dict[tuple[int, int], FacePainter] = {}
        self.image: FloatImage = np.zeros((size[1], size[0], 3), np.float32)
        self.ids = np.zeros((size[1], size[0]), np.int32)

    def paint(self, arrangement: Arrangement) -> Picture:
        """The finished picture with its labels."""
        self._lay_table()
        self._lay_clutter(arrangement, int(self.rng.choice([0, 0, 1, 2, 4, 8])))
        items = self._far_to_near(arrangement)
        self._cast_shadows(items)
        quads: list[tuple[int, PlacedTile, NDArray[np.float64]]] = []
        for number, item in enumerate(items, start=1):
            if isinstance(item, Panel):
                self._fill(self.camera.project(item.corners), np.array(item.colour) * self.rng.uniform(0.8, 1.1))
            else:
                quad = self._paint_tile(item, number)
                if quad is not None:
                    quads.append((number, item, quad))
        pixels = effects.photograph(effects.light_up(self.image, self.rng), self.rng)
        counts = np.bincount(self.ids[self.ids > 0].ravel(), minlength=len(items) + 1)
        labels = [
            Label(
                item.tile, quad.astype(np.float32), min(1.0, float(counts[number] / max(_area(quad), 1.0))), item.group
            )
            for number, item, quad in quads
        ]
        return Picture(pixels, tuple(label for label in labels if label.visible > 0))

    def _far_to_near(self, arrangement: Arrangement) -> list[PlacedTile | Panel]:
        def distance(item: PlacedTile | Panel) -> float:
            point = item.centre if isinstance(item, PlacedTile) else item.corners.mean(axis=0)
            return float(np.linalg.norm(point - self.camera.position))

        things = [
            list(pieces)
            for _, pieces in itertools.groupby(arrangement.items, key=lambda i: i.rack if i.rack >= 0 else id(i))
        ]
        things.sort(key=lambda pieces: -distance(pieces[0]))
        return [piece for pieces in things for piece in pieces]

    def _lay_table(self) -> None:
        texture = surfaces.table(self.rng)
        scale, turn = self.rng.uniform(8, 45), self.rng.uniform(0, 2 * np.pi)
        middle = surfaces.TABLE_SIZE / 2
        to_table = np.array([
            [np.cos(turn) / scale, -np.sin(turn) / scale, -middle / scale],
            [np.sin(turn) / scale, np.cos(turn) / scale, -middle / scale],
            [0, 0, 1],
        ])  # fmt: skip
        matrix = self.camera.ground_homography() @ to_table
        self.image = cv2.warpPerspective(
            texture, matrix, self.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
        )
        self.image *= effects.table_noise(self.image.shape[:2], self.rng)[..., None]

    def _lay_clutter(self, arrangement: Arrangement, count: int) -> None:
        limit = arrangement.floor.half_size
        for _ in range(count):
            texture, width = surfaces.clutter(self.rng)
            height = width * texture.shape[0] / texture.shape[1]
            at, turn = self.rng.uniform(-limit, limit, 2), self.rng.uniform(0, 2 * np.pi)
            right, up = (
                np.array([np.cos(turn), np.sin(turn)]) * width / 2,
                np.array([-np.sin(turn), np.cos(turn)]) * height / 2,
            )
            corners = np.stack([at - right + up, at + right + up, at + right - up, at - right - up])
            if arrangement.floor.is_free(corners, allow=0.12 if self.rng.random() < 0.5 else 1.0):
                points = np.column_stack([corners, np.full(4, 0.0)])
                self._warp_in(texture, self.camera.project(points))

    def _cast_shadows(self, items: list[PlacedTile | Panel]) -> None:
        mask = np.zeros(self.ids.shape, np.float32)
        for item in items:
            points = item.solid() if isinstance(item, PlacedTile) else item.corners
            fallen = points - self.light * (points[:, 2:] / self.light[2])
            cv2.fillConvexPoly(
                mask, cv2.convexHull(_fixed(self.camera.project(fallen))), 1.0, cv2.LINE_AA, SUBPIXEL_BITS
            )
        unit = self.camera.focal / float(np.linalg.norm(self.camera.position))
        soft = cv2.GaussianBlur(mask, (0, 0), max(0.5, unit * self.rng.uniform(0.01, 0.12)))
        self.image *= 1 - self.rng.uniform(0.1, 0.65) * soft[..., None]

    def _paint_tile(self, item: PlacedTile, number: int) -> NDArray[np.float64] | None:
        """Paints a tile; the projected corners of its face, or None where it is out of sight."""
        points = self.camera.project(item.solid())
        low, high = points.min(axis=0), points.max(axis=0)
        if (
            high[0] < 0
            or high[1] < 0
            or low[0] >= self.size[0]
            or low[1] >= self.size[1]
            or (high - low).max() > 4 * max(self.size)
        ):
            return None
        body = np.array(self.edition.body) * self.rng.uniform(0.93, 1.03)
        solid = item.solid()
        hull = np.asarray(cv2.convexHull(_fixed(points)), np.int32)
        cv2.fillConvexPoly(self.ids, hull, -number, cv2.LINE_8, SUBPIXEL_BITS)
        self._fill(points, body * 0.62, hull)
        for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
            side = np.stack([solid[a], solid[b], solid[b + 4], solid[a + 4]])
            outward = ((solid[a] + solid[b]) - (solid[b ^ 2] + solid[a ^ 2])) / 2  # away from the opposite side
            outward = outward / max(float(np.sqrt(outward @ outward)), 1e-9)
            if outward @ (self.camera.position - side[0]) > 0:
                self._fill(self.camera.project(side), body * (0.62 + 0.3 * max(0.0, float(outward @ self.light))))
        quad = points[:4]
        if _signed_area(quad) <= 0:  # seen from behind
            return None
        normal = -item.depth / float(np.sqrt(item.depth @ item.depth))
        shade = 0.8 + 0.22 * max(0.0, float(normal @ self.light))
        self._warp_in(self._face_painter(item, quad).face(item.tile), quad, shade)
        cv2.fillConvexPoly(self.ids, _fixed(quad), number, cv2.LINE_8, SUBPIXEL_BITS)
        return quad

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

    def _fill(
        self, points: NDArray[np.float64], colour: NDArray[np.float64], hull: NDArray[np.int32] | None = None
    ) -> None:
        polygon = cv2.convexHull(_fixed(points)) if hull is None else hull
        cv2.fillConvexPoly(self.image, polygon, [float(c) for c in colour], cv2.LINE_AA, SUBPIXEL_BITS)

    def _warp_in(self, texture: FloatImage, quad: NDArray[np.float64], shade: float = 1.0) -> None:
        """Warps a texture (h, w, 4) onto the quadrilateral, corners top-left first, and blends it in."""
        low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 1, 0)
        high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 2, self.size)
        if (high <= low).any() or (high - low).max() > 3 * max(self.size):
            return
        height, width = texture.shape[:2]
        source = np.array(
            [[-0.5, -0.5], [width - 0.5, -0.5], [width - 0.5, height - 0.5], [-0.5, height - 0.5]], np.float32
        )
        matrix = cv2.getPerspectiveTransform(source, (quad - low).astype(np.float32))
        warped = cv2.warpPerspective(texture, matrix, tuple(int(v) for v in high - low), flags=cv2.INTER_LINEAR)
        region = self.image[low[1] : high[1], low[0] : high[0]]
        alpha = warped[..., 3:]
        region += alpha * (warped[..., :3] * np.float32(shade) - region)


def _fixed(points: NDArray[np.float64]) -> NDArray[np.int32]:
    """Points as OpenCV's fixed-point integers."""
    return np.round(np.clip(points, -3e4, 3e4) * (1 << SUBPIXEL_BITS)).astype(np.int32)


def _signed_area(quad: NDArray[np.float64]) -> float:
    """Area of a quadrilateral, positive where its corners go clockwise on the screen."""
    x, y = quad[:, 0], quad[:, 1]
    return 0.5 * float((x[2] - x[0]) * (y[3] - y[1]) - (x[3] - x[1]) * (y[2] - y[0]))


def _area(quad: NDArray[np.float64]) -> float:
    return abs(_signed_area(quad))
