"""Devices: keyboards, calculators, telephones."""

from __future__ import annotations

import cv2
import numpy as np
from PIL import ImageDraw

from workshop.training.render import fonts
from workshop.training.render.clutter.drawing import LETTERS, Thing, as_bytes, print_ink, sheet, to_float, uneven
from workshop.training.render.textures import mesh, muted, near


def keyboard(rng: np.random.Generator) -> Thing:
    """A keyboard, a laptop's lower half, or a block of digits."""
    laptop, rows, columns, key = rng.random() < 0.45, int(rng.integers(3, 7)), int(rng.integers(4, 15)), 25
    gap = int(rng.integers(1, 6))
    pitch = key + gap
    dark = rng.random() < 0.6
    base = near(rng, (0.12, 0.12, 0.13) if dark and not laptop else (0.7, 0.7, 0.72), 0.03)
    cap = as_bytes(near(rng, (0.1, 0.1, 0.11) if dark else (0.93, 0.93, 0.94), 0.03))
    edge = as_bytes(near(rng, (0.22, 0.22, 0.23) if dark else (0.8, 0.8, 0.81), 0.02))
    image = sheet(columns * pitch + 12, rows * pitch + 12 + (90 if laptop else 0), base, 8)
    draw = ImageDraw.Draw(image)
    font = fonts.load(fonts.pick(rng), int(rng.integers(9, 18)))
    digits = rng.random() < 0.3
    ink = (225, 225, 225) if dark else (30, 30, 30)
    for j in range(rows):
        shift = 0 if digits else (j * 7) % pitch
        for i in range(columns):
            x, y = 6 + i * pitch + shift, 6 + j * pitch
            draw.rounded_rectangle((x, y, x + key, y + key), 4, fill=edge)
            draw.rounded_rectangle((x + 1, y + 1, x + key - 1, y + key - 3), 4, fill=cap)
            label = str((i + 3 * j) % 10) if digits or j == 0 else LETTERS[rng.integers(len(LETTERS))]
            draw.text((x + 6, y + 3), label, font=font, fill=ink)
    if laptop:
        w, h = image.size
        draw.rounded_rectangle(
            (w * 0.33, h - 84, w * 0.67, h - 8),
            5,
            fill=as_bytes(base * np.float32(0.93)),
            outline=as_bytes(base * np.float32(0.75)),
        )
    return uneven(rng, to_float(image)), columns * rng.uniform(0.6, 0.85)


def calculator(rng: np.random.Generator) -> Thing:
    """A calculator, a telephone's keys or a remote control."""
    remote = rng.random() < 0.4
    columns, rows = (3, int(rng.integers(5, 9))) if remote else (int(rng.integers(3, 6)), int(rng.integers(4, 6)))
    width, height = 16 + columns * 30, 22 + rows * 28 + (30 if remote else 56)
    image = sheet(width, height, muted(rng) * np.float32(0.6) if remote else muted(rng), 12)
    draw, font = ImageDraw.Draw(image), fonts.load(fonts.pick(rng), int(rng.integers(11, 18)))
    if not remote:
        draw.rectangle((10, 12, width - 10, 50), fill=(165, 178, 160))
        draw.text(
            (width - 14, 31),
            str(rng.integers(0, 99999)),
            font=fonts.load(fonts.pick(rng), 24),
            fill=(30, 35, 30),
            anchor="rm",
        )
    cap = as_bytes(muted(rng))
    ink = (20, 20, 20) if sum(cap[:3]) > 380 else (240, 240, 240)
    for k in range(rows * columns):
        x, y = 12 + 30 * (k % columns), (26 if remote else 62) + 28 * (k // columns)
        fill = print_ink(rng) if rng.random() < 0.12 else cap
        draw.rounded_rectangle((x, y, x + 23, y + 20), 9 if remote else 4, fill=fill)
        if rng.random() < 0.85:
            draw.text((x + 12, y + 10), str((k + 1) % 10), font=font, fill=ink, anchor="mm")
    return uneven(rng, to_float(image)), columns * rng.uniform(0.45, 0.8)


def gadget(rng: np.random.Generator) -> Thing:
    """A phone, a tablet, a box or a book: a rounded rectangle, white ones among them, some with a lit screen."""
    width, height = int(rng.integers(80, 200)), int(rng.integers(80, 270))
    colour = near(rng, ((0.05, 0.05, 0.05), (0.5, 0.5, 0.5), (0.97, 0.97, 0.97))[rng.integers(3)])
    image = sheet(width, height, colour, int(rng.integers(1, 20)))
    draw = ImageDraw.Draw(image)
    kind = rng.random()
    if kind < 0.5:
        draw.rounded_rectangle((6, 6, width - 7, height - 7), 8, fill=print_ink(rng) if kind < 0.3 else (12, 12, 14))
    if kind < 0.2:  # a screen with icons or a clock
        font = fonts.load(fonts.pick(rng), 30)
        draw.text(
            (width / 2, 40), f"{rng.integers(24)}:{rng.integers(60):02d}", font=font, fill=(240, 240, 240), anchor="mm"
        )
        for x in range(14, width - 24, 28):
            for y in range(80, height - 24, 30):
                draw.rounded_rectangle((x, y, x + 18, y + 18), 5, fill=as_bytes(muted(rng)))
    texture = to_float(image)
    if rng.random() < 0.4:  # a lamp mirrored in glass
        rows, columns = mesh(texture.shape[:2])
        band = np.abs(
            columns + rows * np.float32(rng.normal(0, 0.8)) - np.float32(rng.uniform(0, width))
        ) < rng.uniform(5, 60)
        texture[..., :3] += (
            cv2.GaussianBlur(band.astype(np.float32), (0, 0), 3) * np.float32(rng.uniform(0.05, 0.35))
        )[..., None]
    return uneven(rng, texture), rng.uniform(1.5, 5)
