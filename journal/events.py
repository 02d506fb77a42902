"""What an event is, and what goes wrong when one cannot be kept."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.errors import UserError

REMOVED = "removed"
"""The kind of an event that its owner removed: only its number, its time and its link are left."""

TOMBSTONE = "evening-removed"
"""The kind of the event which says that the owner removed those from its ``first`` to its ``last``."""


class JournalError(UserError):
    """The journal cannot be opened, read or written.

    The message is one line, fit for the user, and says how to mend it.
    """


@dataclass(frozen=True)
class StoredEvent:
    """One thing that happened at the table, as the journal keeps it; never changed once it is written.

    What it says is known to `live.game.events`.
    """

    id: int
    """1 for the first event of a journal, then counting up without gaps."""
    time: float
    """Seconds since 1970-01-01 UTC at which it was recorded."""
    kind: str
    """What happened, such as ``turn-ended``."""
    data: Mapping[str, Any]
    """The particulars, as JSON can hold them."""


@dataclass(frozen=True)
class Beat:
    """How far the turn clock had come when the program last noted it; no event, since nothing happened."""

    event: int
    """The last event that was recorded by then; 0 for none."""
    elapsed: float
    """Seconds on the turn clock."""


def text_of(data: Mapping[str, Any]) -> str:
    """The particulars of an event as the journal has them."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
