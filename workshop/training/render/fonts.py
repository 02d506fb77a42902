"""The typefaces that digits are drawn with: whatever of the listed families the machine has."""

from __future__ import annotations

import functools
import zlib
from collections.abc import Collection, Iterable
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

FONT_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".fonts")
FETCHED = Path(__file__).parents[3] / "work" / "fonts"
"""Folder of the typefaces that `workshop.training.typefaces` fetches: more of them, for training alone."""
EMBLEMS = "noto-emoji"
"""The typeface whose letters are pictures, in several files."""
EMBLEM_RANGES = ((0x1F30D, 0x1F4A9), (0x1F600, 0x1F650), (0x1F900, 0x1FAF9))
"""Letters, from each first one up to the one beyond the last, that show things, animals and faces."""
SHOWS_DIGITS = "\U0001f3b0\U0001f3b1"
"""A slot machine and a billiard ball."""
SUFFIXES, FETCHED_SUFFIXES = {".ttf", ".otf", ".t1", ".pfb"}, {".woff"}
"""Suffixes of the font files in `FONT_FOLDERS`, and of those in `FETCHED`."""
NO_LETTER = "\U0010fffe"
"""What no typeface has: instead it draws its sign for that."""
DIGITS = "0123456789"
HELD_OUT_IN = 8
"""One typeface in this many is kept out of training and drawn on for the project's own measuring pictures."""
LEAST_FONTS = 40
"""With fewer typefaces than this, training would learn the typefaces."""
UNFIT_NAMES = (
    "emoji", "symbol", "icon", "math", "dingbat", "barcode", "wing", "musi", "braille", "standardsymbols", "d050000l",
    "ornament", "lastresort", "glyphs", "outline", "shadow", "lmsy", "lmex", "lmmi", "hollow", "hairline", "thin",
    "redacted", "shade", "monofett", "monoton", "ewert", "modak", "doto",
)  # fmt: skip
SCRIPT_PREFIXES = ("notosans", "notoserif", "notokufi", "notonaskh", "notorashi", "notomusic", "notonastaliq")


def _is_wanted(path: Path) -> bool:
    name = path.stem.lower()
    if any(word in name for word in UNFIT_NAMES):
        return False
    if name.startswith(SCRIPT_PREFIXES):  # of the many scripts of Noto only the Latin faces differ in their digits
        family = name.split("-")[0]
        return family in {"notosans", "notoserif", "notosansdisplay", "notoserifdisplay", "notosansmono"}
    return True


def _draws_digits(path: Path) -> bool:
    """Whether the file opens, has ten distinct digits of one height, and no digit is an empty box."""
    try:
        font = ImageFont.truetype(str(path), 40)
    except OSError:
        return False
    seen: set[bytes] = set()
    heights = []
    for digit in DIGITS:
        image = Image.new("L", (64, 64))
        ImageDraw.Draw(image).text((8, 4), digit, font=font, fill=255)
        box = image.getbbox()
        if box is None or box[2] - box[0] < 3:
            return False
        seen.add(image.tobytes())
        heights.append(box[3] - box[1])
    return len(seen) == len(DIGITS) and min(heights) > 0.72 * max(heights)


def _files(folders: Iterable[Path], suffixes: Collection[str] = SUFFIXES) -> list[Path]:
    """The wanted files of some `suffixes`, in the order of their names.

    Of several with one name, it is always the same one.
    """
    found = {path for folder in folders if folder.is_dir() for path in folder.rglob("*")}
    by_name = {path.name: path for path in sorted(found) if path.suffix.lower() in suffixes and _is_wanted(path)}
    return [by_name[name] for name in sorted(by_name)]


@functools.cache
def typefaces(*, held_out: bool = False) -> tuple[Path, ...]:
    """Font files that draw legible digits, in a fixed order; `held_out` gives those never used in training.

    Raises:
        RuntimeError: fewer than `LEAST_FONTS` usable fonts are installed; the message names what to install.
    """
    usable = [path for path in _files(FONT_FOLDERS) if _draws_digits(path)]
    if len(usable) < LEAST_FONTS:
        raise RuntimeError(
            f"only {len(usable)} usable fonts found: install the Debian packages in workshop/training/fonts.txt"
        )
    return tuple(path for path in usable if (_family_key(path) % HELD_OUT_IN == 0) == held_out)


@functools.cache
def fetched() -> tuple[Path, ...]:
    """More font files for training, in a fixed order; none where none were fetched.

    Families that are held out among the installed fonts are held out here as well.
    """
    usable = [path for path in _files([FETCHED], FETCHED_SUFFIXES) if _draws_digits(path)]
    return tuple(path for path in usable if _family_key(path) % HELD_OUT_IN)


@functools.cache
def fetched_emblems() -> tuple[tuple[Path, str], ...]:
    """Pictures of things, animals and faces, each a file and a letter that it draws, in a fixed order.

    There are none where none were fetched.
    """
    found: dict[str, Path] = {}
    for path in sorted(FETCHED.glob(f"{EMBLEMS}-*")):
        font = load(path, 40)
        lacking = bytes(font.getmask(NO_LETTER))
        for first, beyond in EMBLEM_RANGES:
            for letter in map(chr, range(first, beyond)):
                mask = font.getmask(letter)
                if letter not in SHOWS_DIGITS and mask.getbbox() and bytes(mask) != lacking:
                    found.setdefault(letter, path)
    return tuple((found[letter], letter) for letter in sorted(found))


def _family_key(path: Path) -> int:
    """The same number for all weights of one family, so that a family is held out as a whole."""
    return zlib.crc32(path.stem.lower().split("-")[0].encode())


@functools.lru_cache(maxsize=512)
def load(path: Path, size: int) -> ImageFont.FreeTypeFont:
    """The font at `size` pixels an em."""
    return ImageFont.truetype(str(path), size)


def pick(rng: np.random.Generator, *, held_out: bool = False) -> Path:
    """A typeface; two in three are bold, as tiles print them."""
    fonts = typefaces(held_out=held_out)
    if rng.random() < 0.66:
        bold = _bold(held_out=held_out)
        return bold[rng.integers(len(bold))]
    return fonts[rng.integers(len(fonts))]


@functools.cache
def _bold(*, held_out: bool) -> tuple[Path, ...]:
    words = ("bold", "black", "heavy", "demi", "semib", "extrab", "bd", "blk", "fat")
    fonts = typefaces(held_out=held_out)
    chosen = tuple(path for path in fonts if any(word in path.stem.lower() for word in words))
    return chosen or fonts
