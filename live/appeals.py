"""Verdicts that somebody asks for: by a photo, or by another look at the table.

Everything that they are drawn from is kept on the disk; where it cannot be, it is a `journal.JournalError`, and nothing has changed.
"""

from __future__ import annotations

from live.deciding.choice import WaitsFor
from live.game import commands
from live.game.commands import RefusedError
from live.game.judging import judge_in_doubt
from live.game.seen import SeenTable, VerdictPhoto
from live.table import LiveTable
from vision.frame import Frame, Jpeg
from vision.reading.table_reading import TableReading

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
