"""Which events of a damaged journal still make a game.

After a lost event, the turns of its round depend on what nobody knows; the next round depends only on the score sheet.
So what is kept of a round with a gap is how it began, what was played until the gap, and what was written down at its
end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from journal.salvage import Found
from live.game import events
from live.game.events import apply
from live.game.state import Game


def fitting(found: Iterable[Found]) -> Iterator[Found]:
    """Yields what becomes of each event; those that are kept can be replayed."""
    game, has_gap = Game(), False
    for one in found:
        number, event = one.number, one.event
        if event is None:
            has_gap = True
            yield one
            continue
        if has_gap and not (event.kind in events.KINDS and events.KINDS[event.kind].lasts):
            yield Found(number, None, "it hangs on what is lost")
            continue
        try:
            said, mark = events.read(event.kind, event.data)
            game = apply(game, said, number, mark)
        except ValueError:
            has_gap = True
            yield Found(number, None, "it does not fit what is left")
            continue
        if isinstance(said, events.RoundStarted):
            has_gap = False
        yield one
