"""Verdicts that somebody asks for: by a photo, or by another look at the table.

Everything that they are drawn from is kept on the disk; where it cannot be, it is a `journal.JournalError`, and nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from live.clips import Clip
from live.deciding.choice import WaitsFor
from live.game import commands
from live.game.challenging import check_challenge
from live.game.commands import RefusedError
from live.game.judging import judge_in_doubt
from live.game.rack_areas import seen_from, without
from live.game.seen import SeenTable, VerdictPhoto
from live.table import LiveTable
from vision.frame import Frame, Jpeg, thumbnail
from vision.image import Photo
from vision.reading.table_reading import TableReading
from vision.scene.fuse import fuse

BEST = 3
"""How many frames of a clip are read for a challenge."""

ALIKE = 25.0
"""Grey levels, of 255, by which two pictures of the same table may differ where they differ most; a tile that is gone or added makes twice as many."""

_PATCH = 7  # pixels of a thumbnail: as large as a small tile

SOON = frozenset({None, WaitsFor.READING, WaitsFor.PICTURE})
"""Reasons for a missing verdict that the camera itself clears up in a moment."""


def judge_photo(live: LiveTable, press: int, photo: Jpeg, reading: TableReading, seen: SeenTable) -> None:
    """Judges a turn by a photo of the table it left: the turn that waits for its verdict, or the last one that has none.

    Args:
        live: the table.
        press: the event that ended the turn.
        photo: the photo, upright.
        reading: what was read in it.
        seen: the table as it shows it.

    Raises:
        RefusedError: no such turn waits, the turn after it was ended, or the camera is about to judge it.
    """
    with live.lock:
        if live.game.press is not None and live.sitting.waits_for in SOON:
            raise RefusedError("the camera is about to judge that turn", "settling")
        case = live.game.case_of_photo(seen)
        if case is None or case.press.event != press:
            raise RefusedError("the table has moved on since", "stale")
        frames = [VerdictPhoto.of(live.record.keep(Frame(photo, live.feed.now())), reading)]
        live.do(commands.give, *judge_in_doubt(case), frames)


def judge_again(live: LiveTable, press: int) -> None:
    """Judges the last turn, which the event `press` ended, by the table as the camera sees it lie now.

    Raises:
        RefusedError: it is not the last turn, or no camera sees the table lie still.
    """
    with live.lock:
        commands.check_last(live.game, press)
        rest = live.scene.rest
        if rest is None:
            raise commands.not_still()
        seen = rest.seen(live.game.copies, live.game.rack_areas)
        frames = live.record.keep_looks(rest)
        live.do(
            commands.judge_again, press, seen, frames, has_moved=live.sitting.moments.may_have_moved_after(press, rest)
        )


def challenge(live: LiveTable, press: int, read: Callable[[bytes, int], TableReading], by: str | None) -> None:
    """Has the turn that the event `press` ended read again from its clip, at the challenge of its player.

    Meanwhile the game goes on. `by` is who pressed (`live.game.event.Event.by`), `read` gives what a JPEG shows, of a box with so many copies of each tile.

    Raises:
        RefusedError: nobody may challenge that, there is no clip, or the table has moved on meanwhile.
        PhotoError: the frames cannot be read.
    """
    clips = live.clips
    if clips is None:
        raise RefusedError("no frames are kept at this table", "no-clip")
    with live.lock:
        judged, copies = check_challenge(live.game, press, live.challenges), live.game.copies
        areas, viewpoint = live.game.rack_areas, judged.case.seen.viewpoint
        clip = clips.clip(live.record.journal, press)
    frames = best_frames(clip, live.record.photos_named(judged.photos))
    if not frames:
        raise RefusedError("no clip shows that turn", "no-clip")
    reading = fuse([read(jpeg, copies) for jpeg in frames], copies)
    parts = seen_from(viewpoint, areas, reading.width, reading.height)
    play = live.scene.area.seen_from(viewpoint, reading.width, reading.height)
    seen = SeenTable.from_reading(without(reading, parts, play), viewpoint)
    photos = tuple(dict.fromkeys(live.record.journal.keep_photo(jpeg) for jpeg in frames))
    with live.pressed_by(by):
        live.do(commands.challenge, press, live.challenges, seen, photos)


def best_frames(clip: Clip, photos: Sequence[Photo]) -> list[bytes]:
    """The sharpest frames since the press that show the table as the `photos` do, by which its turn was judged; `BEST` at most."""
    kept = [thumbnail(photo).astype(np.float32) for photo in photos]
    alike = list[tuple[float, bytes]]()
    for jpeg in (shot for at, shot in clip.items() if at >= 0):
        photo = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
        small = None if photo is None else thumbnail(photo.astype(np.uint8, copy=False)).astype(np.float32)
        if small is not None and any(small.shape == one.shape and _away(small, one) <= ALIKE for one in kept):
            alike.append((float(cv2.Laplacian(small, cv2.CV_32F).var()), jpeg))
    return [jpeg for _, jpeg in sorted(alike, key=lambda one: -one[0])[:BEST]]


def _away(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """How far two small pictures differ where they differ most, in grey levels over a patch as large as a tile, whatever the light."""
    apart = one - other
    return float(cv2.blur(np.abs(apart - apart.mean()), (_PATCH, _PATCH)).max())
