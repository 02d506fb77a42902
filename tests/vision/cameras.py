"""Cameras for tests, which a process of its own looks through; their script says what they do, and when they hang or die."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from tests.vision.scans import many_scans
from vision.camera.capture_process import LostError, Shot

WIDE, HIGH = 64, 48
TOLD = "was unplugged"


@dataclass(frozen=True)
class Scripted:
    """A camera that follows another script each time it is opened, and the last one from then on.

    In a script ``p`` is a picture, ``P`` one twice as large, ``r`` one that comes late, ``h`` hangs for ever, ``l``
    says that there are no more pictures, ``d`` ends the process. The last letter is repeated. In place of a script,
    ``-`` is a camera that does not open, ``H`` one whose opening hangs, ``s`` one that takes half a second to open.
    """

    folder: Path
    scripts: tuple[str, ...]

    def open(self) -> Acting:
        """The next script; notes by which process."""
        opened = self.opened
        with (self.folder / "opened").open("a", encoding="ascii") as file:
            file.write(f"{os.getpid()}\n")
        script = self.scripts[min(len(opened), len(self.scripts) - 1)]
        if script == "-":
            raise LostError(TOLD)
        if script == "H":
            threading.Event().wait()
        if script == "s":
            time.sleep(0.5)
        return Acting(script)

    @property
    def opened(self) -> list[int]:
        """The processes that have opened it, each as often as it did."""
        path = self.folder / "opened"
        return [int(line) for line in path.read_text(encoding="ascii").split()] if path.exists() else []


@dataclass(frozen=True)
class Layered:
    """A camera whose pictures are drawn in so many scans."""

    scans: int

    def open(self) -> Layered:
        """Opens it."""
        return self

    def grab(self) -> None:
        time.sleep(0.01)

    def put(self, memory: memoryview) -> Shot:
        jpeg = many_scans(self.scans, WIDE, HIGH)
        memory[: len(jpeg)] = jpeg
        return Shot(len(jpeg), WIDE, HIGH, is_jpeg=True, arrived=time.monotonic(), stamp=None)

    def release(self) -> None:
        """Nothing to let go."""


class Acting:
    """The pictures of a script; each is one grey level lighter than the one before."""

    def __init__(self, script: str) -> None:
        self._script = script
        self._taken = 0

    def grab(self) -> None:
        act = self._act
        self._taken += 1
        if act == "h":
            threading.Event().wait()
        if act == "l":
            raise LostError(TOLD)
        if act == "d":
            os._exit(3)
        time.sleep(0.1 if act == "r" else 0.01)

    def put(self, memory: memoryview) -> Shot:
        scale = 2 if self._script[: self._taken][-1:] == "P" else 1
        width, height = WIDE * scale, HIGH * scale
        size = width * height * 3
        memory[:size] = bytes([self._taken % 256]) * size
        return Shot(size, width, height, is_jpeg=False, arrived=time.monotonic(), stamp=None)

    def release(self) -> None:
        """Nothing to let go."""

    @property
    def _act(self) -> str:
        return self._script[min(self._taken, len(self._script) - 1)]
