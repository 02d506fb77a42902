"""Hard tables: wood, stone, ceramic, glass, and plain white ones."""

from __future__ import annotations

import cv2
import numpy as np

from workshop.training.render.arrays import FloatImage
from workshop.training.render.surfaces.base import SIZE, TABLE_SIZE
from workshop.training.render.textures import Colour, mesh, mix, muted, near, noise, patches, seams, tint, warp

WOODS = (
    (0.45, 0.27, 0.16), (0.62, 0.42, 0.25), (0.3, 0.17, 0.1), (0.75, 0.58, 0.4), (0.5, 0.47, 0.45),
    (0.35, 0.2, 0.17), (0.82, 0.7, 0.52), (0.9, 0.84, 0.74), (0.16, 0.11, 0.09), (0.68, 0.62, 0.56),
)  # fmt: skip


def _timber(rng: np.random.Generator) -> Colour:
    tone = WOODS[rng.integers(len(WOODS))]
    return np.asarray(np.clip(near(rng, tone, 0.02) * np.exp(rng.normal(0, 0.12)), 0.02, 1), np.float32)


def wood(rng: np.random.Generator) -> FloatImage:
    """Boards or a veneer; the grain runs along x, with cathedrals, pores and knots."""
    colour = _timber(rng)
    grain = noise(rng, SIZE, (rng.uniform(20, 70), rng.uniform(1.5, 5)), 3)
    strong = rng.random() < 0.3
    bend = noise(rng, SIZE, (rng.uniform(2, 5), 1.5), 2)
    if rng.random() < 0.35:
        bend += _knots(rng)
    rings = np.sin(bend * np.float32(rng.uniform(3, 30 if strong else 12)))
    value = 1 + np.float32(rng.uniform(0.03, 0.14)) * grain
    value += np.float32(rng.uniform(0.1, 0.25) if strong else rng.uniform(0, 0.14)) * rings
    if rng.random() < 0.5:  # pores: short dark dashes along the grain
        pores = cv2.blur((rng.random(SIZE, np.float32) > 0.985).astype(np.float32), (int(rng.integers(7, 25)), 1))
        value -= np.float32(rng.uniform(0.5, 2.5)) * pores
    if rng.random() < 0.45:
        width = int(rng.integers(40, 200))
        for k in range(0, TABLE_SIZE, width):
            value[k : k + width] *= 1 + rng.normal(0, 0.08)
            value[k : k + 2] *= rng.uniform(0.4, 0.9)
            if rng.random() < 0.5:
                end = int(rng.integers(0, TABLE_SIZE))
                value[k : k + width, end : end + 2] *= rng.uniform(0.4, 0.9)
    dark = np.clip(colour * np.array([0.75, 0.65, 0.55]), 0, 1).astype(np.float32)
    return mix(dark, np.clip(colour * 1.12, 0, 1), value - 0.1) if strong else tint(value, colour)


def _knots(rng: np.random.Generator) -> FloatImage:
    """Bumps that bend rings around them, shape SIZE."""
    y, x = mesh(SIZE)
    total = np.zeros(SIZE, np.float32)
    for _ in range(int(rng.integers(1, 5))):
        cx, cy, r = rng.uniform(0, TABLE_SIZE), rng.uniform(0, TABLE_SIZE), rng.uniform(6, 22)
        squared = ((x - np.float32(cx)) / np.float32(2.2 * r)) ** 2 + ((y - np.float32(cy)) / np.float32(r)) ** 2
        total += np.float32(rng.uniform(1.5, 4)) / (1 + squared)
    return total


def plain(rng: np.random.Generator) -> FloatImage:
    """A painted or lacquered table of one colour."""
    colour = muted(rng)
    value = 1 + 0.03 * noise(rng, SIZE, (3, 3), 2)
    value += np.float32(rng.uniform(0, 0.06)) * rng.standard_normal(SIZE, np.float32)
    return tint(value, colour)


def white(rng: np.random.Generator) -> FloatImage:
    """White and cream tables, on which a tile's body hardly stands out."""
    colour = np.clip(np.array([0.94, 0.93, 0.9]) * rng.uniform(0.75, 1.05) + rng.normal(0, 0.02, 3), 0, 1)
    value = 1 + np.float32(rng.uniform(0.0, 0.03)) * noise(rng, SIZE, (4, 4), 3)
    if rng.random() < 0.3:  # scratches, hairs and crumbs
        image = np.ascontiguousarray(value)
        for _ in range(int(rng.integers(3, 40))):
            a, turn, long = rng.uniform(0, TABLE_SIZE, 2), rng.uniform(0, 2 * np.pi), rng.uniform(1, 40)
            b = a + long * np.array([np.cos(turn), np.sin(turn)])
            start, end = (tuple(int(v) for v in p) for p in (a, b))
            cv2.line(image, start, end, rng.uniform(0.5, 1.05), 1, cv2.LINE_AA)
        value = image
    return tint(value, colour.astype(np.float32))


def marble(rng: np.random.Generator) -> FloatImage:
    """Polished stone with branching veins, broad and smoky or fine as hairs."""
    light = rng.random() < 0.75
    colour = near(rng, (0.91, 0.91, 0.9), 0.025) if light else near(rng, (0.25, 0.24, 0.24), 0.1)
    vein = near(rng, (0.35, 0.35, 0.37), 0.07) if light else near(rng, (0.8, 0.78, 0.72), 0.1)
    if light and rng.random() < 0.2:
        vein = near(rng, (0.6, 0.45, 0.25), 0.06)  # gold veins
    clouds = noise(rng, SIZE, (2.5, 2.5), 2)
    share = np.clip(0.06 * clouds, 0, 0.2)
    for _ in range(int(rng.integers(1, 4))):
        scale = rng.uniform(1.0, 5)
        ridge = np.abs(noise(rng, SIZE, (scale * rng.uniform(0.6, 1.6), scale), 5))
        presence = np.clip(
            noise(rng, SIZE, (scale, scale), 2) * np.float32(0.7) + np.float32(rng.uniform(0.1, 0.8)), 0, 1
        )
        line = cv2.exp(-ridge * np.float32(rng.uniform(10, 45)))
        smoke = cv2.exp(-ridge * np.float32(rng.uniform(2.5, 8)))
        share += presence * (np.float32(rng.uniform(0.25, 0.95)) * line + np.float32(rng.uniform(0, 0.45)) * smoke)
    return mix(colour, vein, np.clip(share, 0, 1))


def breccia(rng: np.random.Generator) -> FloatImage:
    """Broken pieces of stone in a net of veins."""
    labels, _ = patches(rng, SIZE, int(rng.integers(15, 160)))
    reach = np.float32(rng.uniform(4, 12))
    bend = noise(rng, SIZE, (9, 9), 3) * reach, noise(rng, SIZE, (9, 9), 3) * reach
    labels = np.asarray(warp(labels.astype(np.float32), *bend, cv2.INTER_NEAREST), np.int32)
    base = near(rng, (0.8, 0.76, 0.7), 0.08) if rng.random() < 0.6 else muted(rng)
    shades = np.clip(base + rng.normal(0, rng.uniform(0.02, 0.09), (labels.max() + 1, 1)), 0, 1)
    image = (shades + rng.normal(0, 0.015, (labels.max() + 1, 3))).astype(np.float32)[labels]
    vein = near(rng, (0.95, 0.93, 0.9)) if rng.random() < 0.5 else near(rng, (0.35, 0.28, 0.22))
    gap = seams(labels, int(rng.integers(1, 5))) * np.clip(0.6 + 0.5 * noise(rng, SIZE, (6, 6), 2), 0, 1)
    return mix(image, vein, gap) * (1 + 0.04 * noise(rng, SIZE, (12, 12), 3))[..., None]


def granite(rng: np.random.Generator) -> FloatImage:
    """Crystals of a few colours, as kitchen worktops have them."""
    palette = np.clip(muted(rng) + rng.normal(0, rng.uniform(0.05, 0.25), (5, 1)) + rng.normal(0, 0.02, (5, 3)), 0, 1)
    labels, _ = patches(rng, SIZE, int(rng.integers(4000, 30000)))
    drift = noise(rng, (64, 64), (6, 6), 3)[rng.integers(0, 64, 30001), rng.integers(0, 64, 30001)]
    choice = np.clip(drift * 1.2 + 2 + rng.normal(0, 0.8, 30001), 0, 4).astype(np.int32)
    image = palette.astype(np.float32)[choice[labels]]
    return cv2.GaussianBlur(image, (0, 0), rng.uniform(0.5, 1.0))


def terrazzo(rng: np.random.Generator) -> FloatImage:
    """Chips of stone in cement."""
    ground = near(rng, (0.85, 0.84, 0.82), 0.06) if rng.random() < 0.7 else muted(rng)
    count = int(np.exp(rng.uniform(np.log(900), np.log(9000))))
    labels, distance = patches(rng, SIZE, count)
    chips = np.clip(rng.uniform(0.1, 1, (count + 1, 1)) + rng.normal(0, 0.06, (count + 1, 3)), 0, 1)
    chips = ground + (chips - ground) * rng.uniform(0.4, 1.0)
    reach = np.sqrt(TABLE_SIZE**2 / count) * rng.uniform(0.05, 0.6, count + 1)
    edge = distance + noise(rng, SIZE, (60, 60), 1)
    mask = (edge < reach.astype(np.float32)[labels]).astype(np.float32)
    return mix(ground, chips.astype(np.float32)[labels], cv2.GaussianBlur(mask, (0, 0), 0.6))


def ceramic(rng: np.random.Generator) -> FloatImage:
    """Ceramic tiles with grout, plain, mottled or with an ornament, white ones among them."""
    y, x = mesh(SIZE)
    period = rng.uniform(28, 130)
    width = period * rng.choice([1.0, 1.0, 2.0])
    row = np.floor(y / np.float32(period))
    shift = np.float32(width / 2) * (row % 2) if rng.random() < 0.3 else np.float32(0)
    column = np.floor((x + shift) / np.float32(width))
    u, v = (x + shift) % np.float32(width), y % np.float32(period)
    number = ((row * 31 + column * 7) % 64).astype(np.int32)
    glaze = near(rng, (0.9, 0.89, 0.87), 0.04) if rng.random() < 0.5 else muted(rng)
    shades = rng.normal(1, rng.uniform(0.005, 0.1), 64).astype(np.float32)[number]
    image = tint(shades * (1 + np.float32(rng.uniform(0, 0.06)) * noise(rng, SIZE, (14, 14), 3)), glaze)
    if rng.random() < 0.3:
        away = np.hypot(u - np.float32(width / 2), v - np.float32(period / 2)) / np.float32(period)
        petals = np.cos(np.arctan2(v - np.float32(period / 2), u - np.float32(width / 2)) * rng.integers(3, 9))
        image = mix(image, muted(rng), np.clip((0.35 + 0.1 * petals - away) * 12, 0, 1) * np.float32(0.8))
    border = np.minimum(np.minimum(u, np.float32(width) - u), np.minimum(v, np.float32(period) - v))
    grout = np.clip(np.float32(rng.uniform(0.8, 3)) - border, 0, 1)
    return mix(image, muted(rng) if rng.random() < 0.5 else glaze * np.float32(0.6), grout)


def parquet(rng: np.random.Generator, *, herringbone: bool = False) -> FloatImage:
    """Short boards in squares of changing direction, or in a herringbone."""
    y, x = mesh(SIZE)
    board = rng.uniform(8, 22)
    count = int(rng.integers(3, 7))
    if herringbone:
        u, v = (x + y) / np.float32(board), (x - y) / np.float32(board)
        step = np.floor(v / count) if rng.random() < 0.5 else np.floor(u / count)
        upright = (np.floor(u / count) + step) % 2 < 1
    else:
        u, v = x / np.float32(board), y / np.float32(board)
        upright = (np.floor(u / count) + np.floor(v / count)) % 2 < 1
    across, along = np.where(upright, u, v), np.where(upright, v, u)
    number = (np.floor(across) * 37 + np.floor(along / count) * 11 + upright * 5) % 97
    shades = rng.normal(1, rng.uniform(0.04, 0.14), 98).astype(np.float32)[number.astype(np.int32)]
    grain = np.where(upright, noise(rng, SIZE, (8, 130), 2), noise(rng, SIZE, (130, 8), 2))
    value = shades * (1 + np.float32(rng.uniform(0.03, 0.1)) * grain)
    gap = np.minimum(across % 1, (along / count) % 1 * count)
    value *= np.where(gap * board < 1.2, np.float32(rng.uniform(0.4, 0.85)), np.float32(1))
    return tint(cv2.GaussianBlur(value, (0, 0), 0.5), _timber(rng))


def herringbone(rng: np.random.Generator) -> FloatImage:
    """Short boards in a herringbone."""
    return parquet(rng, herringbone=True)


def gloss(rng: np.random.Generator) -> FloatImage:
    """Glass or lacquer that mirrors a blurred room: a window, lamps, furniture."""
    base = muted(rng) * np.float32(rng.choice([0.25, 0.6, 1]))
    room: FloatImage = np.zeros((128, 128), np.float32)
    for _ in range(int(rng.integers(2, 9))):
        corner, extent = rng.uniform(-20, 128, 2), rng.uniform(6, 70, 2)
        low, high = ((int(p[0]), int(p[1])) for p in (corner, corner + extent))
        cv2.rectangle(room, low, high, rng.uniform(0.1, 1), -1)
    room = cv2.GaussianBlur(room, (0, 0), rng.uniform(0.8, 7))
    mirrored = cv2.resize(room, SIZE, interpolation=cv2.INTER_LINEAR)
    mirrored = mirrored + 0.1 * np.clip(noise(rng, SIZE, (4, 4), 3), -1, 2)
    return mix(base, near(rng, (0.93, 0.95, 0.97)), np.clip(mirrored, 0, 1) * np.float32(rng.uniform(0.1, 0.6)))
