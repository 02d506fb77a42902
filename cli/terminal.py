"""Standard output and error as commands write to them.

Nothing from outside can move the cursor or turn the direction of writing.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from referee.text import printable

_KEPT = "\n\t"


class _Plain:
    """A text stream that escapes what no terminal can print; everything else is the stream's own."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Writes the text, escaped where that is needed; returns how many characters of it were written: all."""
        if not text.isprintable():
            text = "".join(c if c in _KEPT else printable(c) for c in text)
        self._stream.write(text)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def plain_streams() -> Iterator[None]:
    """Has `sys.stdout` and `sys.stderr` escape controls while the context lasts."""
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = _Plain(streams[0]), _Plain(streams[1])
    try:
        yield
    finally:
        sys.stdout, sys.stderr = streams
