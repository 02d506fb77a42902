"""Which events of a damaged journal still make a game.

After a lost event, the turns of its round depend on what nobody knows; the next round depends only on the score sheet.
So what is kept of a round with a gap is how it began, what was played until the gap, and what was written down at its
end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from journal import StoredEvent
from journal.salvage import Found
from live.game import events
from live.game.replay import apply
from live.game.state import Game

LASTING = frozenset(
    {
        *events.BESIDE,
        *(
            event.kind
            for event in (
                events.RoundStarted, events.RoundScored, events.ScoreAmended, events.GameClosed, events.Undone, events.Redone, events.AreaMarked,
                events.CameraMoved, events.CameraAccepted,
            )
        ),
    }
)  # fmt: skip
"""Kinds of events that are kept despite a gap earlier in their round, unless they do not fit what is left."""


class Salvaged(NamedTuple):
    """What becomes of an event."""

    number: int
    event: StoredEvent | None
    """The event; None where it is lost."""
    why: str
    """Why the event is lost; empty where it is kept."""


def fitting(found: Iterable[Found]) -> Iterator[Salvaged]:
    """Yields what becomes of each event; those that are kept can be replayed."""
    game, has_gap = Game(), False
    for number, event, why in found:
        if event is None:
            has_gap = True
            yield Salvaged(number, None, why)
            continue
        if has_gap and event.kind not in LASTING:
            yield Salvaged(number, None, "it hangs on what is lost")
            continue
        try:
            said, mark = events.read(event.kind, event.data)
            game = apply(game, said, number, mark)
        except ValueError:
            has_gap = True
            yield Salvaged(number, None, "it does not fit what is left")
            continue
        if isinstance(said, events.RoundStarted):
            has_gap = False
        yield Salvaged(number, event, "")
