"""What a table looks through, chosen while people play: a camera, a phone, an address, the demo's film, or nothing."""

from __future__ import annotations

import contextlib
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from pathlib import Path

import calibration
from calibration.profile import FILE_NAME
from journal import Journal
from live.demo import DemoFeed, DemoRound
from live.game.commands import RefusedError
from live.table import LiveTable
from live.watching.feed import NO_CAMERA, CameraFeed, Feed, NoCamera, camera_of
from vision.camera.frames import SourceError

DEMO = DemoFeed.name
"""Names the demo's film in place of a camera."""


def open_feed(camera: str) -> Feed:
    """Opens a camera as ``--camera`` names it, nothing (`NO_CAMERA`), or the film (`DEMO`).

    Raises:
        SourceError: it gives no picture.
        DemoError: the film is not there.
    """
    if camera == NO_CAMERA:
        return NoCamera()
    if camera == DEMO:
        with resources.as_file(resources.files("sample_images") / "demo") as folder:
            return DemoFeed(DemoRound.load(folder))
    return CameraFeed(camera)


@contextlib.contextmanager
def folder_of(feed: Feed, home: Path) -> Iterator[Path]:
    """The folder of the journal and the profile of what `feed` shows: `home`, or for the film one that goes with it."""
    if not isinstance(feed, DemoFeed):
        yield home
        return
    with tempfile.TemporaryDirectory(prefix="tileref-demo-") as name:
        calibration.save(feed.profile, Path(name) / FILE_NAME)
        yield Path(name)


class Cameras:
    """Changes what one table looks through. Thread-safe."""

    def __init__(self, live: LiveTable, home: Path, camera: str) -> None:
        """`live` looks through `camera`; `home` is the folder of the people's game and of the table's profile."""
        self._live, self._home = live, home
        self.camera = camera
        """What the table looks through, as `open_feed` takes it; an address with its password."""
        self._before_film: str | None = None
        self._choosing = threading.Lock()
        self._shown = contextlib.ExitStack()  # what goes with the game that is shown

    def choose(self, camera: str | None, by: str) -> None:
        """Looks through `camera` and keeps it for the next start; None for what a start without ``--camera`` takes.

        From the film this leads to the game that people play, and the film, which keeps nothing, leaves that as it is.

        Args:
            camera: as `open_feed` takes it.
            by: who chooses it (`live.game.event.Event.by`).

        Raises:
            RefusedError: it gives no picture; then nothing has changed.
            UserError: the game cannot be taken up, the choice not kept, or the film is not there; likewise.
        """
        with self._choosing:
            is_film = isinstance(self._live.feed, DemoFeed)
            if camera == DEMO:
                if not is_film:
                    self._before_film = self.camera
                    self._take_up(open_feed(DEMO), DEMO)
            elif is_film:
                self._leave_film(camera, by)
            elif camera is not None:
                feed = self._live.feed if camera == self.camera else _opened(camera)
                self._look_through(feed, camera, self.camera, by)

    def close(self) -> None:
        """Removes what the film kept, once the table is closed."""
        self._shown.close()

    def _leave_film(self, camera: str | None, by: str) -> None:
        """Takes up the game that people play; nothing looks at it where no camera was named and none answers."""
        profile = calibration.load(self._home / FILE_NAME)
        last = self._before_film or profile.camera
        usual = None if camera is not None else last or camera_of(profile)
        chosen = NO_CAMERA if camera is usual is None else camera  # by a person, or since there is none: that is kept
        wanted = usual or chosen or NO_CAMERA
        try:
            feed = _opened(wanted)
        except RefusedError:
            if chosen is not None:
                raise
            wanted, feed = NO_CAMERA, NoCamera()
        self._take_up(feed, wanted)
        if chosen not in {None, last}:
            self._look_through(feed, wanted, last, by)

    def _take_up(self, feed: Feed, camera: str) -> None:
        """Takes up the game of the folder that goes with the feed."""
        with contextlib.ExitStack() as stack:
            stack.callback(feed.close)
            folder = stack.enter_context(folder_of(feed, self._home))
            journal = stack.enter_context(Journal(folder))
            if isinstance(feed, DemoFeed):
                feed.attach(self._live)
            self._live.take_up(journal, feed, folder / FILE_NAME)
            self._shown.close()
            self._shown, self.camera = stack.pop_all(), camera

    def _look_through(self, feed: Feed, camera: str, last: str | None, by: str) -> None:
        """Looks through the feed of a camera; a play area that was marked in the picture of the `last` one goes."""
        path = self._home / FILE_NAME
        profile = calibration.load(path)
        try:
            calibration.save(replace(profile, camera=camera, area=profile.area if camera == last else None), path)
            self._live.look_through(feed, by)
        except BaseException:
            if feed is not self._live.feed:
                feed.close()
            raise
        self.camera = camera


def _opened(camera: str) -> Feed:
    """The camera, open.

    Raises:
        RefusedError: it gives no picture.
    """
    try:
        return open_feed(camera)
    except SourceError as error:
        raise RefusedError(str(error), "camera-fails", line=str(error)) from error
