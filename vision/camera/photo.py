"""Photos from files, from standard input and from bytes: upright, 8 bits a channel, or refused with one clear line.

What a header promises is checked before anything is decoded, so that no photo that would fill the memory reaches the
decoder. Pillow refuses what is cut off or damaged; what it lets pass, a JPEG that was cut off and ended properly, is
found here.
"""

from __future__ import annotations

import errno
import struct
import sys
import warnings
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple

import cv2
import numpy as np
from PIL import ExifTags, Image
from PIL.JpegImagePlugin import JpegImageFile

from files.bounded import read_within
from referee.errors import UserError
from referee.text import printable
from vision.camera import heic
from vision.camera.picture_limits import LEAST_SIDE, MOST_BYTES, MOST_SCANS, has_too_many_scans, most_pixels, reduction
from vision.image import Photo

STANDARD_INPUT = "-"
"""The path that means standard input."""

_OTHER_FORMATS = {
    b"GIF8": "a GIF",
    b"II*\x00": "a TIFF or raw photo",
    b"MM\x00*": "a TIFF or raw photo",
    b"%PDF": "a PDF",
    b"\x1aE\xdf\xa3": "a video",
    b"RIFF": "a video or sound",
}
_CONVERT = "convert it to JPEG or PNG"

_JPEG = b"\xff\xd8"
_READ = {_JPEG: "JPEG", b"\x89PNG\r\n\x1a\n": "PNG", b"RIFF": "WEBP", b"BM": "BMP"}
"""How files begin that are photos, and the names that Pillow has for their formats."""
_DEEP_GREY = "I;16"
"""What Pillow calls a grey picture of 16 bits."""
_UPRIGHT: dict[int, tuple[bool, int | None]] = {
    2: (False, 1),
    3: (False, -1),
    4: (False, 0),
    5: (True, None),
    6: (True, 1),
    7: (True, -1),
    8: (True, 0),
}
"""How a stored picture becomes upright, by its EXIF orientation (Exif 2.32, tag 0x0112): whether rows become columns, and
then as OpenCV's `flip` turns it over."""
_DAMAGED = (OSError, ValueError, SyntaxError, EOFError, OverflowError, TypeError, RuntimeError, struct.error)
"""What decoders raise for damaged files."""

_JPEG_END = b"\xff\xd9"
_JPEG_CORNER, _JPEG_NOTHING = 4, 128
"""Pixels a side of a corner that is looked at, and the grey that a decoder puts where a JPEG lacks data."""
_JPEG_MORE = bytes(range(0x10, 0xF0)) * 8
"""Data that could stand in any picture."""

# The size is checked here, before anything is decoded.
Image.MAX_IMAGE_PIXELS = None
# What goes wrong inside Pillow and OpenCV is reported once, in words, by this package.
warnings.filterwarnings("ignore", module=r"PIL\.")
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


class PhotoError(UserError):
    """A photo that cannot be used. The message is one line, fit for the user."""


class Opened(NamedTuple):
    """A photo as it was decoded."""

    photo: Photo
    full_size: tuple[int, int]
    """Width and height in pixels of the upright photo as its file has it: a JPEG of too many is decoded at a reduced size."""


def load_photo(path: Path | str) -> Photo:
    """The photo in the file `path` as `open_photo` decodes it, whatever size its file has."""
    return open_photo(path).photo


def open_photo(path: Path | str) -> Opened:
    """The photo in the file `path`, upright; ``-`` reads standard input.

    Raises:
        PhotoError: the file is missing, is no photo, is cut off, or is too large or too small.
    """
    name = printable(path)
    if str(path) == STANDARD_INPUT:
        return _decoded(_read(sys.stdin.buffer, name), name, None)
    try:
        data = read_within(path, MOST_BYTES)
    except FileNotFoundError:
        raise PhotoError(f"{name}: no such file; check the path") from None
    except IsADirectoryError:
        raise PhotoError(f"{name}: is a folder; name the photos in it") from None
    except PermissionError:
        raise PhotoError(f"{name}: may not be read; check the file's permissions") from None
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno == errno.EFBIG:
            raise _too_large(name) from None
        reason = getattr(error, "strerror", None) or error
        raise PhotoError(f"{name}: cannot be opened: {reason}") from None
    return _decoded(data, name, None)


def decode_photo(data: bytes, name: str, longest: int | None = None) -> Photo:
    """The photo that the bytes of a JPEG, HEIC, PNG, WebP or BMP file hold, upright.

    Args:
        data: the content of the file.
        name: is used in messages.
        longest: pixels to which the longer side is scaled down, in decoding if it is a JPEG. None for the photo as it
            is; a JPEG is then decoded at a reduced size where more pixels would come out than
            `vision.camera.picture_limits.MOST_PIXELS`.

    The EXIF orientation is applied, grey becomes colour, transparency is dropped and 16 bits become 8. Of an
    animation the first picture is taken.

    Raises:
        PhotoError: the bytes are no photo, are cut off, or the photo is too large or too small.
    """
    photo = _decoded(data, printable(name), longest).photo
    return photo if longest is None else _scaled(photo, longest)


def _decoded(data: bytes, name: str, longest: int | None) -> Opened:
    """The photo, with a longer side of `longest` pixels or more where it has as many."""
    stored = _opened(data, name)
    width, height = stored.size
    size = f"{width} x {height} pixels"
    most = most_pixels(data, "JPEG" if isinstance(stored, JpegImageFile) else stored.format, longest)
    if width * height > most:
        raise PhotoError(f"{name}: {size} are more than {most // 1_000_000} megapixels; scale the photo down")
    if min(width, height) < LEAST_SIDE:
        raise PhotoError(f"{name}: {size} are too small to show a tile; take a larger photo")
    photo = _decode(stored, longest)
    if photo is None or (
        isinstance(stored, JpegImageFile) and _is_cut(data, photo, longest, progressive="progressive" in stored.info)
    ):
        raise _broken(name)
    is_turned = isinstance(stored, Image.Image) and _UPRIGHT.get(_orientation(stored), (False,))[0]
    return Opened(photo, (height, width) if is_turned else (width, height))


def _scaled(photo: Photo, longest: int) -> Photo:
    """The photo, scaled down where its longer side has more than `longest` pixels."""
    height, width = photo.shape[:2]
    scale = longest / max(height, width)
    if scale >= 1:
        return photo
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(photo, size, interpolation=cv2.INTER_AREA), np.uint8)


def _broken(name: str) -> PhotoError:
    return PhotoError(f"{name}: the file is cut off or damaged; copy or send the photo again")


def _too_large(name: str) -> PhotoError:
    return PhotoError(f"{name}: more than {MOST_BYTES // 1024 // 1024} MB, too large for a photo; scale it down")


def _read(file: BinaryIO, name: str) -> bytes:
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise _too_large(name)
    return data


def _opened(data: bytes, name: str) -> Image.Image | heic.Heic:
    """The picture in a file, nothing of it decoded yet."""
    if not data:
        raise PhotoError(f"{name}: the file is empty; copy or send the photo again")
    if data[4:8] == b"ftyp":
        return _opened_box(data, name)
    kind = _begun(data, _READ)
    if kind is None or (kind == "WEBP" and data[8:12] != b"WEBP"):
        what = _begun(data, _OTHER_FORMATS)
        is_other = (
            "is not a photo; give a JPEG, HEIC, PNG, WebP or BMP file" if what is None else f"is {what}; {_CONVERT}"
        )
        raise PhotoError(f"{name}: {is_other}")
    if data.startswith(_JPEG) and has_too_many_scans(data):
        raise PhotoError(f"{name}: is drawn in more than {MOST_SCANS} layers; save it anew as a JPEG")
    try:
        return Image.open(BytesIO(data), formats=[kind])
    except _DAMAGED:
        raise _broken(name) from None


def _begun(data: bytes, kinds: Mapping[bytes, str]) -> str | None:
    """The kind of file that the bytes begin like one of; None where they begin like none."""
    return next((kind for start, kind in kinds.items() if data.startswith(start)), None)


def _opened_box(data: bytes, name: str) -> heic.Heic:
    """The picture in a file that begins with its brand, as HEIC does."""
    brand = data[8:12]
    if brand not in heic.BRANDS:
        what = f"is an AVIF photo; {_CONVERT}" if brand in (b"avif", b"avis") else "is a video; give a photo"
        raise PhotoError(f"{name}: {what}")
    try:
        return heic.Heic(data)
    except SyntaxError:
        raise PhotoError(f"{name}: is a HEIC photo of an unknown kind; {_CONVERT}") from None
    except _DAMAGED:
        raise _broken(name) from None


def _decode(stored: Image.Image | heic.Heic, longest: int | None) -> Photo | None:
    """The upright photo, 8 bits a channel; None where the file is cut off or damaged."""
    try:
        if isinstance(stored, heic.Heic):
            return stored.photo()
        width, height = stored.size
        by = reduction(width, height, longest)
        stored.draft(None, (width // by, height // by))  # heeded by a JPEG alone
        stored.load()
        turned = _UPRIGHT.get(_orientation(stored))
        if stored.mode == _DEEP_GREY:
            photo = cv2.cvtColor((np.asarray(stored, np.uint16) >> 8).astype(np.uint8), cv2.COLOR_GRAY2BGR)
        else:
            photo = cv2.cvtColor(
                np.asarray(stored if stored.mode == "RGB" else stored.convert("RGB")), cv2.COLOR_RGB2BGR
            )
    except _DAMAGED:
        return None
    if turned is not None:
        is_on_its_side, flip = turned
        photo = cv2.transpose(photo) if is_on_its_side else photo
        photo = photo if flip is None else cv2.flip(photo, flip)
    return np.asarray(photo, np.uint8)


def _orientation(stored: Image.Image) -> int:
    """The EXIF orientation, 1 to 8; 1 where the tags are missing or damaged."""
    try:
        return int(stored.getexif().get(ExifTags.Base.Orientation, 1))
    except _DAMAGED:
        return 1


def _is_cut(jpeg: bytes, photo: Photo, longest: int | None, *, progressive: bool) -> bool:
    """Whether a JPEG has lost its end, however it was ended: its decoder would have taken more data than there is.

    More data, put in at the end, then changes the photo. Scans that refine a progressive photo leave no trace where
    they are missing; in other photos, a corner is grey.
    """
    end = jpeg.rfind(_JPEG_END)
    if end < 0 or not (progressive or _has_a_grey_corner(photo)):
        return end < 0
    longer = _decode(Image.open(BytesIO(jpeg[:end] + _JPEG_MORE + jpeg[end:]), formats=["JPEG"]), longest)
    return longer is None or not np.array_equal(longer, photo)


def _has_a_grey_corner(photo: Photo) -> bool:
    """Whether a corner, wherever it was turned to, shows the grey that a decoder puts where data is lacking."""
    ends = slice(None, _JPEG_CORNER), slice(-_JPEG_CORNER, None)
    corners = [photo[rows, columns].astype(np.int16) for rows in ends for columns in ends]
    return any(bool((np.abs(corner - _JPEG_NOTHING) <= 1).all()) for corner in corners)
