"""The letters in which a picture of the sheet is written: those of a typeface of this computer, or Pillow's own."""

from __future__ import annotations

import unicodedata
from functools import cache

from PIL import ImageFont

FACES = (
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"),
    ("arial.ttf", "arialbd.ttf"),
    ("Arial.ttf", "Arial Bold.ttf"),
    ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"),
    ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf"),
)
"""Typefaces of Linux, Windows and macOS that have the letters of most languages, regular and bold; the first that is there is taken."""

MINUS = "\N{MINUS SIGN}"

LEAST = 14
"""Height of the smallest letters in pixels."""

_PILLOWS_OWN = "Aileron"
_ANY_SIZE = 30
_UNTOLD = 24.0  # pixels that the letters of a font count for which does not tell its size

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


@cache
def _loaded(faces: tuple[tuple[str, str], ...], size: int, *, bold: bool) -> Font:
    for names in faces:
        try:
            return ImageFont.truetype(names[bold], size)
        except OSError:
            continue
    return ImageFont.load_default(size)


def _has_all_letters() -> bool:
    """Whether there is a typeface with more letters than Pillow's own, which has those of English."""
    font = _loaded(FACES, _ANY_SIZE, bold=False)
    return isinstance(font, ImageFont.FreeTypeFont) and font.getname()[0] != _PILLOWS_OWN


def legible(text: str) -> str:
    """The text, without its accents where no typeface has them."""
    if _has_all_letters():
        return text
    plain = unicodedata.normalize("NFKD", text.replace(MINUS, "-"))
    return plain.encode("ascii", "ignore").decode()


def size_of(font: Font) -> float:
    """Height of the font's letters in pixels."""
    return float(getattr(font, "size", _UNTOLD))


def fitting(text: str, width: float, size: int, *, bold: bool = False) -> Font:
    """The font with the largest letters, up to `size` pixels high, in which the text is no wider than `width` pixels; `LEAST` high where none is."""
    while size > LEAST and _loaded(FACES, size, bold=bold).getlength(legible(text)) > width:
        size -= 2
    return _loaded(FACES, size, bold=bold)
