"""Texts from users, files and cameras in a form that can be shown."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_SHOWN = 60
"""Number of characters of a user's input that an error shows, unless it says otherwise."""


def shortened(text: str, most: int = _SHOWN) -> str:
    """A text as an error shows it: of one with more than `most` characters, only so many, and three dots."""
    return text if len(text) <= most else f"{text[:most]}..."


def printable(text: object) -> str:
    r"""`text` on one line that any terminal can print.

    Controls, what turns the direction of writing, and bytes that could not be decoded are escaped.

    >>> printable("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in str(text))


def nearest(word: object, names: Iterable[str]) -> str | None:
    """Which of `names` somebody who wrote `word` may have meant; None where it is like none of them.

    >>> nearest("Opneing", ["box", "opening"])
    'opening'
    """
    return next(iter(get_close_matches(str(word).casefold(), names, n=1)), None)


def meaning(word: object, names: Iterable[str], takes: str) -> str:
    """The end of a complaint about `word`: the one of `names` that may be meant, or else what it `takes`."""
    near = nearest(word, names)
    return takes if near is None else f"do you mean {near}?"
