"""Photos from files, from standard input and from bytes: upright, 8 bits a channel, or refused with one clear line.

What a header promises is checked before anything is decoded, so that neither a photo cut off in transfer nor one that
would fill the memory reaches the decoder.
"""

from __future__ import annotations

import os
import re
import struct
import sys
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

import cv2
import numpy as np

from referee.errors import UserError
from vision.reading import Photo

MOST_PIXELS = 64_000_000
"""The largest photo accepted, in pixels; a decoded photo takes three bytes for each."""

MOST_BYTES = 128 * 1024 * 1024
"""The largest file accepted, in bytes."""

LEAST_SIDE = 32
"""The shortest side accepted, in pixels; below that not even one tile could be read."""

STANDARD_INPUT = "-"
"""The path that means standard input."""

_HEIF_BRANDS = (b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1")
_OTHER_FORMATS = {
    b"GIF8": "a GIF",
    b"II*\x00": "a TIFF or raw photo",
    b"MM\x00*": "a TIFF or raw photo",
    b"%PDF": "a PDF",
    b"\x1aE\xdf\xa3": "a video",
    b"RIFF": "a video or sound",
}
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_OLD_BMP = 12
"""Length of the bitmap header of OS/2."""
_CONVERT = "convert it to JPEG or PNG"

# JPEG markers (ITU-T T.81, table B.1), the second byte of each: frame headers, and markers without a length.
_JPEG_SIGNATURE = b"\xff\xd8"
_JPEG_END_PIXELS, _JPEG_NOTHING = 4, 128
"""Pixels a side of the last corner that are looked at, and the value of those that are not there."""
_JPEG_MORE = bytes(range(0x10, 0xF0)) * 8
"""Some data of any picture."""
_JPEG_MARK, _JPEG_END, _JPEG_SCAN = 0xFF, 0xD9, 0xDA
_JPEG_FRAME = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
_JPEG_BARE = frozenset({0x01, *range(0xD0, 0xD9)})
_JPEG_NEXT_MARKER = re.compile(rb"\xff+([^\x00\xd0-\xd7\xff])")


_SILENT = threading.Lock()
"""Held by the one photo that is decoded with standard error turned away."""

# What goes wrong inside OpenCV is reported once, in words, by this package.
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


class PhotoError(UserError):
    """A photo that cannot be used. The message is one line, fit for the user."""


class _Header(NamedTuple):
    """What a file says about the picture in it."""

    width: int
    height: int
    whole: bool
    """Whether the file reaches to the end of the picture."""


def load_photo(path: Path | str) -> Photo:
    """The photo in the file `path`, upright; ``-`` reads standard input.

    Raises:
        PhotoError: the file is missing, is no photo, is cut off, or is too large or too small.
    """
    name = printable(path)
    if str(path) == STANDARD_INPUT:
        return decode_photo(_read(sys.stdin.buffer, name), name)
    try:
        with Path(path).open("rb") as file:
            data = _read(file, name)
    except FileNotFoundError:
        raise PhotoError(f"{name}: no such file; check the path") from None
    except IsADirectoryError:
        raise PhotoError(f"{name}: is a folder; name the photos in it") from None
    except PermissionError:
        raise PhotoError(f"{name}: may not be read; check the file's permissions") from None
    except (OSError, ValueError) as error:
        if isinstance(error, PhotoError):
            raise
        reason = getattr(error, "strerror", None) or error
        raise PhotoError(f"{name}: cannot be opened: {reason}") from None
    return decode_photo(data, name)


def decode_photo(data: bytes, name: str) -> Photo:
    """The photo that the bytes of a JPEG, PNG, WebP or BMP file hold, upright; `name` is used in messages.

    The EXIF orientation is applied, grey becomes colour, transparency is dropped and 16 bits become 8. Of an
    animation the first picture is taken.

    Raises:
        PhotoError: the bytes are no photo, are cut off, or the photo is too large or too small.
    """
    name = printable(name)
    header = _header(data, name)
    size = f"{header.width} x {header.height} pixels"
    if header.width * header.height > MOST_PIXELS:
        raise PhotoError(f"{name}: {size} are more than {MOST_PIXELS // 1_000_000} megapixels; scale the photo down")
    if min(header.width, header.height) < LEAST_SIDE:
        raise PhotoError(f"{name}: {size} are too small to show a tile; take a larger photo")
    photo = _decode(data) if header.whole else None
    if photo is None or (data.startswith(_JPEG_SIGNATURE) and _is_filled_up(photo) and _lacks_data(data, photo)):
        raise _broken(name)
    return photo


def printable(name: Path | str) -> str:
    """`name` on one line that any terminal can print: control characters and undecodable bytes escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in str(name))


def _broken(name: str) -> PhotoError:
    return PhotoError(f"{name}: the file is cut off or damaged; copy or send the photo again")


def _read(file: BinaryIO, name: str) -> bytes:
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise PhotoError(f"{name}: more than {MOST_BYTES // 1024 // 1024} MB, too large for a photo; scale it down")
    return data


def _is_filled_up(photo: Photo) -> bool:
    """Whether the photo may end in the grey that a JPEG decoder puts where data is lacking: a corner does, wherever it was turned to."""
    ends = slice(None, _JPEG_END_PIXELS), slice(-_JPEG_END_PIXELS, None)
    corners = [photo[rows, columns].astype(np.int16) for rows in ends for columns in ends]
    grey = [bool((np.abs(corner - _JPEG_NOTHING) <= 1).all()) for corner in corners]
    return any(grey)


def _lacks_data(jpeg: bytes, photo: Photo) -> bool:
    """Whether a JPEG's decoder would have taken more data than there is: more of it, put in at the end, changes the photo."""
    end = jpeg.rfind(bytes([_JPEG_MARK, _JPEG_END]))
    longer = _decode(jpeg[:end] + _JPEG_MORE + jpeg[end:])
    return longer is None or not np.array_equal(longer, photo)


@contextmanager
def _no_chatter() -> Iterator[None]:
    """Nothing that is written to standard error inside, as libjpeg and libpng do by themselves, comes out."""
    try:
        kept = os.dup(2)
    except OSError:  # it is closed
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _decode(data: bytes) -> Photo | None:
    try:
        with _SILENT, _no_chatter():
            photo = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if photo is None else photo.astype(np.uint8, copy=False)


def _header(data: bytes, name: str) -> _Header:
    if not data:
        raise PhotoError(f"{name}: the file is empty; copy or send the photo again")
    if data[4:8] == b"ftyp":
        raise PhotoError(f"{name}: {_boxed_format(data[8:12])}")
    try:
        if data.startswith(_JPEG_SIGNATURE):
            return _jpeg_header(data)
        if data.startswith(_PNG_SIGNATURE):
            return _png_header(data)
        if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
            return _webp_header(data)
        if data.startswith(b"BM"):
            return _bmp_header(data)
    except (struct.error, IndexError):
        raise _broken(name) from None
    for start, what in _OTHER_FORMATS.items():
        if data.startswith(start):
            raise PhotoError(f"{name}: is {what}; {_CONVERT}")
    raise PhotoError(f"{name}: is not a photo; give a JPEG, PNG, WebP or BMP file")


def _boxed_format(brand: bytes) -> str:
    if brand in _HEIF_BRANDS:
        return (
            f"is a HEIC photo; {_CONVERT}, or set the phone's camera to JPEG (on an iPhone: Formats, Most Compatible)"
        )
    if brand in (b"avif", b"avis"):
        return f"is an AVIF photo; {_CONVERT}"
    return "is a video; give a photo"


def _jpeg_header(data: bytes) -> _Header:
    """Walks the segments to the frame header, then over the scans to the end-of-image marker."""
    at, width, height = 2, 0, 0
    while True:
        while data[at] == data[at + 1] == _JPEG_MARK:  # fill bytes before a marker
            at += 1
        marker = data[at + 1]
        if data[at] != _JPEG_MARK or marker == _JPEG_END:
            raise IndexError
        at += 2
        if marker in _JPEG_BARE:
            continue
        (length,) = struct.unpack_from(">H", data, at)
        if marker in _JPEG_FRAME:
            height, width = struct.unpack_from(">HH", data, at + 3)
        at += length
        if marker == _JPEG_SCAN:
            break
    while (found := _JPEG_NEXT_MARKER.search(data, at)) is not None:
        if found[1] == b"\xd9":
            return _Header(width, height, whole=True)
        (length,) = struct.unpack_from(">H", data, found.end())
        at = found.end() + length
    return _Header(width, height, whole=False)


def _png_header(data: bytes) -> _Header:
    """Walks the chunks to the last one and checks the sum of each (PNG specification, section 5)."""
    width, height = struct.unpack_from(">II", data, 16)
    at, view = len(_PNG_SIGNATURE), memoryview(data)
    while at + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        end = at + 8 + length
        if struct.unpack_from(">I", data, end)[0] != zlib.crc32(view[at + 4 : end]):
            break
        if data[at + 4 : at + 8] == b"IEND":
            return _Header(width, height, whole=True)
        at = end + 4
    return _Header(width, height, whole=False)


def _webp_header(data: bytes) -> _Header:
    """Reads the first chunk: a canvas (extended), a lossy or a lossless picture (RFC 9649, section 2)."""
    (length,) = struct.unpack_from("<I", data, 4)
    whole = len(data) >= 8 + length
    kind = data[12:16]
    if kind == b"VP8X":
        low_w, high_w, low_h, high_h = struct.unpack_from("<HBHB", data, 24)
        return _Header((high_w << 16 | low_w) + 1, (high_h << 16 | low_h) + 1, whole)
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return _Header((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1, whole)
    width, height = struct.unpack_from("<HH", data, 26)
    return _Header(width & 0x3FFF, height & 0x3FFF, whole)


def _bmp_header(data: bytes) -> _Header:
    """Reads sizes from the file and bitmap headers; a negative height means that the rows run from the top."""
    (pixels_at, header) = struct.unpack_from("<II", data, 10)
    if header == _OLD_BMP:
        width, height, _, depth = struct.unpack_from("<HHHH", data, 18)
        return _Header(width, height, whole=len(data) >= pixels_at + ((width * depth + 31) // 32) * 4 * height)
    width, height, _, depth, packing, size = struct.unpack_from("<iiHHII", data, 18)
    height = abs(height)
    if packing in (0, 3):  # not run-length coded: the size follows from the picture's
        size = ((max(width, 0) * depth + 31) // 32) * 4 * height
    return _Header(max(width, 0), height, whole=len(data) >= pixels_at + size)
