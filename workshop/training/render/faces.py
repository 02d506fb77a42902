"""Tile faces: `FacePainter` draws those of an edition, with print, relief and wear.

Pictures are RGB, 0 to 1. Lengths are fractions of the tile's width unless they say otherwise.
"""

from __future__ import annotations

import functools
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw

from referee.tiles import Tile
from workshop.training.render import fonts
from workshop.training.render.arrays import FloatImage
from workshop.training.render.digits import Reshaping
from workshop.training.render.editions import Edition
from workshop.training.render.jokers import joker_art

ENGRAVED_FROM = 48
"""Height of a face in pixels below which an engraving is not seen."""
MISPRINT_TURN = 0.02
"""By how much numbers that are printed off their place are turned, radians, standard deviation."""


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
    """Coverage (height, width) of a `shape`, scaled to `letter_height` pixels, centred at `centre_y`."""
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
