"""Tables to lay tiles on, and the things that lie beside them. All procedural; colours RGB, 0 to 1."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from training.render import fonts
from training.render.arrays import FloatImage

TABLE_SIZE = 512
"""Side of a table's texture in pixels."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


def noise(rng: np.random.Generator, size: tuple[int, int], cells: tuple[float, float], octaves: int = 3) -> FloatImage:
    """Smooth noise of `size` (height, width) with about `cells` (rows, columns) of features; mean 0, spread about 1."""
    total = np.zeros(size, np.float32)
    for octave in range(octaves):
        rows, columns = (max(2, round(c * 2**octave)) for c in cells)
        grid = rng.standard_normal((min(rows, size[0]), min(columns, size[1]))).astype(np.float32)
        total += cv2.resize(grid, size[::-1], interpolation=cv2.INTER_CUBIC) / 2**octave
    return total


def table(rng: np.random.Generator) -> FloatImage:
    """A table's surface, shape (TABLE_SIZE, TABLE_SIZE, 3)."""
    kinds: list[tuple[Callable[[np.random.Generator], FloatImage], float]] = [
        (_wood, 0.3), (_plain, 0.2), (_white, 0.14), (_marble, 0.1), (_cloth, 0.16), (_weave, 0.1),
    ]  # fmt: skip
    weights = np.array([weight for _, weight in kinds])
    surface = kinds[rng.choice(len(kinds), p=weights / weights.sum())][0](rng)
    return np.clip(surface, 0, 1).astype(np.float32)


def _muted(rng: np.random.Generator) -> NDArray[np.float64]:
    """A colour of furniture or cloth: any lightness, mostly of low saturation."""
    spread = rng.choice([0.02, 0.1, 0.35], p=[0.4, 0.4, 0.2])
    return np.clip(rng.uniform(0.05, 0.95) + rng.normal(0, spread, 3), 0.02, 1)


def _tint(value: FloatImage, colour: NDArray[np.float64]) -> FloatImage:
    return (value[..., None] * colour.astype(np.float32)).astype(np.float32)


def _wood(rng: np.random.Generator) -> FloatImage:
    size = (TABLE_SIZE, TABLE_SIZE)
    woods = np.array(
        [
            [0.45, 0.27, 0.16],
            [0.62, 0.42, 0.25],
            [0.3, 0.17, 0.1],
            [0.75, 0.58, 0.4],
            [0.5, 0.47, 0.45],
            [0.35, 0.2, 0.17],
            [0.82, 0.7, 0.52],
        ]
    )
    colour = np.clip(woods[rng.integers(len(woods))] + rng.normal(0, 0.04, 3), 0.03, 1)
    grain = noise(rng, size, (rng.uniform(20, 70), rng.uniform(1.5, 5)), 3)
    rings = np.sin(noise(rng, size, (rng.uniform(2, 5), 1.5), 2) * rng.uniform(3, 12))
    value = 1 + rng.uniform(0.03, 0.14) * grain + rng.uniform(0.0, 0.14) * rings
    if rng.random() < 0.45:
        width = int(rng.integers(50, 200))
        for k in range(0, TABLE_SIZE, width):
            value[k : k + width] *= 1 + rng.normal(0, 0.08)
            value[k : k + 2] *= rng.uniform(0.4, 0.9)
    return _tint(value.astype(np.float32), colour)


def _plain(rng: np.random.Generator) -> FloatImage:
    size = (TABLE_SIZE, TABLE_SIZE)
    colour = _muted(rng)
    value = 1 + 0.03 * noise(rng, size, (3, 3), 2) + rng.uniform(0, 0.06) * rng.standard_normal(size).astype(np.float32)
    return _tint(value.astype(np.float32), np.clip(colour, 0.02, 1))


def _white(rng: np.random.Generator) -> FloatImage:
    """White and cream tables, on which a tile's body hardly stands out."""
    colour = np.clip(np.array([0.94, 0.93, 0.9]) * rng.uniform(0.75, 1.05) + rng.normal(0, 0.02, 3), 0, 1)
    value = 1 + rng.uniform(0.0, 0.03) * noise(rng, (TABLE_SIZE, TABLE_SIZE), (4, 4), 3)
    return _tint(value.astype(np.float32), colour)


def _marble(rng: np.random.Generator) -> FloatImage:
    size = (TABLE_SIZE, TABLE_SIZE)
    colour = np.array([0.93, 0.92, 0.91]) if rng.random() < 0.7 else rng.uniform(0.1, 0.7, 3)
    veins = np.abs(noise(rng, size, (3, 3), 4))
    value = 1 - rng.uniform(0.1, 0.6) * np.exp(-veins * rng.uniform(8, 30)) + 0.03 * noise(rng, size, (5, 5), 3)
    return _tint(value.astype(np.float32), colour)


def _cloth(rng: np.random.Generator) -> FloatImage:
    """Striped, checked or dotted cloth."""
    y, x = np.mgrid[0:TABLE_SIZE, 0:TABLE_SIZE].astype(np.float32)
    first, second = _muted(rng), _muted(rng)
    period = rng.uniform(8, 90)
    kind = rng.choice(["stripes", "checks", "dots", "felt"])
    if kind == "stripes":
        pattern = np.sin(2 * np.pi * x / period) > rng.uniform(-0.8, 0.8)
    elif kind == "checks":
        pattern = (np.sin(2 * np.pi * x / period) > 0) ^ (np.sin(2 * np.pi * y / period) > 0)
    elif kind == "dots":
        pattern = np.hypot((x % period) - period / 2, (y % period) - period / 2) < period * rng.uniform(0.1, 0.4)
    else:
        pattern = np.zeros_like(x)
    mask = cv2.GaussianBlur(pattern.astype(np.float32), (0, 0), 0.8)[..., None]
    image = (first * (1 - mask) + second * mask).astype(np.float32)
    fuzz = 1 + rng.uniform(0.02, 0.12) * rng.standard_normal(x.shape).astype(np.float32)
    return np.asarray(image * cv2.GaussianBlur(fuzz, (0, 0), 0.7)[..., None], np.float32)


def _weave(rng: np.random.Generator) -> FloatImage:
    """Coarse woven threads of changing colour, as carpets and table mats have them."""
    y, x = np.mgrid[0:TABLE_SIZE, 0:TABLE_SIZE].astype(np.float32)
    period = rng.uniform(5, 18)
    bulge = np.sin(2 * np.pi * x / period) * np.sin(2 * np.pi * y / period + np.pi * (np.floor(x / period) % 2))
    threads = noise(rng, (TABLE_SIZE, TABLE_SIZE), (2, TABLE_SIZE / period), 2)
    light, dark = rng.uniform(0.4, 0.95), rng.uniform(0.05, 0.5)
    value = np.where(threads > rng.uniform(-0.5, 1.2), dark, light) * (0.8 + 0.3 * bulge)
    value += 0.06 * rng.standard_normal(value.shape)
    tint = np.clip(1 + rng.normal(0, rng.choice([0.03, 0.25]), 3), 0.2, 1.5)
    return _tint(cv2.GaussianBlur(value.astype(np.float32), (0, 0), 0.6), tint)


def clutter(rng: np.random.Generator) -> tuple[FloatImage, float]:
    """A thing that lies flat on the table: RGB and opacity, shape (h, w, 4), and its width in tile widths."""
    makers = (_card, _box_lid, _keyboard, _paper, _disc, _gadget, _stationery)
    return makers[rng.choice(len(makers), p=[0.24, 0.2, 0.14, 0.14, 0.1, 0.1, 0.08])](rng)


def _sheet(width: int, height: int, colour: tuple[float, ...], corner: int) -> Image.Image:
    image = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    fill = (*(round(255 * min(1.0, max(0.0, c))) for c in colour), 255)
    ImageDraw.Draw(image).rounded_rectangle((0, 0, width - 1, height - 1), corner, fill=fill)
    return image


def _to_float(image: Image.Image) -> FloatImage:
    return np.asarray(image, np.float32) / 255


def _ink(rng: np.random.Generator) -> tuple[int, int, int]:
    options = [(20, 20, 22), (200, 25, 30), (20, 60, 160), (240, 140, 20), (250, 250, 250), (30, 120, 60)]
    return options[rng.integers(len(options))]


def _card(rng: np.random.Generator) -> tuple[FloatImage, float]:
    """A playing card; its numbers must not be taken for tiles."""
    image = _sheet(160, 226, tuple(rng.uniform(0.85, 1, 3)), 10)
    draw = ImageDraw.Draw(image)
    red = rng.random() < 0.5
    ink = (200, 20, 30) if red else (15, 15, 18)
    rank, suit = (
        str(rng.choice(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"])),
        "♥♦♠♣"[rng.integers(2) + (0 if red else 2)],
    )
    font = fonts.load(fonts.pick(rng), int(rng.integers(26, 44)))
    draw.text((10, 6), rank, font=font, fill=ink)
    for x, y in rng.uniform(0.25, 0.75, (int(rng.integers(1, 7)), 2)):
        r = rng.uniform(8, 24)
        draw.ellipse((x * 160 - r, y * 226 - r, x * 160 + r, y * 226 + r), fill=ink)
    draw.text((12, 44), suit, font=font, fill=ink)
    half = image.crop((0, 0, 160, 113)).rotate(180)
    image.paste(half, (0, 113))
    return _to_float(image), rng.uniform(1.6, 2.6)


def _box_lid(rng: np.random.Generator) -> tuple[FloatImage, float]:
    """A printed lid with big digits, words and pictures of tile-like squares."""
    width, height = int(rng.integers(180, 320)), int(rng.integers(140, 300))
    image = _sheet(width, height, tuple(rng.uniform(0.05, 1, 3)), 4)
    draw = ImageDraw.Draw(image)
    for _ in range(int(rng.integers(1, 8))):
        text = (
            str(rng.integers(1, 14))
            if rng.random() < 0.6
            else "".join(rng.choice(list(LETTERS), int(rng.integers(2, 9))))
        )
        at = (rng.uniform(-10, width * 0.8), rng.uniform(-10, height * 0.8))
        draw.text(at, text, font=fonts.load(fonts.pick(rng), int(rng.integers(16, 110))), fill=_ink(rng))
    for _ in range(int(rng.integers(0, 3))):
        x, y, s = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(10, 60)
        draw.ellipse((x, y, x + s, y + s), fill=_ink(rng))
    return _to_float(image), rng.uniform(3, 9)


def _keyboard(rng: np.random.Generator) -> tuple[FloatImage, float]:
    rows, columns, key = int(rng.integers(3, 6)), int(rng.integers(6, 14)), 26
    dark = rng.random() < 0.6
    base, cap = ((0.1, 0.1, 0.11), (25, 25, 28)) if dark else ((0.75, 0.75, 0.77), (240, 240, 242))
    image = _sheet(columns * (key + 4) + 8, rows * (key + 4) + 8, base, 6)
    draw = ImageDraw.Draw(image)
    font = fonts.load(fonts.pick(rng), int(rng.integers(10, 18)))
    for i in range(columns):
        for j in range(rows):
            x, y = 6 + i * (key + 4), 6 + j * (key + 4)
            draw.rounded_rectangle((x, y, x + key, y + key), 4, fill=cap)
            draw.text(
                (x + 7, y + 5),
                LETTERS[rng.integers(len(LETTERS))],
                font=font,
                fill=(220, 220, 220) if dark else (30, 30, 30),
            )
    return _to_float(image), columns * rng.uniform(0.5, 0.9)


def _paper(rng: np.random.Generator) -> tuple[FloatImage, float]:
    """A score sheet or a booklet: lines, columns of figures, words."""
    width, height = 220, int(rng.integers(160, 300))
    image = _sheet(width, height, tuple(rng.uniform(0.8, 1.0) + rng.normal(0, 0.02, 3)), 1)
    draw = ImageDraw.Draw(image)
    font = fonts.load(fonts.pick(rng), int(rng.integers(9, 26)))
    step = int(rng.integers(14, 34))
    for y in range(10, height, step):
        if rng.random() < 0.4:
            draw.line((6, y + step - 3, width - 6, y + step - 3), fill=(150, 160, 180))
        figures = "   ".join(str(v) for v in rng.integers(-60, 99, int(rng.integers(1, 5))))
        words = (
            figures
            if rng.random() < 0.5
            else " ".join("".join(rng.choice(list(LETTERS.lower()), int(rng.integers(2, 8)))) for _ in range(4))
        )
        draw.text((10, y), words, font=font, fill=_ink(rng) if rng.random() < 0.2 else (50, 50, 60))
    return _to_float(image), rng.uniform(3, 9)


def _disc(rng: np.random.Generator) -> tuple[FloatImage, float]:
    """A cup from above, a coaster, a coin or a poker chip."""
    size = 160
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    r = np.hypot(x - size / 2, y - size / 2) / (size / 2)
    image = np.zeros((size, size, 4), np.float32)
    radii = np.sort(rng.uniform(0.3, 1.0, int(rng.integers(1, 4))))[::-1]
    for radius in (1.0, *radii):
        image[r < radius, :3] = rng.uniform(0.05, 1, 3)
    image[..., 3] = np.clip((1 - r) * size / 4, 0, 1)
    return image, rng.uniform(0.8, 3.5)


def _gadget(rng: np.random.Generator) -> tuple[FloatImage, float]:
    """A phone, a box or a book: a plain rounded rectangle, white ones among them."""
    width, height = int(rng.integers(60, 200)), int(rng.integers(60, 260))
    image = _sheet(
        width,
        height,
        tuple(np.full(3, rng.choice([0.05, 0.5, 0.97])) + rng.normal(0, 0.05, 3)),
        int(rng.integers(1, 20)),
    )
    if rng.random() < 0.5:
        ImageDraw.Draw(image).rounded_rectangle((6, 6, width - 7, height - 7), 6, fill=(*_ink(rng), 255))
    return _to_float(image), rng.uniform(0.7, 4)


def _stationery(rng: np.random.Generator) -> tuple[FloatImage, float]:
    """A pen, a ruler with figures, a strip of paper."""
    image = _sheet(300, int(rng.integers(8, 40)), tuple(rng.uniform(0.05, 1, 3)), 3)
    if rng.random() < 0.5:
        draw, font = ImageDraw.Draw(image), fonts.load(fonts.pick(rng), 12)
        for k in range(0, 300, 20):
            draw.text((k, 2), str(k // 20), font=font, fill=(20, 20, 20))
    return _to_float(image), rng.uniform(4, 9)
