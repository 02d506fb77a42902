"""Cameras at the computer, and streams that OpenCV decodes."""

from __future__ import annotations

import os
import re
import sys
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import cv2
import numpy as np

from referee.text import printable
from vision.camera.capture_process import Capture, LostError, Shot
from vision.camera.network import STALLED, UNREACHABLE, reach
from vision.camera.picture_limits import TOO_LARGE, is_too_large
from vision.camera.processes import detach

_SIZE = (1920, 1080)  # pixels asked of a camera, which gives its nearest; OpenCV alone asks for 640 by 480
_CODING = cv2.VideoWriter.fourcc(*"MJPG")  # uncompressed, large pictures come only a few times a second
PROBED = 4
"""Number below which `first` tries every camera number."""

_OPENING = 5.0  # seconds to a stream's first picture: some rarely send a whole one
_UNPLUGGED = "gives no picture; check that it is plugged in and that no other program uses it"

# Read by OpenCV when it first opens a source: no chatter of FFmpeg, no ten seconds' wait for a dead camera's frame, and on Windows no
# search for hardware that helps, which takes many seconds.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")
os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")


@dataclass(frozen=True)
class Device:
    """A camera at the computer, by its number or its file, which may lead to another number each time it is plugged in."""

    place: int | Path

    def open(self) -> Capture:
        """Opens it, and asks for large pictures; as `Opener` says."""
        number = self.place if isinstance(self.place, int) else number_of(self.place)
        if number is None or not may_be_there(number):
            raise LostError(_UNPLUGGED)
        capture = cv2.VideoCapture(number)
        capture.set(cv2.CAP_PROP_FOURCC, _CODING)
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, _SIZE[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, _SIZE[1])
        return Decoded(capture, _UNPLUGGED)


@dataclass(frozen=True)
class Stream:
    """A stream at an address, decoded by FFmpeg."""

    address: str

    def open(self) -> Capture:
        """Connects to it, as `Opener` says."""
        reach(self.address)
        limits = {cv2.CAP_PROP_OPEN_TIMEOUT_MSEC: _OPENING, cv2.CAP_PROP_READ_TIMEOUT_MSEC: STALLED}
        options = [number for limit, seconds in limits.items() for number in (limit, round(seconds * 1000))]
        return Decoded(cv2.VideoCapture(self.address, cv2.CAP_FFMPEG, options), UNREACHABLE)


class Decoded:
    """A camera whose pictures OpenCV decodes."""

    def __init__(self, capture: cv2.VideoCapture, lost: str) -> None:
        """Takes an open capture, and waits for its first picture: some cameras have numbers under which they give none.

        Raises:
            LostError: it gives none, as `lost` says; then the capture is released.
        """
        self._capture, self._lost = capture, lost
        self._arrived = 0.0
        try:
            self.grab()
        except LostError:
            capture.release()
            raise

    def grab(self) -> None:
        """Waits for the next picture, as `Capture` says."""
        try:
            is_there = self._capture.grab()
        except cv2.error:
            is_there = False
        if not is_there:
            raise LostError(self._lost)
        self._arrived = time.monotonic()

    def put(self, memory: memoryview) -> Shot:
        """Decodes the picture into `memory`, as `Capture` says."""
        width = round(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH))
        height = round(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
        if is_too_large(width, height):
            raise LostError(TOO_LARGE)
        room = np.ndarray((height, width, 3), np.uint8, buffer=memory)
        try:
            is_there, picture = self._capture.retrieve(room)
        except cv2.error:
            is_there = False
        if not is_there:
            raise LostError(self._lost)
        if is_too_large(*picture.shape[1::-1]):
            raise LostError(TOO_LARGE)
        if not np.shares_memory(picture, room):  # another size than was said: an array of its own
            np.ndarray(picture.shape, np.uint8, buffer=memory)[:] = picture
        stamp = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        height, width = picture.shape[:2]
        return Shot(picture.nbytes, width, height, is_jpeg=False, arrived=self._arrived, stamp=stamp)

    def release(self) -> None:
        """Lets the camera go."""
        self._capture.release()


def number_of(path: Path) -> int | None:
    """The number of the camera to which a file leads, such as ``/dev/video0`` or a link to it; None where it leads to none."""
    found = re.fullmatch(r"/dev/video(\d{1,2})", os.path.realpath(path))
    return None if found is None else int(found[1])


def may_be_there(number: int) -> bool:
    """Whether there may be a camera of that number: asking the drivers for what is not there takes its time."""
    return not sys.platform.startswith("linux") or Path(f"/dev/video{number}").exists()


def named() -> dict[int, str]:
    """The cameras at the computer by their numbers, with their makers' names where the system tells them; none is opened."""
    if sys.platform == "darwin":  # the library's part for it would bring much along
        return dict.fromkeys(range(PROBED), "")
    from cv2_enumerate_cameras import enumerate_cameras  # noqa: PLC0415 - not on macOS

    api = cv2.CAP_MSMF if sys.platform == "win32" else cv2.CAP_V4L2
    return {
        camera.index: printable(camera.name) for camera in sorted(enumerate_cameras(api), key=lambda one: one.index)
    }


def first() -> int | None:
    """The lowest number of a camera that gives a picture, or None."""
    for number in range(PROBED):
        try:
            Device(number).open().release()
        except LostError:
            continue
        return number
    return None


def tell_first(line: Connection) -> None:
    """Sends the result of `first` over `line`, from a process of its own, since a camera may hang."""
    detach()
    line.send(first())
