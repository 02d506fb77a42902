"""Things that lie beside or over tiles. Textures are (h, w, 4): RGB and straight opacity, 0 to 1; sizes in tile widths."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import cv2
import numpy as np
from PIL import Image, ImageDraw

from training.render import fonts
from training.render.arrays import FloatImage
from training.render.textures import Colour, capsule, mesh, mix, muted, near, noise, shaded, tint, with_shadow

Thing = tuple[FloatImage, float]
"""A texture (h, w, 4) and its width in tile widths."""
Point = tuple[float, float]
Ink = tuple[int, ...]

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
PRINT_INKS = ((25, 25, 28), (205, 30, 35), (25, 75, 170), (240, 140, 20), (30, 120, 60), (250, 250, 250))


def clutter(rng: np.random.Generator) -> Thing:
    """A thing that lies on the table, thick ones with their shadow: RGB and opacity, shape (h, w, 4), and its width in tile widths."""
    weights = np.array([weight for _, weight, _ in _MAKERS])
    make, _, thickness = _MAKERS[rng.choice(len(_MAKERS), p=weights / weights.sum())]
    thing = make(rng)
    return with_shadow(rng, thing, thickness * rng.uniform(0.6, 1.4)) if thickness else thing


def occluder(rng: np.random.Generator) -> Thing:
    """A thing to lay over tiles, with the shadow it throws on them: fingers, a hand with its sleeve, a paw, a pen, a cable.

    Limbs reach in from the texture's bottom edge, where they are cut off, and point to its top; pens and cables end
    within the texture or at its left and right edges.

    Returns:
        RGB and opacity, shape (h, w, 4), and the texture's width in tile widths.
    """
    makers = (_fingers, _hand, _paw, _pen, _cable)
    make = makers[rng.choice(len(makers), p=[0.36, 0.3, 0.12, 0.12, 0.1])]
    return with_shadow(rng, make(rng), rng.uniform(0.3, 1.2))


def _bytes(colour: Colour | tuple[float, ...]) -> Ink:
    return (*(round(255 * min(1.0, max(0.0, float(c)))) for c in colour), 255)


def _sheet(width: int, height: int, colour: Colour | tuple[float, ...], corner: int) -> Image.Image:
    image = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    ImageDraw.Draw(image).rounded_rectangle((0, 0, width - 1, height - 1), corner, fill=_bytes(colour))
    return image


def _to_float(image: Image.Image) -> FloatImage:
    return np.asarray(image, np.float32) / np.float32(255)


def _ink(rng: np.random.Generator) -> Ink:
    return PRINT_INKS[rng.integers(len(PRINT_INKS))]


def _printed(rng: np.random.Generator) -> Colour:
    """A colour of a package: most often strong, seldom glaring."""
    if rng.random() < 0.4:
        return muted(rng)
    strong = (
        (0.75, 0.1, 0.12),
        (0.1, 0.25, 0.6),
        (0.95, 0.8, 0.15),
        (0.1, 0.45, 0.25),
        (0.9, 0.45, 0.1),
        (0.4, 0.15, 0.45),
    )
    return near(rng, strong[rng.integers(len(strong))], 0.07)


def _word(rng: np.random.Generator, low: int = 2, high: int = 9) -> str:
    return "".join(LETTERS[k] for k in rng.integers(len(LETTERS), size=int(rng.integers(low, high))))


def _uneven(rng: np.random.Generator, texture: FloatImage, strength: float = 0.06) -> FloatImage:
    """The texture under slightly uneven light, changed in place."""
    texture[..., :3] *= (1 + np.float32(strength) * noise(rng, texture.shape[:2], (2, 2), 2))[..., None]
    np.clip(texture, 0, 1, out=texture)
    return texture


# --- printed things ---------------------------------------------------------------------------------------------------

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
    image = _sheet(150, 212, near(rng, (0.95, 0.95, 0.93), 0.03), 10)
    draw = ImageDraw.Draw(image)
    if rng.random() < 0.15:  # a back
        ink = _ink(rng)
        draw.rounded_rectangle((8, 8, 141, 203), 6, fill=ink)
        step = int(rng.integers(6, 20))
        for k in range(-212, 150, step):
            draw.line((k, 8, k + 212, 203), fill=(240, 240, 240), width=1)
            draw.line((k + 212, 8, k, 203), fill=(240, 240, 240), width=1)
        draw.rounded_rectangle((0, 0, 149, 211), 10, outline=_bytes((0.95, 0.95, 0.94)), width=8)
        return image
    suit, rank = int(rng.integers(4)), int(rng.integers(13))
    ink = (200, 20, 30) if suit < 2 else (15, 15, 18)
    font = fonts.load(fonts.pick(rng), int(rng.integers(24, 42)))
    draw.text((9, 4), RANKS[rank], font=font, fill=ink)
    _suit(draw, suit, (22, 62), 13, ink)
    if rank >= 10:
        draw.rectangle((34, 26, 116, 106), fill=_bytes(muted(rng)))
        for _ in range(9):
            x, y, r = rng.uniform(40, 110), rng.uniform(30, 100), rng.uniform(4, 18)
            draw.regular_polygon((x, y, r), int(rng.integers(3, 7)), fill=_ink(rng))
    else:
        count = max(1, rank + 1)
        for k in range((count + 1) // 2):
            place = (75.0, 100.0) if count == 1 else (52.0 if k % 2 else 98.0, 34 + 30 * (k // 2) + 8.0 * (count < 4))
            _suit(draw, suit, place, 22 if count == 1 else 13, ink)
    half = image.crop((0, 0, 150, 106)).rotate(180)
    image.paste(half, (0, 106))
    return image


def _card(rng: np.random.Generator) -> Thing:
    """A playing card; its numbers must not be taken for tiles."""
    return _to_float(_card_image(rng)), rng.uniform(1.6, 2.6)


def _fan_of(rng: np.random.Generator, make: Callable[[np.random.Generator], Image.Image]) -> Thing:
    canvas = np.zeros((230, 310, 4), np.float32)
    count, step = int(rng.integers(3, 9)), rng.uniform(7, 16)
    for k in range(count):
        face = make(rng)
        ImageDraw.Draw(face).rounded_rectangle(
            (0, 0, face.width - 1, face.height - 1), 10, outline=(120, 120, 120, 255)
        )
        texture = _to_float(face)
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


def _hand_of_cards(rng: np.random.Generator) -> Thing:
    """Cards held or laid in a fan."""
    return _fan_of(rng, _card_image)


def _number_card(rng: np.random.Generator) -> Image.Image:
    image = _sheet(130, 200, (0.96, 0.96, 0.95), 10)
    draw, ink = ImageDraw.Draw(image), PRINT_INKS[rng.integers(5)]
    draw.rounded_rectangle((9, 9, 120, 190), 8, fill=ink)
    draw.ellipse((18, 45, 111, 155), fill=(245, 245, 240))
    text, path = str(rng.integers(0, 13)), fonts.pick(rng)
    draw.text((65, 100), text, font=fonts.load(path, 66), fill=ink, anchor="mm")
    draw.text((14, 12), text, font=fonts.load(path, 24), fill=(250, 250, 250))
    return image


def _number_cards(rng: np.random.Generator) -> Thing:
    """A fan of coloured cards with one big number each."""
    return _fan_of(rng, _number_card)


def _calendar(rng: np.random.Generator) -> Thing:
    """A leaf of a calendar: a grid of days, holidays in red."""
    image = _sheet(300, 250, near(rng, (0.95, 0.95, 0.94), 0.02), 1)
    draw, path = ImageDraw.Draw(image), fonts.pick(rng)
    draw.text((12, 8), _word(rng, 4, 9), font=fonts.load(path, 28), fill=_ink(rng))
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
    return _uneven(rng, _to_float(image)), rng.uniform(4, 9)


def _box_lid(rng: np.random.Generator) -> Thing:
    """A printed lid with big digits, words, pictures and printed tiles."""
    width, height = int(rng.integers(180, 320)), int(rng.integers(140, 300))
    image = _sheet(width, height, _printed(rng), 4)
    draw = ImageDraw.Draw(image)
    for _ in range(int(rng.integers(0, 4))):
        x, y, s = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(10, 120)
        draw.regular_polygon(
            (x, y, s), int(rng.choice([3, 4, 5, 40])), rotation=int(rng.integers(90)), fill=_bytes(muted(rng))
        )
    for _ in range(int(rng.integers(1, 8))):
        text = str(rng.integers(1, 14)) if rng.random() < 0.6 else _word(rng)
        at = (rng.uniform(-10, width * 0.8), rng.uniform(-10, height * 0.8))
        draw.text(at, text, font=fonts.load(fonts.pick(rng), int(rng.integers(16, 110))), fill=_ink(rng))
    if rng.random() < 0.3:
        _printed_tiles(rng, draw, width, height)
    return _uneven(rng, _to_float(image)), rng.uniform(3, 9)


def _printed_tiles(rng: np.random.Generator, draw: ImageDraw.ImageDraw, width: int, height: int) -> None:
    """A row of small tiles as part of a package's picture."""
    side, y = float(rng.uniform(16, 34)), float(rng.uniform(0, height * 0.8))
    font, first = fonts.load(fonts.pick(rng), round(side * 0.8)), int(rng.integers(1, 10))
    fill = _bytes(near(rng, (0.93, 0.9, 0.82)))
    for k in range(int(rng.integers(2, 6))):
        x = width * 0.1 + k * side * 1.08
        y += rng.normal(0, side * 0.06)
        draw.rounded_rectangle((x, y, x + side, y + side * 1.4), 3, fill=fill, outline=(120, 110, 95))
        draw.text(
            (x + side / 2, y + side * 0.55), str(first + k), font=font, fill=PRINT_INKS[rng.integers(4)], anchor="mm"
        )


def _paper(rng: np.random.Generator) -> Thing:
    """A score sheet, a booklet or an open notebook: rules or squares, columns of figures, words, handwriting."""
    width, height = 240, int(rng.integers(160, 300))
    image = _sheet(width, height, tuple(rng.uniform(0.8, 1.0) + rng.normal(0, 0.02, 3)), 1)
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
        words = figures if rng.random() < 0.5 else " ".join(_word(rng, 2, 8).lower() for _ in range(4))
        draw.text((10, y), words, font=font, fill=_ink(rng) if rng.random() < 0.2 else (50, 50, 60))
    if rng.random() < 0.25:  # spiral binding
        for y in range(6, height, 12):
            draw.ellipse((2, y, 9, y + 7), fill=(90, 90, 95))
    return _uneven(rng, _to_float(image)), rng.uniform(3, 9)


# --- devices ----------------------------------------------------------------------------------------------------------


def _keyboard(rng: np.random.Generator) -> Thing:
    """A keyboard, a laptop's lower half, or a block of digits."""
    laptop, rows, columns, key = rng.random() < 0.45, int(rng.integers(3, 7)), int(rng.integers(4, 15)), 25
    gap = int(rng.integers(1, 6))
    pitch = key + gap
    dark = rng.random() < 0.6
    base = near(rng, (0.12, 0.12, 0.13) if dark and not laptop else (0.7, 0.7, 0.72), 0.03)
    cap = _bytes(near(rng, (0.1, 0.1, 0.11) if dark else (0.93, 0.93, 0.94), 0.03))
    edge = _bytes(near(rng, (0.22, 0.22, 0.23) if dark else (0.8, 0.8, 0.81), 0.02))
    image = _sheet(columns * pitch + 12, rows * pitch + 12 + (90 if laptop else 0), base, 8)
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
            fill=_bytes(base * np.float32(0.93)),
            outline=_bytes(base * np.float32(0.75)),
        )
    return _uneven(rng, _to_float(image)), columns * rng.uniform(0.6, 0.85)


def _calculator(rng: np.random.Generator) -> Thing:
    """A calculator, a telephone's keys or a remote control."""
    remote = rng.random() < 0.4
    columns, rows = (3, int(rng.integers(5, 9))) if remote else (int(rng.integers(3, 6)), int(rng.integers(4, 6)))
    width, height = 16 + columns * 30, 22 + rows * 28 + (30 if remote else 56)
    image = _sheet(width, height, muted(rng) * np.float32(0.6) if remote else muted(rng), 12)
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
    cap = _bytes(muted(rng))
    ink = (20, 20, 20) if sum(cap[:3]) > 380 else (240, 240, 240)
    for k in range(rows * columns):
        x, y = 12 + 30 * (k % columns), (26 if remote else 62) + 28 * (k // columns)
        fill = _ink(rng) if rng.random() < 0.12 else cap
        draw.rounded_rectangle((x, y, x + 23, y + 20), 9 if remote else 4, fill=fill)
        if rng.random() < 0.85:
            draw.text((x + 12, y + 10), str((k + 1) % 10), font=font, fill=ink, anchor="mm")
    return _uneven(rng, _to_float(image)), columns * rng.uniform(0.45, 0.8)


def _gadget(rng: np.random.Generator) -> Thing:
    """A phone, a tablet, a box or a book: a rounded rectangle, white ones among them, some with a lit screen."""
    width, height = int(rng.integers(80, 200)), int(rng.integers(80, 270))
    colour = near(rng, ((0.05, 0.05, 0.05), (0.5, 0.5, 0.5), (0.97, 0.97, 0.97))[rng.integers(3)])
    image = _sheet(width, height, colour, int(rng.integers(1, 20)))
    draw = ImageDraw.Draw(image)
    kind = rng.random()
    if kind < 0.5:
        draw.rounded_rectangle((6, 6, width - 7, height - 7), 8, fill=_ink(rng) if kind < 0.3 else (12, 12, 14))
    if kind < 0.2:  # a screen with icons or a clock
        font = fonts.load(fonts.pick(rng), 30)
        draw.text(
            (width / 2, 40), f"{rng.integers(24)}:{rng.integers(60):02d}", font=font, fill=(240, 240, 240), anchor="mm"
        )
        for x in range(14, width - 24, 28):
            for y in range(80, height - 24, 30):
                draw.rounded_rectangle((x, y, x + 18, y + 18), 5, fill=_bytes(muted(rng)))
    texture = _to_float(image)
    if rng.random() < 0.4:  # a lamp mirrored in glass
        rows, columns = mesh(texture.shape[:2])
        band = np.abs(
            columns + rows * np.float32(rng.normal(0, 0.8)) - np.float32(rng.uniform(0, width))
        ) < rng.uniform(5, 60)
        texture[..., :3] += (
            cv2.GaussianBlur(band.astype(np.float32), (0, 0), 3) * np.float32(rng.uniform(0.05, 0.35))
        )[..., None]
    return _uneven(rng, texture), rng.uniform(1.5, 5)


# --- crockery and small things ----------------------------------------------------------------------------------------


def _round_thing(rng: np.random.Generator) -> Thing:
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


def _crumbs(rng: np.random.Generator) -> Thing:
    """Crumbs, nuts or sweets on the bare table."""
    return _morsels(rng, 160, 0.85), rng.uniform(1.5, 4)


def _coins(rng: np.random.Generator) -> Thing:
    """A few coins or poker chips."""
    size, metals = 200, ((0.72, 0.55, 0.3), (0.7, 0.7, 0.7), (0.6, 0.38, 0.25))
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    draw, chips = ImageDraw.Draw(image), rng.random() < 0.3
    for _ in range(int(rng.integers(1, 7))):
        r = rng.uniform(24, 36)
        x, y = rng.uniform(r, size - r, 2)
        colour = rng.uniform(0.1, 0.9, 3).astype(np.float32) if chips else near(rng, metals[rng.integers(3)])
        draw.ellipse(
            (x - r, y - r, x + r, y + r), fill=_bytes(colour), outline=_bytes(colour * np.float32(0.5)), width=2
        )
        if chips:
            for k in range(6):
                draw.arc((x - r, y - r, x + r, y + r), 60 * k, 60 * k + 25, fill=(245, 245, 245, 255), width=7)
        draw.ellipse(
            (x - r * 0.75, y - r * 0.75, x + r * 0.75, y + r * 0.75), outline=_bytes(colour * np.float32(0.75)), width=2
        )
        text = str(rng.choice([1, 2, 5, 10, 20, 50]))
        draw.text(
            (x, y), text, font=fonts.load(fonts.pick(rng), int(r)), fill=_bytes(colour * np.float32(0.55)), anchor="mm"
        )
    return _uneven(rng, _to_float(image), 0.15), rng.uniform(2.2, 3.4)


PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568", 0: ""}


def _pips(draw: ImageDraw.ImageDraw, count: int, box: tuple[float, float, float], ink: Ink) -> None:
    """Pips in a square with its corner and side given."""
    x, y, side = box
    for place in PIPS[count]:
        cx, cy = x + side * (0.25 + 0.25 * (int(place) % 3)), y + side * (0.25 + 0.25 * (int(place) // 3))
        r = side * 0.085
        draw.ellipse((cx - r, cy - r, cx + r, cy + r), fill=ink)


def _die(rng: np.random.Generator) -> Thing:
    colour = near(rng, (0.94, 0.93, 0.9)) if rng.random() < 0.6 else muted(rng)
    image = _sheet(60, 60, colour, 12)
    _pips(
        ImageDraw.Draw(image),
        int(rng.integers(1, 7)),
        (2, 2, 56),
        (20, 20, 20) if colour.mean() > 0.5 else (245, 245, 245),
    )
    return _uneven(rng, _to_float(image)), rng.uniform(0.55, 0.9)


def _domino(rng: np.random.Generator) -> Thing:
    """Dominoes, white and black, alone or in a row: much like tiles, and none."""
    colour = near(rng, (0.93, 0.91, 0.85)) if rng.random() < 0.6 else near(rng, (0.12, 0.11, 0.11))
    ink = (20, 20, 20) if colour.mean() > 0.5 else (245, 245, 245)
    count = int(rng.integers(1, 4))
    image = _sheet(count * 82, 160, (0, 0, 0), 1)
    image.putalpha(0)
    draw = ImageDraw.Draw(image)
    for k in range(count):
        draw.rounded_rectangle((k * 82, 0, k * 82 + 79, 159), 8, fill=_bytes(colour))
        draw.line((k * 82 + 8, 80, k * 82 + 71, 80), fill=ink, width=2)
        _pips(draw, int(rng.integers(0, 7)), (k * 82, 0, 80), ink)
        _pips(draw, int(rng.integers(0, 7)), (k * 82, 80, 80), ink)
    return _uneven(rng, _to_float(image)), count * rng.uniform(0.8, 1.1)


def _ruler(rng: np.random.Generator) -> Thing:
    """A ruler with figures or a strip of paper."""
    image = _sheet(300, int(rng.integers(14, 40)), muted(rng), 3)
    if rng.random() < 0.7:
        draw, font = ImageDraw.Draw(image), fonts.load(fonts.pick(rng), 12)
        for k in range(0, 300, 4):
            draw.line((k, 0, k, 6 if k % 20 else 10), fill=(20, 20, 20))
        for k in range(0, 300, 20):
            draw.text((k, 10), str(k // 20), font=font, fill=(20, 20, 20))
    return _to_float(image), rng.uniform(4, 9)


def _pen(rng: np.random.Generator) -> Thing:
    """A pen or a pencil."""
    height, colours = np.zeros((34, 300), np.float32), np.zeros((34, 300, 3), np.float32)
    body, tip = _printed(rng), muted(rng)
    r = float(rng.uniform(6, 12))
    colours[:] = body
    capsule(height, (20, 17), (250, 17), (r, r))
    colours[capsule(height, (250, 17), (290, 17), (r, 1.2))] = tip
    colours[:, : int(rng.integers(10, 90))] = muted(rng)
    return shaded(rng, height, colours, 1.5), rng.uniform(5, 6.5)


def _spectacles_case(rng: np.random.Generator) -> Thing:
    """A case for glasses, a computer mouse, a lighter: rounded and plain."""
    height = np.zeros((120, 240), np.float32)
    r = float(rng.uniform(30, 50))
    capsule(height, (r + 8, 60), (rng.uniform(r + 10, 230 - r), 60), (r, r * rng.uniform(0.85, 1.05)))
    colours = tint(1 + 0.04 * noise(rng, height.shape, (20, 40), 1), muted(rng))
    return shaded(rng, height, colours, 1.2), rng.uniform(4, 7)


def _cable(rng: np.random.Generator) -> Thing:
    """A cable in a curve."""
    size = (160, 300)
    height = np.zeros(size, np.float32)
    knots = np.column_stack([np.linspace(-5, 305, 20), 80 + 25 * noise(rng, (2, 20), (2, 4), 1)[0].clip(-2.8, 2.8)])
    r = float(rng.uniform(2.5, 6))
    for a, b in itertools.pairwise(knots):
        capsule(height, tuple(a), tuple(b), (r, r))
    colour = near(rng, ((0.06, 0.06, 0.06), (0.9, 0.9, 0.9), (0.4, 0.4, 0.42))[rng.integers(3)])
    return shaded(rng, height, np.broadcast_to(colour, (*size, 3)), 1.5), rng.uniform(5, 11)


# --- hands and cats ---------------------------------------------------------------------------------------------------


def _skin(rng: np.random.Generator) -> Colour:
    """Any human skin, from pale to dark."""
    tones = np.array([[0.93, 0.76, 0.67], [0.86, 0.66, 0.53], [0.72, 0.5, 0.37], [0.5, 0.33, 0.23], [0.3, 0.19, 0.13]])
    place = rng.uniform(0, len(tones) - 1)
    k = min(int(place), len(tones) - 2)
    tone = tones[k] + (tones[k + 1] - tones[k]) * (place - k)
    return np.asarray(np.clip(tone + rng.normal(0, 0.02, 3), 0.05, 1), np.float32)


def _finger(
    rng: np.random.Generator,
    maps: tuple[FloatImage, FloatImage],
    root: Point,
    aim: tuple[float, float, float],
    skin: Colour,
) -> None:
    """Adds a finger of three joints and a nail to maps of height and colour; `aim` is its direction, length and radius."""
    height, colours = maps
    turn, length, r = aim
    x, y = root
    bend = rng.normal(0, 0.12)
    for share, thin in ((0.45, 1.0), (0.3, 0.94), (0.25, 0.86)):
        step = length * share
        tip = (x + step * np.sin(turn), y - step * np.cos(turn))
        colours[capsule(height, (x, y), tip, (r * thin, r * thin * 0.94))] = skin
        knuckle = capsule(
            height, (tip[0] - 0.12 * r, tip[1]), (tip[0] + 0.12 * r, tip[1]), (r * thin * 0.88, r * thin * 0.88)
        )
        colours[knuckle] = skin * np.array([0.98, 0.92, 0.9], np.float32)
        (x, y), turn = tip, turn + bend
    nail = skin * np.float32(0.5) + np.array([0.5, 0.42, 0.4], np.float32)
    if rng.random() < 0.2:
        nail = rng.uniform(0.1, 0.9, 3).astype(np.float32)
    y_map, x_map = mesh(height.shape)
    u = (x_map - np.float32(x)) * np.float32(np.cos(turn)) + (y_map - np.float32(y)) * np.float32(np.sin(turn))
    v = (y_map - np.float32(y)) * np.float32(np.cos(turn)) - (x_map - np.float32(x)) * np.float32(np.sin(turn))
    colours[(u / np.float32(0.55 * r)) ** 2 + (v / np.float32(0.75 * r)) ** 2 < 1] = nail


def _finish_skin(rng: np.random.Generator, height: FloatImage, colours: FloatImage) -> FloatImage:
    """Soft edges between joints, blotches and creases, and light."""
    colours = cv2.GaussianBlur(colours, (0, 0), 1.2)
    mottled = 1 + np.float32(0.05) * noise(rng, height.shape, (12, 9), 3)
    return shaded(rng, height, colours * mottled[..., None], 0.9)


def _fingers(rng: np.random.Generator) -> Thing:
    """One to three fingers reaching in."""
    size = (220, 170)
    skin = _skin(rng)
    maps = np.zeros(size, np.float32), np.empty((*size, 3), np.float32)
    maps[1][:] = skin
    count = int(rng.integers(1, 4))
    r = 21.0
    for k in range(count):
        root = (85 + (k - (count - 1) / 2) * 2.1 * r, 235.0)
        _finger(rng, maps, root, (rng.normal(0, 0.1), rng.uniform(120, 195), r * rng.uniform(0.85, 1.05)), skin)
    return _finish_skin(rng, *maps), rng.uniform(2.2, 3.2)


def _hand(rng: np.random.Generator) -> Thing:
    """A hand, pointing, gripping or flat, with forearm and most often a sleeve."""
    size = (420, 230)
    skin = _skin(rng)
    height, colours = np.zeros(size, np.float32), np.empty((*size, 3), np.float32)
    colours[:] = skin
    maps = height, colours
    mirror = 1 if rng.random() < 0.5 else -1
    capsule(height, (115, 450), (115, 250), (44, 33))
    for k in range(4):
        capsule(height, (115 + mirror * (k - 1.5) * 14, 255), (115 + mirror * (k - 1.5) * 25, 172), (21, 19))
    curled = rng.choice([0.5, 0.75, 1.0])
    pointing = rng.random() < 0.3
    for k, length in enumerate((92, 104, 97, 74)):
        root = (115 + mirror * (k - 1.5) * 26, 170 + (8 if k in (0, 3) else 0))
        reach = length * (
            rng.uniform(0.9, 1.05)
            if pointing and k == 0
            else curled * rng.uniform(0.85, 1.05) * (0.6 if pointing else 1)
        )
        _finger(rng, maps, root, (mirror * (k - 1.5) * 0.09 + rng.normal(0, 0.05), reach, 13.5), skin)
    thumb = (115 - mirror * 38, 235)
    _finger(rng, maps, thumb, (-mirror * rng.uniform(0.2, 0.9), rng.uniform(70, 92), 15.5), skin)
    cloth = muted(rng)
    if rng.random() < 0.75:
        cuff = rng.uniform(285, 380)
        sleeve = capsule(height, (115, 470), (115, cuff + 30), (66, 54))
        sleeve &= mesh(size)[0] > cuff
        height[mesh(size)[0] <= cuff] = np.minimum(height, 45)[mesh(size)[0] <= cuff]
        folds = 1 + np.float32(0.12) * noise(rng, size, (14, 4), 3)
        stripes = np.sin(mesh(size)[0] * np.float32(rng.uniform(0.1, 0.8))) * np.float32(rng.choice([0, 0, 0.25]))
        colours = np.where(sleeve[..., None], tint(folds + stripes, cloth), colours)
    return _finish_skin(rng, height, colours), rng.uniform(5, 6.5)


FURS = (
    (0.35, 0.3, 0.26),
    (0.8, 0.5, 0.25),
    (0.08, 0.08, 0.08),
    (0.88, 0.86, 0.83),
    (0.5, 0.5, 0.52),
    (0.6, 0.48, 0.36),
)


def _fur(rng: np.random.Generator, height: FloatImage) -> FloatImage:
    """Covers a solid with short hair, tabby stripes and white places; its outline frays."""
    size = height.shape
    first, second = near(rng, FURS[rng.integers(len(FURS))]), near(rng, FURS[rng.integers(len(FURS))])
    stripes = np.clip(np.sin(noise(rng, size, (4, 2), 2) * 6) * 1.5, 0, 1) * np.float32(rng.choice([0, 0.5, 0.8]))
    hair = cv2.GaussianBlur(rng.standard_normal(size, np.float32), (0, 0), sigmaX=0.6, sigmaY=2.5)
    colours = mix(first, second, stripes) * (1 + 0.35 * hair)[..., None]
    if rng.random() < 0.3:
        colours = mix(colours, near(rng, (0.9, 0.88, 0.85)), np.clip(noise(rng, size, (3, 3), 2) * 3 - 2, 0, 1))
    frayed = np.where(height + 6 * hair > 5, height, 0).astype(np.float32)
    return shaded(rng, frayed, np.clip(colours, 0, 1), 0.7)


def _cat(rng: np.random.Generator) -> Thing:
    """A cat from above: body, head with ears and eyes, paws and tail."""
    size = (230, 330)
    height = np.zeros(size, np.float32)
    capsule(height, (110, 120), (215, 115), (56, 50))
    tail = np.column_stack([np.linspace(60, 15, 5), 130 + np.cumsum(rng.normal(8, 14, 5))]).clip(12, 215)
    for a, b in itertools.pairwise(tail):
        capsule(height, tuple(a), tuple(b), (12, 11))
    head = (265.0, 115 + rng.normal(0, 12))
    for side in (-1, 1):
        capsule(height, (225, 115 + side * 38), (rng.uniform(280, 310), 115 + side * rng.uniform(44, 60)), (15, 13))
        capsule(height, (head[0] - 8, head[1] + side * 20), (head[0] - 14, head[1] + side * 42), (17, 3))
    capsule(height, head, (head[0] + 10, head[1]), (36, 31))
    texture = _fur(rng, height)
    for side in (-1, 1):
        at = (round(head[0] + 22), round(head[1] + side * 14))
        patch = np.ascontiguousarray(texture[..., :3])
        cv2.ellipse(patch, at, (5, 4), 0, 0, 360, (0.7, 0.7, 0.25), -1, cv2.LINE_AA)
        cv2.circle(patch, at, 2, (0.03, 0.03, 0.03), -1, cv2.LINE_AA)
        texture[..., :3] = patch
    return texture, rng.uniform(7.5, 9.5)


def _paw(rng: np.random.Generator) -> Thing:
    """A cat's foreleg reaching in."""
    height = np.zeros((240, 110), np.float32)
    end = rng.uniform(50, 100)
    capsule(height, (55 + rng.normal(0, 10), 260), (55, end), (30, 25))
    for k in range(4):
        capsule(height, (55, end), (55 + (k - 1.5) * 17, end - 26 + abs(k - 1.5) * 6), (15, 13))
    return _fur(rng, height), rng.uniform(1.8, 2.6)


_MAKERS: tuple[tuple[Callable[[np.random.Generator], Thing], float, float], ...] = (
    (_card, 0.12, 0.0), (_hand_of_cards, 0.05, 0.1), (_box_lid, 0.15, 0.6), (_keyboard, 0.12, 0.4),
    (_calculator, 0.05, 0.35), (_paper, 0.12, 0.0), (_gadget, 0.07, 0.3), (_round_thing, 0.1, 1.0),
    (_crumbs, 0.02, 0.1), (_coins, 0.03, 0.1), (_die, 0.02, 0.5), (_domino, 0.04, 0.25), (_ruler, 0.02, 0.05),
    (_calendar, 0.1, 0.0), (_number_cards, 0.08, 0.1), (_pen, 0.03, 0.3), (_spectacles_case, 0.02, 0.8), (_cable, 0.02, 0.15), (_hand, 0.05, 0.9), (_cat, 0.03, 0.8),
)  # fmt: skip
"""What to make, how often, and its thickness in tile widths; 0 throws no shadow."""
