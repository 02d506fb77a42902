"""Frames with timestamps from a camera, a phone, a video file, a folder of photos, or an MJPEG, HTTP or RTSP address."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

import cv2
import numpy as np

from referee.text import printable
from vision.camera import devices
from vision.camera.devices import Device, Stream
from vision.camera.frames import Recording, Source, SourceError
from vision.camera.live_camera import Camera
from vision.camera.mjpeg import Http
from vision.camera.network import PORTS
from vision.camera.phone import SPEC, Phone
from vision.camera.photo import PhotoError, load_photo
from vision.camera.picture_limits import TOO_LARGE, is_too_large
from vision.camera.processes import LateError, Process
from vision.frame import Frame

PHOTO_SUFFIXES = frozenset({".jpg", ".jpeg", ".heic", ".heif", ".png", ".webp", ".bmp"})
"""The files of a folder that count as frames; others are passed over."""

_FOLDER_RATE = 2.0  # frames a second that a folder of photos plays at
_LATE = 0.1  # seconds by which a frame's moment may be past in a video in real time
_PROBING = 10.0  # seconds in which the first camera that answers is found, whatever hangs
ESCAPED = "in a user and a password write @ as %40, # as %23, / as %2F, ? as %3F, : as %3A"
"""What is told of an address that seems to have other signs in its password than an address can have."""

_KEYED = re.compile(r"[\w+.-]+://[^@/?#]*:[^@]*[/?#].*@", re.DOTALL)
"""An address that seems to go on with a user and a password, of which a sign ends what names the machine."""

_CREDENTIALS = re.compile(r"(?<=:)(/{1,2}).*@|^[^/\\@]+:(?!/).*@")
"""User and password of an address, which may be mistyped; they stay out of messages and logs."""

_MACHINE = re.compile(r"([\w+.-]+://[^/?;#]*)(.*)", re.DOTALL)
"""The kind and the machine of an address, and what follows: cameras take passwords there, too, in as many ways as there
are makers."""


def open_source(spec: str, *, paced: bool = False) -> Source:
    """The source that `spec` names: a camera number, "phone", a video file, a folder of photos or a stream's address.

    Args:
        spec: as written on the command line; a camera may also be named by its file, such as ``/dev/video0``.
        paced: whether files play in real time; else they give frames as fast as they are taken.

    Raises:
        SourceError: there is no such source, or it gives no picture.
    """
    spec = spec.strip()
    if re.fullmatch(r"[0-9]{1,2}", spec):
        return Camera(Device(int(spec)), address=f"camera {int(spec)}", name=f"camera {int(spec)}")
    if spec == SPEC:
        return Phone()
    if "://" in spec:
        return _stream(spec)
    if is_device(spec):
        return Camera(Device(Path(spec)), address=f"{printable(spec)}:", name=f"camera {printable(Path(spec).name)}")
    return open_recording(spec, paced=paced)


def is_device(spec: str) -> bool:
    """Whether `spec` names a camera at the computer, plugged in or not, by its number or its file."""
    is_named = re.fullmatch(r"\d{1,2}|/dev/(video\d+|v4l/.+)", spec) is not None
    return is_named or ("://" not in spec and devices.number_of(Path(spec)) is not None)


def open_recording(spec: str, *, paced: bool = False) -> Recording:
    """The video file or the folder of photos at the path `spec`; `paced` is as `open_source` takes it.

    Raises:
        SourceError: there is none, or it cannot be played.
    """
    path, name = Path(spec), shown(spec) or "no name"
    try:
        if spec and path.is_dir():
            return _Folder(path, 1 / _FOLDER_RATE, paced=paced)
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
    if not any(map(devices.may_be_there, range(devices.PROBED))):
        return None
    process = Process(devices.tell_first, name="cameras")
    try:
        return cast("int | None", process.heard(_PROBING))
    except (LateError, EOFError, OSError):
        return None  # a driver hangs, or has ended the process
    finally:
        process.end()


class _Folder(Recording):
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
                raise SourceError(str(error).replace(printable(path), printable(path.name))) from None
            yield Frame(photo, seconds)


class _Video(Recording):
    """A video file. Played in real time, frames whose moment is past are passed over."""

    def __init__(self, path: Path, *, paced: bool) -> None:
        super().__init__()
        self._paced = paced
        self._capture = cv2.VideoCapture(str(path.absolute()), cv2.CAP_FFMPEG)
        if not self._capture.isOpened() or not self._capture.grab():
            raise SourceError(f"{printable(path)}: is no video that can be played; convert it to MP4 (H.264)")
        width, height = (self._capture.get(side) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
        if is_too_large(width, height):
            self._capture.release()
            raise SourceError(f"{printable(path)}: {TOO_LARGE}")

    def __iter__(self) -> Iterator[Frame]:
        began, seconds = time.monotonic(), 0.0
        more = True  # the first frame was grabbed on opening
        try:
            while more and not self._closed.is_set():
                seconds = max(seconds, self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000)
                late = time.monotonic() - began - seconds
                if not self._paced or late <= _LATE:
                    if self._paced and self._closed.wait(-late):
                        break
                    ok, picture = self._capture.retrieve()
                    if ok:
                        yield Frame(picture.astype(np.uint8, copy=False), seconds)
                more = self._capture.grab()
        finally:
            self._capture.release()


def _stream(address: str) -> Camera:
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port  # both may be mistyped
    except ValueError:
        host = None
    if host is None:
        hint = ESCAPED if _KEYED.match(address) else "write it like rtsp://192.168.1.20:554/stream"
        raise SourceError(f"{shown(address)}: is no address; {hint}")
    kind = parts.scheme.lower()
    if kind not in PORTS:
        raise SourceError(f"{parts.scheme}: is no kind of stream known here; give one of {', '.join(PORTS)}")
    opener = Http(address) if kind in {"http", "https"} else Stream(address)
    try:
        return Camera(opener, address=f"{shown(address)}:", name=f"camera {kind}")
    except SourceError as error:
        if "@" in parts.netloc or not _KEYED.match(address):
            raise
        raise SourceError(f"{error}; {ESCAPED}") from None


def shown(spec: str) -> str:
    """The name of a source that its owner is told: of an address, no more than the kind and the machine."""
    bare = _CREDENTIALS.sub(r"\1", spec)
    if "://" not in spec:
        return printable(bare)
    found = _MACHINE.fullmatch(bare)
    if found is None:
        return "an address"
    return printable(found[1] + ("/..." if found[2].strip("/") else ""))


def _natural(path: Path) -> list[tuple[int, str]]:
    """A key that sorts runs of digits by their value."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", path.name.lower())]
