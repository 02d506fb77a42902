"""Cloth, felt, carpets and basket work."""

from __future__ import annotations

import cv2
import numpy as np

from workshop.training.render.arrays import FloatImage, Rgb
from workshop.training.render.surfaces.base import SIZE, TABLE_SIZE, fuzz, square_wave
from workshop.training.render.textures import as_rgb, mesh, mix, muted, near, noise, patches, tint, warp

BRIGHT_SHARE = 0.7
"""Share of bold cloths of which one colour is as bright as a tile."""


def cloth(rng: np.random.Generator) -> FloatImage:
    """Striped, checked, gingham or dotted cloth, now and then with folds."""
    y, x = mesh(SIZE)
    first, second = muted(rng), muted(rng)
    if rng.random() < 0.4:
        first = near(rng, (0.92, 0.91, 0.88))
    period = rng.uniform(8, 90)
    kind = rng.choice(["stripes", "several", "checks", "gingham", "dots"])
    if kind == "stripes":
        image = mix(first, second, square_wave(x, period, rng.uniform(0.1, 0.9)))
    elif kind == "several":
        image = mix(first, second, square_wave(x, period, rng.uniform(0.2, 0.7)))
        for _ in range(int(rng.integers(1, 4))):
            image = mix(
                image, muted(rng), square_wave(x + np.float32(rng.uniform(0, 90)), period, rng.uniform(0.03, 0.15))
            )
    elif kind == "checks":
        one, other = square_wave(x, period, 0.5), square_wave(y, period, 0.5)
        image = mix(first, second, np.abs(one - other))
    elif kind == "gingham":
        share = (square_wave(x, period, 0.5) + square_wave(y, period, 0.5)) / 2
        image = mix(first, second, share * np.float32(rng.uniform(0.6, 1)))
    else:
        image = mix(first, second, _dots((period, period), period * rng.uniform(0.1, 0.4)))
    return _as_textile(image, rng)


def bold(rng: np.random.Generator) -> FloatImage:
    """Cloth with shapes as large and often as bright as tiles: squares, lozenges, bricks, patchwork, polka dots."""
    y, x = mesh(SIZE)
    ground, shapes = muted(rng), near(rng, (0.94, 0.92, 0.87), 0.05) if rng.random() < BRIGHT_SHARE else muted(rng)
    if rng.random() < 0.5:
        ground, shapes = shapes, ground
    high = rng.uniform(14, 72)
    wide = high * rng.choice([1.0, 1.0, 0.7, 1.45, 2.1])
    u, v = x / np.float32(wide), y / np.float32(high)
    kind = rng.choice(["squares", "lozenges", "bricks", "patchwork", "dots", "plaid"])
    if kind == "squares":
        share = (np.floor(u) + np.floor(v)) % 2
    elif kind == "lozenges":
        share = (np.floor(u + v) + np.floor(u - v)) % 2
    elif kind == "bricks":
        across = np.abs((u + 0.5 * (np.floor(v) % 2)) % 1 - 0.5) * np.float32(2)
        across = across * 0 if rng.random() < 0.3 else across  # endless ones are bands
        share = (np.maximum(across, np.abs(v % 1 - 0.5) * 2) < np.float32(rng.uniform(0.6, 0.97))).astype(np.float32)
    elif kind == "patchwork":
        tones = np.clip(rng.uniform(0.1, 1.0, 64) + rng.normal(0, 0.1), 0, 1).astype(np.float32)
        share = tones[((np.floor(u) * 13 + np.floor(v) * 29) % 64).astype(np.int32)]
    elif kind == "dots":
        share = _dots((wide, high), wide * rng.uniform(0.15, 0.45))
    else:
        share = (u % 1 < 0.5).astype(np.float32) * np.float32(0.5) + (v % 1 < 0.5).astype(np.float32) * np.float32(0.5)
    image = mix(ground, shapes, np.asarray(share, np.float32))
    if rng.random() < 0.35:  # seams or thin lines along the shapes
        line = np.minimum(
            np.minimum(u % 1, 1 - u % 1) * np.float32(wide), np.minimum(v % 1, 1 - v % 1) * np.float32(high)
        )
        image = mix(image, muted(rng), np.clip(np.float32(rng.uniform(0.8, 3)) - line, 0, 1))
    return _as_textile(image, rng)


def _dots(periods: tuple[float, float], radius: float) -> FloatImage:
    """1 on dots of that radius, every other row of them half a period aside, 0 between them; shape SIZE.

    The periods are along x and y, in pixels.
    """
    (y, x), (wide, high) = mesh(SIZE), periods
    shifted = x + np.float32(wide / 2) * (np.floor(y / np.float32(high)) % 2)
    away = np.hypot((shifted % wide) - wide / 2, (y % high) - high / 2)
    return np.asarray(np.clip(np.float32(radius) - away, 0, 1), np.float32)


def _as_textile(image: FloatImage, rng: np.random.Generator) -> FloatImage:
    """Gives a pattern the threads and the folds of cloth."""
    if rng.random() < 0.4:
        reach = np.float32(rng.uniform(2, 10))
        image = warp(image, noise(rng, SIZE, (3, 3), 1) * reach, noise(rng, SIZE, (3, 3), 1) * reach)
    light = fuzz(rng, rng.uniform(0.03, 0.2))
    if rng.random() < 0.4:
        light = light + np.float32(rng.uniform(0.04, 0.14)) * noise(
            rng, SIZE, (rng.uniform(1, 6), rng.uniform(1, 6)), 2
        )
    return np.asarray(image * light[..., None], np.float32)


def tartan(rng: np.random.Generator) -> FloatImage:
    """Crossing bands of several colours in a twill."""
    y, x = mesh(SIZE)
    period = rng.uniform(50, 160)
    colours = [muted(rng) for _ in range(4)]
    bands = [(rng.uniform(0, period), rng.uniform(0.04, 0.35)) for _ in colours]
    sides = []
    for position in (x, y):
        image: FloatImage = np.broadcast_to(muted(np.random.default_rng(int(period))), (*SIZE, 3))
        for colour, (at, duty) in zip(colours, bands, strict=True):
            image = mix(image, colour, square_wave(position + np.float32(at), period, duty))
        sides.append(image)
    twill = square_wave(x + y, 4, 0.5)
    return _as_textile(mix(sides[0], sides[1], 0.2 + 0.6 * twill), rng)


def felt(rng: np.random.Generator) -> FloatImage:
    """Felt and baize: green, blue, red or grey, with fibres and brushed places."""
    baize = ((0.05, 0.35, 0.18), (0.08, 0.2, 0.45), (0.5, 0.08, 0.1), (0.3, 0.3, 0.32), (0.35, 0.22, 0.4))
    colour = near(rng, baize[rng.integers(len(baize))])
    fibres = cv2.filter2D(rng.standard_normal(SIZE, np.float32), -1, _streak(rng, 7))
    value = 1 + np.float32(rng.uniform(0.05, 0.25)) * fibres + np.float32(0.06) * noise(rng, SIZE, (4, 4), 3)
    return tint(value, colour)


def _streak(rng: np.random.Generator, size: int) -> FloatImage:
    kernel = np.zeros((size, size), np.float32)
    turn, middle = rng.uniform(0, np.pi), size // 2
    dx, dy = round(middle * np.cos(turn)), round(middle * np.sin(turn))
    cv2.line(kernel, (middle - dx, middle - dy), (middle + dx, middle + dy), 1.0)
    return np.asarray(kernel / kernel.sum(), np.float32)


def carpet(rng: np.random.Generator) -> FloatImage:
    """Pile: tufts or loops with shadow between them, of one or several yarns."""
    count = int(rng.integers(1500, 14000))
    labels, distance = patches(rng, SIZE, count)
    base = muted(rng)
    spread = rng.choice([0.03, 0.08, 0.2])
    yarns = np.clip(base + rng.normal(0, spread, (4, 1)) + rng.normal(0, spread / 3, (4, 3)), 0.02, 1)
    choice = rng.integers(0, 4, count + 1) if rng.random() < 0.6 else np.zeros(count + 1, np.int64)
    tufts = (yarns[choice] * rng.normal(1, 0.12, (count + 1, 1))).astype(np.float32)
    size = np.float32(np.sqrt(TABLE_SIZE**2 / count))
    bulge = 1.15 - np.float32(rng.uniform(0.3, 0.9)) * np.clip(distance / size, 0, 1) ** 2
    value = bulge * fuzz(rng, rng.uniform(0.1, 0.35)) * (1 + 0.06 * noise(rng, SIZE, (4, 4), 2))
    return tufts[labels] * value[..., None]


def weave(rng: np.random.Generator) -> FloatImage:
    """Coarse woven threads of changing colour, as carpets and table mats have them."""
    y, x = mesh(SIZE)
    period = rng.uniform(5, 18)
    turn = np.float32(2 * np.pi / period)
    bulge = np.sin(turn * x) * np.sin(turn * y + np.float32(np.pi) * (np.floor(x / np.float32(period)) % 2))
    threads = noise(rng, SIZE, (2, TABLE_SIZE / period), 2)
    light, dark = rng.uniform(0.4, 0.95), rng.uniform(0.05, 0.5)
    value = np.where(threads > rng.uniform(-0.5, 1.2), np.float32(dark), np.float32(light)) * (0.8 + 0.3 * bulge)
    value += 0.06 * rng.standard_normal(value.shape, np.float32)
    shade = np.clip(1 + rng.normal(0, rng.choice([0.03, 0.25]), 3), 0.2, 1.5)
    return tint(cv2.GaussianBlur(value, (0, 0), 0.6), shade.astype(np.float32))


def wicker(rng: np.random.Generator) -> FloatImage:
    """Basket work: flat strips over and under each other."""
    y, x = mesh(SIZE)
    period = np.float32(rng.uniform(10, 34))
    u, v = x / period, y / period
    over = ((np.floor(u) + np.floor(v)) % 2).astype(np.float32)
    across, along = np.abs(u % 1 - 0.5), np.abs(v % 1 - 0.5)
    flat = over * (1 - 1.2 * across**2 - 2.4 * along**4) + (1 - over) * (1 - 1.2 * along**2 - 2.4 * across**4)
    gap = np.where((over * across + (1 - over) * along) > 0.44, np.float32(0.45), np.float32(1))
    fibre = over * noise(rng, SIZE, (3, 170), 1) + (1 - over) * noise(rng, SIZE, (170, 3), 1)
    straw = near(rng, (0.72, 0.55, 0.33), 0.07) if rng.random() < 0.7 else muted(rng)
    return tint(cv2.GaussianBlur(flat * gap * (1 + 0.1 * fibre), (0, 0), 0.7), straw)


def oriental(rng: np.random.Generator) -> FloatImage:
    """A knotted carpet: a field of repeated ornaments, stars and small figures, and borders, mirrored in itself."""
    half = TABLE_SIZE // 2
    palette = [
        near(rng, c)
        for c in ((0.5, 0.1, 0.1), (0.1, 0.13, 0.3), (0.85, 0.77, 0.6), (0.65, 0.4, 0.15), (0.08, 0.07, 0.08))
    ]
    rng.shuffle(palette)
    colours = [as_rgb(colour) for colour in palette]
    quarter = np.empty((half, half, 3), np.float32)
    quarter[:] = palette[0]
    _draw_ornaments(quarter, colours, rng)
    _draw_borders(quarter, colours, rng)
    if rng.random() < 0.7:
        _draw_medallion(quarter, colours, rng)
    image = np.vstack([top := np.hstack([quarter, quarter[:, ::-1]]), top[::-1]])
    image = warp(image, noise(rng, SIZE, (20, 20), 2) * 1.2, noise(rng, SIZE, (20, 20), 2) * 1.2)
    knots = 1 + 0.18 * rng.standard_normal((TABLE_SIZE // 2, TABLE_SIZE // 2), np.float32)
    return image * cv2.resize(knots, SIZE, interpolation=cv2.INTER_LINEAR)[..., None]


def _draw_ornaments(quarter: FloatImage, colours: list[Rgb], rng: np.random.Generator) -> None:
    """Fills a quarter of a carpet with rows of three nested stars or polygons; the first colour is the ground."""
    cell = int(rng.integers(18, 64))
    half = len(quarter)
    for cx in range(cell // 2, half, cell):
        for cy in range(cell // 2, half, cell):
            figure = rng.integers(4) if rng.random() < 0.15 else (cx // cell + cy // cell) % 4
            for ring in range(3):
                size = cell * (0.46 - 0.15 * ring)
                corners = int(rng.choice([4, 8])) if figure < 2 else 4 + 2 * int(figure)
                turns = np.arange(2 * corners) * np.pi / corners
                radius = np.where(np.arange(2 * corners) % 2 == 0, size, size * (0.4 + 0.15 * figure))
                points = np.column_stack([cx + radius * np.cos(turns), cy + radius * np.sin(turns)])
                cv2.fillPoly(quarter, [np.round(points).astype(np.int32)], colours[1 + (ring + int(figure)) % 4])


def _draw_borders(quarter: FloatImage, colours: list[Rgb], rng: np.random.Generator) -> None:
    """Draws one to three borders with dots along the top and the left of a quarter of a carpet, from the outside in."""
    half, at = len(quarter), 0
    for _ in range(int(rng.integers(1, 4))):
        width, colour = int(rng.integers(8, 34)), colours[rng.integers(1, 5)]
        cv2.rectangle(quarter, (0, at), (half, at + width), colour, -1)
        cv2.rectangle(quarter, (at, at), (at + width, half), colour, -1)
        for k in range(at, half, width):
            accent = colours[(k // width) % 4 + 1 if rng.random() < 0.8 else 0]
            cv2.circle(quarter, (k + width // 2, at + width // 2), max(2, width // 4), accent, -1)
            cv2.circle(quarter, (at + width // 2, k + width // 2), max(2, width // 4), accent, -1)
        at += width + 2


def _draw_medallion(quarter: FloatImage, colours: list[Rgb], rng: np.random.Generator) -> None:
    """Draws a quarter of the oval in a carpet's middle, which is the lower right corner of the quarter."""
    half = len(quarter)
    outer = (int(half * rng.uniform(0.2, 0.6)), int(half * rng.uniform(0.2, 0.6)))
    inner = (int(half * 0.25), int(half * 0.16))
    cv2.ellipse(quarter, (half, half), outer, 0, 0, 360, colours[2], -1)
    cv2.ellipse(quarter, (half, half), inner, 0, 0, 360, colours[3], -1)
