"""Light, lens and sensor: what turns a clean render into a photo. Pictures are float RGB, 0 to 1, changed in place or returned."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from training.render.arrays import FloatImage
from training.render.surfaces import noise


def light_up(image: FloatImage, rng: np.random.Generator) -> FloatImage:
    """Uneven light, cast shadows, colour of the lamp, exposure, glare. Returns a new picture."""
    height, width = image.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    ramp = ((x / width - 0.5) * np.cos(angle) + (y / height - 0.5) * np.sin(angle)) * rng.uniform(0, 0.7)
    field = 1 + ramp
    for _ in range(int(rng.choice([0, 0, 1, 2]))):
        field = field * (1 - rng.uniform(0.1, 0.55) * _soft_shape(width, height, rng))
    image = image * field[..., None].astype(np.float32)
    image = image * white_balance(rng)
    exposure = float(np.exp(rng.normal(-0.08, 0.28)))
    image = image * np.float32(exposure)
    contrast = rng.uniform(0.85, 1.15)
    image = (image - 0.5) * np.float32(contrast) + 0.5
    if rng.random() < 0.25:
        image = image + np.float32(rng.uniform(0.0, 0.12))  # haze, stray light
    for _ in range(int(rng.choice([0, 0, 0, 1, 2]))):
        _glare(image, rng)
    saturation = np.float32(np.clip(rng.normal(1.0, 0.2), 0.45, 1.5))
    grey = image.mean(axis=2, keepdims=True)
    image = grey + (image - grey) * saturation
    gamma = rng.uniform(0.8, 1.25)
    return np.asarray(np.power(np.clip(image, 0, 1), np.float32(gamma)), np.float32)


def white_balance(rng: np.random.Generator) -> NDArray[np.float32]:
    """Gains for red, green and blue between candle light and deep shade, most of it corrected by the camera."""
    warmth = rng.normal(0.02, 0.09) if rng.random() < 0.85 else rng.uniform(-0.25, 0.45)
    tint = rng.normal(0, 0.03)
    return np.array([1 + 0.5 * warmth, 1 + tint, 1 - 0.8 * warmth], np.float32)


def _soft_shape(width: int, height: int, rng: np.random.Generator) -> FloatImage:
    """A shadow of something out of the picture, 0 to 1."""
    mask = np.zeros((height, width), np.float32)
    centre = rng.uniform(-0.2, 1.2, 2) * (width, height)
    points = centre + rng.normal(0, 0.4, (int(rng.integers(3, 6)), 2)) * max(width, height)
    cv2.fillConvexPoly(mask, cv2.convexHull(points.astype(np.int32)), 1.0)
    return cv2.GaussianBlur(mask, (0, 0), max(width, height) * rng.uniform(0.004, 0.06))


def _glare(image: FloatImage, rng: np.random.Generator) -> None:
    height, width = image.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    cx, cy = rng.uniform(0, width), rng.uniform(0, height)
    a, b = rng.uniform(0.02, 0.25, 2) * max(width, height)
    turn = rng.uniform(0, np.pi)
    u, v = (x - cx) * np.cos(turn) + (y - cy) * np.sin(turn), (y - cy) * np.cos(turn) - (x - cx) * np.sin(turn)
    blob = np.exp(-((u / a) ** 2 + (v / b) ** 2)) * rng.uniform(0.15, 0.9)
    image += blob[..., None].astype(np.float32)


def photograph(image: FloatImage, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Blur, noise, sharpening and JPEG. Takes float RGB, returns 8-bit BGR of the same size."""
    kind = rng.random()
    if kind < 0.45:
        sigma = abs(rng.normal(0, 0.9))
        image = cv2.GaussianBlur(image, (0, 0), sigma) if sigma > 0.3 else image
    elif kind < 0.6:
        image = _motion_blur(image, rng)
    elif kind < 0.75:
        factor = rng.uniform(0.45, 0.9)
        small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, image.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    sigma = abs(rng.normal(0, 0.018))
    shape = (*image.shape[:2], 3 if rng.random() < 0.5 else 1)
    grain: FloatImage = rng.standard_normal(shape).astype(np.float32)
    if rng.random() < 0.4:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.8).reshape(shape) * 2
    image = image + grain * np.float32(sigma)
    if rng.random() < 0.35:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = image + (image - soft) * np.float32(rng.uniform(0.3, 1.5))
    pixels = (np.clip(image[..., ::-1], 0, 1) * 255 + 0.5).astype(np.uint8)
    if rng.random() < 0.8:
        _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 98))])
        pixels = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return pixels


def _motion_blur(image: FloatImage, rng: np.random.Generator) -> FloatImage:
    length = int(rng.integers(2, 6))
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    dx, dy = length * np.cos(angle := rng.uniform(0, np.pi)) / 2, length * np.sin(angle) / 2
    cv2.line(kernel, (round(length - dx), round(length - dy)), (round(length + dx), round(length + dy)), 1.0)
    return cv2.filter2D(image, -1, kernel / kernel.sum())


def table_noise(size: tuple[int, int], rng: np.random.Generator) -> FloatImage:
    """Large stains and reflections of a table, about 1; shape (height, width)."""
    return (1 + 0.04 * noise(rng, size, (2, 2), 2)).astype(np.float32)
