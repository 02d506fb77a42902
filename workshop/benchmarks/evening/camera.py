"""A network camera over the table: MJPEG on the loopback, in real time, late by its lag; it may stall or go dark."""

from __future__ import annotations

import random
import socket
import threading
import time
from collections.abc import Iterator
from enum import Enum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self

from workshop.benchmarks.evening.world import World

FPS = 12.0
SIZES = {"1080p": (1920, 1080), "720p": (1280, 720)}
"""Width and height of the pictures of usual cameras, pixels."""
BOUNDARY = b"frame"
BUFFER = 1 << 19
"""Bytes that wait in the camera for a viewer who is slow, two pictures: what comes after them is left out."""


class Health(Enum):
    """What ails the camera."""

    WELL = "well"
    FROZEN = "frozen"
    """It sends its last picture again and again."""
    SILENT = "silent"
    """It sends nothing."""
    DARK = "dark"
    """The lamp is off, or the lens covered."""
    BLURRED = "blurred"
    """The lens is out of focus."""
    GARBLED = "garbled"
    """Its line is bad: of each picture parts are other bytes, or the rest is missing."""


class Lens:
    """What a camera over a world takes pictures with.

    Args:
        world: what there is to see.
        lag: seconds that a picture is old when it is sent.
    """

    def __init__(self, world: World, lag: float) -> None:
        self.world = world
        self.lag = lag
        self._ills: list[tuple[float, Health]] = [(0.0, Health.WELL)]
        self._last = b""
        self._lots = random.Random(lag)

    def ail(self, at: float, health: Health) -> None:
        """From that moment on the camera is so; moments are told in the order of time."""
        self._ills = [*self._ills[-8:], (at, health)]

    def health(self, now: float) -> Health:
        """How the camera is at the moment `now`."""
        return next(health for at, health in reversed(self._ills) if at <= now)

    def picture(self, now: float) -> bytes:
        """What it sends at that moment, as JPEG; nothing where it sends none."""
        health = self.health(now)
        if health is Health.WELL:
            self._last = self.world.frame(now - self.lag)
        elif health is Health.DARK:
            self._last = self.world.dark()
        elif health is Health.BLURRED:
            self._last = self.world.blurred(now - self.lag)
        elif health is Health.GARBLED:
            return garbled(self.world.frame(now - self.lag), self._lots)
        return b"" if health is Health.SILENT else self._last


class Camera(Lens):
    """Shows a world at an address of this machine, in real time, for as long as the ``with`` block lasts.

    Whoever looks when its lag changes is cut off, as when another camera is put up.

    Args:
        world: what there is to see.
        lag: seconds that a picture is old when it is sent.
        fps: pictures a second.
    """

    def __init__(self, world: World, lag: float, fps: float = FPS) -> None:
        super().__init__(world, lag)
        self._fps = fps
        self._closed = threading.Event()
        camera = self

        class Pictures(BaseHTTPRequestHandler):
            """Whoever asks gets pictures until they leave."""

            def do_GET(self) -> None:
                """Sends them."""
                self.send_response(200)
                self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={BOUNDARY.decode()}")
                self.end_headers()
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
                lag = camera.lag
                try:
                    for jpeg in camera.frames():
                        if camera.lag != lag:
                            return  # another camera is put up
                        head = b"--%s\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % (BOUNDARY, len(jpeg))
                        self.wfile.write(head + jpeg + b"\r\n")
                except OSError:
                    return  # the viewer left

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Pictures)
        self._server.daemon_threads = True

    @property
    def address(self) -> str:
        """Where it is looked at."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/video"

    def __enter__(self) -> Self:
        """Begins to listen."""
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Ends."""
        self._closed.set()
        self._server.shutdown()
        self._server.server_close()

    def frames(self) -> Iterator[bytes]:
        """The pictures as they are due; one that is late is left out."""
        due = time.monotonic()
        while not self._closed.wait(max(0.0, due - time.monotonic())):
            if jpeg := self.picture(time.monotonic()):
                yield jpeg
            due = max(due + 1 / self._fps, time.monotonic())


def garbled(jpeg: bytes, lots: random.Random) -> bytes:
    """A picture as a bad line hands it over.

    Some of its bytes are replaced, and of every third picture the end is missing.
    """
    damaged = bytearray(jpeg)
    for at in lots.choices(range(len(jpeg)), k=lots.randint(1, 40)):
        damaged[at] = lots.randrange(256)
    return bytes(damaged[: lots.randrange(len(jpeg))] if lots.random() < 1 / 3 else damaged)
