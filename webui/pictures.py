"""The camera's newest picture for the page: encoded once, however many look."""

from __future__ import annotations

import threading
from pathlib import Path

import cv2

from live.table import LiveTable

WIDTH = 1280
"""Maximum width in pixels."""

QUALITY = 82
"""Quality of the JPEG."""

SMALL = 320
"""Width in pixels of a photo that is shown among many others."""


class CameraPictures:
    """The pictures of a table's camera, as the page shows them. Thread-safe."""

    def __init__(self, live: LiveTable) -> None:
        self._scene = live.scene
        self._lock = threading.Lock()
        self._encoded: tuple[int, bytes] | None = None

    def newest(self) -> bytes | None:
        """The newest picture that the page is told of, as JPEG; None before the first."""
        with self._lock:
            number, frame = self._scene.frame_number, self._scene.frame
            if frame is None:
                return None
            if self._encoded is None or self._encoded[0] != number:
                photo = frame.photo
                height, width = photo.shape[:2]
                if width > WIDTH:
                    size = (WIDTH, round(height * WIDTH / width))
                    photo = cv2.resize(photo, size, interpolation=cv2.INTER_AREA).astype(photo.dtype)
                self._encoded = number, cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
            return self._encoded[1]


def small(path: Path) -> bytes:
    """The photo in that JPEG file at `SMALL` pixels across, as JPEG; as it is where it cannot be decoded."""
    photo = cv2.imread(str(path), cv2.IMREAD_REDUCED_COLOR_4)
    if photo is None:
        return path.read_bytes()
    height, width = photo.shape[:2]
    size = (SMALL, max(1, round(height * SMALL / width)))
    return cv2.imencode(".jpg", cv2.resize(photo, size, interpolation=cv2.INTER_AREA))[1].tobytes()
