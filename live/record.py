"""The game on record: every event is applied as a replay will read it, written down, and only then does it count."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2

from journal import Beat, Journal, JournalError
from live import events
from live.commands import Move, RefusedError
from live.events import ClockMark
from live.game import Game, Press
from live.replay import apply
from vision.frame import Frame, Jpeg
from vision.photo import PhotoError, load_photo
from vision.reading import Photo

JPEG_QUALITY = 92


class Record:
    """The game and its journal. But for `note`, not for several threads at once."""

    def __init__(self, journal: Journal, now: float) -> None:
        """Takes up the game where the journal left it.

        Args:
            journal: what has happened so far; closed together with the record.
            now: the present moment, on which a clock that runs counts on.

        Raises:
            JournalError: the journal's events do not fit together.
        """
        self.journal = journal
        self.game = self._replay(now)
        """The state; a new object after every event."""

    def _replay(self, now: float) -> Game:
        """The game as it stood when the last event, or the last beat after it, was written."""
        game = Game()
        for written in self.journal.events():
            try:
                event, mark = events.read(written.kind, written.data)
                game = apply(game, event, written.id, mark, now)
            except ValueError as error:
                where = self.journal.folder
                raise JournalError(
                    f"{where} cannot be replayed: event {written.id}: {error}; use the tileref that wrote it, or another folder with --data"
                ) from error
        beat = self.journal.last_beat()
        if beat is not None and beat.event == game.last_event:
            game = replace(game, clock=replace(game.clock, spent=max(game.clock.spent, beat.elapsed)))
        return game

    def write(self, move: Move, now: float) -> None:
        """Writes an event, then lets it happen.

        Raises:
            RefusedError: it does not fit the game.
            JournalError: it could not be written; then nothing has changed.
        """
        clock = self.game.clock
        mark = ClockMark(round(clock.elapsed(now), 3), round(move.clock.elapsed(now), 3), move.clock.running)
        data = events.write(move.event, mark)
        event, mark = events.read(move.event.kind, json.loads(json.dumps(data)))
        number = self.game.last_event + 1
        try:
            following = apply(self.game, event, number, mark, now)
        except ValueError as error:
            raise RefusedError(f"that does not fit what happened before: {error}") from error
        written = self.journal.append(move.event.kind, data)
        self.game = following if written.id == number else apply(self.game, event, written.id, mark, now)
        if move.clock == clock:
            self.game = replace(self.game, clock=clock)

    def note(self, now: float) -> None:
        """Notes how far the turn clock has run by `now`, if it runs. Safe from any thread: a note on a game that is past counts for nothing.

        Raises:
            JournalError: it could not be written.
        """
        game = self.game
        if game.clock.running:
            self.journal.note_beat(Beat(game.last_event, game.clock.elapsed(now)))

    def keep(self, frame: Frame) -> str:
        """The name under which the journal keeps the picture of `frame`: as the camera sent it, where it sent a JPEG that stands upright.

        Raises:
            JournalError: it could not be written.
        """
        picture = frame.picture
        if isinstance(picture, Jpeg) and not picture.may_be_turned:
            return self.journal.keep_photo(picture.data)
        ok, data = cv2.imencode(".jpg", frame.photo, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        if not ok:
            raise JournalError("the photo of the turn cannot be encoded: press again")
        return self.journal.keep_photo(data.tobytes())

    def photo(self, name: str) -> Path | None:
        """Where the photo of that name lies; None where there is none."""
        return self.journal.photo(name)

    def photos_of(self, press: Press) -> list[list[Photo]]:
        """The photos that were kept of a press, a group for each time that the table lay still."""
        return [photos for names in press.kept if (photos := self.photos_named(names))]

    def photos_named(self, names: Sequence[str]) -> list[Photo]:
        """Those of the photos with these names that can be opened."""
        found = []
        for name in names:
            if (path := self.photo(name)) is not None:
                with contextlib.suppress(PhotoError):  # what cannot be opened was not kept
                    found.append(load_photo(path))
        return found

    def close(self) -> None:
        """Closes the journal."""
        self.journal.close()
