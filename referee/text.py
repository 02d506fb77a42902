"""Text from outside, as it is shown."""

from __future__ import annotations

_SHOWN = 60
"""Maximum number of characters of the input that an error shows."""


def shortened(text: str) -> str:
    """The input as an error shows it: of a long text, only the beginning."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def printable(text: object) -> str:
    r"""`text` on one line that any terminal can print: controls, what turns the direction of writing, and undecodable bytes escaped.

    >>> printable("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in str(text))
