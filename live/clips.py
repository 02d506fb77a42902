"""The clips of turns: the frames that were seen around a press, in memory, and in the journal where somebody may ask for them again."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from zipfile import BadZipFile, ZipFile

import cv2

from journal import Journal, JournalError
from live.game import events
from live.game.events import Event
from live.game.state import Game
from live.telling.bulletin import Bulletin
from live.watching.clip_ring import APART, ClipRing, Shot
from referee.errors import UserError
from referee.verdict import Outcome
from vision.frame import Frame, Jpeg

QUALITY = 80
"""Of the JPEG that is made of a frame that comes as none."""

HELD = 2
"""Turns whose frames stay in memory, however old: the last one, and the one that waits for its verdict."""

Clip = dict[int, bytes]
"""JPEG frames by milliseconds since the press that ended the turn."""


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

    def follow(self, event: Event, game: Game, now: float, journal: Journal, bulletin: Bulletin) -> None:
        """Follows what happened, at `now` in seconds of the frames, and made that `game`.

        The clip of a turn that is illegal, that the host decided, or that was challenged is kept with the journal.
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
                self._worker.submit(_keep, journal, press, self._ring.clip(press), bulletin)

    def clip(self, journal: Journal, press: int) -> Clip:
        """The frames of the turn that the event `press` ended; empty where there are none."""
        if found := self._ring.clip(press):
            return found
        path = journal.clip(press)
        return {} if path is None else _read(path)

    def clear(self) -> None:
        """Forgets the frames: they are of another camera, or another game."""
        self._ring.clear()
        self._newest = float("-inf")

    def close(self) -> None:
        """Ends the thread, once what is to be kept is written."""
        self._worker.shutdown()


def _keep(journal: Journal, press: int, clip: Clip, bulletin: Bulletin) -> None:
    """Writes a clip to the journal; where that cannot be, everybody is told, and the game goes on."""
    if not clip:
        return
    data = io.BytesIO()
    with ZipFile(data, "w") as archive:  # stored: a JPEG grows no smaller
        for at, jpeg in clip.items():
            archive.writestr(f"{at}.jpg", jpeg)
    try:
        journal.keep_clip(press, data.getvalue())
    except JournalError as error:
        line = f"the clip of the turn could not be kept, the game goes on: {error}"
        bulletin.tell(news=UserError(line, "clip-unkept"))


def _read(path: Path) -> Clip:
    """The frames in the file of a clip; none where it is damaged."""
    try:
        with ZipFile(path) as archive:
            return {int(name.removesuffix(".jpg")): archive.read(name) for name in archive.namelist()}
    except (OSError, BadZipFile, ValueError):
        return {}
