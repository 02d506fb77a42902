"""Letters of every script for paper: which typeface draws which part of a text, and in which order its parts stand.

Latin is written in the typeface that comes with the pages. For other scripts and emoji typefaces of the computer are taken;
what none of them has is told, and never drawn as a box.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib import resources
from itertools import groupby
from typing import NamedTuple

from fontTools.ttLib import TTFont
from fpdf.bidi import BidiParagraph
from PIL import ImageFont

_FONTS = resources.files("webui") / "static/fonts"

TYPEFACE = (str(_FONTS / "nunito-600.ttf"), str(_FONTS / "nunito-800.ttf"))
"""The files of the pages' own typeface, regular and bold."""

_OTHERS = (
    "NotoColorEmoji.ttf, seguiemj.ttf, Apple Color Emoji.ttc, DejaVuSans.ttf|DejaVuSans-Bold.ttf, arial.ttf|arialbd.ttf, "
    "Arial.ttf|Arial Bold.ttf, NotoSansCJK-Regular.ttc|NotoSansCJK-Bold.ttc, msyh.ttc|msyhbd.ttc, YuGothM.ttc|YuGothB.ttc, "
    "malgun.ttf|malgunbd.ttf, PingFang.ttc, Hiragino Sans GB.ttc, AppleSDGothicNeo.ttc, DroidSansFallbackFull.ttf, Arial Unicode.ttf"
)
OTHERS = tuple(tuple(names.split("|")) for names in _OTHERS.split(", "))
"""Typefaces of Linux, Windows and macOS for other scripts, regular and, where there is one, bold; the first that has a letter is taken."""

MINUS = "\N{MINUS SIGN}"

LEAST = 14
"""Height of the smallest letters in pixels."""

STRIKES = (109, 160, 136)
"""Pixels of height in which typefaces of pictures, as emoji are, come on Linux and macOS: they have that one size."""

UNKNOWN = "?"
"""What stands for a letter that no typeface has."""

_JOINER = "\N{ZERO WIDTH JOINER}"
_PICTURES = 0x1F000  # the first code point of the blocks of emoji
_ANY_SIZE = 30
_PACKAGES = dict.fromkeys(("CJK", "HIRAGANA", "KATAKANA", "HANGUL"), "fonts-noto-cjk")


class Run(NamedTuple):
    """A part of a text that one typeface draws in one direction."""

    text: str
    """In the order in which it is read."""
    file: str
    """The typeface's file."""


@cache
def runs(text: str, *, bold: bool = False) -> tuple[Run, ...]:
    """The parts of a text from left to right, as they stand by Unicode's bidirectional algorithm (UAX 9)."""
    found: list[Run] = []
    standing = BidiParagraph(text).get_reordered_characters()
    places = sorted(one.character_index for one in standing)
    ends = dict(
        zip(places, [*places[1:], len(text)], strict=False)
    )  # what has no direction, as a joiner, stays with what is before it
    for is_leftward, level in groupby(standing, lambda one: one.embedding_level % 2 == 1):
        part = "".join(text[place : ends[place]] for place in sorted(one.character_index for one in level))
        written = _by_typeface(part, bold=bold)
        found += reversed(written) if is_leftward else written
    return tuple(found)


def missing(texts: Iterable[str]) -> list[str]:
    """The letters of the texts that no typeface has, each once."""
    letters = dict.fromkeys("".join(texts))
    return [letter for letter in letters if not _is_unseen(letter) and _typeface(letter, bold=False) is None]


def described(letters: Iterable[str]) -> str:
    """What letters are that cannot be drawn: the scripts that they belong to, and the names of pictures."""
    names = (unicodedata.name(letter, f"U+{ord(letter):04X}") for letter in letters)
    return ", ".join(
        dict.fromkeys(
            name.split()[0] if ord(letter) < _PICTURES else name for name, letter in zip(names, letters, strict=True)
        )
    )


def packages(letters: Iterable[str]) -> str:
    """The packages of Debian whose typefaces have these letters."""
    named = (
        _PACKAGES.get(_script(letter), "fonts-noto-core") if ord(letter) < _PICTURES else "fonts-noto-color-emoji"
        for letter in letters
    )
    return ", ".join(dict.fromkeys(named))


def _by_typeface(text: str, *, bold: bool) -> list[Run]:
    """The parts of a text that is read in one direction."""
    parts: list[Run] = []
    for letter in text:
        last = parts[-1] if parts else Run("", "")
        is_joined = _follows(last.text, letter) and ord(letter) in _letters(last.file)
        file = last.file if is_joined else _typeface(letter, bold=bold)
        shown = letter if file else "" if _is_unseen(letter) else UNKNOWN
        file = file or TYPEFACE[bold]
        if file == last.file:
            parts[-1] = Run(last.text + shown, file)
        else:
            parts.append(Run(shown, file))
    return parts


def _is_unseen(letter: str) -> bool:
    """Whether a letter only tells how those beside it are drawn."""
    return unicodedata.category(letter) == "Cf"


def _follows(before: str, letter: str) -> bool:
    """Whether a letter is drawn by the typeface of what stands before it, if that has it."""
    return bool(before) and (
        letter == _JOINER or before.endswith(_JOINER) or letter.isspace() or unicodedata.category(letter)[0] in "MC"
    )


@cache
def _typeface(letter: str, *, bold: bool) -> str | None:
    """The file of the first typeface that has the letter; None where there is none."""
    of_script = f"NotoSans{_script(letter).title()}"
    for names in (TYPEFACE, *OTHERS, (f"{of_script}-Regular.ttf", f"{of_script}-Bold.ttf")):
        file = _found(names[-1 if bold else 0]) or _found(names[0])
        if file is not None and ord(letter) in _letters(file):
            return file
    return None


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


@cache
def _letters(file: str) -> frozenset[int]:
    """The code points that a typeface has."""
    with TTFont(file, fontNumber=0, lazy=True) as font:
        return frozenset(font.getBestCmap() or ())


@cache
def _found(name: str) -> str | None:
    """Where a typeface of that name lies on this computer."""
    for height in (_ANY_SIZE, *STRIKES):
        with suppress(OSError):  # there is none, or it has no letters of that height
            return str(ImageFont.truetype(name, height).path)
    return None
