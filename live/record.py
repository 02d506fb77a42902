"""The game on record: every event is applied as a replay will read it, then written down, and only then does it count."""

from __future__ import annotations

import contextlib
import gc
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2

from journal import FILE_NAME, Beat, Journal, JournalError, StoredEvent, salvaging
from journal.folders import fresh
from live.game import events
from live.game.commands import Move, RefusedError
from live.game.events import ClockMark, apply
from live.game.seen import VerdictPhoto
from live.game.state import Game
from live.watching.rest import Rest
from vision.camera.photo import PhotoError, decode_photo, load_photo
from vision.frame import Frame, Jpeg
from vision.image import Photo

JPEG_QUALITY = 92

HELD = 8
"""Maximum number of photos that are held in memory while the disk has no room for them."""

STARTS = 3
"""Maximum number of rounds, each further back than the one before, with which a replay is tried to begin; then it
begins with the first event. A round will not do where something has been undone or redone since that lies further
back."""


class Record:
    """The game and its journal. Not thread-safe, except for `note`.

    What cannot be read or written is a `JournalError`; then nothing has changed.
    """

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
        """The game; a new object after every event."""
        self._held: dict[str, bytes] = {}

    def _replay(self, now: float) -> Game:
        """The game as it stood when the last event, or the last beat after it, was written."""
        with _no_collection():
            game = next((game for start in self._starts() if (game := self._replay_from(start, now)) is not None), None)
            if game is None:
                game = self._replay_all(now)
        beat = self.journal.last_beat()
        if beat is not None and beat.event == game.last_event:
            game = replace(game, clock=replace(game.clock, spent=max(game.clock.spent, beat.elapsed)))
        return game

    def _starts(self) -> Iterator[int]:
        """Events with which a replay may begin, the last first.

        Each began a round, and nothing before it can be undone since.
        """
        started = self.journal.last(events.RoundStarted.kind)
        for _ in range(STARTS):
            carried = started and started.data.get("carried")
            if started is None or not carried or not carried["undo_from"]:
                return
            before = self.journal.event(carried["undo_from"])
            if before is None or before.kind != started.kind:  # its evening was removed
                yield started.id
                return
            yield before.id
            started = before

    def _replay_from(self, start: int, now: float) -> Game | None:
        """The game, replayed from the round that the event `start` began.

        It is None where what was undone since goes further back.
        """
        written = self.journal.since(start)
        try:
            first = next(written)
            event, mark = events.read(first.kind, first.data)
            if first.id != start or not isinstance(event, events.RoundStarted) or event.carried is None:
                return None
            game = replace(apply(Game(), event, start, mark, now), history=())  # nothing before it can be undone
            for each in written:
                game = _applied(game, each, now)
        except JournalError:
            raise
        except (StopIteration, ValueError):
            return None
        return game

    def _replay_all(self, now: float) -> Game:
        """The game, replayed from the first event on."""
        game = Game()
        for written in self.journal.since(1):
            try:
                game = _applied(game, written, now)
            except ValueError as error:
                where = self.journal.folder
                raise JournalError(
                    f"{where} cannot be replayed: {error}; use the tileref that wrote it, or another folder "
                    f"with --data; {salvaging(where / FILE_NAME)}"
                ) from error
        return game

    def write(self, move: Move, now: float) -> None:
        """Writes an event to the journal, then makes the game that follows the current one.

        Raises:
            RefusedError: it does not fit the game.
            JournalError: it could not be written; then nothing has changed.
        """
        clock = self.game.clock
        mark = ClockMark(round(clock.elapsed(now), 3), round(move.clock.elapsed(now), 3), move.clock.running)
        data = events.write(move.event, mark)
        event, mark = events.read(move.event.kind, json.loads(json.dumps(data)))
        try:
            following = apply(self.game, event, self.game.last_event + 1, mark, now)
        except ValueError as error:
            raise RefusedError(f"that does not fit what happened before: {error}") from error
        self.journal.append(move.event.kind, data)
        if move.clock == clock:
            following = replace(following, clock=replace(clock, limit=following.limit))
        self.game = following

    def note(self, now: float) -> None:
        """Notes how far the turn clock has run by `now`, if it runs.

        It may be called from any thread: a note on a game that is past counts for nothing.
        """
        game = self.game
        if game.clock.running:
            self.journal.note_beat(Beat(game.last_event, game.clock.elapsed(now)))

    def keep(self, frame: Frame) -> str:
        """Stores the picture of `frame` in the journal and returns its name.

        An upright JPEG is kept as the camera sent it.
        """
        picture = frame.picture
        if isinstance(picture, Jpeg) and not picture.may_be_turned:
            return self._keep(picture.data)
        ok, data = cv2.imencode(".jpg", frame.photo, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        if not ok:
            raise JournalError("the photo of the turn cannot be encoded: press again")
        return self._keep(data.tobytes())

    def _keep(self, jpeg: bytes) -> str:
        """Stores a photo, in memory where the disk has no room for photos: the last turn may still be challenged by it."""
        name = self.journal.keep_photo(jpeg)
        if self.photo(name) is None:
            held = {**self._held, name: jpeg}
            self._held = {each: held[each] for each in [*held][-HELD:]}
        return name

    def keep_looks(self, rest: Rest) -> list[VerdictPhoto]:
        """Stores the photos of the looks of a rest, and returns them as a verdict names them."""
        return [VerdictPhoto.of(self.keep(look.frame), look.reading) for look in rest.looks]

    def photo(self, name: str) -> Path | None:
        """Where the photo of that name lies; None where there is none."""
        return self.journal.photo(name)

    def photo_named(self, name: str) -> Photo | None:
        """The photo of that name; None where it cannot be opened."""
        return next(iter(self.photos_named([name])), None)

    def photos_named(self, names: Sequence[str]) -> list[Photo]:
        """The photos with these names that can be opened."""
        found = []
        for name in names:
            with contextlib.suppress(PhotoError):  # a photo that cannot be opened counts as not kept
                if (path := self.photo(name)) is not None:
                    found.append(load_photo(path))
                elif name in self._held:
                    found.append(decode_photo(self._held[name], name))
        return found

    def keep_elsewhere(self) -> Path:
        """Writes the journal anew whose files were deleted or moved away.

        It is written where it was, or else into a new folder in the user's home or in the one for temporary files.
        Returns that folder.

        Raises:
            RefusedError: its files are where they were.
            JournalError: it cannot be written anywhere.
        """
        if self.journal.is_there:
            raise RefusedError("the journal is where it was", "stale")
        troubles = []
        for parent in (None, Path.home, _temporary):
            try:
                self.journal.move(self.journal.folder if parent is None else fresh(parent()))
            except JournalError as error:
                troubles.append(error)
            else:
                return self.journal.folder
        raise troubles[0]

    def close(self) -> None:
        """Closes the journal."""
        self.journal.close()


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """Switches Python's garbage collector off for as long as the context lasts.

    A replay makes millions of objects but no cycle, and with collecting it takes two thirds as long again.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _temporary() -> Path:
    return Path(tempfile.gettempdir())


def _applied(game: Game, written: StoredEvent, now: float) -> Game:
    """The game after an event of the journal.

    Raises:
        ValueError: it does not say what it should, or does not fit the game; the message names it.
    """
    try:
        event, mark = events.read(written.kind, written.data)
        return apply(game, event, written.id, mark, now)
    except ValueError as error:
        raise ValueError(f"event {written.id}: {error}") from error
