"""Who has played at this table: the names that are offered when it is set again."""

from __future__ import annotations

from journal import Journal
from live.game import events
from live.game.events import NameForgotten, NameMended, RoundStarted

MOST = 12
"""Maximum number of names that are offered."""

LOOKED_AT = 400
"""Maximum number of events, rounds begun and names forgotten or mended, in which names are looked for."""


def remembered(journal: Journal) -> list[str]:
    """The names of the players of past rounds, the last to have played first, without those that were forgotten or mended since.

    An event that cannot be read is passed over.

    Raises:
        JournalError: the journal cannot be read.
    """
    found: dict[str, None] = {}
    forgotten: set[str] = set()
    for written in journal.newest((RoundStarted.kind, NameForgotten.kind, NameMended.kind), LOOKED_AT):
        try:
            event, _ = events.read(written.kind, written.data)
        except ValueError:
            continue
        if isinstance(event, NameForgotten):
            forgotten |= {event.name} - found.keys()
        elif isinstance(event, NameMended):
            found |= {event.name: None}
            forgotten |= {event.player} - found.keys()
        elif isinstance(event, RoundStarted):
            found |= {name: None for name in event.players if name not in forgotten}
    return list(found)[:MOST]
