"""Printed things: playing cards, calendars, box lids, paper."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from PIL import Image, ImageDraw

from workshop.training.render import fonts
from workshop.training.render.clutter.drawing import (
    PRINT_INKS,
    Ink,
    Point,
    Thing,
    as_bytes,
    package_colour,
    print_ink,
    sheet,
    to_float,
    uneven,
    word,
)
from workshop.training.render.textures import muted, near

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def _suit(draw: ImageDraw.ImageDraw, suit: int, at: Point, r: float, ink: Ink) -> None:
    """Hearts, diamonds, spades and clubs as shapes; `r` is half the height."""
    x, y = at
    if suit == 1:
        draw.polygon([(x, y - r), (x + 0.75 * r, y), (x, y + r), (x - 0.75 * r, y)], fill=ink)
        return
    sign = 1 if suit == 0 else -1
    if suit == 3:
        for dx, dy in ((0, -0.5), (-0.5, 0.25), (0.5, 0.25)):
            draw.ellipse((x + (dx - 0.45) * r, y + (dy - 0.45) * r, x + (dx + 0.45) * r, y + (dy + 0.45) * r), fill=ink)
    else:
        for dx in (-0.42, 0.42):
            cy = y - sign * 0.35 * r
            draw.ellipse((x + (dx - 0.45) * r, cy - 0.45 * r, x + (dx + 0.45) * r, cy + 0.45 * r), fill=ink)
        draw.polygon(
            [(x - 0.85 * r, y - sign * 0.2 * r), (x + 0.85 * r, y - sign * 0.2 * r), (x, y + sign * r)], fill=ink
        )
    if suit >= 2:
        draw.polygon([(x, y), (x + 0.3 * r, y + r), (x - 0.3 * r, y + r)], fill=ink)


def _card_image(rng: np.random.Generator) -> Image.Image:
    image = sheet(150, 212, near(rng, (0.95, 0.95, 0.93), 0.03), 10)
    draw = ImageDraw.Draw(image)
    if rng.random() < 0.15:  # a back
        ink = print_ink(rng)
        draw.rounded_rectangle((8, 8, 141, 203), 6, fill=ink)
        step = int(rng.integers(6, 20))
        for k in range(-212, 150, step):
            draw.line((k, 8, k + 212, 203), fill=(240, 240, 240), width=1)
            draw.line((k + 212, 8, k, 203), fill=(240, 240, 240), width=1)
        draw.rounded_rectangle((0, 0, 149, 211), 10, outline=as_bytes((0.95, 0.95, 0.94)), width=8)
        return image
    suit, rank = int(rng.integers(4)), int(rng.integers(13))
    ink = (200, 20, 30) if suit < 2 else (15, 15, 18)
    font = fonts.load(fonts.pick(rng), int(rng.integers(24, 42)))
    draw.text((9, 4), RANKS[rank], font=font, fill=ink)
    _suit(draw, suit, (22, 62), 13, ink)
    if rank >= 10:
        draw.rectangle((34, 26, 116, 106), fill=as_bytes(muted(rng)))
        for _ in range(9):
            x, y, r = rng.uniform(40, 110), rng.uniform(30, 100), rng.uniform(4, 18)
            draw.regular_polygon((x, y, r), int(rng.integers(3, 7)), fill=print_ink(rng))
    else:
        count = max(1, rank + 1)
        for k in range((count + 1) // 2):
            place = (75.0, 100.0) if count == 1 else (52.0 if k % 2 else 98.0, 34 + 30 * (k // 2) + 8.0 * (count < 4))
            _suit(draw, suit, place, 22 if count == 1 else 13, ink)
    half = image.crop((0, 0, 150, 106)).rotate(180)
    image.paste(half, (0, 106))
    return image


def card(rng: np.random.Generator) -> Thing:
    """A playing card; its numbers must not be taken for tiles."""
    return to_float(_card_image(rng)), rng.uniform(1.6, 2.6)


def _fan_of(rng: np.random.Generator, make: Callable[[np.random.Generator], Image.Image]) -> Thing:
    canvas = np.zeros((230, 310, 4), np.float32)
    count, step = int(rng.integers(3, 9)), rng.uniform(7, 16)
    for k in range(count):
        face = make(rng)
        ImageDraw.Draw(face).rounded_rectangle(
            (0, 0, face.width - 1, face.height - 1), 10, outline=(120, 120, 120, 255)
        )
        texture = to_float(face)
        turn = np.deg2rad((k - (count - 1) / 2) * step)
        cos, sin = 0.7 * np.cos(turn), 0.7 * np.sin(turn)
        pivot = np.array([face.width / 2, face.height * 1.35])
        matrix = np.array([[cos, -sin, 0], [sin, cos, 0]])
        matrix[:, 2] = np.array([155, 225]) - matrix[:, :2] @ pivot
        card = cv2.warpAffine(texture, matrix, (310, 230))
        alpha = card[..., 3:]
        canvas = canvas * (1 - alpha) + np.dstack([card[..., :3] * alpha, alpha])
    canvas[..., :3] /= np.maximum(canvas[..., 3:], np.float32(1e-4))
    return np.clip(canvas, 0, 1), rng.uniform(5.5, 7.5)


def hand_of_cards(rng: np.random.Generator) -> Thing:
    """Cards held or laid in a fan."""
    return _fan_of(rng, _card_image)


def _number_card(rng: np.random.Generator) -> Image.Image:
    image = sheet(130, 200, (0.96, 0.96, 0.95), 10)
    draw, ink = ImageDraw.Draw(image), PRINT_INKS[rng.integers(5)]
    draw.rounded_rectangle((9, 9, 120, 190), 8, fill=ink)
    draw.ellipse((18, 45, 111, 155), fill=(245, 245, 240))
    text, path = str(rng.integers(0, 13)), fonts.pick(rng)
    draw.text((65, 100), text, font=fonts.load(path, 66), fill=ink, anchor="mm")
    draw.text((14, 12), text, font=fonts.load(path, 24), fill=(250, 250, 250))
    return image


def number_cards(rng: np.random.Generator) -> Thing:
    """A fan of coloured cards with one big number each."""
    return _fan_of(rng, _number_card)


def calendar(rng: np.random.Generator) -> Thing:
    """A leaf of a calendar: a grid of days, holidays in red."""
    image = sheet(300, 250, near(rng, (0.95, 0.95, 0.94), 0.02), 1)
    draw, path = ImageDraw.Draw(image), fonts.pick(rng)
    draw.text((12, 8), word(rng, 4, 9), font=fonts.load(path, 28), fill=print_ink(rng))
    first = int(rng.integers(7))
    font = fonts.load(path, int(rng.integers(16, 26)))
    for day in range(31):
        column, row = (day + first) % 7, (day + first) // 7
        draw.text(
            (12 + 41 * column, 50 + 33 * row),
            str(day + 1),
            font=font,
            fill=(200, 25, 30) if column == 6 else (25, 25, 28),
        )
    return uneven(rng, to_float(image)), rng.uniform(4, 9)


def box_lid(rng: np.random.Generator) -> Thing:
    """A printed lid with big digits, words, pictures and printed tiles."""
    width, height = int(rng.integers(180, 320)), int(rng.integers(140, 300))
    image = sheet(width, height, package_colour(rng), 4)
    draw = ImageDraw.Draw(image)
    for _ in range(int(rng.integers(0, 4))):
        x, y, s = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(10, 120)
        draw.regular_polygon(
            (x, y, s), int(rng.choice([3, 4, 5, 40])), rotation=int(rng.integers(90)), fill=as_bytes(muted(rng))
        )
    for _ in range(int(rng.integers(1, 8))):
        text = str(rng.integers(1, 14)) if rng.random() < 0.6 else word(rng)
        at = (rng.uniform(-10, width * 0.8), rng.uniform(-10, height * 0.8))
        draw.text(at, text, font=fonts.load(fonts.pick(rng), int(rng.integers(16, 110))), fill=print_ink(rng))
    if rng.random() < 0.5:
        _printed_tiles(rng, draw, width, height)
    return uneven(rng, to_float(image)), rng.uniform(3, 9)


def _printed_tiles(rng: np.random.Generator, draw: ImageDraw.ImageDraw, width: int, height: int) -> None:
    """A row of small tiles as part of a package's picture."""
    side, y = float(rng.uniform(16, 34)), float(rng.uniform(0, height * 0.8))
    font, first = fonts.load(fonts.pick(rng), round(side * 0.8)), int(rng.integers(1, 10))
    fill = as_bytes(near(rng, (0.93, 0.9, 0.82)))
    for k in range(int(rng.integers(2, 6))):
        x = width * 0.1 + k * side * 1.08
        y += rng.normal(0, side * 0.06)
        draw.rounded_rectangle((x, y, x + side, y + side * 1.4), 3, fill=fill, outline=(120, 110, 95))
        draw.text(
            (x + side / 2, y + side * 0.55), str(first + k), font=font, fill=PRINT_INKS[rng.integers(4)], anchor="mm"
        )


def paper(rng: np.random.Generator) -> Thing:
    """A score sheet, a booklet or an open notebook: rules or squares, columns of figures, words, handwriting."""
    width, height = 240, int(rng.integers(160, 300))
    image = sheet(width, height, tuple(rng.uniform(0.8, 1.0) + rng.normal(0, 0.02, 3)), 1)
    draw = ImageDraw.Draw(image)
    font = fonts.load(fonts.pick(rng), int(rng.integers(9, 26)))
    step = int(rng.integers(10, 34))
    ruled, squared, scribbled = rng.random() < 0.5, rng.random() < 0.3, rng.random() < 0.4
    if squared:
        for x in range(0, width, step):
            draw.line((x, 0, x, height), fill=(170, 185, 205))
    for y in range(10, height, step):
        if ruled or squared:
            draw.line((0, y + step - 3, width, y + step - 3), fill=(150, 165, 190))
        if scribbled:
            across = np.arange(12, rng.uniform(60, width - 10), 3.0)
            wave = y + step / 2 + step * 0.22 * np.sin(across * rng.uniform(0.35, 0.8) + rng.normal(0, 0.5))
            wave += np.convolve(rng.normal(0, step * 0.35, len(across)), np.ones(3) / 3, "same")
            draw.line(list(zip(across.tolist(), wave.tolist(), strict=True)), fill=(30, 40, 120), width=1)
            continue
        figures = "   ".join(str(v) for v in rng.integers(-60, 99, int(rng.integers(1, 6))))
        words = figures if rng.random() < 0.5 else " ".join(word(rng, 2, 8).lower() for _ in range(4))
        draw.text((10, y), words, font=font, fill=print_ink(rng) if rng.random() < 0.2 else (50, 50, 60))
    if rng.random() < 0.25:  # spiral binding
        for y in range(6, height, 12):
            draw.ellipse((2, y, 9, y + 7), fill=(90, 90, 95))
    return uneven(rng, to_float(image)), rng.uniform(3, 9)
