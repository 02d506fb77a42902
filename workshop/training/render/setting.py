"""What tiles lie on and among: the table and where it ends, clutter beside them, hands over them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.training.render import effects, surfaces
from workshop.training.render.arrays import FloatImage
from workshop.training.render.camera import NEAR
from workshop.training.render.canvas import SUBPIXEL_BITS, Canvas, hull_of
from workshop.training.render.clutter import clutter, occluder
from workshop.training.render.pieces import Floor

MUCH_FINER = 1.5
"""A table's texture with so many times more pixels than the picture is averaged."""
SHADOW_SIZES, SHADOW_EDGES, SHADOW_DEPTHS = (0.5, 3.0), (0.02, 0.1), (0.2, 0.6)
"""Shadows of small things over the tiles: half their size and the width of their edge, both in tile widths, and how
dark they are."""
MAX_HALF_SIZE = 14.0
"""How far from the middle tiles are laid at most, in tile widths."""


def lay_table(
    canvas: Canvas, rng: np.random.Generator, body: tuple[float, float, float] | None, *, held_out: bool
) -> None:
    """Paints the table on an empty canvas.

    Args:
        canvas: to be painted on.
        rng: source of every choice.
        body: the tiles' colour where the table is to have nearly the same, RGB.
        held_out: use the tables kept out of training.
    """
    texture = surfaces.table(rng, held_out=held_out)
    unit = canvas.pixels_per_width
    scale, turn = rng.uniform(max(8, 0.4 * unit), max(45, 1.2 * unit)), rng.uniform(0, 2 * np.pi)
    if scale > MUCH_FINER * unit:  # else fine patterns would be sampled, not averaged
        texture = np.asarray(cv2.GaussianBlur(texture, (0, 0), 0.3 * scale / unit), np.float32)
    middle = surfaces.TABLE_SIZE / 2
    cos, sin = np.cos(turn) / scale, np.sin(turn) / scale
    to_table = np.array([[cos, -sin, -middle / scale], [sin, cos, -middle / scale], [0, 0, 1]])
    homography = canvas.camera.ground_homography()
    image = cv2.warpPerspective(
        texture, homography @ to_table, canvas.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )
    image *= effects.table_noise(image.shape[:2], rng)[..., None]
    if body is not None:
        tone = np.array(body, np.float32) * np.float32(rng.uniform(0.93, 1.04))
        share = np.float32(rng.uniform(0.6, 0.95))
        image += (share * (tone - image)).astype(np.float32)
    canvas.image = image
    _end_table(canvas, rng, homography)


def _end_table(canvas: Canvas, rng: np.random.Generator, homography: NDArray[np.float64]) -> None:
    """Shows a blurred room where the table ends, some way behind the middle."""
    camera, (width, height) = canvas.camera, canvas.size
    corners = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]], np.float64)
    if (corners @ camera.table_plane()).min() > 1 / 60 and rng.random() < 0.9:
        return
    away = -camera.position[:2] / max(float(np.linalg.norm(camera.position[:2])), 1e-6)
    turn = rng.normal(0, 0.4)
    cos, sin = np.cos(turn), np.sin(turn)
    normal = np.array([away[0] * cos - away[1] * sin, away[0] * sin + away[1] * cos])
    edge = rng.uniform(1.0, 2.5) * MAX_HALF_SIZE
    # the line's pixels l satisfy l @ (x, y, 1) = 0; the sign is that of a point on the table's far side
    line = np.linalg.inv(homography).T @ np.array([normal[0], normal[1], -edge])
    at_middle = np.append(camera.project(np.zeros(3)), 1.0)
    line *= -np.sign(line @ at_middle) / max(float(np.hypot(line[0], line[1])), 1e-12)
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    mask = np.clip(line[0] * columns + line[1] * rows + line[2], 0, 1).astype(np.float32)
    if not mask.any():
        return
    cells = (int(rng.integers(2, 6)), int(rng.integers(2, 8)))
    room = rng.uniform(0.05, 0.8) + rng.normal(0, 0.12, (*cells, 1)) + rng.normal(0, 0.03, (*cells, 3))
    backdrop = cv2.resize(room.astype(np.float32), canvas.size, interpolation=cv2.INTER_CUBIC)
    canvas.image += mask[..., None] * (np.clip(backdrop, 0, 1) - canvas.image)


def lay_clutter(canvas: Canvas, rng: np.random.Generator, floor: Floor, count: int) -> None:
    """Lays `count` things flat on the table, where `floor` has room for them or, for some, a tile lies on them."""
    for _ in range(count):
        texture, width = clutter(rng)
        at, turn = rng.uniform(-floor.half_size, floor.half_size, 2), rng.uniform(0, 2 * np.pi)
        points = _flat_quad(texture, width, at, turn, 0.0)
        if floor.is_free(points, allow=0.12 if rng.random() < 0.5 else 1.0):
            canvas.lay(texture, points)


def hold_over(canvas: Canvas, rng: np.random.Generator, reach: float, height: float) -> None:
    """Hands, sleeves and pens above tiles of that `height`, up to `reach` from the middle, in tile widths."""
    for _ in range(int(rng.choice([1, 1, 2]))):
        texture, width = occluder(rng)
        at, turn = rng.uniform(-reach, reach, 2), rng.uniform(0, 2 * np.pi)
        points = _flat_quad(texture, width, at, turn, height + rng.uniform(0.05, 1.0))
        if canvas.camera.depth(points).min() <= NEAR:
            continue
        quad = canvas.camera.project(points)
        canvas.blend(texture, quad, hide=True)
        canvas.note_depth(hull_of(quad), points)


def cast_over(canvas: Canvas, rng: np.random.Generator, reach: float) -> None:
    """Shadows, as large as some tiles, of things outside of the picture, up to `reach` tile widths from the middle."""
    shade = np.zeros(canvas.ids.shape, np.float32)
    for _ in range(int(rng.integers(1, 4))):
        size = rng.uniform(*SHADOW_SIZES)
        points = rng.uniform(-reach, reach, 2) + rng.normal(0, size, (int(rng.integers(3, 6)), 2))
        outline = np.column_stack([points, np.zeros(len(points))])
        if canvas.camera.depth(outline).min() > NEAR:
            cv2.fillConvexPoly(shade, hull_of(canvas.camera.project(outline)), 1.0, cv2.LINE_AA, SUBPIXEL_BITS)
    edge = max(0.4, canvas.pixels_per_width * rng.uniform(*SHADOW_EDGES))
    canvas.image *= 1 - np.float32(rng.uniform(*SHADOW_DEPTHS)) * cv2.GaussianBlur(shade, (0, 0), edge)[..., None]


def _flat_quad(
    texture: FloatImage, width: float, at: NDArray[np.float64], turn: float, lift: float
) -> NDArray[np.float64]:
    """Corners (4, 3) of a level texture `width` wide about `at` (2,), turned by `turn` radians, at height `lift`."""
    height = width * texture.shape[0] / texture.shape[1]
    right = np.array([np.cos(turn), np.sin(turn)]) * width / 2
    up = np.array([-np.sin(turn), np.cos(turn)]) * height / 2
    corners = np.stack([at - right + up, at + right + up, at + right - up, at - right - up])
    return np.column_stack([corners, np.full(4, lift)])
