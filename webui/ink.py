"""What a sheet is drawn with: on a picture, or on pages whose text can be selected and searched. All sizes are pixels of `RESOLUTION`."""

from __future__ import annotations

import io
import math
from abc import ABC, abstractmethod

from fpdf import FPDF
from PIL import Image, ImageColor, ImageDraw, features

from webui.lettering import LEAST, runs, sized

RESOLUTION = 150.0
"""Pixels to the inch."""

_POINT = 72 / RESOLUTION  # points in a pixel
_FEET = 0.3  # of the letters' height, at which the PDF library sets their feet below the middle of their line
_HIGH, _DEEP = 1.3, 0.4  # how far letters of one size reach above and below their feet, of their height


class Ink(ABC):
    """Writes letters and draws lines."""

    @abstractmethod
    def write(self, place: tuple[float, float], text: str, size: float, colour: str, *, bold: bool = False) -> None:
        """Writes with the left end of the letters' feet at `place`."""

    @abstractmethod
    def line(self, begin: tuple[float, float], end: tuple[float, float], colour: str, width: int) -> None:
        """Draws a line."""

    @abstractmethod
    def finished(self) -> bytes:
        """The file."""

    @staticmethod
    def width(text: str, size: float, *, bold: bool = False) -> float:
        """How wide letters of that height are."""
        return sum(_length(run.text, run.file, size, is_leftward=run.is_leftward) for run in runs(text, bold=bold))

    def fitting(self, text: str, width: float, size: int, *, bold: bool = False) -> int:
        """The largest height of letters, up to `size`, in which the text is no wider than `width`; `LEAST` where none is."""
        while size > LEAST and self.width(text, size, bold=bold) > width:
            size -= 2
        return size


class Picture(Ink):
    """A picture, as PNG."""

    def __init__(self, width: int, height: int, paper: str) -> None:
        self._picture = Image.new("RGB", (width, height), paper)
        self._pen = ImageDraw.Draw(self._picture)

    def write(self, place: tuple[float, float], text: str, size: float, colour: str, *, bold: bool = False) -> None:
        """Writes with the left end of the letters' feet at `place`."""
        left, base = place
        for run in runs(text, bold=bold):
            font, scale = sized(run.file, size)
            letters, direction = _directed(run.text, is_leftward=run.is_leftward)
            wide = font.getlength(letters, direction=direction)
            if scale == 1:
                self._pen.text((left, base), letters, colour, font, "ls", embedded_color=True, direction=direction)
            else:  # letters of one size only, drawn apart and scaled
                high = font.size * (_HIGH + _DEEP)
                drawn = Image.new("RGBA", (math.ceil(wide), math.ceil(high)))
                ImageDraw.Draw(drawn).text(
                    (0, font.size * _HIGH), letters, colour, font, "ls", embedded_color=True, direction=direction
                )
                small = drawn.resize(
                    (max(1, round(wide * scale)), max(1, round(high * scale))), Image.Resampling.LANCZOS
                )
                self._picture.paste(small, (round(left), round(base - size * _HIGH)), small)
            left += wide * scale

    def line(self, begin: tuple[float, float], end: tuple[float, float], colour: str, width: int) -> None:
        """Draws a line."""
        self._pen.line((begin, end), colour, width)

    def finished(self) -> bytes:
        """The picture as PNG."""
        file = io.BytesIO()
        self._picture.save(file, "PNG")
        return file.getvalue()


class Pages(Ink):
    """Pages to print, as PDF."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._pdf = FPDF(unit=_POINT, format=(width, height))
        self._pdf.set_auto_page_break(auto=False)
        self._pdf.set_text_shaping(use_shaping_engine=True)
        self._pdf.set_title(title)
        self._pdf.c_margin = 0

    def turn(self) -> None:
        """Begins a page."""
        self._pdf.add_page()

    def write(self, place: tuple[float, float], text: str, size: float, colour: str, *, bold: bool = False) -> None:
        """Writes with the left end of the letters' feet at `place`."""
        left, base = place
        self._pdf.set_text_color(*ImageColor.getrgb(colour)[:3])
        for run in runs(text, bold=bold):
            family = run.file.lower()
            if family not in self._pdf.fonts:
                self._pdf.add_font(family, fname=run.file)
            self._pdf.set_font(family, size=size * _POINT)
            self._pdf.set_xy(left, base - _FEET * size)
            wide = _length(run.text, run.file, size, is_leftward=run.is_leftward)
            self._pdf.cell(wide, 0, run.text)
            left += wide

    def line(self, begin: tuple[float, float], end: tuple[float, float], colour: str, width: int) -> None:
        """Draws a line."""
        self._pdf.set_draw_color(*ImageColor.getrgb(colour)[:3])
        self._pdf.set_line_width(width)
        self._pdf.line(*begin, *end)

    def finished(self) -> bytes:
        """The pages as PDF."""
        return bytes(self._pdf.output())


def _length(text: str, file: str, size: float, *, is_leftward: bool) -> float:
    """How wide a text in one typeface and one direction is."""
    font, scale = sized(file, size)
    letters, direction = _directed(text, is_leftward=is_leftward)
    return font.getlength(letters, direction=direction) * scale


def _directed(text: str, *, is_leftward: bool) -> tuple[str, str | None]:
    """A text as Pillow is to be given it; without Raqm it writes from left to right alone."""
    if features.check("raqm"):
        return text, "rtl" if is_leftward else "ltr"
    return text[::-1] if is_leftward else text, None
