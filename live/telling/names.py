"""Who has played at this table: the names that are offered when it is set again."""

from __future__ import annotations

from journal import Journal
from live.game import events
from live.game.commands import Move
from live.game.state import Game

MOST = 12
"""Maximum number of names that are offered."""

LOOKED_AT = 400
"""Maximum number of events, rounds begun and names forgotten, in which names are looked for."""


def remembered(journal: Journal) -> list[str]:
    """The names of the players of past rounds, the last to have played first, without those that were forgotten since.

    An event that cannot be read is passed over.

    Raises:
        JournalError: the journal cannot be read.
    """
    found: dict[str, None] = {}
    forgotten: set[str] = set()
    for written in journal.newest((events.RoundStarted.kind, events.NameForgotten.kind), LOOKED_AT):
        try:
            event, _ = events.read(written.kind, written.data)
        except ValueError:
            continue
        if isinstance(event, events.NameForgotten):
            forgotten |= {event.name} - found.keys()
        elif isinstance(event, events.RoundStarted):
            found |= {name: None for name in event.players if name not in forgotten}
    return list(found)[:MOST]


def forget(game: Game, now: float, name: str) -> Move:
    """Stops offering a name; what was played under it stays in the journal."""
    del now
    return Move(events.NameForgotten(name), game.clock)
