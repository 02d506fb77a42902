"""JPEG pictures in what a camera sends, told by their own markers (ITU-T T.81, annex B).

What a camera says about a picture may be wrong: how long it is, and what stands between it and the next. Where it begins and ends
stands in the picture itself.
"""

from __future__ import annotations

import re
import time
from typing import NamedTuple, Protocol

from vision.camera.picture_limits import (
    MARK,
    MOST_SENT_BYTES,
    SCAN,
    SEQUENTIAL,
    SIZES,
    is_too_large,
    length_at,
    size_at,
)

_SOI, _EOI = b"\xff\xd8", b"\xff\xd9"
_BEGINS, _ENDS = 0xD8, 0xD9
# the markers that a length follows
_SEGMENTS = SIZES | {0xC4, 0xCC, SCAN, 0xDB, 0xDC, 0xDD, *range(0xE0, 0xF0), 0xFE}
_HEAD = 9  # bytes from a marker to the end of the size
_PICTURE = re.compile(rb"\xff\xd8\xff[\xc0-\xff]")
_SCAN_ENDS = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")  # but for stuffed bytes, restart markers and fill bytes
_STAMP = re.compile(rb"(?im)^x-timestamp:[ \t]*(\d+(?:\.\d+)?)")
_LINE = rb"[\x20-\x7e]{0,200}\r?\n"  # what follows the beginning of a boundary
_READ = 1 << 16  # bytes that are read at once
_OVERLAP = 256  # bytes in which something that is looked for may have begun
_GREY = 128  # what decoders put where a scan ends too soon


class Answer(Protocol):
    """What a camera sends."""

    def read1(self, size: int, /) -> bytes:
        """Up to `size` bytes, as soon as there are any; none at the end."""


class Picture(NamedTuple):
    """A whole JPEG, with nothing before and behind it."""

    data: bytes
    width: int
    """Pixels, as its header says."""
    height: int
    arrived: float
    """When its first bytes came, which are the nearest to its light, in seconds of `time.monotonic`."""
    stamp: float | None
    """What the camera says about when its light was caught, in seconds of a clock of its own."""


class Pictures:
    """Takes the pictures out of an answer, one after the other.

    Each part of a multipart answer (RFC 2046, 5.1) holds one, whatever follows it there: some phones append a smaller one.
    Pictures that are cut off are passed over; one that lacks no more than its last marker is whole.
    """

    def __init__(self, answer: Answer, boundary: str | None) -> None:
        """Begins with the first.

        Args:
            answer: the body.
            boundary: what is announced to stand between two pictures; any line with dashes counts as well. None where one
                picture is all that is to be expected.
        """
        self._answer = answer
        bare = re.escape((boundary or "").strip(" -\"'").encode("latin-1", "replace"))
        self._boundary = None if boundary is None else re.compile((b"(?:--|" + bare + b")" if bare else b"--") + _LINE)
        self._bytes = bytearray()  # from where the next picture is looked for
        self._heard = 0.0  # when the last of them came
        self._passed = 0  # bytes that came since the last picture
        self._is_behind = False  # whether what follows belongs to the picture before

    def next(self) -> Picture | None:
        """The next picture; None where the answer ends without another.

        Raises:
            OSError: the line is broken.
            ValueError: what comes is no picture.
        """
        if self._is_behind and (self._boundary is None or self._pass_over(self._boundary) is None):
            return None
        self._passed, self._is_behind = 0, False
        while (headers := self._pass_over(_PICTURE)) is not None:
            arrived, stamps = self._heard, _STAMP.findall(headers)
            if (found := self._taken()) is not None:
                jpeg, width, height = found
                return Picture(jpeg, width, height, arrived, float(stamps[-1]) if stamps else None)
        return None

    def _taken(self) -> tuple[bytes, int, int] | None:
        """The picture that begins here, and its size; None where it is cut off or none, and was passed over."""
        at, size, is_sequential = len(_SOI), (0, 0), False
        while self._begins_segment(at := self._after_fill(at)):
            marker = self._bytes[at + 1]
            if marker in SIZES:
                size, is_sequential = size_at(self._bytes, at), marker in SEQUENTIAL
            at += 2 + length_at(self._bytes, at)
            if marker != SCAN:
                continue
            if not all(size):
                break
            end = self._find(_SCAN_ENDS, at)
            if end is not None and self._bytes[end.start() + 1] == _ENDS:
                self._is_behind = True
                return (self._cut(end.end()), *size)
            if end is None or self._bytes[end.start() + 1] == _BEGINS:
                jpeg = self._unended(at, len(self._bytes) if end is None else end.start())
                return (jpeg, *size) if is_sequential and _is_whole(jpeg, *size) else None
            at = end.start()
        self._cut(at)
        return None

    def _after_fill(self, at: int) -> int:
        """Where the next marker begins, after the fill bytes at `at`."""
        while self._has(at + 2) and self._bytes[at] == self._bytes[at + 1] == MARK:
            at += 1
        return at

    def _begins_segment(self, at: int) -> bool:
        """Whether a segment begins here that is there as far as the end of a size."""
        is_marker = self._has(at + 2) and self._bytes[at] == MARK and self._bytes[at + 1] in _SEGMENTS
        return is_marker and self._has(at + _HEAD)

    def _unended(self, scan: int, end: int) -> bytes:
        """What begins here, with the last marker that it lacks, up to the boundary after its last `scan`, or the `end`."""
        boundaries = [] if self._boundary is None else [*self._boundary.finditer(self._bytes, scan, end)]
        jpeg = self._cut(boundaries[-1].start() if boundaries else end)
        return jpeg.removesuffix(b"\n").removesuffix(b"\r") + _EOI

    def _pass_over(self, what: re.Pattern[bytes]) -> bytes | None:
        """Goes on to where something begins; what lies before it, or None where the answer ends without it."""
        found = self._find(what, 0)
        return None if found is None else self._cut(found.start())

    def _find(self, what: re.Pattern[bytes], at: int) -> re.Match[bytes] | None:
        """Where something is found first from `at` on; None where the answer ends without it."""
        while (found := what.search(self._bytes, at)) is None:
            at = max(at, len(self._bytes) - _OVERLAP)
            if not self._has(len(self._bytes) + 1):
                return None
        return found

    def _cut(self, end: int) -> bytes:
        """The bytes up to `end`, which are done with."""
        taken = bytes(self._bytes[:end])
        del self._bytes[:end]
        return taken

    def _has(self, count: int) -> bool:
        """Waits until there are `count` bytes; False where the answer ends before."""
        while len(self._bytes) < count:
            came = self._answer.read1(_READ)
            if not came:
                return False
            self._heard = time.monotonic()
            self._bytes += came
            self._passed += len(came)
            if self._passed > MOST_SENT_BYTES:
                raise ValueError("no picture in all this")
        return True


def _is_whole(jpeg: bytes, width: int, height: int) -> bool:
    """Whether the scan of a picture whose end its camera leaves out goes on to the last block, which decoders make up else."""
    if is_too_large(width, height):
        return True  # it is refused by whoever takes it
    import cv2  # noqa: PLC0415 - OpenCV takes its time to load, and most cameras do without
    import numpy as np  # noqa: PLC0415

    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    return picture is not None and bool((picture[-1, -8:] != _GREY).any())
