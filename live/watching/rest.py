"""A rest: a stretch of time in which nothing on the table moved, its frames, and what was read in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from calibration.profile import Polygon
from live.game.rack_areas import seen_from, without
from live.game.seen import SeenTable
from vision import quads
from vision.frame import Frame
from vision.quads import Corners
from vision.reading.table_reading import TableReading
from vision.scene.fuse import fuse
from vision.scene.viewpoint import HOME, Viewpoint
from vision.scene.watch import Cover

FRAMES = 3
"""How many still frames one reading is fused from."""

REFRESH, RARELY = 5.0, 15.0
"""A table that stays still is read again after this many seconds: the light may have become better. Where nothing is in
doubt, the second holds."""

GLIMPSE = 0.04
"""Minimum probability of all faces together of what may be a tile; what has less lies face down or is no tile. It is a
little less than a place has of which no more is known than that something lies there
(`vision.reading.detect.LEAST_BELIEF`)."""


class Look(NamedTuple):
    """One still frame and its reading."""

    frame: Frame
    reading: TableReading


@dataclass(eq=False)
class Rest:
    """A stretch of time in which nothing moved: its frames show one and the same table."""

    number: int
    first_frame: Frame
    still_since: float
    """When the last movement before it ended in the picture, in seconds of the frames."""
    last_seen: float
    """Time of its newest frame."""
    viewpoint: Viewpoint | None = HOME
    """The viewpoint from which its frames show the table; None where that cannot be told."""
    frames: list[Frame] = field(default_factory=list)
    """The frames that are still to be read, the first and the newest ones."""
    given_out: int = 0
    """How many of its frames are being read."""
    looks: tuple[Look, ...] = ()
    """The frames that were read, with their readings, the newest last."""
    is_begun: bool = True
    """Whether nothing has moved for long enough, and nothing that may be an arm lies there; until then it may turn out
    to be no rest at all."""
    is_over: bool = False
    """Whether something has moved since."""
    cover: Cover = field(default_factory=Cover)
    """What its newest frame shows over the table: what was laid beneath is not seen."""
    read_at: float = 0.0
    """Time of the newest frame in `looks`."""
    valid_until: float = float("inf")
    """Time after which its frames show no table."""

    @property
    def is_read(self) -> bool:
        """Whether as much of it is read as a verdict takes."""
        return len(self.looks) >= FRAMES or (bool(self.looks) and self._is_done)

    @property
    def is_unreadable(self) -> bool:
        """Whether it is over, and none of its frames could be read."""
        return not self.looks and self._is_done

    @property
    def _is_done(self) -> bool:
        """Whether it is over, and nothing of it is left to read or being read."""
        return self.is_over and not self.frames and not self.given_out

    def take(self, frame: Frame, cover: Cover) -> None:
        """Takes its newest frame, with `cover` over the table, and keeps it to be read where a reading is due."""
        self.last_seen, self.cover = frame.seconds, cover
        if len(self.frames) >= FRAMES:
            del self.frames[1]  # the first is kept, as a hand may come at once and be in all others
        if len(self.looks) < FRAMES or not 0 <= frame.seconds - self.read_at < self._stays_known:
            self.frames.append(frame)

    @property
    def _stays_known(self) -> float:
        """Seconds for which what was read last need not be read again."""
        return REFRESH if any(look.reading.doubtful for look in self.looks) else RARELY

    def cut_off(self, until: float) -> None:
        """Drops its frames after `until`, which show no table."""
        self.valid_until = min(until, self.valid_until)
        self.frames = [frame for frame in self.frames if frame.seconds <= self.valid_until]
        self.looks = tuple(look for look in self.looks if look.frame.seconds <= self.valid_until)

    @property
    def is_placed(self) -> bool:
        """Whether something of it was read, and it is known from where it shows the table."""
        return bool(self.looks) and self.viewpoint is not None

    def seen(self, copies: int, rack_areas: Sequence[Polygon] = ()) -> SeenTable:
        """The table that its looks show together.

        Args:
            copies: how many tiles of each kind there are.
            rack_areas: the parts of the picture, of the camera as it was put up, in which racks stand.

        Raises:
            ValueError: nothing has been read yet, or it cannot be told from where it was seen.
        """
        if self.viewpoint is None:
            raise ValueError("nobody knows from where this was seen")
        reading = self.reading(copies)
        parts = seen_from(self.viewpoint, rack_areas, reading.width, reading.height)
        return SeenTable.from_reading(without(reading, parts), self.viewpoint)

    def half_seen(self, table: SeenTable, rack_areas: Sequence[Polygon] = ()) -> list[Corners]:
        """The outlines, in pixels, of what may be a tile in any of its looks but is none on the `table`.

        The `table` is what the looks show together (`seen`).
        """
        if self.viewpoint is None:
            return []
        seen, found = [tile.outline for tile in table.tiles if tile.tile is not None], []
        for look in self.looks:
            parts = seen_from(self.viewpoint, rack_areas, look.reading.width, look.reading.height)
            tiles = [tile for tile in without(look.reading, parts).tiles if tile.probabilities.sum() >= GLIMPSE]
            paired = {i for i, _ in quads.nearest_pairs([tile.corners for tile in tiles], seen)}
            found += [tile.corners for i, tile in enumerate(tiles) if i not in paired]
        return found

    def reading(self, copies: int) -> TableReading:
        """What its looks show together, racks in the picture included.

        Raises:
            ValueError: nothing has been read yet.
        """
        return fuse([look.reading for look in self.looks], copies)
