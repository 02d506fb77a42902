"""What happened at the table: append-only events and the photos that prove them."""

from journal.events import Beat, Event, JournalError
from journal.store import Journal

__all__ = ["Beat", "Event", "Journal", "JournalError"]
