"""Tables to lay tiles on; the things that lie beside them come from `clutter`. All procedural; colours RGB, 0 to 1."""

from __future__ import annotations

import functools
from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from training.render import fonts
from training.render.arrays import FloatImage
from training.render.textures import Colour, mesh, mix, muted, near, noise, patches, seams, tint, warp

TABLE_SIZE = 512
"""Side of a table's texture in pixels."""

SIZE = (TABLE_SIZE, TABLE_SIZE)
Maker = Callable[[np.random.Generator], FloatImage]


def table(rng: np.random.Generator, *, held_out: bool = False) -> FloatImage:
    """A table's surface, shape (TABLE_SIZE, TABLE_SIZE, 3).

    Args:
        rng: source of every choice.
        held_out: draw only from the kinds kept out of training: terrazzo, herringbone parquet and tartan.
    """
    names, weights = _weights(held_out=held_out)
    name = names[rng.choice(len(names), p=weights)]
    surface = (_MAKERS | _HELD_OUT)[name][0](rng)
    return np.asarray(np.clip(surface, 0, 1), np.float32)


@functools.cache
def _weights(*, held_out: bool) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    makers = _HELD_OUT if held_out else _MAKERS
    weights = np.array([weight for _, weight in makers.values()])
    return tuple(makers), weights / weights.sum()


def _fuzz(rng: np.random.Generator, strength: float, sigma: float = 0.7) -> FloatImage:
    """Fine grain about 1, shape SIZE."""
    grain = rng.standard_normal(SIZE, np.float32)
    return 1 + np.float32(strength) * cv2.GaussianBlur(grain, (0, 0), sigma)


WOODS = (
    (0.45, 0.27, 0.16), (0.62, 0.42, 0.25), (0.3, 0.17, 0.1), (0.75, 0.58, 0.4), (0.5, 0.47, 0.45),
    (0.35, 0.2, 0.17), (0.82, 0.7, 0.52), (0.9, 0.84, 0.74), (0.16, 0.11, 0.09), (0.68, 0.62, 0.56),
)  # fmt: skip


def _timber(rng: np.random.Generator) -> Colour:
    tone = WOODS[rng.integers(len(WOODS))]
    return np.asarray(np.clip(near(rng, tone, 0.02) * np.exp(rng.normal(0, 0.12)), 0.02, 1), np.float32)


def _wood(rng: np.random.Generator) -> FloatImage:
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


def _plain(rng: np.random.Generator) -> FloatImage:
    colour = muted(rng)
    value = 1 + 0.03 * noise(rng, SIZE, (3, 3), 2)
    value += np.float32(rng.uniform(0, 0.06)) * rng.standard_normal(SIZE, np.float32)
    return tint(value, colour)


def _white(rng: np.random.Generator) -> FloatImage:
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


def _marble(rng: np.random.Generator) -> FloatImage:
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


def _breccia(rng: np.random.Generator) -> FloatImage:
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


def _granite(rng: np.random.Generator) -> FloatImage:
    """Crystals of a few colours, as kitchen worktops have them."""
    palette = np.clip(muted(rng) + rng.normal(0, rng.uniform(0.05, 0.25), (5, 1)) + rng.normal(0, 0.02, (5, 3)), 0, 1)
    labels, _ = patches(rng, SIZE, int(rng.integers(4000, 30000)))
    drift = noise(rng, (64, 64), (6, 6), 3)[rng.integers(0, 64, 30001), rng.integers(0, 64, 30001)]
    choice = np.clip(drift * 1.2 + 2 + rng.normal(0, 0.8, 30001), 0, 4).astype(np.int32)
    image = palette.astype(np.float32)[choice[labels]]
    return cv2.GaussianBlur(image, (0, 0), rng.uniform(0.5, 1.0))


def _terrazzo(rng: np.random.Generator) -> FloatImage:
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


def _square_wave(position: FloatImage, period: float, duty: float) -> FloatImage:
    """1 in the given share of each period, 0 elsewhere, with edges about a pixel wide."""
    phase = position / np.float32(period)
    phase = np.abs(phase - np.floor(phase) - 0.5) * 2
    return np.clip((np.float32(duty) - phase) * np.float32(period) / 2 + 0.5, 0, 1)


def _cloth(rng: np.random.Generator) -> FloatImage:
    """Striped, checked, gingham or dotted cloth, now and then with folds."""
    y, x = mesh(SIZE)
    first, second = muted(rng), muted(rng)
    if rng.random() < 0.4:
        first = near(rng, (0.92, 0.91, 0.88))
    period = rng.uniform(8, 90)
    kind = rng.choice(["stripes", "several", "checks", "gingham", "dots"])
    if kind == "stripes":
        image = mix(first, second, _square_wave(x, period, rng.uniform(0.1, 0.9)))
    elif kind == "several":
        image = mix(first, second, _square_wave(x, period, rng.uniform(0.2, 0.7)))
        for _ in range(int(rng.integers(1, 4))):
            image = mix(
                image, muted(rng), _square_wave(x + np.float32(rng.uniform(0, 90)), period, rng.uniform(0.03, 0.15))
            )
    elif kind == "checks":
        one, other = _square_wave(x, period, 0.5), _square_wave(y, period, 0.5)
        image = mix(first, second, np.abs(one - other))
    elif kind == "gingham":
        share = (_square_wave(x, period, 0.5) + _square_wave(y, period, 0.5)) / 2
        image = mix(first, second, share * np.float32(rng.uniform(0.6, 1)))
    else:
        shifted = x + np.float32(period / 2) * (np.floor(y / np.float32(period)) % 2)
        away = np.hypot((shifted % period) - period / 2, (y % period) - period / 2)
        image = mix(first, second, np.clip(np.float32(period * rng.uniform(0.1, 0.4)) - away, 0, 1))
    return _as_textile(image, rng)


def _as_textile(image: FloatImage, rng: np.random.Generator) -> FloatImage:
    """Gives a pattern the threads and the folds of cloth."""
    if rng.random() < 0.4:
        reach = np.float32(rng.uniform(2, 10))
        image = warp(image, noise(rng, SIZE, (3, 3), 1) * reach, noise(rng, SIZE, (3, 3), 1) * reach)
    light = _fuzz(rng, rng.uniform(0.03, 0.2))
    if rng.random() < 0.4:
        light = light + np.float32(rng.uniform(0.04, 0.14)) * noise(
            rng, SIZE, (rng.uniform(1, 6), rng.uniform(1, 6)), 2
        )
    return np.asarray(image * light[..., None], np.float32)


def _tartan(rng: np.random.Generator) -> FloatImage:
    """Crossing bands of several colours in a twill."""
    y, x = mesh(SIZE)
    period = rng.uniform(50, 160)
    colours = [muted(rng) for _ in range(4)]
    bands = [(rng.uniform(0, period), rng.uniform(0.04, 0.35)) for _ in colours]
    sides = []
    for position in (x, y):
        image: FloatImage = np.broadcast_to(muted(np.random.default_rng(int(period))), (*SIZE, 3))
        for colour, (at, duty) in zip(colours, bands, strict=True):
            image = mix(image, colour, _square_wave(position + np.float32(at), period, duty))
        sides.append(image)
    twill = _square_wave(x + y, 4, 0.5)
    return _as_textile(mix(sides[0], sides[1], 0.2 + 0.6 * twill), rng)


def _felt(rng: np.random.Generator) -> FloatImage:
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


def _carpet(rng: np.random.Generator) -> FloatImage:
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
    value = bulge * _fuzz(rng, rng.uniform(0.1, 0.35)) * (1 + 0.06 * noise(rng, SIZE, (4, 4), 2))
    return tufts[labels] * value[..., None]


def _weave(rng: np.random.Generator) -> FloatImage:
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


def _wicker(rng: np.random.Generator) -> FloatImage:
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


def _stone_tiles(rng: np.random.Generator) -> FloatImage:
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


def _parquet(rng: np.random.Generator, *, herringbone: bool = False) -> FloatImage:
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


def _herringbone(rng: np.random.Generator) -> FloatImage:
    return _parquet(rng, herringbone=True)


def _gloss(rng: np.random.Generator) -> FloatImage:
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


def _oriental(rng: np.random.Generator) -> FloatImage:
    """A knotted carpet: a field of repeated ornaments, stars and small figures, and borders, mirrored in itself."""
    half = TABLE_SIZE // 2
    palette = [
        near(rng, c)
        for c in ((0.5, 0.1, 0.1), (0.1, 0.13, 0.3), (0.85, 0.77, 0.6), (0.65, 0.4, 0.15), (0.08, 0.07, 0.08))
    ]
    rng.shuffle(palette)
    colours = [tuple(float(v) for v in c) for c in palette]
    quarter = np.empty((half, half, 3), np.float32)
    quarter[:] = palette[0]
    cell = int(rng.integers(18, 64))
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
    at = 0
    for _ in range(int(rng.integers(1, 4))):
        width, colour = int(rng.integers(8, 34)), colours[rng.integers(1, 5)]
        cv2.rectangle(quarter, (0, at), (half, at + width), colour, -1)
        cv2.rectangle(quarter, (at, at), (at + width, half), colour, -1)
        for k in range(at, half, width):
            accent = colours[(k // width) % 4 + 1 if rng.random() < 0.8 else 0]
            cv2.circle(quarter, (k + width // 2, at + width // 2), max(2, width // 4), accent, -1)
            cv2.circle(quarter, (at + width // 2, k + width // 2), max(2, width // 4), accent, -1)
        at += width + 2
    if rng.random() < 0.7:
        cv2.ellipse(
            quarter,
            (half, half),
            (int(half * rng.uniform(0.2, 0.6)), int(half * rng.uniform(0.2, 0.6))),
            0,
            0,
            360,
            colours[2],
            -1,
        )
        cv2.ellipse(quarter, (half, half), (int(half * 0.25), int(half * 0.16)), 0, 0, 360, colours[3], -1)
    image = np.vstack([top := np.hstack([quarter, quarter[:, ::-1]]), top[::-1]])
    image = warp(image, noise(rng, SIZE, (20, 20), 2) * 1.2, noise(rng, SIZE, (20, 20), 2) * 1.2)
    knots = 1 + 0.18 * rng.standard_normal((TABLE_SIZE // 2, TABLE_SIZE // 2), np.float32)
    return image * cv2.resize(knots, SIZE, interpolation=cv2.INTER_LINEAR)[..., None]


PRINT_LETTERS = "eeetaoinshrdlucmfwypvbgk     .,12345678901"


def _print(rng: np.random.Generator) -> FloatImage:
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


def _oilcloth(rng: np.random.Generator) -> FloatImage:
    """A plastic table cover printed with fruit, flowers and leaves."""
    ground = near(rng, (0.94, 0.92, 0.86), 0.04) if rng.random() < 0.6 else muted(rng)
    image = np.empty((*SIZE, 3), np.float32)
    image[:] = ground
    if rng.random() < 0.4:
        image = mix(
            image, muted(rng), _square_wave(mesh(SIZE)[1], rng.uniform(20, 70), rng.uniform(0.2, 0.5)) * np.float32(0.5)
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
    inks = [tuple(float(v) for v in near(rng, bright[k])) for k in rng.permutation(len(bright))[:3]]
    green = tuple(float(v) for v in near(rng, (0.25, 0.5, 0.2), 0.06))
    for cx, cy in rng.uniform(0, TABLE_SIZE, (int(9000 / size**1.3), 2)):
        middle, ink = (int(cx), int(cy)), inks[rng.integers(3)]
        r, turn = size * rng.uniform(0.6, 1.3), rng.uniform(0, 360)
        for leaf in range(int(rng.integers(0, 4))):
            a = np.deg2rad(turn + 70 * leaf)
            at = (int(cx + r * 1.3 * np.cos(a)), int(cy + r * 1.3 * np.sin(a)))
            cv2.ellipse(image, at, (int(r * 0.7), int(r * 0.25)), turn + 70 * leaf, 0, 360, green, -1, cv2.LINE_AA)
        if rng.random() < 0.5:  # a fruit with a highlight
            cv2.circle(image, middle, int(r), ink, -1, cv2.LINE_AA)
            cv2.circle(
                image,
                (int(cx - r * 0.3), int(cy - r * 0.3)),
                int(r * 0.3),
                tuple(min(1.0, c + 0.3) for c in ink),
                -1,
                cv2.LINE_AA,
            )
        else:
            for petal in range(5):
                a = np.deg2rad(turn + 72 * petal)
                at = (int(cx + r * 0.6 * np.cos(a)), int(cy + r * 0.6 * np.sin(a)))
                cv2.circle(image, at, int(r * 0.42), ink, -1, cv2.LINE_AA)
            cv2.circle(image, middle, int(r * 0.35), inks[0], -1, cv2.LINE_AA)
    shine = np.clip(noise(rng, SIZE, (5, 5), 2) - 1, 0, 1) * np.float32(0.25)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.6) + shine[..., None], np.float32)


_MAKERS: dict[str, tuple[Maker, float]] = {
    "wood": (_wood, 0.2), "plain": (_plain, 0.09), "white": (_white, 0.11), "marble": (_marble, 0.1),
    "breccia": (_breccia, 0.03), "granite": (_granite, 0.04), "cloth": (_cloth, 0.09), "felt": (_felt, 0.04),
    "carpet": (_carpet, 0.06), "weave": (_weave, 0.03), "wicker": (_wicker, 0.025), "ceramic": (_stone_tiles, 0.04),
    "parquet": (_parquet, 0.03), "gloss": (_gloss, 0.03), "oriental": (_oriental, 0.035), "print": (_print, 0.03),
    "oilcloth": (_oilcloth, 0.03),
}  # fmt: skip
_HELD_OUT: dict[str, tuple[Maker, float]] = {
    "terrazzo": (_terrazzo, 0.4), "herringbone": (_herringbone, 0.3), "tartan": (_tartan, 0.3),
}  # fmt: skip
