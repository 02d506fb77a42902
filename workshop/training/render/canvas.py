"""What a scene is painted on: its pixels, what each of them shows, and how near that is."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.training.render.arrays import FloatImage
from workshop.training.render.camera import NEAR, Camera

SUBPIXEL_BITS = 4
HIDES = 0.5
"""Opacity from which a thing hides what lies beneath."""


class Canvas:
    """The picture that a camera sees, while it is painted from far to near.

    Args:
        camera: which sees it.
        size: width and height in pixels.
    """

    def __init__(self, camera: Camera, size: tuple[int, int]) -> None:
        width, height = size
        self.camera = camera
        self.size = size
        self.image: FloatImage = np.zeros((height, width, 3), np.float32)
        """RGB, shape (height, width, 3)."""
        self.ids = np.zeros((height, width), np.int32)
        """What each pixel shows: n for the face of the nth thing, -n for its sides, 0 for anything else."""
        self.nearness: FloatImage | None = None
        """1 / depth of each pixel, shape (height, width); None where it is not kept."""

    @property
    def pixels_per_width(self) -> float:
        """Pixels to a tile's width in the middle of the table."""
        return self.camera.focal / float(np.linalg.norm(self.camera.position))

    def keep_depth(self) -> None:
        """Keeps from now on how near everything is; so far there is the table."""
        rows, columns = np.mgrid[0 : self.size[1], 0 : self.size[0]].astype(np.float32)
        a, b, c = self.camera.table_plane()
        self.nearness = np.maximum(a * columns + b * rows + c, 1e-3).astype(np.float32)

    def fill(
        self, points: NDArray[np.float64], colour: NDArray[np.float64], hull: NDArray[np.int32] | None = None
    ) -> None:
        """Fills the convex outline of `points` (n, 2), or `hull` where that is known already."""
        polygon = cv2.convexHull(fixed(points)) if hull is None else hull
        cv2.fillConvexPoly(self.image, polygon, [float(c) for c in colour], cv2.LINE_AA, SUBPIXEL_BITS)

    def mark(self, outline: NDArray[np.int32], number: int) -> None:
        """Notes that the pixels within a convex outline (n, 1, 2), in fixed point (`hull_of`), show that number."""
        cv2.fillConvexPoly(self.ids, outline, number, cv2.LINE_8, SUBPIXEL_BITS)

    def note_depth(self, hull: NDArray[np.int32], points: NDArray[np.float64]) -> None:
        """Notes that what lies within `hull` is as far away as `points` (n, 3) are on average."""
        if self.nearness is not None:
            nearness = 1 / max(float(self.camera.depth(points).mean()), NEAR)
            cv2.fillConvexPoly(self.nearness, hull, nearness, cv2.LINE_8, SUBPIXEL_BITS)

    def lay(self, texture: FloatImage, points: NDArray[np.float64]) -> None:
        """Blends a texture (h, w, 4) in whose corners lie at `points` (4, 3), if those are in front of the camera."""
        if self.camera.depth(points).min() > NEAR:
            self.blend(texture, self.camera.project(points))

    def blend(
        self,
        texture: FloatImage,
        quad: NDArray[np.float64],
        shade: float | NDArray[np.float32] = 1.0,
        *,
        hide: bool = False,
    ) -> None:
        """Warps a texture (h, w, 4) of straight opacity onto the quadrilateral, top-left corner first, and blends it.

        Its colours are multiplied by `shade`, one factor or one for each of red, green and blue. With `hide`, what lies
        beneath counts as hidden.
        """
        pasted = blend(self.image, texture, quad, shade)
        if hide and pasted is not None:
            region, alpha = pasted
            self.ids[region][alpha > HIDES] = 0


def blend(
    image: FloatImage, texture: FloatImage, quad: NDArray[np.float64], shade: float | NDArray[np.float32] = 1.0
) -> tuple[tuple[slice, slice], FloatImage] | None:
    """Warps a texture onto a quadrilateral of an image and blends it in, in place.

    Args:
        image: RGB, shape (height, width, 3).
        texture: RGB and opacity, not multiplied by it, shape (h, w, 4).
        quad: corners in pixels, in the order of the texture's from its top left clockwise, shape (4, 2).
        shade: what the texture's colours are multiplied by, one factor or one for each of red, green and blue.

    Returns:
        The region of the image that was painted on and the opacity of what was painted there; None where that is
        outside of the image, or seen from so near that it would be all there is.
    """
    low = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 2, image.shape[1::-1])
    if (high <= low).any() or (high - low).max() > 3 * max(image.shape):
        return None
    height, width = texture.shape[:2]
    source = np.array(
        [[-0.5, -0.5], [width - 0.5, -0.5], [width - 0.5, height - 0.5], [-0.5, height - 0.5]], np.float32
    )
    matrix = cv2.getPerspectiveTransform(source, (quad - low).astype(np.float32))
    # without the opacity in them, edges would take colour from what is not there (Porter and Duff, 1984)
    texture = texture.copy()
    texture[..., :3] *= texture[..., 3:]
    warped = cv2.warpPerspective(texture, matrix, tuple(int(v) for v in high - low), flags=cv2.INTER_LINEAR)
    region = np.s_[low[1] : high[1], low[0] : high[0]]
    alpha = warped[..., 3:]
    image[region] *= 1 - alpha
    image[region] += warped[..., :3] * np.asarray(shade, np.float32)
    return region, alpha[..., 0]


def fixed(points: NDArray[np.float64]) -> NDArray[np.int32]:
    """Points (..., 2) in pixels as OpenCV's fixed-point integers of `SUBPIXEL_BITS`, of the same shape."""
    return np.round(np.clip(points, -3e4, 3e4) * (1 << SUBPIXEL_BITS)).astype(np.int32)


def hull_of(points: NDArray[np.float64]) -> NDArray[np.int32]:
    """The convex outline of points (n, 2), in fixed point, shape (k, 1, 2)."""
    return np.asarray(cv2.convexHull(fixed(points)), np.int32)


def signed_area(quad: NDArray[np.float64]) -> float:
    """Area of a quadrilateral (4, 2), positive where its corners go clockwise on the screen."""
    x, y = quad[:, 0], quad[:, 1]
    return 0.5 * float((x[2] - x[0]) * (y[3] - y[1]) - (x[3] - x[1]) * (y[2] - y[0]))


def pixels_of(quad: NDArray[np.float64]) -> float:
    """About how many pixels OpenCV fills for a quadrilateral (4, 2): it draws the whole outline too."""
    steps = np.abs(quad - np.roll(quad, 1, axis=0)).max(axis=1)
    return abs(signed_area(quad)) + float(steps.sum()) / 2
