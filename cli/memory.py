"""How a program that runs for an evening holds its memory.

A camera's pictures are blocks of some megabytes that live for moments. The C library of most Linux systems learns from
the first of them to cut such blocks from its heap, where what lives long comes to lie between them, so that little of
it can be given back; and it keeps a heap for each of several threads.
"""

import ctypes
import sys
from contextlib import suppress

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8  # parameters of mallopt(3)

LARGE = 1 << 20
"""Minimum bytes of a block that is the system's own, and goes back to it at once when it is let go."""

SPARE = 8 << 20
"""Bytes at the end of a heap that are kept for what comes next."""

HEAPS = 2


def hold_little() -> None:
    """Makes large blocks go back to the system at once, and threads share heaps.

    Does nothing where the C library has no such settings.
    """
    if sys.platform != "linux":
        return
    with suppress(AttributeError, OSError):
        library = ctypes.CDLL(None)
        for parameter, value in ((_MMAP_THRESHOLD, LARGE), (_TRIM_THRESHOLD, SPARE), (_ARENA_MAX, HEAPS)):
            library.mallopt(parameter, value)
