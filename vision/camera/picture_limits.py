"""What a picture may be: bounded by what sending it, reading its file and decoding it take, not by how many pixels its camera counts.

A JPEG tells by its markers (ITU-T T.81, annex B) what decoding it would take.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator

MOST_WIDE, MOST_HIGH = 4096, 3072
"""Pixels of the largest picture that a camera may send: 12 megapixels."""

TOO_LARGE = f"its pictures are larger than {MOST_WIDE} x {MOST_HIGH} pixels: set it to 1920 x 1080"
"""Why larger ones are refused."""

MOST_BYTES = 128 * 1024 * 1024
"""The largest file accepted, in bytes."""

MOST_SENT_BYTES = 16 * 1024 * 1024
"""Bytes of an answer without a whole picture: one of 12 megapixels at the highest quality has fewer."""

MOST_POSTED, MOST_POSTED_BY_PHONE = 12 * 1024 * 1024, 4 * 1024 * 1024
"""Bytes of a request that brings a photo, which the page scales down before it sends it; and of one that brings a picture of
the phone that is the camera: 1080p at the quality that the page sends has a tenth."""

DECODER_MEMORY = 1_000_000_000
"""Bytes that a process may hold that decodes whatever comes, all that it loads included: a header may ask for any."""

LEAST_SIDE = 32
"""The shortest side accepted of a photo, in pixels; below that not even one tile could be read."""

MOST_PIXELS = 64_000_000
"""Pixels of a photo that are decoded at most; each takes ten bytes for a moment, and three as long as the photo is looked at."""

_MOST_PIXELS_HEIC = 128_000_000  # whose decoder takes half as much for each
MOST_PIXELS_REDUCED = 256_000_000
"""Pixels of a JPEG that is decoded at a reduced size: it takes memory for those alone that come out, but time for all.
The largest sensors of phones have 200 megapixels."""

REDUCTIONS = (1, 2, 4, 8)
"""By how much a JPEG's sides can be divided in decoding it: each block of 8 x 8 pixels is then computed smaller."""

MOST_SCANS = 32
"""Maximum number of scans of a JPEG that is decoded. Each goes over the whole picture, and may be as short as eighty bytes
(ITU-T T.81, G.1): thousands of them fit into a small file, and take a minute to decode. Encoders write ten at most."""

TOO_MANY_SCANS = f"its pictures are drawn in more than {MOST_SCANS} layers: set it to baseline JPEG"
"""Why a camera's pictures of more are refused."""

MARK, SCAN = 0xFF, 0xDA
"""How a marker of a JPEG begins, and the marker of a scan."""
SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers behind which the size stands."""
SEQUENTIAL = frozenset({0xC0, 0xC1})
"""Of them, those of pictures that are drawn from the top down."""
_SIZE_AT = 5  # bytes from such a marker to the size
_MARKER = re.compile(rb"\xff+([^\x00\x01\xff\xd0-\xd8])")  # but for stuffed bytes, and markers that stand alone
_SCAN, _END = b"\xda", b"\xd9"
_LENGTH = 2  # bytes of a segment's length, which count


def is_too_large(width: float, height: float) -> bool:
    """Whether a picture of that size in pixels is larger than what a camera may send."""
    return width > MOST_WIDE or height > MOST_HIGH


def has_too_many_scans(jpeg: bytes | memoryview) -> bool:
    """Whether a JPEG has more than `MOST_SCANS`, as a decoder would come upon them."""
    at, scans = 0, 0
    while scans <= MOST_SCANS and (found := _MARKER.search(jpeg, at)) is not None and found[1] != _END:
        scans += found[1] == _SCAN
        at = found.end()
        at += max(_LENGTH, int.from_bytes(jpeg[at : at + _LENGTH], "big"))
    return scans > MOST_SCANS


def size_of(jpeg: bytes) -> tuple[int, int]:
    """Width and height of a JPEG in pixels, as its header says.

    Raises:
        ValueError: it has no such header; `IndexError` and `struct.error` where it is cut short.
    """
    for marker, at in _segments(jpeg):
        if marker in SIZES:
            return size_at(jpeg, at)
    raise ValueError("no size before the picture")


def size_at(jpeg: bytes | bytearray, at: int) -> tuple[int, int]:
    """The width and height in the segment whose marker stands at `at`."""
    height, width = struct.unpack_from(">HH", jpeg, at + _SIZE_AT)
    return width, height


def length_at(jpeg: bytes | bytearray, at: int) -> int:
    """The bytes of the segment whose marker stands at `at`, without the marker."""
    length: int = struct.unpack_from(">H", jpeg, at + 2)[0]
    return length


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
        return MOST_PIXELS_REDUCED if _is_in_one_scan(data) else MOST_PIXELS
    most, part = (_MOST_PIXELS_HEIC, 2) if kind == "HEIF" else (MOST_PIXELS, 4)
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


def _is_in_one_scan(jpeg: bytes) -> bool:
    """Whether a JPEG has all there is of a row of pixels in one place (ITU-T T.81, A.2): decoders then hold no more than that.

    Of any other they hold six bytes for each pixel of the whole picture.
    """
    parts = 0
    try:
        for marker, at in _segments(jpeg):
            if marker == SCAN:
                return jpeg[at + 4] == parts
            if marker in SIZES:
                parts = jpeg[at + 9] if marker in SEQUENTIAL else 0
    except (IndexError, struct.error):
        pass
    return False


def _segments(jpeg: bytes) -> Iterator[tuple[int, int]]:
    """The marker of each segment and where it stands, up to the first scan; IndexError, struct.error if cut short."""
    at = len(b"\xff\xd8")
    while jpeg[at] == MARK:
        if (marker := jpeg[at + 1]) != MARK:  # else a fill byte
            yield marker, at
            if marker == SCAN:
                return
            at += 1 + length_at(jpeg, at)
        at += 1
