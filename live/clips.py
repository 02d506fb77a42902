"""The clips of turns: the frames that were seen around a press, in memory, and in the journal where somebody may ask for them again."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from zipfile import BadZipFile, ZipFile, ZipInfo

import cv2

from journal import Journal
from live.game import events
from live.game.events import Event
from live.game.state import Game
from live.watching.clip_ring import APART, ClipRing, Shot
from referee.verdict import Outcome
from vision.camera.picture_limits import MOST_BYTES
from vision.frame import Frame, Jpeg

QUALITY = 80
"""Of the JPEG that is made of a frame that comes as none."""

HELD = 2
"""Turns whose frames stay in memory, however old: the last one, and the one that waits for its verdict."""

Clip = Mapping[int, bytes]
"""JPEG frames by milliseconds since the press that ended the turn."""

Keep = Callable[[int, bytes], object]
"""Keeps the file of the clip of the turn that an event ended."""


_DAMAGED = (OSError, BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError)


class Clips:
    """The clips of a table's turns. Frames are encoded and files written in a thread of its own."""

    def __init__(self, ring: ClipRing | None = None) -> None:
        self._ring = ring or ClipRing()
        self._worker = ThreadPoolExecutor(1, "clips")
        self._encodes = False
        self._newest = float("-inf")

    def take(self, frame: Frame, *, waits: bool) -> None:
        """Takes a frame, unless it comes soon after the one before, or that is being encoded still; a recording `waits` for it."""
        if 0 <= frame.seconds - self._newest < APART or self._encodes:
            return
        self._newest = frame.seconds
        if isinstance(frame.picture, Jpeg):
            self._ring.take(Shot(frame.seconds, frame.picture.data))
        elif waits:
            self._encode(frame)
        else:
            self._encodes = True
            self._worker.submit(self._encode, frame)

    def _encode(self, frame: Frame) -> None:
        try:
            ok, data = cv2.imencode(".jpg", frame.photo, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        finally:
            self._encodes = False
        if ok:
            self._ring.take(Shot(frame.seconds, data.tobytes()))

    def follow(self, event: Event, game: Game, now: float, keep: Keep) -> None:
        """Follows what happened, at `now` in seconds of the frames, and made that `game`.

        The clip of a turn that is illegal, that the host decided, or that was challenged is to be kept with the journal.
        """
        waiting = () if game.press is None else (game.press.event,)
        self._ring.hold((*(turn.press.event for turn in game.turns), *waiting)[-HELD:])
        if isinstance(event, events.CameraMoved | events.CameraAccepted):
            self.clear()  # what is covered for guests lies elsewhere in its frames
        elif isinstance(event, events.TurnEnded):
            self._ring.mark(game.last_event, now)
        elif isinstance(event, events.VerdictGiven | events.TurnChallenged) and game.judged is not None:
            press = game.judged.press.event
            self._ring.settle(press, now)
            is_doubted = isinstance(event, events.TurnChallenged) or event.host is not None
            if is_doubted or game.judged.verdict.outcome is Outcome.ILLEGAL:
                self._worker.submit(_keep, press, self._ring.clip(press), keep)

    def clip(self, journal: Journal, press: int) -> Clip:
        """The frames of the turn that the event `press` ended; empty where there are none."""
        if found := self._ring.clip(press):
            return found
        kept = journal.about(events.ClipKept.kind, press)
        path = None if kept is None else journal.file(kept.data["clip"])
        return {} if path is None else _Kept(path)

    def clear(self) -> None:
        """Forgets the frames: they are of another camera, or another game."""
        self._ring.clear()
        self._newest = float("-inf")

    def close(self) -> None:
        """Ends the thread, once what is to be kept is written."""
        self._worker.shutdown()


def _keep(press: int, clip: Clip, keep: Keep) -> None:
    """Has the file of a clip kept."""
    if not clip:
        return
    data = io.BytesIO()
    with ZipFile(data, "w") as archive:  # stored: a JPEG grows no smaller
        for at, jpeg in clip.items():
            archive.writestr(ZipInfo(f"{at}.jpg"), jpeg)
    keep(press, data.getvalue())


class _Kept(Clip):
    """A clip in its file, of which each frame is read when it is asked for; none where that is damaged."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._names: dict[int, str] = {}
        with suppress(*_DAMAGED), ZipFile(path) as archive:
            self._names = {int(name.removesuffix(".jpg")): name for name in archive.namelist()}

    def __getitem__(self, at: int) -> bytes:
        try:
            with ZipFile(self._path) as archive, archive.open(self._names[at]) as frame:
                return frame.read(MOST_BYTES)
        except _DAMAGED as error:
            raise KeyError(at) from error

    def __iter__(self) -> Iterator[int]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
