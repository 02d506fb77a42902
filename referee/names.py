"""Names of players: as they are kept, and whether two of them look the same on a screen.

A name is kept in Unicode's compatibility form (NFKC), so that one that is typed on two devices is one. Letters that
nobody sees are refused: with them two players could bear what reads as one name. So are two names that look the same:
by the letters without case and marks, and by the shapes of the letters, of which several scripts have the same (Unicode
Technical Standard 39, confusables).
"""

# ruff: noqa: RUF001 - letters that look alike are what this is about

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Sequence

from referee.errors import UserError

_SHAPES = {
    "a": "ΑАαа", "b": "ΒВЬ", "c": "СϹсϲ", "d": "ԁ", "e": "ΕЕе", "f": "Ϝք", "g": "Ԍց", "h": "ΗНһհ", "i": "ιіı", "j": "ͿЈϳј",
    "k": "ΚКκк", "l": "1|IΙІӀӏ", "m": "ΜМм", "n": "Νոռ", "o": "0ΟОՕοσоօ", "p": "ΡРρр", "q": "ԛգզ", "r": "г", "s": "ЅՏѕ", "t": "ΤТτт",
    "u": "Սυս", "v": "Ѵνѵ", "w": "Ԝѡԝա", "x": "ΧХχх", "y": "ΥУҮγуү", "z": "Ζ",
}  # fmt: skip
"""Letters and digits that look like a Latin letter: those of the Greek, Cyrillic and Armenian alphabets, and some Latin
ones."""

_LIKE_LATIN = {ord(letter): latin for latin, letters in _SHAPES.items() for letter in letters}

_DROPPED = dict.fromkeys(map(ord, "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16}\N{ZERO WIDTH NON-JOINER}"))
"""Characters that only tell how a letter or an emoji is drawn."""

_BLANK = frozenset(
    "\N{HANGUL FILLER}\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}\N{BRAILLE PATTERN BLANK}\N{COMBINING GRAPHEME JOINER}"
    "\N{KHMER VOWEL INHERENT AQ}\N{KHMER VOWEL INHERENT AA}"
)
"""Characters that show nothing, although their category is that of letters, marks or symbols."""

_JOINER = "\N{ZERO WIDTH JOINER}"


class PlayerNameError(UserError):
    """A name by which a player cannot be told. The message is one line, fit for the user."""


def plain_name(text: str) -> str:
    """A player's name as it is kept.

    >>> plain_name("  Zoe\N{COMBINING DIAERESIS}\u00a0M. ") == "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS} M."
    True

    Raises:
        PlayerNameError: it holds a letter that cannot be seen, or that cannot be written down.
    """
    name = " ".join(unicodedata.normalize("NFKC", text.translate(_DROPPED)).split())
    for place, letter in enumerate(name):
        if not _is_seen(letter) and not _joins(name, place):
            line = f"the name {text!a} holds a character that cannot be seen (U+{ord(letter):04X}): type the name anew"
            raise PlayerNameError(line, "name-unseen")
    return name


def check_apart(names: Sequence[str]) -> None:
    """Checks that no two different names, as `plain_name` gives them, look the same.

    Raises:
        PlayerNameError: two do.
    """
    for one, other in itertools.combinations(names, 2):
        if one != other and any(a == b for a, b in zip(_looks(one), _looks(other), strict=True)):
            line = f"{one} and {other} look the same to who reads them from afar: add a letter to one of them"
            raise PlayerNameError(line, "names-alike", names=[one, other])


def _is_seen(letter: str) -> bool:
    """Whether a letter shows something by itself, or is a blank between words."""
    return letter == " " or (unicodedata.category(letter)[0] not in "CZ" and letter not in _BLANK)


def _joins(name: str, place: int) -> bool:
    """Whether the character at `place` is a joiner that makes one picture of two, as of a family."""
    around = name[place - 1 : place] + name[place + 1 : place + 2]
    return name[place] == _JOINER and len(around) == 2 and all(unicodedata.category(a)[0] == "S" for a in around)  # noqa: PLR2004 - one on either side


def _looks(name: str) -> tuple[str, str]:
    """What a name looks like from afar: its letters and symbols without case and marks, and their shapes."""
    apart = unicodedata.normalize("NFKD", name)
    bare = "".join(letter for letter in apart if unicodedata.category(letter)[0] not in "MPZ") or apart
    return bare.casefold(), bare.translate(_LIKE_LATIN).casefold().translate(_LIKE_LATIN)
