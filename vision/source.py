"""Frames with timestamps from a camera, a video file, a folder of photos, or an MJPEG, HTTP or RTSP address."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

import cv2
import numpy as np

from referee.errors import UserError
from vision.frame import Frame
from vision.photo import PhotoError, load_photo, printable
from vision.reading import Photo

SCHEMES = ("http", "https", "rtsp", "rtsps")
"""The addresses that a stream may have."""

PHOTO_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp"})
"""The files of a folder that count as frames; others are passed over."""

FOLDER_RATE = 2.0
"""Frames a second that a folder of photos plays at."""

NETWORK_TIMEOUT = 5.0
"""Seconds that a stream may take to answer, and to give its next frame."""

RETRY_DELAYS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds of waiting before each attempt to reach a lost camera or stream again."""

LATE = 0.1
"""A frame of a video played in real time is passed over when its moment is past by more than this, in seconds."""

_CREDENTIALS = re.compile(r"(?<=:)(/{1,2}).*@")
"""User and password of an address, which may be mistyped; they stay out of messages and logs."""

CAMERA_SIZE = (1920, 1080)
"""Pixels asked of a camera, width and height; one that has no such picture gives its nearest. OpenCV alone asks for 640 by 480."""

CAMERA_CODING = cv2.VideoWriter.fourcc(*"MJPG")
"""How a camera is asked to send them: uncompressed, pictures of that size come a few times a second."""

CAMERAS_PROBED = 4
"""`first_camera` tries the numbers below this one."""

# Read by OpenCV when it first opens a source: no chatter of FFmpeg, and no ten seconds' wait for a dead camera's frame.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "3")


class SourceError(UserError):
    """A source that gives no frames, or no more. The message is one line, fit for the user."""


class Source(ABC):
    """Where frames come from. Iterate it once; leaving the ``with`` block, or `close`, sets the device free.

    >>> with open_source("game.mp4") as source:  # doctest: +SKIP
    ...     for frame in source:
    ...         print(frame.seconds, frame.photo.shape)
    """

    live: bool = False
    """Whether this shows what happens now: then frames that nobody took in time are dropped."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @abstractmethod
    def __iter__(self) -> Iterator[Frame]:
        """The frames in order, until the source ends or is closed.

        Raises:
            SourceError: the source is lost for good.
        """

    def close(self) -> None:
        """Ends the iteration and frees the device; safe from any thread and more than once."""
        self._closed.set()


def open_source(spec: str, *, paced: bool = False, folder_rate: float = FOLDER_RATE) -> Source:
    """The source that `spec` names: a camera number, a video file, a folder of photos or a stream's address.

    Args:
        spec: as written on the command line.
        paced: whether files play in real time; else they give frames as fast as they are taken.
        folder_rate: frames a second of a folder of photos.

    Raises:
        SourceError: there is no such source, or it gives no picture.
    """
    spec = spec.strip()
    if re.fullmatch(r"[0-9]{1,2}", spec):
        return _camera(int(spec))
    if "://" in spec:
        return _stream(spec)
    path, name = Path(spec), shown(spec) or "no name"
    try:
        if spec and path.is_dir():
            return _Folder(path, 1 / folder_rate, paced=paced)
        if path.is_file():
            return _Video(path, paced=paced)
    except (OSError, ValueError) as error:
        if isinstance(error, SourceError):
            raise
        raise SourceError(f"{name}: cannot be opened: {getattr(error, 'strerror', None) or error}") from None
    raise SourceError(
        f"{name}: no such file or folder; give a camera number, a video, a folder of photos or an address"
    )


def first_camera() -> int | None:
    """The lowest number of a camera that gives a picture, or None. Quick where no camera is plugged in."""
    for number in range(CAMERAS_PROBED):
        capture = _open_camera(number)
        if capture is not None:
            capture.release()
            return number
    return None


class _Folder(Source):
    """The photos of a folder in the natural order of their names: ``turn 2`` before ``turn 10``."""

    def __init__(self, path: Path, interval: float, *, paced: bool) -> None:
        super().__init__()
        self._paths = sorted((p for p in path.iterdir() if p.suffix.lower() in PHOTO_SUFFIXES), key=_natural)
        self._interval, self._paced = interval, paced
        if not self._paths:
            raise SourceError(f"{printable(path)}: no photos in this folder; put JPEG or PNG files there")

    def __iter__(self) -> Iterator[Frame]:
        began = time.monotonic()
        for index, path in enumerate(self._paths):
            seconds = index * self._interval
            if self._paced:
                self._closed.wait(began + seconds - time.monotonic())
            if self._closed.is_set():
                return
            try:
                photo = load_photo(path)
            except PhotoError as error:
                raise SourceError(str(error)) from None
            yield Frame(photo, seconds)


class _Video(Source):
    """A video file. Played in real time, frames whose moment is past are passed over."""

    def __init__(self, path: Path, *, paced: bool) -> None:
        super().__init__()
        self._paced = paced
        self._capture = cv2.VideoCapture(str(path.absolute()), cv2.CAP_FFMPEG)
        if not self._capture.isOpened() or not self._capture.grab():
            raise SourceError(f"{printable(path)}: is no video that can be played; convert it to MP4 (H.264)")

    def __iter__(self) -> Iterator[Frame]:
        began, seconds = time.monotonic(), 0.0
        more = True  # the first frame was grabbed on opening
        try:
            while more and not self._closed.is_set():
                seconds = max(seconds, self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000)
                late = time.monotonic() - began - seconds
                if not self._paced or late <= LATE:
                    if self._paced and self._closed.wait(-late):
                        break
                    ok, picture = self._capture.retrieve()
                    if ok:
                        yield Frame(_photo(picture), seconds)
                more = self._capture.grab()
        finally:
            self._capture.release()


class _Live(Source):
    """A camera or stream. A thread takes every frame and keeps the newest, so that its taker never lags behind.

    Seconds count from the opening, on a monotonic clock. A source that gives no frames is opened again, after
    growing pauses, before it counts as lost.
    """

    live = True

    def __init__(self, reopen: Callable[[], cv2.VideoCapture | None], lost: str) -> None:
        super().__init__()
        self._reopen, self._lost = reopen, lost
        self._changed = threading.Condition()
        self._newest: Frame | None = None
        self._ended = False
        capture = reopen()
        if capture is None:
            raise SourceError(lost)
        self._began = time.monotonic()
        self._thread = threading.Thread(target=self._follow, args=(capture,), name="frames", daemon=True)
        self._thread.start()

    def __iter__(self) -> Iterator[Frame]:
        while not self._closed.is_set():
            with self._changed:
                self._changed.wait_for(lambda: self._newest is not None or self._ended)
                frame, self._newest = self._newest, None
            if frame is not None:
                yield frame
            elif not self._closed.is_set():
                raise SourceError(self._lost)
            else:
                return

    def close(self) -> None:
        super().close()
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        self._thread.join(NETWORK_TIMEOUT + 1)

    def _follow(self, capture: cv2.VideoCapture | None) -> None:
        while capture is not None and not self._closed.is_set():
            try:
                ok, picture = capture.read()
            except cv2.error:
                ok = False
            if ok:
                with self._changed:
                    self._newest = Frame(_photo(picture), time.monotonic() - self._began)
                    self._changed.notify_all()
            else:
                capture.release()
                capture = self._again()
        if capture is not None:
            capture.release()
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _again(self) -> cv2.VideoCapture | None:
        for delay in RETRY_DELAYS:
            if self._closed.wait(delay):
                return None
            capture = self._reopen()
            if capture is not None:
                return capture
        return None


def _camera(number: int) -> Source:
    return _Live(
        lambda: _open_camera(number),
        f"camera {number} gives no picture; check that it is plugged in and that no other program uses it",
    )


def _stream(address: str) -> Source:
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port  # both may be mistyped
    except ValueError:
        host = None
    if host is None:
        raise SourceError(f"{shown(address)}: is no address; write it like rtsp://192.168.1.20:554/stream")
    if parts.scheme.lower() not in SCHEMES:
        raise SourceError(f"{parts.scheme}: is no kind of stream known here; give one of {', '.join(SCHEMES)}")
    return _Live(
        lambda: _open_stream(address),
        f"{shown(address)}: gives no picture; check the address in a browser or player, and that both are in the same network",
    )


def shown(spec: str) -> str:
    """What people are told the source is called: an address without user, password and particulars."""
    return printable(_CREDENTIALS.sub(r"\1", spec).partition("?")[0])


def _open_camera(number: int) -> cv2.VideoCapture | None:
    if sys.platform.startswith("linux") and not Path(f"/dev/video{number}").exists():
        return None  # Linux: asking the drivers for what is not there takes its time
    capture = cv2.VideoCapture(number)
    capture.set(cv2.CAP_PROP_FOURCC, CAMERA_CODING)
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, CAMERA_SIZE[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, CAMERA_SIZE[1])
    return _answering(capture)


def _open_stream(address: str) -> cv2.VideoCapture | None:
    limit = int(NETWORK_TIMEOUT * 1000)
    options = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, limit, cv2.CAP_PROP_READ_TIMEOUT_MSEC, limit]
    return _answering(cv2.VideoCapture(address, cv2.CAP_FFMPEG, options))


def _answering(capture: cv2.VideoCapture) -> cv2.VideoCapture | None:
    """`capture` if it gives a picture; some cameras have numbers under which they give none."""
    if capture.isOpened() and capture.grab():
        return capture
    capture.release()
    return None


def _photo(picture: np.ndarray) -> Photo:
    return picture.astype(np.uint8, copy=False)


def _natural(path: Path) -> list[tuple[int, str]]:
    """A key that sorts runs of digits by their value."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", path.name.lower())]
