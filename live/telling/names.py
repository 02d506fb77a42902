"""Who has played at this table: the names that are offered when it is set again."""

from __future__ import annotations

from collections.abc import Iterator

from journal import Journal
from live.game import events

MOST = 12
"""Maximum number of names that are offered."""

LOOKED_AT = 400
"""Maximum number of events, rounds begun and names forgotten or mended, in which names are looked for."""


def remembered(journal: Journal) -> list[str]:
    """The names of the players of past rounds, the last to have played first, without those that were forgotten or mended since.

    Raises:
        JournalError: the journal cannot be read.
    """
    found: dict[str, None] = {}
    forgotten: set[str] = set()
    for event in _newest(journal):
        if isinstance(event, events.NameForgotten):
            forgotten |= {event.name} - found.keys()
        elif isinstance(event, events.NameMended):
            found |= {event.name: None}
            forgotten |= {event.player} - found.keys()
        else:
            found |= {name: None for name in event.players if name not in forgotten}
    return list(found)[:MOST]


def last_round(journal: Journal) -> events.RoundStarted | None:
    """The round that was begun last, whose players may play once more; None where there was none, or one of them was forgotten or mended since.

    Raises:
        JournalError: the journal cannot be read.
    """
    gone: set[str] = set()
    for event in _newest(journal):
        if isinstance(event, events.RoundStarted):
            return None if gone & set(event.players) else event
        gone.add(event.player if isinstance(event, events.NameMended) else event.name)
    return None


def _newest(journal: Journal) -> Iterator[events.RoundStarted | events.NameForgotten | events.NameMended]:
    """The rounds begun and the names forgotten and mended, the newest first; an event that cannot be read is passed over."""
    kinds = events.RoundStarted, events.NameForgotten, events.NameMended
    for written in journal.newest(tuple(kind.kind for kind in kinds), LOOKED_AT):
        try:
            event, _ = events.read(written.kind, written.data)
        except ValueError:
            continue
        if isinstance(event, kinds):
            yield event
