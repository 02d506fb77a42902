"""Tile faces: one `Edition` is a look that all tiles of a box share; `FacePainter` draws them.

Colours are RGB, 0 to 1. Lengths are fractions of the tile's width unless they say otherwise.
"""

from __future__ import annotations

import colorsys
import functools
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from referee.tiles import Colour, Tile
from training.render import fonts
from training.render.arrays import FloatImage
from training.render.digits import Reshaping
from training.render.jokers import fetched_emblem, joker_art

Rgb = tuple[float, float, float]

INKS: dict[Colour, tuple[Rgb, ...]] = {
    Colour.BLACK: ((0.06, 0.06, 0.07), (0.13, 0.13, 0.15), (0.02, 0.02, 0.03), (0.17, 0.16, 0.17), (0.10, 0.11, 0.14)),
    Colour.RED: ((0.85, 0.13, 0.14), (0.76, 0.07, 0.12), (0.90, 0.22, 0.30), (0.66, 0.05, 0.10), (0.84, 0.20, 0.38),
                 (0.93, 0.16, 0.12), (0.72, 0.12, 0.20), (0.58, 0.07, 0.10)),
    Colour.BLUE: ((0.08, 0.30, 0.70), (0.03, 0.42, 0.78), (0.05, 0.16, 0.45), (0.00, 0.48, 0.62), (0.10, 0.55, 0.80),
                  (0.06, 0.12, 0.36), (0.12, 0.25, 0.62), (0.02, 0.36, 0.55), (0.25, 0.62, 0.86), (0.05, 0.09, 0.25),
                  (0.02, 0.50, 0.52), (0.10, 0.16, 0.50)),
    Colour.ORANGE: ((0.96, 0.55, 0.10), (0.98, 0.65, 0.05), (0.93, 0.45, 0.10), (0.99, 0.74, 0.08), (0.96, 0.50, 0.22),
                    (0.88, 0.60, 0.10), (0.95, 0.80, 0.15), (0.90, 0.42, 0.08)),
}  # fmt: skip
"""Base inks seen on tiles of the four colours, pink to dark red and teal to navy among them; each edition shifts them."""

NEAR_RED_SHARE = 0.12
"""Share of editions whose orange is their red, `NEAR_RED` of hue on (0 red, 1/6 yellow) and a little lighter."""
NEAR_RED = (0.035, 0.075)
BODIES: tuple[Rgb, ...] = (
    (0.95, 0.91, 0.80), (0.97, 0.95, 0.90), (0.98, 0.98, 0.97), (0.93, 0.87, 0.72), (0.90, 0.84, 0.70), (0.96, 0.93, 0.86),
    (0.88, 0.88, 0.86), (0.94, 0.94, 0.96), (0.99, 0.98, 0.95), (0.97, 0.97, 0.98),
)  # fmt: skip
"""Cream, ivory and white bodies."""
RARE_BODIES: tuple[Rgb, ...] = (
    (0.82, 0.68, 0.48),
    (0.80, 0.86, 0.90),
    (0.84, 0.90, 0.80),
    (0.92, 0.80, 0.80),
    (0.76, 0.74, 0.70),
)
"""Wood, pastels and grey, drawn for `RARE_BODY_SHARE` of the editions."""
RARE_BODY_SHARE = 0.05
DARK_BODIES: tuple[Rgb, ...] = (
    (0.06, 0.06, 0.07), (0.11, 0.10, 0.10), (0.05, 0.07, 0.14), (0.14, 0.06, 0.07), (0.05, 0.12, 0.09), (0.16, 0.11, 0.08),
    (0.20, 0.20, 0.21),
)  # fmt: skip
"""Black, navy, wine, bottle green, walnut and slate."""
LUMINOUS_INKS: dict[Colour, tuple[Rgb, ...]] = {
    Colour.BLACK: ((0.90, 0.90, 0.88), (0.97, 0.97, 0.98), (0.80, 0.81, 0.84), (0.93, 0.89, 0.78)),
    Colour.RED: ((0.92, 0.17, 0.17), (0.95, 0.30, 0.34), (0.95, 0.45, 0.60), (0.82, 0.10, 0.14)),
    Colour.BLUE: ((0.25, 0.56, 0.95), (0.15, 0.72, 0.76), (0.45, 0.72, 0.98), (0.10, 0.42, 0.85)),
    Colour.ORANGE: ((0.96, 0.63, 0.09), (0.97, 0.78, 0.15), (0.90, 0.72, 0.30), (0.96, 0.50, 0.12)),
}  # fmt: skip
"""Base inks on dark bodies; white and silver stand for black."""
DARK_BELOW = 0.5
"""What a dark body throws back less than of all light, 0 to 1."""
MOST_MISPRINTED, MISPRINT_TURN = 0.015, 0.02
"""How far off their place numbers are printed at most, and by how much turned, radians, where they are."""
MARKS = ("none", "ring", "disc", "bar", "star", "diamond")
"""What some editions print below the number in its ink."""

FETCHED_SHARE, RESHAPED_SHARE, EMBLEM_SHARE = 0.7, 0.6, 0.5
"""Share of the boxes drawn anew whose typeface is one of those that were fetched, whose digits are reshaped, and whose joker is an emblem that
was fetched."""
OFF_THE_MIDDLE = 0.05
"""How far above the middle of the face digits must stand to show by their place which way up a tile lies; a fraction of its height."""

ENGRAVED_FROM = 48
"""Height of a face in pixels below which an engraving is not seen."""
WORDS = ("Original", "Rummy", "tiles", "Classic", "Family", "Game", "1950", "Numbers", "Joker", "Deluxe", "XXL", "Play")


@dataclass(frozen=True)
class Edition:
    """What all tiles of one box have in common."""

    body: Rgb
    inks: dict[Colour, Rgb]
    font: Path
    aspect: float
    """Width over height of the face, 0.60 to 0.80."""
    digit_height: float
    """Height of a digit as a fraction of the face's height, 0.22 to 0.64."""
    digit_y: float
    """Centre of the digits from the top, as a fraction of the face's height, 0.24 to 0.49."""
    digit_stretch: float
    """Horizontal stretch of the digits, 0.75 to 1.2."""
    stroke: float
    """Extra stroke width as a fraction of the digit height, 0 to 0.05."""
    spacing: float
    """Extra room between two digits as a fraction of digit height, -0.06 to 0.06."""
    dot_under_6_and_9: str
    """`none`, `dot` or `bar`."""
    dish: float
    """Radius of the round dish about the number; 0 for none."""
    dish_depth: float
    ring: float
    """Radius of a small raised ring below the number; 0 for none."""
    logo: str
    """Embossed words at the bottom; empty for none."""
    logo_font: Path
    relief: float
    """Strength of embossing under the light, 0 to 1."""
    corner: float
    """Radius of the rounded corners, 0.02 to 0.16."""
    bevel: float
    """Width of the bevelled edge, 0 to 0.08."""
    frame: float
    """Contrast of a printed or moulded frame near the edge, 0 for none."""
    thickness: float
    """Thickness of the tile, 0.2 to 0.5."""
    joker_seed: int
    joker_size: float
    """Diameter of the joker's art, 0.45 to 0.92."""
    back_logo: str
    """Embossed on the backs; empty for plain backs."""
    wear: float
    """Share of the ink that has rubbed off, 0 to 0.07."""
    engraving: float
    """Depth of the number's engraving, 0 to 0.6: its edges catch the light."""
    mark: str
    """One of `MARKS`."""
    misprint: float
    """How far off its place a number is printed, standard deviation as a fraction of the face's height, 0 to 0.015."""
    held_out: bool
    """Whether the joker's art is of the kinds kept out of training."""
    reshaping: Reshaping | None = None
    """How its digits differ from those of its typeface; None where they do not."""
    joker_drawing: NDArray[np.uint8] | None = None
    """The joker's art in place of one made up from `joker_seed`: a square, 255 where there is ink."""

    @classmethod
    def random(cls, rng: np.random.Generator, *, held_out: bool = False, dark: bool = False) -> Edition:
        """A look drawn from everything seen on real boxes and somewhat beyond; a `dark` one has bright inks on a dark body."""
        style = rng.choice(["dish", "ring", "large", "plain"], p=[0.42, 0.16, 0.24, 0.18])
        aspect = float(np.clip(rng.normal(0.70, 0.035), 0.60, 0.80))
        large = style == "large"
        height = rng.uniform(0.46, 0.64) if large else rng.uniform(0.22, 0.44)
        bodies = RARE_BODIES if rng.random() < RARE_BODY_SHARE else BODIES
        body = _shift(bodies[rng.integers(len(bodies))], rng, 0.012)
        edition = cls(
            body=body,
            inks=_inks(rng),
            font=fonts.pick(rng, held_out=held_out),
            aspect=aspect,
            digit_height=float(height),
            digit_y=float(rng.uniform(0.42, 0.49) if large else rng.uniform(max(0.24, height / 2 + 0.05), 0.44)),
            digit_stretch=float(np.clip(rng.normal(1.0, 0.1), 0.75, 1.2)),
            stroke=float(rng.choice([0.0, 0.0, 0.015, 0.03, 0.05])),
            spacing=float(rng.uniform(-0.06, 0.06)),
            dot_under_6_and_9=str(rng.choice(["none", "dot", "bar"], p=[0.78, 0.12, 0.10])),
            dish=float(rng.uniform(0.36, 0.48)) if style == "dish" else 0.0,
            dish_depth=float(rng.uniform(0.2, 1.0)),
            ring=float(rng.uniform(0.12, 0.26)) if style == "ring" else 0.0,
            logo=" ".join(rng.choice(WORDS, size=rng.integers(1, 3)))
            if rng.random() < (0.35 if style == "ring" else 0.6)
            else "",
            logo_font=fonts.pick(rng),
            relief=float(rng.uniform(0.15, 1.0)),
            corner=float(rng.uniform(0.02, 0.16)),
            bevel=float(rng.uniform(0.0, 0.08)),
            frame=float(rng.choice([0.0, 0.0, 0.0, 0.05, 0.12])),
            thickness=float(rng.uniform(0.2, 0.5)),
            joker_seed=int(rng.integers(1 << 31)),
            joker_size=float(rng.uniform(0.45, 0.92)),
            back_logo=str(rng.choice(WORDS)) if rng.random() < 0.3 else "",
            wear=float(rng.choice([0.0, 0.0, 0.0, 0.0, 0.03, 0.07])),
            engraving=float(rng.choice([0.0, 0.0, rng.uniform(0.1, 0.6)])),
            mark=str(rng.choice(MARKS, p=[0.85, 0.04, 0.03, 0.03, 0.02, 0.03])) if not large else "none",
            misprint=float(rng.choice([0.0, rng.uniform(0, MOST_MISPRINTED)])),
            held_out=held_out,
        )
        if edition.takes_six_for_nine:  # no box on sale leaves it at that
            edition = replace(edition, dot_under_6_and_9=("dot", "bar")[edition.joker_seed % 2])
        if dark:
            body = _shift(DARK_BODIES[rng.integers(len(DARK_BODIES))], rng, 0.015)
            return replace(edition, body=body, inks=_some_of(LUMINOUS_INKS, rng))
        return edition

    def redrawn(self, rng: np.random.Generator) -> Edition:
        """The same box with digits and a joker that were fetched, where some were, and its digits reshaped; each now and then."""
        fetched = fonts.fetched()
        other = bool(fetched) and rng.random() < FETCHED_SHARE
        drawn = bool(fonts.fetched_emblems()) and rng.random() < EMBLEM_SHARE
        return replace(
            self,
            font=fetched[rng.integers(len(fetched))] if other else self.font,
            reshaping=Reshaping.random(rng) if rng.random() < RESHAPED_SHARE else None,
            joker_drawing=fetched_emblem(rng) if drawn else None,
        )

    @property
    def is_dark(self) -> bool:
        """Whether its numbers are brighter than the body that they are printed on."""
        return max(self.body) < DARK_BELOW

    @property
    def takes_six_for_nine(self) -> bool:
        """Whether a 6 that lies upside down is the same as a 9: it stands in the middle, with no mark or ring below (a moulded word is faint)."""
        is_marked = self.dot_under_6_and_9 != "none" or self.mark != "none" or self.ring > 0
        return not is_marked and self.digit_y > 0.5 - OFF_THE_MIDDLE


def _inks(rng: np.random.Generator) -> dict[Colour, Rgb]:
    """Four inks that differ as much as those of a real box, at times no more."""
    inks = _some_of(INKS, rng)
    if rng.random() < NEAR_RED_SHARE:
        hue, saturation, value = colorsys.rgb_to_hsv(*inks[Colour.RED])
        hue = hue if hue < 0.5 else 0.0
        orange = colorsys.hsv_to_rgb(hue + rng.uniform(*NEAR_RED), saturation, min(1.0, value * rng.uniform(1.0, 1.2)))
        inks[Colour.ORANGE] = orange
    return inks


def _some_of(inks: dict[Colour, tuple[Rgb, ...]], rng: np.random.Generator) -> dict[Colour, Rgb]:
    """One of the inks of each colour, a little aside."""
    return {
        colour: _shift(options[rng.integers(len(options))], rng, 0.02 if colour is Colour.BLACK else 0.04)
        for colour, options in inks.items()
    }


class FacePainter:
    """Draws the tiles of one edition at one size under one light; what all faces share is drawn once.

    Args:
        edition: the look.
        height: height of the faces in pixels; the width follows from the edition's aspect.
        light: direction that the light comes from in the face's own axes, x and y, length 0 to 1.
        rng: for wear and small print faults.
    """

    def __init__(self, edition: Edition, height: int, light: tuple[float, float], rng: np.random.Generator) -> None:
        self.edition = edition
        self.height = height
        self.width = max(4, round(height * edition.aspect))
        self._rng = rng
        self._light = light
        self._blank_front, self._back = (self._blank(back=back) for back in (False, True))
        self._faces: dict[Tile, FloatImage] = {}

    def face(self, tile: Tile | None) -> FloatImage:
        """The face of `tile`, or the back for None: RGB and opacity, shape (height, width, 4), 0 to 1."""
        if tile is None:
            return self._back
        if tile not in self._faces:
            image = self._blank_front.copy()
            ink, colours = self._ink(tile)
            if self.edition.wear:
                ink = ink * _wear_mask((self.height, self.width), self.edition.wear, self._rng)
            shade = image[..., 1:2] / self.edition.body[1]
            if self.edition.engraving and self.height >= ENGRAVED_FROM:
                edges = self._engraved(ink)[..., None]
                shade = shade * edges
                image[..., :3] *= edges
            image[..., :3] += ink[..., None] * (colours * shade - image[..., :3])
            self._faces[tile] = image
        return self._faces[tile]

    def _blank(self, *, back: bool) -> FloatImage:
        """A face without print, its relief lit."""
        edition, width, height, light = self.edition, self.width, self.height, self._light
        relief = self._relief(back=back)
        slope_x = cv2.Sobel(relief, cv2.CV_32F, 1, 0, scale=width / 80)
        slope_y = cv2.Sobel(relief, cv2.CV_32F, 0, 1, scale=width / 80)
        shade = np.clip(1 - edition.relief * 0.6 * (slope_x * light[0] + slope_y * light[1]), 0.55, 1.3)
        if edition.frame:
            inset = max(1, round(width * 0.07))
            line = np.zeros((height, width), np.float32)
            corners = (inset, inset), (width - 1 - inset, height - 1 - inset)
            cv2.rectangle(line, *corners, 1.0, max(1, width // 60), cv2.LINE_AA)
            shade *= 1 - edition.frame * line
        image = np.empty((height, width, 4), np.float32)
        image[..., :3] = np.array(edition.body, np.float32) * shade[..., None]
        image[..., 3] = _rounded_mask(width, height, round(edition.corner * width))
        return image

    def _engraved(self, ink: FloatImage) -> FloatImage:
        """How the light plays on the edges of an engraved number, about 1; shape (height, width)."""
        soft = cv2.GaussianBlur(ink, (0, 0), max(0.5, self.width * 0.008))
        slope_x = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=self.width / 500)
        slope_y = cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=self.width / 500)
        slope = slope_x * self._light[0] + slope_y * self._light[1]
        return np.asarray(np.clip(1 + self.edition.engraving * slope, 0.6, 1.4), np.float32)

    def _relief(self, *, back: bool) -> FloatImage:
        """Height of the moulded surface in arbitrary units."""
        edition, width, height = self.edition, self.width, self.height
        relief = np.zeros((height, width), np.float32)
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        if edition.dish and not back:
            r = np.hypot(x - width / 2, y - height * edition.digit_y) / (edition.dish * width)
            relief -= edition.dish_depth * np.clip(1 - r**2, 0, None) * 0.5
        if edition.ring and not back:
            centre = height * min(0.86, edition.digit_y + edition.digit_height / 2 + 0.03) + edition.ring * width * 0.9
            r = np.hypot(x - width / 2, y - centre) / width
            relief += 0.12 * np.exp(-(((r - edition.ring) / 0.018) ** 2))
        words = edition.back_logo if back else edition.logo
        if words:
            at = 0.5 if back else 0.86
            mask = _placed(glyphs(words, edition.logo_font), (width, height), at * height, height * 0.085, 0.8)
            relief += 0.14 * cv2.GaussianBlur(mask, (0, 0), max(0.6, width * 0.006))
        if edition.bevel:
            edge = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y)) / width
            relief += edition.bevel * 4 * np.clip(edge / edition.bevel, 0, 1)
        return relief

    def _ink(self, tile: Tile) -> tuple[FloatImage, FloatImage]:
        """Coverage (height, width) and colour, broadcastable to (height, width, 3), of what is printed."""
        edition, width, height = self.edition, self.width, self.height
        if tile.colour is None:
            palette = [*edition.inks.values(), (0.05, 0.05, 0.05)]
            return joker_art(
                edition.joker_seed,
                width,
                height,
                edition.digit_y,
                edition.joker_size,
                palette,
                held_out=edition.held_out,
                drawing=edition.joker_drawing,
            )
        digits = height * edition.digit_height
        number = glyphs(str(tile.number), edition.font, edition.stroke, edition.spacing, edition.reshaping)
        mask = _placed(number, (width, height), height * edition.digit_y, digits, edition.digit_stretch)
        if tile.number in (6, 9) and edition.dot_under_6_and_9 != "none":
            bottom = round(height * (edition.digit_y + 0.05) + digits / 2)
            size = max(1, round(digits * 0.07))
            if edition.dot_under_6_and_9 == "dot":
                cv2.circle(mask, (width // 2, bottom), size, 1.0, -1, cv2.LINE_AA)
            else:
                left, right = width // 2 - 3 * size, width // 2 + 3 * size
                cv2.rectangle(mask, (left, bottom - size // 2), (right, bottom + size // 2), 1.0, -1)
        self._draw_mark(mask, height * (edition.digit_y + edition.digit_height / 2))
        if edition.misprint:
            mask = self._misprinted(mask)
        return mask, np.array(edition.inks[tile.colour], np.float32)

    def _misprinted(self, mask: FloatImage) -> FloatImage:
        """The print a little off its place, as each tile of such a box has it."""
        shift = self._rng.normal(0, self.edition.misprint, 2) * self.height
        turn = float(np.degrees(self._rng.normal(0, MISPRINT_TURN)))
        matrix = np.asarray(cv2.getRotationMatrix2D((self.width / 2, self.height / 2), turn, 1), np.float64)
        matrix[:, 2] += shift
        return np.asarray(cv2.warpAffine(mask, matrix, (self.width, self.height)), np.float32)

    def _draw_mark(self, mask: FloatImage, digits_end: float) -> None:
        """Prints the edition's mark between the number and the lower edge."""
        kind, middle = self.edition.mark, (self.width // 2, round((digits_end + self.height * 0.97) / 2))
        size = round(min(0.1 * self.width, (self.height - digits_end) * 0.3))
        if kind == "none" or size < 1:
            return
        if kind in {"ring", "disc"}:
            cv2.circle(mask, middle, size, 1.0, -1 if kind == "disc" else max(1, size // 4), cv2.LINE_AA)
        elif kind == "bar":
            cv2.rectangle(
                mask,
                (middle[0] - 2 * size, middle[1] - size // 4),
                (middle[0] + 2 * size, middle[1] + size // 4),
                1.0,
                -1,
            )
        else:
            points, inner = (5, 0.45) if kind == "star" else (2, 0.6)
            angles = np.pi * np.arange(2 * points) / points
            reach = size * np.where(np.arange(2 * points) % 2 == 0, 1.2, 1.2 * inner)
            outline = np.stack([middle[0] + reach * np.sin(angles), middle[1] - reach * np.cos(angles)], axis=1)
            cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 1.0, cv2.LINE_AA)


def _shift(colour: Rgb, rng: np.random.Generator, spread: float) -> Rgb:
    r, g, b = np.clip(np.array(colour) + rng.normal(0, spread, 3), 0, 1)
    return float(r), float(g), float(b)


@functools.lru_cache(maxsize=4096)
def glyphs(
    text: str, font: Path, stroke: float = 0.0, spacing: float = 0.0, reshaping: Reshaping | None = None
) -> FloatImage:
    """Coverage of `text`, cut to its ink, about 70 pixels high, shape (height, width), 0 to 1.

    Args:
        text: to be drawn.
        font: its typeface.
        stroke: extra stroke width, as a share of the height.
        spacing: extra room between two letters, as a share of the height.
        reshaping: how the letters differ from the typeface's; None where they do not.
    """
    face = fonts.load(font, 96)
    image = Image.new("L", (110 * len(text) + 40, 180))
    draw = ImageDraw.Draw(image)
    x = 20.0
    for letter in text:
        draw.text((x, 20), letter, font=face, fill=255, stroke_width=round(stroke * 70))
        x += draw.textlength(letter, font=face) + spacing * 70
    drawn = np.asarray(image.crop(image.getbbox()), np.float32) / 255
    return drawn if reshaping is None else reshaping.of(drawn)


def _placed(
    shape: FloatImage, size: tuple[int, int], centre_y: float, letter_height: float, stretch: float
) -> FloatImage:
    """Coverage (height, width) of a `shape`, scaled to `letter_height` pixels, centred at half the width and at `centre_y`."""
    width, height = size
    scale_y = letter_height / shape.shape[0]
    scale_x = min(scale_y * stretch, 0.86 * width / shape.shape[1])
    target = (max(1, round(shape.shape[1] * scale_x)), max(1, round(shape.shape[0] * scale_y)))
    shape = cv2.resize(shape, target, interpolation=cv2.INTER_AREA if scale_y < 1 else cv2.INTER_LINEAR)
    mask = np.zeros((height, width), np.float32)
    left = max(0, round((width - target[0]) / 2))
    top = max(0, min(round(centre_y - target[1] / 2), height - target[1]))
    mask[top : top + target[1], left : left + target[0]] = shape[: height - top, : width - left]
    return mask


@functools.lru_cache(maxsize=256)
def _rounded_mask(width: int, height: int, radius: int) -> FloatImage:
    scale = 4
    w, h, r = width * scale, height * scale, radius * scale
    big = np.zeros((h, w), np.uint8)
    cv2.rectangle(big, (r, 0), (w - 1 - r, h - 1), 255, -1)
    cv2.rectangle(big, (0, r), (w - 1, h - 1 - r), 255, -1)
    for cx in (r, w - 1 - r):
        for cy in (r, h - 1 - r):
            cv2.circle(big, (cx, cy), r, 255, -1)
    return cv2.resize(big, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def _wear_mask(shape: tuple[int, ...], amount: float, rng: np.random.Generator) -> FloatImage:
    noise = cv2.resize(rng.random((14, 10)).astype(np.float32), (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip((noise - amount * 0.9) * 12, 0, 1), np.float32)
