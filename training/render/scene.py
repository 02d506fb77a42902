"""Composes a picture: a table, clutter, tiles in perspective with their sides and shadows, seen by a pinhole camera."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import Tile
from training.render import effects, surfaces
from training.render.arrays import FloatImage
from training.render.editions import Edition, FacePainter
from training.render.layout import arrange, pick
from training.render.lens import Lens, focus_blur
from training.render.pieces import Arrangement, Panel, PlacedTile

SUBPIXEL_BITS = 4
MIP_HEIGHTS = (16, 24, 34, 48, 68, 96, 136, 192, 272, 384)
"""Heights in pixels at which faces are drawn before they are warped into the picture."""
MAX_HALF_SIZE = 14.0
"""How far from the middle tiles are laid at most, in tile widths."""
NEAR = 0.8
"""Nothing nearer to the camera than this is drawn, in tile widths."""
CLOSE_RACK_DISTANCES = (5.0, 16.0)
"""How near and how far the camera is from the rack it is held close to, in tile widths."""
DARKEST_SIDE, BRIGHTEST_SIDE = 0.62, 0.92
"""Brightness of a tile's sides, relative to its face, where no lamp shines on them: in a dim room, and in a bright one or under a lamp."""
ALIKE_SHARE = 0.08
"""Share of the pictures in which the table has the tiles' colour and the light comes from everywhere, so that edges hardly show."""
CORNER_POINTS = 3
"""Points that make a tile's rounded corner."""

Thing = list[PlacedTile | Panel]


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
    def over_table(
        cls,
        size: tuple[int, int],
        pixels_per_unit: float,
        tilt: float,
        rng: np.random.Generator,
        distances: tuple[float, float] = (6.0, np.inf),
    ) -> Camera:
        """A camera that looks at the table's middle.

        Args:
            size: of the picture, width and height in pixels.
            pixels_per_unit: scale at the middle, in pixels to a tile's width.
            tilt: of its axis off the vertical, radians.
            rng: source of direction, focal length and the rest.
            distances: nearest and farthest from the middle, in tile widths; the nearest lengthens the focal length,
                the farthest enlarges the scale where they conflict.
        """
        focal = max(size) * (rng.uniform(0.8, 2.2) if rng.random() < 0.65 else rng.uniform(0.55, 0.9))
        focal = max(focal, distances[0] * pixels_per_unit)
        distance = min(focal / pixels_per_unit, distances[1])
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
        """Pixels of points in space, (..., 3) to (..., 2)."""
        seen = (points - self.position) @ self.rotation.T
        return self.focal * seen[..., :2] / np.maximum(seen[..., 2:], 1e-3) + self.centre

    def depth(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """How far in front of the camera points are, (..., 3) to (...), in tile widths."""
        return np.asarray((points - self.position) @ self.rotation[2])

    def in_front(self, outline: NDArray[np.float64]) -> NDArray[np.float64]:
        """The part of a flat polygon (n, 3) at least `NEAR` in front of the camera, (m, 3); m may be 0."""
        depth = self.depth(outline) - NEAR
        if (depth >= 0).all():
            return outline
        kept = []
        for k in range(len(outline)):
            if depth[k - 1] * depth[k] < 0:
                share = depth[k - 1] / (depth[k - 1] - depth[k])
                kept.append(outline[k - 1] + share * (outline[k] - outline[k - 1]))
            if depth[k] >= 0:
                kept.append(outline[k])
        return np.array(kept).reshape(-1, 3)

    def table_plane(self) -> NDArray[np.float64]:
        """(a, b, c) with 1 / depth = a x + b y + c for the table seen at pixel (x, y); not above 0 past the horizon."""
        # a point is position + depth * ray, and it lies on the table where its z is 0
        down = -self.rotation[:, 2] / self.position[2]
        a, b = down[0] / self.focal, down[1] / self.focal
        return np.array([a, b, down[2] - a * self.centre[0] - b * self.centre[1]])

    def ground_homography(self) -> NDArray[np.float64]:
        """Maps table coordinates (x, y, 1) to pixels."""
        intrinsics = np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1]])
        columns = np.column_stack([self.rotation[:, 0], self.rotation[:, 1], -self.rotation @ self.position])
        return np.asarray(intrinsics @ columns)


def render(
    rng: np.random.Generator,
    size: tuple[int, int],
    tile_height: float,
    *,
    held_out: bool = False,
    layout: str | None = None,
    tilt: float | None = None,
    tiles: int | None = None,
) -> Picture:
    """A random picture.

    Args:
        rng: source of every choice.
        size: width and height in pixels.
        tile_height: of a tile in the middle seen from above, pixels; others follow from perspective. The layout
            `close_rack` keeps to it only within `CLOSE_RACK_DISTANCES`.
        held_out: draw with the typefaces, tables and light kept out of training.
        layout: one of `layout.LAYOUTS`; None for any.
        tilt: of the camera off the vertical, radians, 0 to 1.3; None for any.
        tiles: how many tiles there are at most; None for any number.
    """
    edition = Edition.random(rng, held_out=held_out)
    kind = layout or pick(rng)
    close = kind == "close_rack"
    if tilt is None:
        tilt = float(rng.uniform(0.6, 1.25)) if close else _tilt(rng)
    distances = CLOSE_RACK_DISTANCES if close else (6.0, np.inf)
    scale = tile_height * edition.aspect
    if close:  # so that the rack fills much of the picture
        scale = max(scale, max(size) / rng.uniform(7, 16))
    camera = Camera.over_table(size, scale, tilt, rng, distances)
    view = max(size) / scale * 0.62 / max(np.cos(tilt), 0.4) + 1.5
    facing = float(np.arctan2(camera.position[1], camera.position[0]))
    half_size = MAX_HALF_SIZE if close else float(min(view, MAX_HALF_SIZE))
    arrangement = arrange(
        rng, edition.aspect, edition.thickness, half_size, facing, layout=kind, tiles=tiles, extras=layout is None
    )
    return Painter(camera, size, edition, rng, held_out=held_out).paint(arrangement)


def _tilt(rng: np.random.Generator) -> float:
    """Of the camera off the vertical, radians: near overhead, as one sits at the table, or low."""
    low, high = ((0, 15), (15, 45), (45, 65))[rng.choice(3, p=[0.35, 0.45, 0.2])]
    return float(np.radians(rng.uniform(low, high)))


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
        """Brightness of sides that no lamp shines on, relative to a face's; among white tiles in a bright room hardly less."""
        self._shadows = 1.0
        """Strength of the shadows, 0 to 1."""
        if self._alike:
            self._indirect, self._shadows = rng.uniform(BRIGHTEST_SIDE, 1.0), rng.uniform(0.05, 0.5)
        self._painters: dict[tuple[int, int], FacePainter] = {}
        self.image: FloatImage = np.zeros((size[1], size[0], 3), np.float32)
        self.ids = np.zeros((size[1], size[0]), np.int32)
        """What each pixel shows: n for the face of the nth thing, -n for its sides, 0 for anything else."""
        self._unit = camera.focal / float(np.linalg.norm(camera.position))
        """Pixels to a tile's width in the middle of the table."""
        self._nearness: FloatImage | None = None
        """1 / depth of each pixel where some of the picture is to be out of focus."""
        turns = np.linspace(0, np.pi / 2, CORNER_POINTS)
        self._arc = 0.9 * edition.corner * np.column_stack([1 - np.sin(turns), 1 - np.cos(turns)])
        """Points of a rounded corner, from one side to the next, as distances (n, 2) from both sides."""

    def paint(self, arrangement: Arrangement) -> Picture:
        """The finished picture with its labels."""
        if self.rng.random() < 0.3:
            rows, columns = np.mgrid[0 : self.size[1], 0 : self.size[0]].astype(np.float32)
            a, b, c = self.camera.table_plane()
            self._nearness = np.maximum(a * columns + b * rows + c, 1e-3).astype(np.float32)
        self._lay_table()
        self._lay_clutter(arrangement, int(self.rng.choice([0, 0, 0, 1, 1, 2, 4, 5])))
        items = self._far_to_near(arrangement)
        self._cast_shadows(items)
        quads: list[tuple[int, PlacedTile, NDArray[np.float64]]] = []
        for number, item in enumerate(items, start=1):
            if isinstance(item, Panel):
                self._paint_panel(item)
            else:
                quad = self._paint_tile(item, number)
                if quad is not None:
                    quads.append((number, item, quad))
        if self.rng.random() < 0.14:
            self._hold_over(arrangement)
        if self._nearness is not None:
            sharp_at = float(self.rng.choice(self._nearness.ravel()))
            strength = self.rng.uniform(0.5, 2.5) * max(1.0, max(self.size) / 416)
            self.image = focus_blur(self.image, self._nearness, sharp_at, strength)
        lens = Lens(float(self.rng.uniform(-0.08, 0.08)) if self.rng.random() < 0.5 else 0.0, self.size)
        self.image, self.ids = lens.bend(self.image, self.ids)
        pixels = effects.photograph(effects.light_up(self.image, self.rng, held_out=self.held_out), self.rng)
        counts = np.bincount(self.ids[self.ids > 0].ravel(), minlength=len(items) + 1)
        labels = []
        for number, item, quad in quads:
            corners = lens.place(quad)
            whole = _pixels_of(quad) * _area(corners) / max(_area(quad), 1e-6)
            visible = min(1.0, float(counts[number] / max(whole, 1.0)))
            if visible > 0:
                labels.append(Label(item.tile, corners.astype(np.float32), visible, item.group))
        return Picture(pixels, tuple(labels))

    def _far_to_near(self, arrangement: Arrangement) -> Thing:
        """Everything in the order in which it is painted."""
        things = [
            list(pieces)
            for _, pieces in itertools.groupby(arrangement.items, key=lambda i: i.rack if i.rack >= 0 else -1 - id(i))
        ]
        return [piece for thing in self._ordered(things) for piece in thing]

    def _ordered(self, things: list[Thing]) -> list[Thing]:
        """Things from far to near; what stands behind a rack comes before it, however near it is."""
        for k, thing in enumerate(things):
            panels = [piece for piece in thing if isinstance(piece, Panel)]
            if not panels:
                continue
            along = panels[-1].corners[1] - panels[-1].corners[0]
            across = np.array([-along[1], along[0], 0.0])
            middle = np.mean([panel.corners.mean(axis=0) for panel in panels], axis=0)
            seen_from_front = across @ (self.camera.position - middle) < 0
            sign = -1.0 if seen_from_front else 1.0  # makes the camera's side positive
            sides: tuple[list[Thing], list[Thing]] = ([], [])
            for other in things[:k] + things[k + 1 :]:
                sides[int(sign * (across @ (_middle(other) - middle)) > 0)].append(other)
            return [*self._ordered(sides[0]), self._rack_order(thing, seen_from_front), *self._ordered(sides[1])]
        for thing in things:
            thing.sort(key=lambda piece: (getattr(piece, "level", 0), -self._distance(_middle([piece]))))
        return sorted(things, key=lambda thing: -self._distance(_middle(thing)))

    def _rack_order(self, pieces: Thing, seen_from_front: bool) -> Thing:  # noqa: FBT001
        """The pieces of a rack, which stand from back to front; the tiles of each tier from far to near."""
        ordered: Thing = []
        for tiles, run in itertools.groupby(pieces, key=lambda piece: isinstance(piece, PlacedTile)):
            members = list(run)
            if tiles:
                members.sort(key=lambda piece: -self._distance(_middle([piece])))
            ordered += members
        return ordered if seen_from_front else ordered[::-1]

    def _distance(self, point: NDArray[np.float64]) -> float:
        away = point - self.camera.position
        return float(away @ away)

    def _lay_table(self) -> None:
        texture = surfaces.table(self.rng, held_out=self.held_out)
        scale, turn = self.rng.uniform(8, 45), self.rng.uniform(0, 2 * np.pi)
        middle = surfaces.TABLE_SIZE / 2
        to_table = np.array([
            [np.cos(turn) / scale, -np.sin(turn) / scale, -middle / scale],
            [np.sin(turn) / scale, np.cos(turn) / scale, -middle / scale],
            [0, 0, 1],
        ])  # fmt: skip
        homography = self.camera.ground_homography()
        self.image = cv2.warpPerspective(
            texture, homography @ to_table, self.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
        )
        self.image *= effects.table_noise(self.image.shape[:2], self.rng)[..., None]
        if self._alike:
            tone = np.array(self.edition.body, np.float32) * np.float32(self.rng.uniform(0.93, 1.04))
            share = np.float32(self.rng.uniform(0.6, 0.95))
            self.image += (share * (tone - self.image)).astype(np.float32)
        self._end_table(homography)

    def _end_table(self, homography: NDArray[np.float64]) -> None:
        """Shows a blurred room where the table ends, some way behind the middle."""
        plane = self.camera.table_plane()
        width, height = self.size
        corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]], np.float64)
        if (corners @ plane).min() > 1 / 60 and self.rng.random() < 0.9:
            return
        away = -self.camera.position[:2] / max(float(np.linalg.norm(self.camera.position[:2])), 1e-6)
        turn = self.rng.normal(0, 0.4)
        normal = np.array([
            away[0] * np.cos(turn) - away[1] * np.sin(turn), away[0] * np.sin(turn) + away[1] * np.cos(turn),
        ])  # fmt: skip
        edge = self.rng.uniform(1.0, 2.5) * MAX_HALF_SIZE
        # the line's pixels l satisfy l @ (x, y, 1) = 0; the sign is that of a point on the table's far side
        line = np.linalg.inv(homography).T @ np.array([normal[0], normal[1], -edge])
        at_middle = np.append(self.camera.project(np.zeros(3)), 1.0)
        line *= -np.sign(line @ at_middle) / max(float(np.hypot(line[0], line[1])), 1e-12)
        rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
        mask = np.clip(line[0] * columns + line[1] * rows + line[2], 0, 1).astype(np.float32)
        if not mask.any():
            return
        cells = (int(self.rng.integers(2, 6)), int(self.rng.integers(2, 8)))
        room = (
            self.rng.uniform(0.05, 0.8) + self.rng.normal(0, 0.12, (*cells, 1)) + self.rng.normal(0, 0.03, (*cells, 3))
        )
        backdrop = cv2.resize(room.astype(np.float32), self.size, interpolation=cv2.INTER_CUBIC)
        self.image += mask[..., None] * (np.clip(backdrop, 0, 1) - self.image)

    def _lay_clutter(self, arrangement: Arrangement, count: int) -> None:
        limit = arrangement.floor.half_size
        for _ in range(count):
            texture, width = surfaces.clutter(self.rng)
            at, turn = self.rng.uniform(-limit, limit, 2), self.rng.uniform(0, 2 * np.pi)
            points = _flat_quad(texture, width, at, turn, 0.0)
            if arrangement.floor.is_free(points, allow=0.12 if self.rng.random() < 0.5 else 1.0):
                self._lay_over(texture, points)

    def _lay_over(self, texture: FloatImage, points: NDArray[np.float64], shade: float = 1.0) -> None:
        """Blends a texture (h, w, 4) in whose corners lie at `points` (4, 3), if those are in front of the camera."""
        if self.camera.depth(points).min() > NEAR:
            self._warp_in(texture, self.camera.project(points), shade)

    def _hold_over(self, arrangement: Arrangement) -> None:
        """Hands, sleeves and pens a little above the tiles."""
        limit = min(arrangement.floor.half_size, max(self.size) / self._unit / 2)
        for _ in range(int(self.rng.choice([1, 1, 2]))):
            texture, width = surfaces.occluder(self.rng)
            at, turn = self.rng.uniform(-limit, limit, 2), self.rng.uniform(0, 2 * np.pi)
            lift = self.edition.thickness + self.rng.uniform(0.05, 1.0)
            points = _flat_quad(texture, width, at, turn, lift)
            if self.camera.depth(points).min() <= NEAR:
                continue
            quad = self.camera.project(points)
            self._warp_in(texture, quad, hide=True)
            self._note_depth(np.asarray(cv2.convexHull(_fixed(quad)), np.int32), points)

    def _cast_shadows(self, items: Iterable[PlacedTile | Panel]) -> None:
        """On the table: away from the light, and all about where a thing touches it."""
        cast = np.zeros(self.ids.shape, np.float32)
        contact = np.zeros(self.ids.shape, np.float32)
        points = [item.solid() if isinstance(item, PlacedTile) else item.corners for item in items]
        for corners in points:
            fallen = corners - self.light * (corners[:, 2:] / self.light[2])
            if self.camera.depth(fallen).min() > NEAR:
                hull = cv2.convexHull(_fixed(self.camera.project(fallen)))
                cv2.fillConvexPoly(cast, hull, 1.0, cv2.LINE_AA, SUBPIXEL_BITS)
            if corners[:, 2].min() < 0.05 and len(corners) == 8 and self.camera.depth(corners).min() > NEAR:
                flat = corners * (1, 1, 0)
                hull = cv2.convexHull(_fixed(self.camera.project(flat)))
                cv2.fillConvexPoly(contact, hull, 1.0, cv2.LINE_AA, SUBPIXEL_BITS)
        soft = cv2.GaussianBlur(cast, (0, 0), max(0.5, self._unit * self.rng.uniform(0.01, 0.12)))
        self.image *= 1 - self._shadows * self.rng.uniform(0.1, 0.65) * soft[..., None]
        near = cv2.GaussianBlur(contact, (0, 0), max(0.5, self._unit * self.rng.uniform(0.04, 0.1)))
        self.image *= 1 - self._shadows * self.rng.uniform(0.0, 0.45) * near[..., None]

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
        hull = np.asarray(cv2.convexHull(_fixed(outline)), np.int32)
        if panel.opacity < 1:
            mask = np.zeros(self.ids.shape, np.float32)
            cv2.fillConvexPoly(mask, hull, float(panel.opacity), cv2.LINE_AA, SUBPIXEL_BITS)
            self.image += mask[..., None] * (colour.astype(np.float32) - self.image)
        else:
            self._fill(outline, colour, hull)
            cv2.fillConvexPoly(self.ids, hull, 0, cv2.LINE_8, SUBPIXEL_BITS)  # what stands behind clear plastic is seen
            if panel.grain and len(corners) == 4:
                self._streaks(outline, colour, panel.grain)
        self._note_depth(hull, corners)

    def _streaks(self, outline: NDArray[np.float64], colour: NDArray[np.float64], contrast: float) -> None:
        """Grain along a wooden panel whose corners (4, 2) start at its top left."""
        for share in self.rng.uniform(0.05, 0.95, (int(self.rng.integers(3, 9)), 2)).clip(0.02, 0.98):
            ends = np.stack([
                outline[0] + share[0] * (outline[3] - outline[0]), outline[1] + share[0] * (outline[2] - outline[1]),
            ])  # fmt: skip
            tone = (colour * (1 + contrast * (share[1] * 2 - 1))).tolist()
            first, last = _fixed(ends).tolist()
            cv2.line(self.image, first, last, tone, 1, cv2.LINE_AA, SUBPIXEL_BITS)

    def _note_depth(self, hull: NDArray[np.int32], points: NDArray[np.float64]) -> None:
        if self._nearness is not None:
            nearness = 1 / max(float(self.camera.depth(points).mean()), NEAR)
            cv2.fillConvexPoly(self._nearness, hull, nearness, cv2.LINE_8, SUBPIXEL_BITS)

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
        if (
            high[0] < 0
            or high[1] < 0
            or low[0] >= self.size[0]
            or low[1] >= self.size[1]
            or (high - low).max() > 4 * max(self.size)
        ):
            return None
        body = np.array(self.edition.body) * self.rng.uniform(0.93, 1.03)
        round_points = self.camera.project(self._rounded(item)).reshape(-1, 2)
        hull = np.asarray(cv2.convexHull(_fixed(round_points)), np.int32)
        if item.level or item.rack >= 0:
            self._darken_about(hull, low, high)
        cv2.fillConvexPoly(self.ids, hull, -number, cv2.LINE_8, SUBPIXEL_BITS)
        self._note_depth(hull, solid)
        self._fill(points, body * self._indirect, hull)
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
                self._fill(self.camera.project(side), body * brightness)
        quad = points[:4]
        if _signed_area(quad) <= 0:  # seen from behind
            return None
        normal = -item.depth / float(np.sqrt(item.depth @ item.depth))
        shade = 0.8 + 0.22 * max(0.0, float(normal @ self.light))
        self._warp_in(self._face_painter(item, quad).face(item.tile), quad, shade)
        cv2.fillConvexPoly(self.ids, _fixed(quad), number, cv2.LINE_8, SUBPIXEL_BITS)
        return quad

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
        self.image[start[1] : stop[1], start[0] : stop[0]] *= 1 - soft[..., None]

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

    def _warp_in(
        self, texture: FloatImage, quad: NDArray[np.float64], shade: float = 1.0, *, hide: bool = False
    ) -> None:
        """Warps a texture (h, w, 4) onto the quadrilateral, corners top-left first, and blends it in.

        With `hide`, what lies beneath counts as hidden.
        """
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
        if hide:
            self.ids[low[1] : high[1], low[0] : high[0]][alpha[..., 0] > 0.5] = 0


def _fixed(points: NDArray[np.float64]) -> NDArray[np.int32]:
    """Points as OpenCV's fixed-point integers."""
    return np.round(np.clip(points, -3e4, 3e4) * (1 << SUBPIXEL_BITS)).astype(np.int32)


def _signed_area(quad: NDArray[np.float64]) -> float:
    """Area of a quadrilateral, positive where its corners go clockwise on the screen."""
    x, y = quad[:, 0], quad[:, 1]
    return 0.5 * float((x[2] - x[0]) * (y[3] - y[1]) - (x[3] - x[1]) * (y[2] - y[0]))


def _area(quad: NDArray[np.float64]) -> float:
    return abs(_signed_area(quad))


def _pixels_of(quad: NDArray[np.float64]) -> float:
    """About how many pixels OpenCV fills for a quadrilateral: it draws the whole outline too."""
    steps = np.abs(quad - np.roll(quad, 1, axis=0)).max(axis=1)
    return _area(quad) + float(steps.sum()) / 2


def _middle(thing: Thing) -> NDArray[np.float64]:
    points = [piece.centre if isinstance(piece, PlacedTile) else piece.corners.mean(axis=0) for piece in thing]
    return points[0] if len(points) == 1 else np.mean(points, axis=0)


def _flat_quad(
    texture: FloatImage, width: float, at: NDArray[np.float64], turn: float, lift: float
) -> NDArray[np.float64]:
    """Corners (4, 3) of a level texture `width` wide about `at` (2,), turned by `turn` radians, at height `lift`."""
    height = width * texture.shape[0] / texture.shape[1]
    right = np.array([np.cos(turn), np.sin(turn)]) * width / 2
    up = np.array([-np.sin(turn), np.cos(turn)]) * height / 2
    corners = np.stack([at - right + up, at + right + up, at + right - up, at - right - up])
    return np.column_stack([corners, np.full(4, lift)])
