"""Cameras that send JPEG pictures over HTTP.

They send one after the other in an answer that never ends (Motion JPEG), or one each time that they are asked.
The pictures are handed on as they came, and decoded where they are looked at: OpenCV's own reader would decode each of them
whole.
"""

from __future__ import annotations

import http.client
import ssl
import time
import urllib.request
from dataclasses import dataclass
from http import HTTPStatus
from urllib.error import HTTPError
from urllib.parse import unquote, urlsplit

from vision.camera.capture_process import Capture, LostError, Shot
from vision.camera.jpegs import Picture, Pictures
from vision.camera.network import STALLED, UNREACHABLE, reach
from vision.camera.picture_limits import TOO_LARGE, is_too_large

_ASK_EVERY = 0.25  # seconds between questions for a picture: simple cameras do little else meanwhile
_REPEATED = 5.0  # seconds of the same picture after which a camera that is asked shows nothing
_NO_PICTURES = "answers with something that is no picture; check the address"
_WEB_PAGE = "answers with a web page, not with pictures; give the address of its video"
_PASSWORD = "asks for a user and a password; write the address like http://user:password@192.168.1.20/video, with @ in either as %40, # as %23, / as %2F"  # noqa: S105 - a hint
_ENDED = "sends no more pictures; check its power and its network"
_SAME = "answers with the same picture again and again; give the address of its newest one, or of its video"

_LOCKS = (urllib.request.HTTPBasicAuthHandler, urllib.request.HTTPDigestAuthHandler)
_SOI = b"\xff\xd8"


@dataclass(frozen=True)
class Http:
    """A camera at an HTTP address."""

    address: str

    def open(self) -> Capture:
        """Asks for its pictures, as `Opener` says; what is no JPEG is left to FFmpeg."""
        reach(self.address)
        answer = _ask(self.address)
        kind = answer.headers.get_content_type()
        is_jpeg = kind.startswith("multipart/") or kind in {"image/jpeg", "image/jpg", "image/pjpeg"}
        if is_jpeg or _is_one_picture(answer):
            return Jpegs(self.address, answer)
        answer.close()
        if kind in {"text/html", "application/xhtml+xml"}:
            raise LostError(_WEB_PAGE)
        from vision.camera.devices import Stream  # noqa: PLC0415 - OpenCV takes its time to load, and most cameras do without

        return Stream(self.address).open()


class Jpegs:
    """A camera that sends JPEG pictures: in one answer, or one in each."""

    def __init__(self, address: str, answer: http.client.HTTPResponse) -> None:
        """Waits for the first picture of an answer, and asks again at `address` where one picture is all of it.

        Raises:
            LostError: there is none; then the answer is closed.
        """
        self._address = address
        self._newest: Picture | None = None
        self._take_up(answer)
        try:
            self.grab()
        except LostError:
            self.release()
            raise

    def _take_up(self, answer: http.client.HTTPResponse) -> None:
        is_multipart = answer.headers.get_content_maintype() == "multipart"
        self._answer, self._asked = answer, time.monotonic()
        self._pictures, self._count = Pictures(answer, answer.headers.get_boundary("") if is_multipart else None), 0

    def grab(self) -> None:
        """Waits for the next picture, as `Capture` says. One that is sent again is not the next."""
        began = time.monotonic()
        while True:
            picture = self._next()
            is_again = self._newest is not None and picture.data == self._newest.data
            # Of an answer that goes on, `vision.camera.health` tells what is repeated.
            if not is_again or self._count > 1:
                self._newest = picture
                return
            if time.monotonic() - began > _REPEATED:
                raise LostError(_SAME)

    def _next(self) -> Picture:
        """The next picture of the answer, or that of another one, where each is one picture."""
        try:
            while (picture := self._pictures.next()) is None:
                if self._count != 1:
                    raise LostError(_ENDED if self._count else _NO_PICTURES)
                self._answer.close()
                time.sleep(max(0.0, self._asked + _ASK_EVERY - time.monotonic()))
                self._take_up(_ask(self._address))
        except ValueError:
            raise LostError(_NO_PICTURES) from None
        except (OSError, http.client.HTTPException):
            raise LostError(_ENDED) from None
        self._count += 1
        return picture

    def put(self, memory: memoryview) -> Shot:
        """Copies the picture into `memory` as it came, as `Capture` says."""
        picture = self._newest
        if picture is None or is_too_large(picture.width, picture.height):
            raise LostError(TOO_LARGE)
        memory[: len(picture.data)] = picture.data
        size = len(picture.data), picture.width, picture.height
        return Shot(*size, is_jpeg=True, arrived=picture.arrived, stamp=picture.stamp)

    def release(self) -> None:
        """Ends the answer."""
        self._answer.close()


def _is_one_picture(answer: http.client.HTTPResponse) -> bool:
    """Whether an answer of another kind is a picture all the same."""
    try:
        return answer.length is not None and answer.peek(len(_SOI))[: len(_SOI)] == _SOI
    except (OSError, http.client.HTTPException):
        return False


def _ask(address: str) -> http.client.HTTPResponse:
    """The camera's answer. No proxy is asked, and nobody has to vouch for the camera: it is in the local network.

    Raises:
        LostError: it refuses, or there is none.
    """
    parts = urlsplit(address)
    bare = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
    keys = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    if parts.username is not None:
        keys.add_password(None, bare, unquote(parts.username), unquote(parts.password or ""))
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    direct = urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=trusting)
    ways = [*direct, *(way(keys) for way in _LOCKS)]
    try:
        answer: http.client.HTTPResponse = urllib.request.build_opener(*ways).open(bare, timeout=STALLED)
    except HTTPError as error:
        error.close()
        if error.code == HTTPStatus.UNAUTHORIZED:
            raise LostError(_PASSWORD) from None
        name = (
            f"{error.code} {http.client.responses.get(error.code, '')}".rstrip()
        )  # what the camera calls it may be anything
        raise LostError(f"answers {name}; check the address") from None
    except (OSError, http.client.HTTPException, ValueError):
        raise LostError(UNREACHABLE) from None
    return answer
