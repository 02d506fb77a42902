"""How well a camera sees the table from where it stands, and what to change about it before the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from calibration import TableProfile
from live.game.seen import SeenTable
from live.watching.observer import Observer, Reader
from vision.camera.frames import Source, SourceError
from vision.frame import Frame
from vision.image import Photo
from vision.reading.legible import LOW, Legibility, is_low, legibility
from vision.reading.table_reading import MESSAGES, TableReading
from vision.scene.flicker import ALWAYS
from vision.scene.fuse import fuse

PATIENCE = 10.0
"""Seconds that a source is given to show the table lying still, after what changes all the time has turned out to
flicker."""


@dataclass(frozen=True, eq=False)
class Visibility:
    """One look at the table."""

    photo: Photo
    reading: TableReading
    """What was read within the play area."""
    still: bool = True
    """Whether the picture came to rest; a game reads none that does not."""
    left_out: tuple[str, ...] = ()
    """The parts of it in which something flickers, as `vision.regions.where` names them."""

    @cached_property
    def legibility(self) -> Legibility:
        """How well its tiles can be read."""
        return legibility(self.photo, self.reading)

    def advice(self) -> Iterator[str]:
        """What to change, one line each; nothing where the table is seen well."""
        if not self.still:
            yield "the picture does not come to rest: look for hands, flickering light and a shaking camera"
        for part in self.left_out:
            yield f"something flickers at the {part} of the picture, and is left out: lay no tiles there"
        found = self.legibility
        if not found.tiles:
            yield "no tiles are seen: lay some sets onto the table, and turn the camera towards them"
        if found.low:
            yield (
                f"{found.low} of {found.tiles} tiles are lower than {LOW:.0f} pixels: move the camera nearer, "
                "or let it look down on them more steeply"
            )
        if self.reading.oddity is not None:
            yield MESSAGES[self.reading.oddity]
            return  # its tiles can be judged only in another one
        if found.soft:
            yield f"{found.soft} of {found.tiles} tiles are not sharp: wipe the lens, let it focus on the table, add light"
        if found.burnt:
            yield f"{found.burnt} of {found.tiles} tiles lie in a glare: move the lamp or the camera"
        if self.reading.doubtful:
            yield f"{len(self.reading.doubtful)} of {found.tiles} tiles are doubtful: look for glare, shadow and blur on them"


def look_through(source: Source, reader: Reader, profile: TableProfile) -> Visibility:
    """The play area as `source` shows it once it lies still: several frames, fused as in a game.

    A picture that does not come to rest within `PATIENCE` seconds, or before the source ends, is read as it is. The source is
    closed afterwards.

    Raises:
        SourceError: the source gives no picture.
    """
    observer = Observer()
    with source:
        last = _look_on(source, observer, reader, profile)
    if observer.now is None or not observer.now.looks:
        return visibility_of(last.photo, reader, profile, still=False)
    return Visibility(last.photo, fuse([look.reading for look in observer.now.looks]), left_out=observer.flicker.parts)


def _look_on(source: Source, observer: Observer, reader: Reader, profile: TableProfile) -> Frame:
    """Shows the observer frames until it has read the table or `PATIENCE` is over; returns the last.

    Raises:
        SourceError: the source gives no picture.
    """
    first = last = None
    for frame in _pictures(source):
        first, last = first or frame, frame
        observer.look(frame, profile.area_in(*frame.size))
        if (task := observer.task()) is not None:
            observer.done(task, reader.read(task.frame.photo, task.area))
        if observer.is_read or last.seconds - first.seconds > PATIENCE + (ALWAYS if observer.flicker.may_begin else 0):
            break
    if last is None:
        raise SourceError("the camera gives no picture; check its cable and its power")
    return last


def _pictures(source: Source) -> Iterator[Frame]:
    """The frames of a source; `SourceError` once it has trouble."""
    for frame in source:
        if source.trouble is not None:
            raise SourceError(source.trouble)
        if frame is not None:
            yield frame


def visibility_of(photo: Photo, reader: Reader, profile: TableProfile, *, still: bool = True) -> Visibility:
    """The play area of one photo, taken from where the camera is to stand."""
    return Visibility(photo, reader.read(photo, profile.area_in(*_size(photo))), still)


def low_tiles(table: SeenTable) -> int:
    """How many tiles of the table are too small in the picture to be read well."""
    return sum(is_low(tile.height) for tile in table.tiles)


def _size(photo: Photo) -> tuple[int, int]:
    """Width and height of a photo in pixels."""
    height, width = photo.shape[:2]
    return width, height
