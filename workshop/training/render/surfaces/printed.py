"""Printed surfaces: newspapers, oilcloth."""

from __future__ import annotations

import cv2
import numpy as np
from PIL import Image, ImageDraw

from workshop.training.render import fonts
from workshop.training.render.arrays import FloatImage, Rgb
from workshop.training.render.surfaces.base import SIZE, TABLE_SIZE, square_wave
from workshop.training.render.textures import as_rgb, mesh, mix, muted, near, noise

PRINT_LETTERS = "eeetaoinshrdlucmfwypvbgk     .,12345678901"


def newsprint(rng: np.random.Generator) -> FloatImage:
    """Newspapers and magazines: columns of small letters, headlines, numbers and grey pictures."""
    paper = 0.97 if rng.random() < 0.4 else rng.uniform(0.75, 0.9)
    page = Image.new("RGB", SIZE, tuple(round(255 * min(1, paper * c)) for c in (1.0, 0.99, rng.uniform(0.88, 1.0))))
    draw = ImageDraw.Draw(page)
    stream = "".join(PRINT_LETTERS[k] for k in rng.integers(len(PRINT_LETTERS), size=4000))
    columns, path = int(rng.integers(2, 6)), fonts.pick(rng)
    width, size = TABLE_SIZE // columns, int(rng.integers(7, 15))
    body = fonts.load(fonts.pick(rng), size)
    for column in range(columns):
        x, y = column * width + 4, int(rng.integers(-10, 12))
        while y < TABLE_SIZE:
            choice = rng.random()
            if choice < 0.04:
                height = int(rng.integers(40, 130))
                _picture(page, (x, y, x + width - 10, y + height), rng)
                y += height + 5
            elif choice < 0.09:
                big = int(rng.integers(18, 60))
                text = str(rng.integers(1, 100)) if rng.random() < 0.4 else stream[y % 999 : y % 999 + 9].title()
                ink = (20, 20, 22) if rng.random() < 0.7 else tuple(int(v) for v in rng.integers(0, 220, 3))
                draw.text((x, y), text, font=fonts.load(path, big), fill=ink)
                y += round(big * 1.25)
            else:
                start = int(rng.integers(3000))
                draw.text((x, y), stream[start : start + width * 2 // size], font=body, fill=(45, 45, 48))
                draw.rectangle((x + width - 9, y, x + width, y + size + 3), fill=page.getpixel((1, 1)))
                y += size + 2
    image = np.asarray(page, np.float32) / 255
    return image * (1 + 0.04 * noise(rng, SIZE, (3, 3), 2))[..., None]


def _picture(page: Image.Image, box: tuple[int, int, int, int], rng: np.random.Generator) -> None:
    """Pastes something like a photograph."""
    size = (box[3] - box[1], box[2] - box[0])
    tones = (
        np.dstack([noise(rng, size, (3, 4), 3)] * 3) * 0.3
        + muted(rng)
        + noise(rng, size, (2, 3), 2)[..., None] * rng.normal(0, 0.15, 3)
    )
    page.paste(Image.fromarray((np.clip(tones, 0, 1) * 255).astype(np.uint8)), box[:2])


def oilcloth(rng: np.random.Generator) -> FloatImage:
    """A plastic table cover printed with fruit, flowers and leaves."""
    ground = near(rng, (0.94, 0.92, 0.86), 0.04) if rng.random() < 0.6 else muted(rng)
    image = np.empty((*SIZE, 3), np.float32)
    image[:] = ground
    if rng.random() < 0.4:
        image = mix(
            image, muted(rng), square_wave(mesh(SIZE)[1], rng.uniform(20, 70), rng.uniform(0.2, 0.5)) * np.float32(0.5)
        )
    size = rng.uniform(8, 34)
    bright = (
        (0.85, 0.12, 0.12),
        (0.95, 0.6, 0.1),
        (0.9, 0.85, 0.2),
        (0.35, 0.15, 0.45),
        (0.95, 0.55, 0.65),
        (0.3, 0.5, 0.85),
    )
    inks = [as_rgb(near(rng, bright[k])) for k in rng.permutation(len(bright))[:3]]
    green = as_rgb(near(rng, (0.25, 0.5, 0.2), 0.06))
    for cx, cy in rng.uniform(0, TABLE_SIZE, (int(9000 / size**1.3), 2)):
        ink = inks[rng.integers(3)]
        r, turn = size * rng.uniform(0.6, 1.3), rng.uniform(0, 360)
        for leaf in range(int(rng.integers(0, 4))):
            a = np.deg2rad(turn + 70 * leaf)
            at = (int(cx + r * 1.3 * np.cos(a)), int(cy + r * 1.3 * np.sin(a)))
            cv2.ellipse(image, at, (int(r * 0.7), int(r * 0.25)), turn + 70 * leaf, 0, 360, green, -1, cv2.LINE_AA)
        if rng.random() < 0.5:
            _draw_fruit(image, (cx, cy), r, ink)
        else:
            _draw_flower(image, (cx, cy), r, turn, (ink, inks[0]))
    shine = np.clip(noise(rng, SIZE, (5, 5), 2) - 1, 0, 1) * np.float32(0.25)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.6) + shine[..., None], np.float32)


def _draw_fruit(image: FloatImage, middle: tuple[float, float], r: float, ink: Rgb) -> None:
    """Draws a round fruit of radius `r`, pixels, with a highlight."""
    cx, cy = middle
    lighter = tuple(min(1.0, c + 0.3) for c in ink)
    cv2.circle(image, (int(cx), int(cy)), int(r), ink, -1, cv2.LINE_AA)
    cv2.circle(image, (int(cx - r * 0.3), int(cy - r * 0.3)), int(r * 0.3), lighter, -1, cv2.LINE_AA)


def _draw_flower(image: FloatImage, middle: tuple[float, float], r: float, turn: float, inks: tuple[Rgb, Rgb]) -> None:
    """Draws a flower of radius `r`, pixels, its first petal at `turn`, degrees; `inks` are of petals and middle."""
    cx, cy = middle
    for petal in range(5):
        a = np.deg2rad(turn + 72 * petal)
        at = (int(cx + r * 0.6 * np.cos(a)), int(cy + r * 0.6 * np.sin(a)))
        cv2.circle(image, at, int(r * 0.42), inks[0], -1, cv2.LINE_AA)
    cv2.circle(image, (int(cx), int(cy)), int(r * 0.35), inks[1], -1, cv2.LINE_AA)
