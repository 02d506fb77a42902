"""Joker art. Nobody knows what the next edition prints, so the art is assembled anew for every box."""

from __future__ import annotations

import functools
import math
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from workshop.training.render import fonts
from workshop.training.render.arrays import FloatImage

Canvas = NDArray[np.uint8]

SIZE = 192
"""Side of the square that art is drawn in, pixels, before it is scaled to the tile."""

REACH = SIZE / 2 - 10
"""How far from its middle an emblem reaches, pixels."""
SYMBOLS = "☺☻☹★☆✪✦✶✹✺❀❁❂❃♛♕♔♚♘♣♠♥♦☀☼☽☾☠⚑⚔⚜⚝⚡♪♫✿❄✈♻☯☮⚓✂✌⌘§¤"
HELD_OUT_SYMBOLS = "☃❖☸♞☕☘⚙✤♨☂"
"""Kept out of training."""
SYMBOL_FONTS = ("DejaVuSans.ttf", "FreeSerif.ttf", "FreeSans.ttf", "DejaVuSans-Bold.ttf")
LEAST_INK = 12
"""Mean of a canvas, 0 to 255, below which an emblem has too little ink to be one."""
WORDS = ("JOKER", "Joker", "J", "JKR", "JOLLY", "Jolly")


@functools.cache
def _symbol_font() -> tuple[Path, ...]:
    found = [p for folder in fonts.FONT_FOLDERS if folder.is_dir() for p in folder.rglob("*") if p.name in SYMBOL_FONTS]
    return tuple(sorted(found))


def joker_art(
    seed: int,
    width: int,
    height: int,
    centre_y: float,
    size: float,
    palette: list[tuple[float, float, float]],
    *,
    held_out: bool = False,
    drawing: Canvas | None = None,
) -> tuple[FloatImage, FloatImage]:
    """The joker of a box.

    Args:
        seed: the same art for the same seed.
        width: of the tile's face, pixels.
        height: of the tile's face, pixels.
        centre_y: centre of the art from the top, fraction of the height.
        size: diameter of the art, fraction of the width.
        palette: inks to choose from, RGB 0 to 1.
        held_out: draw one of the kinds kept out of training: other symbols, and polygons within each other.
        drawing: art to take in place of what the seed draws, a square of 8 bits, 255 where there is ink.

    Returns:
        Coverage (height, width) and colour (height, width, 3).
    """
    art = drawing if drawing is not None else _held_out_art(seed) if held_out else _art(seed)
    rng = np.random.default_rng(seed)
    side = max(3, round(size * width))
    scaled = cv2.resize(art, (side, side), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    coverage = np.zeros((height, width), np.float32)
    left = (width - side) // 2
    top = int(np.clip(round(centre_y * height - side / 2), 0, max(0, height - side)))
    coverage[top : top + side, left : left + side] = scaled[: height - top, : width - left]
    return coverage, _colours(rng, palette, width, height)


@functools.lru_cache(maxsize=64)
def _art(seed: int) -> Canvas:
    rng = np.random.default_rng(seed)
    painters = (_face, _sun, _symbol, _word, _halves, _jester, _star, _emblem)
    return painters[rng.choice(len(painters), p=[0.28, 0.07, 0.17, 0.07, 0.08, 0.07, 0.04, 0.22])](rng)


@functools.lru_cache(maxsize=16)
def _held_out_art(seed: int) -> Canvas:
    rng = np.random.default_rng(seed)
    kind = rng.random()
    return _face(rng) if kind < 0.4 else _symbol(rng, HELD_OUT_SYMBOLS) if kind < 0.75 else _polygons(rng)


def _polygons(rng: np.random.Generator) -> Canvas:
    canvas, line = _blank(), _line(rng)
    sides, turn = int(rng.integers(3, 7)), rng.uniform(0, 2 * math.pi)
    for reach in np.linspace(SIZE / 2 - 8, SIZE / 6, int(rng.integers(2, 4))):
        angles = turn + 2 * math.pi * np.arange(sides) / sides
        outline = np.stack([SIZE / 2 + reach * np.cos(angles), SIZE / 2 + reach * np.sin(angles)], axis=1)
        cv2.polylines(canvas, [outline.astype(np.int32)], True, 255, line, cv2.LINE_AA)  # noqa: FBT003 - OpenCV's own signature
    return canvas


def _colours(
    rng: np.random.Generator, palette: list[tuple[float, float, float]], width: int, height: int
) -> FloatImage:
    first, second = (np.array(palette[rng.integers(len(palette))], np.float32) for _ in range(2))
    colours = np.empty((height, width, 3), np.float32)
    colours[:] = first
    split = rng.choice(["none", "sides", "halves", "quarters"], p=[0.72, 0.12, 0.1, 0.06])
    if split in {"sides", "quarters"}:
        colours[:, width // 2 :] = second
    if split in {"halves", "quarters"}:
        colours[round(height * 0.4) :] = colours[round(height * 0.4) :, ::-1] if split == "quarters" else second
    return colours


def _line(rng: np.random.Generator) -> int:
    return int(rng.integers(3, 13))


def _blank() -> Canvas:
    return np.zeros((SIZE, SIZE), np.uint8)


def _features(
    canvas: Canvas, rng: np.random.Generator, centre: tuple[int, int], r: float, value: int, line: int
) -> None:
    """Eyes, brows, nose, mouth and cheeks of a face of radius `r`, drawn with `value` in lines of that width."""
    apart, up = r * rng.uniform(0.28, 0.45), r * rng.uniform(0.1, 0.3)
    _eyes(canvas, rng, centre, r, (apart, up), value, line)
    if rng.random() < 0.75:
        _nose(canvas, rng, centre, r, up, value, line)
    _mouth(canvas, rng, centre, r, value, line)
    if rng.random() < 0.3:
        _cheeks(canvas, centre, r, value, line)


def _eyes(
    canvas: Canvas,
    rng: np.random.Generator,
    centre: tuple[int, int],
    r: float,
    places: tuple[float, float],
    value: int,
    line: int,
) -> None:
    """Two eyes, each of which may have a brow; `places` is how far they are beside the centre, and above it."""
    (cx, cy), (apart, up) = centre, places
    eye = (max(2, round(r * rng.uniform(0.06, 0.16))), max(2, round(r * rng.uniform(0.05, 0.2))))
    filled = -1 if rng.random() < 0.6 else max(1, line // 2)
    for side in (-1, 1):
        at = (round(cx + side * apart), round(cy - up))
        cv2.ellipse(canvas, at, eye, 0, 0, 360, value, filled, cv2.LINE_AA)
        if rng.random() < 0.65:
            brow = (max(3, round(r * 0.2)), max(2, round(r * rng.uniform(0.05, 0.16))))
            over, slant = (at[0], round(at[1] - r * 0.2)), side * rng.uniform(-20, 20)
            cv2.ellipse(canvas, over, brow, slant, 190, 350, value, line, cv2.LINE_AA)


def _nose(
    canvas: Canvas, rng: np.random.Generator, centre: tuple[int, int], r: float, up: float, value: int, line: int
) -> None:
    """A nose, open or closed, that begins a little below the height of the eyes, `up` above the centre."""
    cx, cy = centre
    nose = np.array([[cx, cy - up * 0.4], [cx - r * 0.1, cy + r * 0.18], [cx + r * 0.1, cy + r * 0.2]], np.int32)
    cv2.polylines(canvas, [nose], bool(rng.random() < 0.4), value, max(1, line // 2), cv2.LINE_AA)


def _mouth(canvas: Canvas, rng: np.random.Generator, centre: tuple[int, int], r: float, value: int, line: int) -> None:
    """A mouth, most of them smiling."""
    cx, cy = centre
    mouth = (round(r * rng.uniform(0.25, 0.6)), max(2, round(r * rng.uniform(0.1, 0.4))))
    start, end = (15, 165) if rng.random() < 0.85 else (195, 345)
    at = (cx, round(cy + r * rng.uniform(0.15, 0.4)))
    width = line if rng.random() < 0.75 else -1
    cv2.ellipse(canvas, at, mouth, 0, start, end, value, width, cv2.LINE_AA)


def _cheeks(canvas: Canvas, centre: tuple[int, int], r: float, value: int, line: int) -> None:
    """A ring on each cheek."""
    cx, cy = centre
    for side in (-1, 1):
        at = (round(cx + side * r * 0.55), round(cy + r * 0.2))
        cv2.circle(canvas, at, max(2, round(r * 0.12)), value, max(1, line // 2), cv2.LINE_AA)


def _face(rng: np.random.Generator) -> Canvas:
    canvas, line = _blank(), _line(rng)
    r = SIZE // 2 - line - 2
    solid = rng.random() < 0.25
    if rng.random() < 0.85:
        cv2.circle(canvas, (SIZE // 2, SIZE // 2), r, 255, -1 if solid else line, cv2.LINE_AA)
    if rng.random() < 0.2 and not solid:
        cv2.circle(canvas, (SIZE // 2, SIZE // 2), round(r * 0.85), 255, max(1, line // 2), cv2.LINE_AA)
    _features(canvas, rng, (SIZE // 2, SIZE // 2), r * rng.uniform(0.75, 1.0), 0 if solid else 255, line)
    return canvas


def _sun(rng: np.random.Generator) -> Canvas:
    canvas, line = _blank(), _line(rng)
    c, r = SIZE // 2, SIZE * rng.uniform(0.26, 0.34)
    rays = int(rng.integers(8, 20))
    for k in range(rays):
        angle = 2 * math.pi * k / rays
        tip = (c + (SIZE / 2 - 4) * math.cos(angle), c + (SIZE / 2 - 4) * math.sin(angle))
        spread = math.pi / rays * rng.uniform(0.4, 0.8)
        base = [(c + r * 1.1 * math.cos(angle + s), c + r * 1.1 * math.sin(angle + s)) for s in (-spread, spread)]
        cv2.fillPoly(canvas, [np.array([tip, *base], np.int32)], 255, cv2.LINE_AA)
    solid = rng.random() < 0.5
    cv2.circle(canvas, (c, c), round(r), 255, -1 if solid else line, cv2.LINE_AA)
    _features(canvas, rng, (c, c), r, 0 if solid else 255, max(2, line // 2))
    return canvas


def _glyphs(text: str, font: Path) -> Canvas:
    image = Image.new("L", (SIZE * (1 + len(text)), SIZE * 2))
    ImageDraw.Draw(image).text((20, 20), text, font=fonts.load(font, 150), fill=255)
    box = image.getbbox()
    if box is None:
        return _blank()
    glyph = image.crop(box)
    scale = (SIZE - 8) / max(glyph.size)
    glyph = glyph.resize((max(1, round(glyph.width * scale)), max(1, round(glyph.height * scale))))
    canvas = Image.new("L", (SIZE, SIZE))
    canvas.paste(glyph, ((SIZE - glyph.width) // 2, (SIZE - glyph.height) // 2))
    return np.array(canvas)


def fetched_emblem(rng: np.random.Generator) -> Canvas:
    """One of the pictures that were fetched (`fonts.fetched_emblems`), of which there must be some."""
    emblems = fonts.fetched_emblems()
    path, letter = emblems[rng.integers(len(emblems))]
    return _glyphs(letter, path)


def _symbol(rng: np.random.Generator, symbols: str = SYMBOLS) -> Canvas:
    candidates = _symbol_font()
    for _ in range(4 if candidates else 0):
        font = candidates[rng.integers(len(candidates))]
        canvas = _glyphs(symbols[rng.integers(len(symbols))], font)
        if canvas.any() and not np.array_equal(
            canvas, _glyphs(fonts.NO_LETTER, font)
        ):  # the font's sign for "no such letter"
            return canvas
    return _face(rng)


def _word(rng: np.random.Generator) -> Canvas:
    canvas = _glyphs(WORDS[rng.integers(len(WORDS))], fonts.pick(rng))
    if rng.random() < 0.4:
        canvas = np.ascontiguousarray(np.rot90(canvas, k=int(rng.choice([1, 3]))))
    return canvas


def _halves(rng: np.random.Generator) -> Canvas:
    """A face above and the same face upside down below, as on playing cards."""
    upper = _blank()
    line = max(2, _line(rng) // 2)
    _features(upper, rng, (SIZE // 2, SIZE // 4 + 6), SIZE * 0.24, 255, line)
    cv2.circle(upper, (SIZE // 2, SIZE // 4 + 6), round(SIZE * 0.23), 255, line, cv2.LINE_AA)
    upper[SIZE // 2 :] = 0
    canvas: Canvas = np.maximum(upper, upper[::-1, ::-1])
    if rng.random() < 0.5:
        cv2.line(canvas, (8, SIZE // 2), (SIZE - 8, SIZE // 2), 255, line)
    return canvas


def _jester(rng: np.random.Generator) -> Canvas:
    canvas, line = _blank(), _line(rng)
    c, r = SIZE // 2, SIZE * 0.24
    middle = round(SIZE * 0.66)
    cv2.circle(canvas, (c, middle), round(r), 255, line, cv2.LINE_AA)
    for side in (-1, 0, 1):
        tip = (round(c + side * SIZE * 0.38), round(SIZE * (0.12 if side == 0 else 0.28)))
        hat = np.array(
            [
                tip,
                (round(c + (side - 0.7) * r * 0.8), round(middle - r * 0.7)),
                (round(c + (side + 0.7) * r * 0.8), round(middle - r * 0.7)),
            ]
        )
        cv2.fillPoly(canvas, [hat.astype(np.int32)], 255, cv2.LINE_AA)
        cv2.circle(canvas, tip, 10, 255, -1, cv2.LINE_AA)
    _features(canvas, rng, (c, middle), r * 0.85, 255, max(2, line // 2))
    return canvas


def _emblem(rng: np.random.Generator) -> Canvas:
    """One to three shapes and strokes of no meaning, mirrored more often than not, as emblems are."""
    canvas, line = _blank(), _line(rng)
    alone, beside = (_blob, _spiral, _wheel), (_blob, _spiral, _wheel, _brush, _drops)  # a stroke alone may be a digit
    alone[rng.integers(len(alone))](canvas, rng, 255, line)
    for _ in range(int(rng.integers(3))):
        beside[rng.integers(len(beside))](canvas, rng, 255 if rng.random() < 0.8 else 0, line)
    symmetry = rng.choice(["none", "sides", "quarters"], p=[0.4, 0.4, 0.2])
    if symmetry != "none":
        canvas = np.maximum(canvas, canvas[:, ::-1])
    if symmetry == "quarters":
        canvas = np.maximum(canvas, np.rot90(canvas))
    return np.ascontiguousarray(canvas) if canvas.mean() > LEAST_INK else _face(rng)


def _trace(canvas: Canvas, points: NDArray[np.float64], value: int, line: int, *, closed: bool) -> None:
    """Draws a polyline through `points` (n, 2) about the middle of the canvas, 1 its half side.

    A closed one is filled for a `line` of -1.
    """
    outline = [np.round(SIZE / 2 + REACH * points).astype(np.int32)]
    if line < 0:
        cv2.fillPoly(canvas, outline, value, cv2.LINE_AA)
    else:
        cv2.polylines(canvas, outline, closed, value, line, cv2.LINE_AA)


def _blob(canvas: Canvas, rng: np.random.Generator, value: int, line: int) -> None:
    """A closed curve whose radius swings: petals, hearts, clouds, shields."""
    angles = np.linspace(0, 2 * math.pi, 120, endpoint=False)
    waves = [(int(k), rng.uniform(0, 0.5) / k, rng.uniform(0, 2 * math.pi)) for k in rng.integers(1, 9, 3)]
    radius = 1.0 + sum(height * np.cos(k * angles + phase) for k, height, phase in waves)
    radius *= rng.uniform(0.35, 1.0) / radius.max()
    points = np.stack([radius * np.cos(angles), radius * np.sin(angles) * rng.uniform(0.6, 1.0)], axis=1)
    _trace(canvas, points, value, line if rng.random() < 0.5 else -1, closed=True)


def _spiral(canvas: Canvas, rng: np.random.Generator, value: int, line: int) -> None:
    turns = rng.uniform(2.0, 4.0)
    angles = np.linspace(0, 2 * math.pi * turns, 150)
    radius = rng.uniform(0.6, 1.0) * (angles / angles[-1]) ** rng.uniform(0.7, 1.4)
    angles = angles * rng.choice([-1, 1]) + rng.uniform(0, 2 * math.pi)
    points = np.stack([radius * np.cos(angles), radius * np.sin(angles)], axis=1)
    _trace(canvas, points, value, line, closed=False)


def _brush(canvas: Canvas, rng: np.random.Generator, value: int, line: int) -> None:
    """A cubic Bezier curve."""
    ends = rng.uniform(-1, 1, (4, 2))
    t = np.linspace(0, 1, 60)[:, None]
    points = (1 - t) ** 3 * ends[0] + 3 * (1 - t) ** 2 * t * ends[1] + 3 * (1 - t) * t**2 * ends[2] + t**3 * ends[3]
    _trace(canvas, points, value, line, closed=False)


def _wheel(canvas: Canvas, rng: np.random.Generator, value: int, line: int) -> None:
    """Spokes, with or without a rim."""
    reach, hub = rng.uniform(0.5, 1.0), rng.uniform(0, 0.3)
    spokes, first = int(rng.integers(3, 13)), rng.uniform(0, 2 * math.pi)
    for angle in first + 2 * math.pi * np.arange(spokes) / spokes:
        way = np.array([math.cos(angle), math.sin(angle)])
        _trace(canvas, np.stack([hub * way, reach * way]), value, line, closed=False)
    if rng.random() < 0.6:
        cv2.circle(canvas, (SIZE // 2, SIZE // 2), round(reach * REACH), value, line, cv2.LINE_AA)


def _drops(canvas: Canvas, rng: np.random.Generator, value: int, _: int) -> None:
    """A few dots."""
    for x, y in rng.uniform(0.15, 0.85, (int(rng.integers(2, 7)), 2)) * SIZE:
        cv2.circle(canvas, (round(x), round(y)), int(rng.integers(6, 26)), value, -1, cv2.LINE_AA)


def _star(rng: np.random.Generator) -> Canvas:
    canvas = _blank()
    points, inner = int(rng.integers(4, 9)), rng.uniform(0.35, 0.6)
    outline = [
        (
            SIZE / 2 + f * (SIZE / 2 - 6) * math.sin(math.pi * k / points),
            SIZE / 2 - f * (SIZE / 2 - 6) * math.cos(math.pi * k / points),
        )
        for k in range(2 * points)
        for f in [1.0 if k % 2 == 0 else inner]
    ]
    polygon = [np.array(outline, np.int32)]
    if rng.random() < 0.6:
        cv2.fillPoly(canvas, polygon, 255, cv2.LINE_AA)
    else:
        cv2.polylines(canvas, polygon, True, 255, _line(rng), cv2.LINE_AA)  # noqa: FBT003 - OpenCV's own signature
    return canvas
