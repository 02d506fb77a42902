"""What happened at the table: append-only events and the photos that prove them."""

from journal.events import REMOVED, TOMBSTONE, Beat, JournalError, StoredEvent
from journal.failures import FILE_NAME, salvaging
from journal.store import Journal

__all__ = ["FILE_NAME", "REMOVED", "TOMBSTONE", "Beat", "Journal", "JournalError", "StoredEvent", "salvaging"]
