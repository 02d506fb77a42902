"""Crockery and other small things: cups, crumbs, coins, dice, pens."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
from PIL import Image, ImageDraw

from workshop.training.render import fonts
from workshop.training.render.arrays import FloatImage
from workshop.training.render.clutter.drawing import Ink, Thing, as_bytes, package_colour, sheet, to_float, uneven
from workshop.training.render.textures import capsule, mesh, mix, muted, near, noise, shaded, tint


def round_thing(rng: np.random.Generator) -> Thing:
    """A cup with saucer, a glass, a plate, a bowl of snacks or a coaster, seen from above."""
    size = 220
    y, x = mesh((size, size))
    dx, dy = (x - size / 2) / np.float32(size / 2), (y - size / 2) / np.float32(size / 2)
    r = np.sqrt(dx * dx + dy * dy)
    angle = rng.uniform(0, 2 * np.pi)
    side = (dx * np.float32(np.cos(angle)) + dy * np.float32(np.sin(angle))) / np.maximum(r, np.float32(0.05))
    kind = rng.choice(["cup", "glass", "plate", "bowl", "coaster"])
    ware = near(rng, (0.94, 0.93, 0.91), 0.03) if rng.random() < 0.55 else muted(rng)
    rim = rng.uniform(0.45, 0.68) if kind == "cup" else rng.uniform(0.82, 0.95)
    value = 0.92 + 0.1 * side * np.sin(np.pi * np.clip(r, 0, 1))
    value = value - 0.18 * np.exp(-(((r - np.float32(rim)) * 25) ** 2)) * side
    colours = tint(value, ware)
    alpha = np.clip((1 - r) * size / 3, 0, 1)
    if kind == "cup":
        drink = near(
            rng, ((0.18, 0.09, 0.04), (0.45, 0.22, 0.06), (0.55, 0.4, 0.28), (0.9, 0.88, 0.84))[rng.integers(4)]
        )
        colours = mix(colours, tint(0.75 + 0.3 * side, ware), np.clip((rim + 0.05 - r) * 60, 0, 1))
        colours = mix(colours, drink, np.clip((rim - 0.04 - r) * 60, 0, 1))
        if rng.random() < 0.5:
            alpha = np.clip((rim + 0.05 - r) * size / 3, 0, 1)
    elif kind == "glass":
        ring = np.exp(-(((r - np.float32(rim)) * 18) ** 2)) + 0.5 * np.exp(-(((r - np.float32(rim * 0.7)) * 25) ** 2))
        colours = mix(near(rng, (0.8, 0.84, 0.86)), np.ones(3, np.float32), np.clip(ring * (0.6 + 0.5 * side), 0, 1))
        alpha = alpha * np.clip(np.float32(rng.uniform(0.1, 0.5)) + 0.6 * ring, 0, 1)
    elif kind == "bowl":
        colours = mix(colours, tint(0.55 + 0.25 * side, ware), np.clip((rim - r) * 40, 0, 1))
        food = _morsels(rng, size, rim * 0.85)
        colours = mix(colours, food[..., :3], food[..., 3])
    elif rng.random() < 0.7:
        for radius in np.sort(rng.uniform(0.2, 0.95, int(rng.integers(1, 4))))[::-1]:
            inside = np.abs(r - np.float32(radius)) < 0.02 if kind == "plate" else r < radius
            colours = mix(colours, muted(rng), cv2.GaussianBlur(inside.astype(np.float32), (0, 0), 0.8))
    glint = np.exp(-(((dx - 0.5 * np.float32(np.cos(angle))) ** 2 + (dy - 0.5 * np.float32(np.sin(angle))) ** 2) * 120))
    colours = np.clip(colours + (glint * np.float32(rng.uniform(0, 0.6)))[..., None], 0, 1)
    widths = {"cup": (3, 6), "glass": (2, 3.4), "plate": (5, 10), "bowl": (4, 8), "coaster": (2.5, 4)}
    return np.dstack([colours, alpha]).astype(np.float32), rng.uniform(*widths[str(kind)])


def _morsels(rng: np.random.Generator, size: int, reach: float) -> FloatImage:
    """Nuts, crisps or sweets within `reach` half sizes of the middle, shape (size, size, 4)."""
    height, colours = np.zeros((size, size), np.float32), np.zeros((size, size, 3), np.float32)
    base, bright = near(rng, (0.75, 0.52, 0.25), 0.08), rng.random() < 0.3
    length = rng.uniform(4, 16)
    for _ in range(int(rng.integers(8, 30))):
        turn, away = rng.uniform(0, 2 * np.pi, 2), size / 2 * reach * np.sqrt(rng.random())
        at = size / 2 + away * np.array([np.cos(turn[0]), np.sin(turn[0])])
        step = length * np.array([np.cos(turn[1]), np.sin(turn[1])]) / 2
        thick = float(rng.uniform(0.35, 0.6) * length)
        top = capsule(height, tuple(at - step), tuple(at + step), (thick, thick * 0.8))
        colours[top] = rng.uniform(0.1, 1, 3) if bright else base * np.float32(rng.uniform(0.8, 1.2))
    return shaded(rng, height, colours)


def crumbs(rng: np.random.Generator) -> Thing:
    """Crumbs, nuts or sweets on the bare table."""
    return _morsels(rng, 160, 0.85), rng.uniform(1.5, 4)


def coins(rng: np.random.Generator) -> Thing:
    """A few coins or poker chips."""
    size, metals = 200, ((0.72, 0.55, 0.3), (0.7, 0.7, 0.7), (0.6, 0.38, 0.25))
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    draw, chips = ImageDraw.Draw(image), rng.random() < 0.3
    for _ in range(int(rng.integers(1, 7))):
        r = rng.uniform(24, 36)
        x, y = rng.uniform(r, size - r, 2)
        colour = rng.uniform(0.1, 0.9, 3).astype(np.float32) if chips else near(rng, metals[rng.integers(3)])
        draw.ellipse(
            (x - r, y - r, x + r, y + r), fill=as_bytes(colour), outline=as_bytes(colour * np.float32(0.5)), width=2
        )
        if chips:
            for k in range(6):
                draw.arc((x - r, y - r, x + r, y + r), 60 * k, 60 * k + 25, fill=(245, 245, 245, 255), width=7)
        draw.ellipse(
            (x - r * 0.75, y - r * 0.75, x + r * 0.75, y + r * 0.75),
            outline=as_bytes(colour * np.float32(0.75)),
            width=2,
        )
        text = str(rng.choice([1, 2, 5, 10, 20, 50]))
        draw.text(
            (x, y),
            text,
            font=fonts.load(fonts.pick(rng), int(r)),
            fill=as_bytes(colour * np.float32(0.55)),
            anchor="mm",
        )
    return uneven(rng, to_float(image), 0.15), rng.uniform(2.2, 3.4)


PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568", 0: ""}


def _pips(draw: ImageDraw.ImageDraw, count: int, box: tuple[float, float, float], ink: Ink) -> None:
    """Pips in a square with its corner and side given."""
    x, y, side = box
    for place in PIPS[count]:
        cx, cy = x + side * (0.25 + 0.25 * (int(place) % 3)), y + side * (0.25 + 0.25 * (int(place) // 3))
        r = side * 0.085
        draw.ellipse((cx - r, cy - r, cx + r, cy + r), fill=ink)


def die(rng: np.random.Generator) -> Thing:
    """A die."""
    colour = near(rng, (0.94, 0.93, 0.9)) if rng.random() < 0.6 else muted(rng)
    image = sheet(60, 60, colour, 12)
    _pips(
        ImageDraw.Draw(image),
        int(rng.integers(1, 7)),
        (2, 2, 56),
        (20, 20, 20) if colour.mean() > 0.5 else (245, 245, 245),
    )
    return uneven(rng, to_float(image)), rng.uniform(0.55, 0.9)


def domino(rng: np.random.Generator) -> Thing:
    """Dominoes, white and black, alone or in a row: much like tiles, and none."""
    colour = near(rng, (0.93, 0.91, 0.85)) if rng.random() < 0.6 else near(rng, (0.12, 0.11, 0.11))
    ink = (20, 20, 20) if colour.mean() > 0.5 else (245, 245, 245)
    count = int(rng.integers(1, 4))
    image = sheet(count * 82, 160, (0, 0, 0), 1)
    image.putalpha(0)
    draw = ImageDraw.Draw(image)
    for k in range(count):
        draw.rounded_rectangle((k * 82, 0, k * 82 + 79, 159), 8, fill=as_bytes(colour))
        draw.line((k * 82 + 8, 80, k * 82 + 71, 80), fill=ink, width=2)
        _pips(draw, int(rng.integers(0, 7)), (k * 82, 0, 80), ink)
        _pips(draw, int(rng.integers(0, 7)), (k * 82, 80, 80), ink)
    return uneven(rng, to_float(image)), count * rng.uniform(0.8, 1.1)


def ruler(rng: np.random.Generator) -> Thing:
    """A ruler with figures or a strip of paper."""
    image = sheet(300, int(rng.integers(14, 40)), muted(rng), 3)
    if rng.random() < 0.7:
        draw, font = ImageDraw.Draw(image), fonts.load(fonts.pick(rng), 12)
        for k in range(0, 300, 4):
            draw.line((k, 0, k, 6 if k % 20 else 10), fill=(20, 20, 20))
        for k in range(0, 300, 20):
            draw.text((k, 10), str(k // 20), font=font, fill=(20, 20, 20))
    return to_float(image), rng.uniform(4, 9)


def pen(rng: np.random.Generator) -> Thing:
    """A pen or a pencil."""
    height, colours = np.zeros((34, 300), np.float32), np.zeros((34, 300, 3), np.float32)
    body, tip = package_colour(rng), muted(rng)
    r = float(rng.uniform(6, 12))
    colours[:] = body
    capsule(height, (20, 17), (250, 17), (r, r))
    colours[capsule(height, (250, 17), (290, 17), (r, 1.2))] = tip
    colours[:, : int(rng.integers(10, 90))] = muted(rng)
    return shaded(rng, height, colours, 1.5), rng.uniform(5, 6.5)


def spectacles_case(rng: np.random.Generator) -> Thing:
    """A case for glasses, a computer mouse, a lighter: rounded and plain."""
    height = np.zeros((120, 240), np.float32)
    r = float(rng.uniform(30, 50))
    capsule(height, (r + 8, 60), (rng.uniform(r + 10, 230 - r), 60), (r, r * rng.uniform(0.85, 1.05)))
    colours = tint(1 + 0.04 * noise(rng, height.shape, (20, 40), 1), muted(rng))
    return shaded(rng, height, colours, 1.2), rng.uniform(4, 7)


def cable(rng: np.random.Generator) -> Thing:
    """A cable in a curve."""
    size = (160, 300)
    height = np.zeros(size, np.float32)
    knots = np.column_stack([np.linspace(-5, 305, 20), 80 + 25 * noise(rng, (2, 20), (2, 4), 1)[0].clip(-2.8, 2.8)])
    r = float(rng.uniform(2.5, 6))
    for a, b in itertools.pairwise(knots):
        capsule(height, tuple(a), tuple(b), (r, r))
    colour = near(rng, ((0.06, 0.06, 0.06), (0.9, 0.9, 0.9), (0.4, 0.4, 0.42))[rng.integers(3)])
    return shaded(rng, height, np.broadcast_to(colour, (*size, 3)), 1.5), rng.uniform(5, 11)
