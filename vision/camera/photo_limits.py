"""What a photo may be: bounded by what reading its file and decoding it take, not by how many pixels its camera counts."""

from __future__ import annotations

import struct

MOST_BYTES = 128 * 1024 * 1024
"""The largest file accepted, in bytes."""

LEAST_SIDE = 32
"""The shortest side accepted, in pixels; below that not even one tile could be read."""

MOST_PIXELS = 64_000_000
"""Pixels that are decoded at most; each takes ten bytes for a moment, and three as long as the photo is looked at."""

MOST_PIXELS_HEIC = 128_000_000
"""`MOST_PIXELS` of a HEIC photo, whose decoder takes half as much for each."""

MOST_PIXELS_REDUCED = 256_000_000
"""Pixels of a JPEG that is decoded at a reduced size: it takes memory for those alone that come out, but time for all.
The largest sensors of phones have 200 megapixels."""

REDUCTIONS = (1, 2, 4, 8)
"""By how much a JPEG's sides can be divided in decoding it: each block of 8 x 8 pixels is then computed smaller."""

_MARK, _SCAN = 0xFF, 0xDA
_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_SEQUENTIAL = frozenset({0xC0, 0xC1})


def most_pixels(data: bytes, kind: str | None, longest: int | None) -> int:
    """Maximum number of pixels of a photo of that kind.

    Args:
        data: the content of its file.
        kind: "JPEG", "HEIF", or the name that Pillow has for another format.
        longest: pixels to which its longer side is scaled down; None for the photo as it is. Photos are scaled down where
            memory is short: what cannot be decoded at a reduced size may have a quarter of the pixels then, and a HEIC
            photo half of them, since 48 megapixels are what phones make.
    """
    if kind == "JPEG":
        return MOST_PIXELS_REDUCED if is_in_one_scan(data) else MOST_PIXELS
    most, part = (MOST_PIXELS_HEIC, 2) if kind == "HEIF" else (MOST_PIXELS, 4)
    return most if longest is None else most // part


def reduction(width: int, height: int, longest: int | None) -> int:
    """By which of `REDUCTIONS` the sides of a JPEG are divided in decoding it.

    Args:
        width: pixels, of the JPEG.
        height: likewise.
        longest: pixels that the longer side must have left; None where no more than `MOST_PIXELS` are to come out.
    """
    if longest is None:
        return next((by for by in REDUCTIONS if width * height <= MOST_PIXELS * by**2), REDUCTIONS[-1])
    return max((by for by in REDUCTIONS if max(width, height) >= longest * by), default=1)


def is_in_one_scan(jpeg: bytes) -> bool:
    """Whether a JPEG has all there is of a row of pixels in one place (ITU-T T.81, A.2): decoders then hold no more than that.

    Of any other they hold six bytes for each pixel of the whole picture.
    """
    at, parts = 2, 0
    try:
        while jpeg[at] == _MARK:
            marker = jpeg[at + 1]
            if marker == _MARK:  # a fill byte
                at += 1
                continue
            if marker == _SCAN:
                return jpeg[at + 4] == parts
            if marker in _SIZES:
                parts = jpeg[at + 9] if marker in _SEQUENTIAL else 0
            at += 2 + struct.unpack_from(">H", jpeg, at + 2)[0]
    except (IndexError, struct.error):
        pass
    return False
