"""Motion JPEG over HTTP, as phones and simple network cameras send it: picture after picture in an answer that never ends.

They are handed on as they came, and decoded where they are looked at: OpenCV's own reader would decode each of them
whole.

The answer is multipart/x-mixed-replace, each part with headers and a picture. Cameras differ in whether the boundary
that they announce has its dashes, and whether a part says how long it is.
"""

from __future__ import annotations

import http.client
import struct
import time
import urllib.request
from dataclasses import dataclass
from http import HTTPStatus
from typing import BinaryIO
from urllib.error import HTTPError
from urllib.parse import unquote, urlsplit

from vision.capture import MOST_HIGH, MOST_WIDE, TOO_LARGE, Capture, LostError, Shot
from vision.network import STALLED, UNREACHABLE, reach

MOST_BYTES = 16 << 20
"""Maximum bytes of a picture: 12 megapixels at the highest quality have fewer."""

MOST_BROKEN = 20
"""Number of broken pictures in a row after which a stream is lost."""

NO_PICTURES = "answers with something that is no picture; check the address"
WEB_PAGE = "answers with a web page, not with pictures; give the address of its video"
PASSWORD = "asks for a user and a password; write the address like http://user:password@192.168.1.20/video"  # noqa: S105 - a hint
ENDED = "sends no more pictures; check its power and its network"

_LOCKS = (urllib.request.HTTPBasicAuthHandler, urllib.request.HTTPDigestAuthHandler)
_LINE = 1 << 16  # bytes of a line that are read at once
_SOI, _EOI, _MARK, _SCAN = b"\xff\xd8", b"\xff\xd9", 0xFF, 0xDA  # markers of a JPEG (ITU-T T.81, table B.1)
_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # the markers behind which its size stands


@dataclass(frozen=True)
class Http:
    """A camera at an HTTP address."""

    address: str

    def open(self) -> Capture:
        """Asks for its stream; what is no Motion JPEG is left to FFmpeg.

        Raises:
            LostError: it does not answer, or not with pictures.
        """
        reach(self.address)
        answer = _ask(self.address)
        kind, boundary = answer.headers.get_content_type(), answer.headers.get_boundary()
        if kind.startswith("multipart/") and boundary is not None:
            return Mjpeg(answer, boundary)
        answer.close()
        if kind in {"text/html", "application/xhtml+xml"}:
            raise LostError(WEB_PAGE)
        from vision.devices import Stream  # noqa: PLC0415 - OpenCV takes its time to load, and most cameras do without

        return Stream(self.address).open()


class Mjpeg:
    """An open stream of JPEG pictures."""

    def __init__(self, answer: BinaryIO, boundary: str) -> None:
        """Waits for the first picture.

        Args:
            answer: the body of the camera's answer; it is closed where this fails.
            boundary: what stands between two pictures, as announced.

        Raises:
            LostError: there is none.
        """
        self._answer = answer
        self._boundary = boundary.strip("-").encode("latin-1", "replace")
        self._is_begun = False  # whether the boundary before the next part has been read
        self._jpeg = b""
        self._size = (0, 0)
        self._arrived = 0.0
        self._stamp: float | None = None
        try:
            self.grab()
        except LostError:
            self.release()
            raise

    def grab(self) -> None:
        """Waits for the next picture; broken ones are passed over.

        Raises:
            LostError: there is none any more.
        """
        for _ in range(MOST_BROKEN):
            try:
                jpeg = self._part()
                if jpeg.startswith(_SOI) and jpeg.endswith(_EOI):
                    self._jpeg, self._size = jpeg, size_of(jpeg)
                    return
            except (ValueError, struct.error, IndexError):
                continue
            except (OSError, http.client.HTTPException):
                raise LostError(ENDED) from None
        raise LostError(NO_PICTURES)

    def put(self, memory: memoryview) -> Shot:
        """Copies the picture into `memory` as it came.

        Raises:
            LostError: it is too large.
        """
        width, height = self._size
        if width > MOST_WIDE or height > MOST_HIGH:
            raise LostError(TOO_LARGE)
        memory[: len(self._jpeg)] = self._jpeg
        return Shot(len(self._jpeg), width, height, is_jpeg=True, arrived=self._arrived, stamp=self._stamp)

    def release(self) -> None:
        """Closes the stream."""
        self._answer.close()

    def _part(self) -> bytes:
        """What stands between two boundaries, without its headers."""
        if not self._is_begun:
            self._until_boundary()
        length, self._stamp = self._headers()
        begun = self._exactly(len(_SOI))
        self._arrived = time.monotonic()  # its first bytes are the nearest to its light
        self._is_begun = length is None
        rest = self._until_boundary() if length is None else self._exactly(length - len(begun))
        return (begun + rest).rstrip(b"\r\n\0")  # some fill up with zeros

    def _headers(self) -> tuple[int | None, float | None]:
        """How many bytes the part has, and its time on the camera's clock, where the camera says so."""
        length = stamp = None
        while line := self._line().strip():
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
                if not len(_SOI) <= length <= MOST_BYTES:
                    raise LostError(NO_PICTURES)
            elif name.lower() == b"x-timestamp":
                stamp = float(value)
        return length, stamp

    def _until_boundary(self) -> bytes:
        """What comes before the next boundary."""
        lines, size = [], 0
        while (line := self._line()).strip().strip(b"-") != self._boundary:
            size += len(line)
            if size > MOST_BYTES:
                raise LostError(NO_PICTURES)
            lines.append(line)
        return b"".join(lines)

    def _line(self) -> bytes:
        line = self._answer.readline(_LINE)
        if not line:
            raise LostError(ENDED)
        return line

    def _exactly(self, size: int) -> bytes:
        data = self._answer.read(size)
        if len(data) < size:
            raise LostError(ENDED)
        return data


def size_of(jpeg: bytes) -> tuple[int, int]:
    """Width and height of a JPEG in pixels, as its header says.

    Raises:
        ValueError: it has no such header; `IndexError` and `struct.error` where it is cut short.
    """
    at = len(_SOI)
    while jpeg[at] == _MARK and jpeg[at + 1] != _SCAN:
        marker = jpeg[at + 1]
        if marker == _MARK:  # a fill byte
            at += 1
            continue
        if marker in _SIZES:
            height, width = struct.unpack_from(">HH", jpeg, at + 5)
            return width, height
        at += 2 + struct.unpack_from(">H", jpeg, at + 2)[0]
    raise ValueError("no size before the picture")


def _ask(address: str) -> http.client.HTTPResponse:
    """The camera's answer. No proxy is asked: the camera is in the local network.

    Raises:
        LostError: it refuses, or there is none.
    """
    parts = urlsplit(address)
    bare = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
    keys = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    if parts.username is not None:
        keys.add_password(None, bare, unquote(parts.username), unquote(parts.password or ""))
    ways = [urllib.request.ProxyHandler({}), *(way(keys) for way in _LOCKS)]
    try:
        answer: http.client.HTTPResponse = urllib.request.build_opener(*ways).open(bare, timeout=STALLED)
    except HTTPError as error:
        error.close()
        if error.code == HTTPStatus.UNAUTHORIZED:
            raise LostError(PASSWORD) from None
        raise LostError(f"answers {_named(error.code)}; check the address") from None
    except (OSError, http.client.HTTPException, ValueError):
        raise LostError(UNREACHABLE) from None
    return answer


def _named(code: int) -> str:
    """A status with its standard name; what the camera calls it may be anything."""
    try:
        return f"{code} {HTTPStatus(code).phrase}"
    except ValueError:
        return str(code)
