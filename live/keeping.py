"""The evenings of a journal as what its owner keeps: which there are, how large they are, and how one is removed.

They are read beside a program that plays (`journal.salvage`); what is changed needs the journal for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from journal import FILE_NAME, REMOVED, TOMBSTONE, Journal, JournalError, StoredEvent, photos
from journal.events import text_of
from journal.salvage import Found, read
from live.game import events
from live.game.event import Move
from live.game.state import Game
from live.record import Record
from live.telling.evening import Span, evenings_in, spans
from live.telling.evenings import EveningSummary, summary_of


class Evening(NamedTuple):
    """An evening as its folder has it."""

    summary: EveningSummary
    events: int
    """Bytes of its events."""
    photos: int
    """Bytes of its photos, as far as they are kept."""
    clips: int
    """Bytes of its clips, likewise."""


class Gone(NamedTuple):
    """An evening that its owner removed."""

    first: int
    last: int
    """The first and the last of its events."""
    began: float
    """When the first of them was recorded, seconds since 1970-01-01 UTC."""
    removed: float
    """When it was removed, likewise."""


def evenings(folder: Path) -> Iterator[Evening]:
    """The evenings of the journal in `folder` on which a round was begun, in the order of time.

    Raises:
        JournalError: it cannot be read.
    """
    for written in evenings_in(one.event for one in read(folder / FILE_NAME) if one.event is not None):
        summary = summary_of(Span(written[0].id, written[-1].id), written)
        if summary.sheets:
            sizes = {path: path.stat().st_size for path in files_of(folder, written)}
            shown = sum(size for path, size in sizes.items() if photos.is_name(path.name))
            events = sum(len(text_of(one.data).encode()) for one in written)
            yield Evening(summary, events, shown, sum(sizes.values()) - shown)


def gone(found: Iterable[Found]) -> list[Gone]:
    """The evenings of a journal that were removed, as the tombstones among its events say."""
    known = [one.event for one in found if one.event is not None]
    began = {one.id: one.time for one in known if one.kind == REMOVED}
    told = [(range(one.data["first"], one.data["last"] + 1), one.time) for one in known if one.kind == TOMBSTONE]
    return [
        Gone(numbers[0], numbers[-1], began[min(began.keys() & numbers)], removed)
        for numbers, removed in told
        if not began.keys().isdisjoint(numbers)
    ]


def files_of(folder: Path, written: Iterable[StoredEvent]) -> list[Path]:
    """The photos and clips that these events name, as far as they are kept in `folder`."""
    paths: dict[Path, None] = {}
    for one in written:
        paths.update(dict.fromkeys(photos.path_of(folder, name) for name in photos.names_in(text_of(one.data))))
    return [path for path in paths if path.is_file()]


def altered(folder: Path, written: Iterable[StoredEvent]) -> Iterator[tuple[int, str]]:
    """Yields the photos and clips of these events that are kept in `folder` and not as they were: the event, and the name.

    Raises:
        OSError: one of them cannot be read.
    """
    known = set[str]()
    for one in written:
        for name in photos.names_in(text_of(one.data)):
            path = photos.path_of(folder, name)
            if name not in known and path.is_file() and not photos.is_whole(name, path.read_bytes()):
                yield one.id, name
            known.add(name)


def remove(folder: Path, first: int) -> Span:
    """Removes the evening that begins with the event `first`, with its photos and clips; returns where it lay.

    Its events leave their links in the chain, and an event says that it was removed.

    Raises:
        JournalError: there is none, the journal is in use, or what was played after it hangs on it; then nothing has changed.
    """
    with Journal(folder) as journal:
        span = next((one for one in spans(journal) if one.first == first), None)
        if span is None or not any(one.kind == events.RoundStarted.kind for one in journal.since(*span)):
            raise JournalError(f"{folder} has no evening {first}: tileref journal list names them")
        others = (one for one in journal.since(1) if not span.first <= one.id <= span.last)
        files = {*files_of(folder, journal.since(*span))}.difference(files_of(folder, others))
        record = Record(journal, 0.0)
        clock = (Game() if span.last == journal.last_event else record.game).clock
        with journal.removing(*span):
            record.write(Move(events.EveningRemoved(*span), clock), 0.0)
            check_replayed(
                journal, f"evening {first} cannot be removed by itself: what was played after it leads back into it"
            )
        for path in files:
            path.unlink(missing_ok=True)
    return span


def check_replayed(journal: Journal, else_said: str) -> None:
    """Raises `JournalError` where the game cannot be taken up."""
    try:
        Record(journal, 0.0)
    except JournalError as error:
        raise JournalError(f"{else_said} ({error.__cause__ or error})") from error
