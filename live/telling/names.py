"""Who has played at this table: the names that are offered when it is set again."""

from __future__ import annotations

from collections.abc import Iterator

from journal import Journal
from live.game import events

MOST = 12
"""Maximum number of names that are offered."""

LOOKED_AT = 400
"""Maximum number of events, rounds begun and names forgotten, in which names are looked for."""


def remembered(journal: Journal) -> list[str]:
    """The names of the players of past rounds, the last to have played first, without those that were forgotten since.

    Raises:
        JournalError: the journal cannot be read.
    """
    found: dict[str, None] = {}
    forgotten: set[str] = set()
    for event in _newest(journal):
        if isinstance(event, events.NameForgotten):
            forgotten |= {event.name} - found.keys()
        else:
            found |= {name: None for name in event.players if name not in forgotten}
    return list(found)[:MOST]


def last_round(journal: Journal) -> events.RoundStarted | None:
    """The round that was begun last, whose players may play once more; None where there was none, or one of them was forgotten since.

    Raises:
        JournalError: the journal cannot be read.
    """
    forgotten: set[str] = set()
    for event in _newest(journal):
        if isinstance(event, events.RoundStarted):
            return None if forgotten & set(event.players) else event
        forgotten.add(event.name)
    return None


def _newest(journal: Journal) -> Iterator[events.RoundStarted | events.NameForgotten]:
    """The rounds begun and the names forgotten, the newest first; an event that cannot be read is passed over."""
    for written in journal.newest((events.RoundStarted.kind, events.NameForgotten.kind), LOOKED_AT):
        try:
            event, _ = events.read(written.kind, written.data)
        except ValueError:
            continue
        if isinstance(event, events.RoundStarted | events.NameForgotten):
            yield event
