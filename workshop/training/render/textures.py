"""Building blocks of procedural textures: noise, patches, solids under a lamp, drop shadows. Colours RGB, 0 to 1."""

from __future__ import annotations

import functools

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.training.render.arrays import FloatImage, Rgb

Colour = NDArray[np.float32]
"""Red, green and blue, shape (3,)."""


def noise(rng: np.random.Generator, size: tuple[int, int], cells: tuple[float, float], octaves: int = 3) -> FloatImage:
    """Smooth noise of `size` (height, width) with about `cells` (rows, columns) of features; mean 0, spread about 1."""
    total = np.zeros(size, np.float32)
    for octave in range(octaves):
        rows, columns = (max(2, round(c * 2**octave)) for c in cells)
        grid = rng.standard_normal((min(rows, size[0]), min(columns, size[1])), np.float32)
        cv2.scaleAdd(cv2.resize(grid, size[::-1], interpolation=cv2.INTER_CUBIC), 0.5**octave, total, total)
    return total


@functools.lru_cache(maxsize=16)
def mesh(size: tuple[int, int]) -> tuple[FloatImage, FloatImage]:
    """Row and column of every pixel of a picture of `size` (height, width); not to be changed."""
    y, x = np.mgrid[0 : size[0], 0 : size[1]].astype(np.float32)
    y.flags.writeable = x.flags.writeable = False
    return y, x


def muted(rng: np.random.Generator) -> Colour:
    """A colour of furniture or cloth: any lightness, mostly of low saturation."""
    spread = rng.choice([0.02, 0.1, 0.28], p=[0.45, 0.4, 0.15])
    return np.clip(rng.uniform(0.05, 0.95) + rng.normal(0, spread, 3), 0.02, 1).astype(np.float32)


def near(rng: np.random.Generator, colour: tuple[float, float, float], spread: float = 0.04) -> Colour:
    """A colour near another."""
    return np.clip(np.array(colour) + rng.normal(0, spread, 3), 0.01, 1).astype(np.float32)


def as_rgb(colour: Colour) -> Rgb:
    """A colour in the form that OpenCV draws with."""
    r, g, b = colour.tolist()
    return r, g, b


def tint(value: FloatImage, colour: Colour) -> FloatImage:
    """A map of lightness (h, w) in one colour, (h, w, 3)."""
    return cv2.merge([value * float(c) for c in colour])


def mix(first: Colour | FloatImage, second: Colour | FloatImage, share: FloatImage) -> FloatImage:
    """`second` where `share` (h, w) is 1, `first` where it is 0; colours or pictures (h, w, 3)."""
    share = share.astype(np.float32, copy=False)
    channels = []
    for k in range(3):
        low, high = (np.float32(side[k]) if side.ndim == 1 else side[..., k] for side in (first, second))
        channels.append(np.asarray(low + (high - low) * share, np.float32))
    return cv2.merge(channels)


def warp(image: FloatImage, dx: FloatImage, dy: FloatImage, flags: int = cv2.INTER_LINEAR) -> FloatImage:
    """The picture with each pixel taken from (dx, dy) pixels away."""
    y, x = mesh(image.shape[:2])
    return cv2.remap(image, x + dx, y + dy, flags, borderMode=cv2.BORDER_REFLECT_101)


def patches(rng: np.random.Generator, size: tuple[int, int], count: int) -> tuple[NDArray[np.int32], FloatImage]:
    """Cuts a picture of `size` (height, width) into convex patches.

    Returns:
        The number of each pixel's patch, 0 to `count`, and its distance in pixels from the patch's middle.
    """
    seeds = np.full(size, 255, np.uint8)
    seeds[rng.integers(0, size[0], count), rng.integers(0, size[1], count)] = 0
    distance, labels = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    return np.asarray(labels, np.int32), distance


def seams(labels: NDArray[np.int32], width: int) -> FloatImage:
    """1 along the borders between patches (h, w), `width` pixels wide, 0 elsewhere; of the same shape."""
    edge = np.zeros(labels.shape, np.uint8)
    edge[1:] |= labels[1:] != labels[:-1]
    edge[:, 1:] |= labels[:, 1:] != labels[:, :-1]
    if width > 1:
        edge = np.asarray(cv2.dilate(edge, np.ones((width, width), np.uint8)), np.uint8)
    return cv2.GaussianBlur(edge.astype(np.float32), (0, 0), 0.7)


def capsule(
    height: FloatImage, start: tuple[float, float], end: tuple[float, float], radii: tuple[float, float]
) -> NDArray[np.bool_]:
    """Adds a rounded rod to a map of heights in pixels, changed in place.

    Args:
        height: shape (h, w).
        start: x and y of one end.
        end: x and y of the other end.
        radii: at the start and at the end.

    Returns:
        Where the rod is now on top, shape (h, w).
    """
    reach = max(radii) + 1
    left, right = (
        int(np.clip(v, 0, height.shape[1])) for v in (min(start[0], end[0]) - reach, max(start[0], end[0]) + reach + 1)
    )
    above, below = (
        int(np.clip(v, 0, height.shape[0])) for v in (min(start[1], end[1]) - reach, max(start[1], end[1]) + reach + 1)
    )
    window = np.s_[above:below, left:right]
    y, x = (axis[window] for axis in mesh(height.shape[:2]))
    dx, dy = float(end[0] - start[0]), float(end[1] - start[1])
    px, py = x - np.float32(start[0]), y - np.float32(start[1])
    along = np.clip((px * np.float32(dx) + py * np.float32(dy)) / np.float32(max(dx * dx + dy * dy, 1e-6)), 0, 1)
    radius = np.float32(radii[0]) + along * np.float32(radii[1] - radii[0])
    away = (px - along * np.float32(dx)) ** 2 + (py - along * np.float32(dy)) ** 2
    rise = np.sqrt(np.maximum(radius * radius - away, 0)).astype(np.float32)
    top = np.zeros(height.shape, np.bool_)
    top[window] = rise > height[window]
    np.maximum(height[window], rise, out=height[window])
    return top


def shaded(rng: np.random.Generator, height: FloatImage, colours: FloatImage, relief: float = 1.0) -> FloatImage:
    """Lights a solid from one side.

    Args:
        rng: source of the lamp's direction.
        height: over the table in pixels, shape (h, w); 0 is the table, which stays transparent.
        colours: of the surface, shape (h, w, 3).
        relief: how strongly slopes show.

    Returns:
        Colour and opacity, shape (h, w, 4).
    """
    smooth = cv2.GaussianBlur(height, (0, 0), 1.5)
    gx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3) / 8 * np.float32(relief)
    gy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3) / 8 * np.float32(relief)
    angle = rng.uniform(0, 2 * np.pi)
    slope = np.float32(0.6 * np.cos(angle)) * gx + np.float32(0.6 * np.sin(angle)) * gy
    light = 0.45 + 0.6 * np.clip((0.8 - slope) / np.sqrt(1 + gx * gx + gy * gy), 0, 1.3)
    alpha = cv2.GaussianBlur((height > 0.5).astype(np.float32), (0, 0), 0.8)
    return np.dstack([np.clip(colours * light[..., None], 0, 1), alpha]).astype(np.float32)


def with_shadow(
    rng: np.random.Generator, thing: tuple[FloatImage, float], thickness: float
) -> tuple[FloatImage, float]:
    """Lets a thing throw a soft shadow on the table and be lit along its edges.

    Args:
        rng: source of the shadow's direction and depth.
        thing: texture (h, w, 4) with straight opacity, and its width in tile widths.
        thickness: of the thing, in tile widths.

    Returns:
        The larger texture and its width.
    """
    texture, width = thing
    unit = texture.shape[1] / width
    reach = float(np.clip(thickness * unit * rng.uniform(0.3, 0.8), 1, 40))
    margin = int(reach * 1.6) + 2
    padded = cv2.copyMakeBorder(texture, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=(0, 0, 0, 0))
    alpha = padded[..., 3]
    angle = rng.uniform(0, 2 * np.pi)
    dx, dy = reach * 0.7 * np.cos(angle), reach * 0.7 * np.sin(angle)
    step = 4 if reach > 16 else 1  # soft shadows are computed on fewer pixels
    small = cv2.resize(alpha, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), max(0.6, reach / step * rng.uniform(0.3, 0.6)))
    shift = np.array([[1, 0, dx / step], [0, 1, dy / step]], np.float32)
    shadow = cv2.resize(cv2.warpAffine(soft, shift, soft.shape[::-1]), alpha.shape[::-1])
    shadow = shadow * np.float32(rng.uniform(0.3, 0.75))
    rim = cv2.GaussianBlur(alpha, (0, 0), max(0.8, min(3.0, 0.06 * unit * thickness)))
    edge = cv2.Sobel(rim, cv2.CV_32F, 1, 0) * np.cos(angle) + cv2.Sobel(rim, cv2.CV_32F, 0, 1) * np.sin(angle)
    total = alpha + shadow * (1 - alpha)
    factor = (1 + np.clip(edge, -0.6, 0.6) * 0.6) * alpha / np.maximum(total, 1e-4)
    channels = [np.minimum(padded[..., k] * factor.astype(np.float32), np.float32(1)) for k in range(3)]
    lit: FloatImage = cv2.merge([*channels, total.astype(np.float32)])
    return lit, width * padded.shape[1] / texture.shape[1]
