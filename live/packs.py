"""An evening as one file to take along: a ZIP of its round files, its photos, and the journal's own lines, which are put back as they were."""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile

from journal import FILE_NAME, REMOVED, TOMBSTONE, Journal, JournalError, StoredEvent, photos
from journal.chain import link
from journal.database import BLANK, Row
from journal.events import text_of
from journal.failures import explain
from journal.folders import made_for
from journal.salvage import Found, read, write_rows
from live.game import events
from live.keeping import check_replayed, files_of
from live.telling.evening import evenings_in
from live.telling.round_files import file_name, recorded_rounds, sealed_as
from referee.errors import UserError
from roundfile.document import MOST_BYTES, SUFFIX, write

FORMAT = "tileref-evening/1"
"""The value of ``format`` in the first line of the events."""

EVENTS = "events.jsonl"
ROUNDS = "rounds/"
FILES = "photos/"

_MOST_NUMBER = 10_000_000
"""The greatest number of an event: a hundred evenings have 77,300."""
_MOST_EVENTS = 256 * 1024 * 1024
_MOST_ROUNDS = 64 * 1024 * 1024
_MOST_FILE = 64 * 1024 * 1024
"""Maximum bytes of the events, and of a photo or a clip: what has more is not read."""


class PackError(UserError):
    """A file that is no pack, or not as it was written. The message is one line, fit for the user."""


def entries(folder: Path, first: int | None, program: str) -> Iterator[tuple[str, bytes]]:
    """What a pack holds of the evening that begins with the event `first`, or of the last one: names and contents.

    Raises:
        JournalError: there is no such evening, it is damaged, or cannot be read.
    """
    found = {one.number: one for one in read(folder / FILE_NAME)}
    evening = _played(found.values(), first)
    if evening is None:
        raise JournalError(f"{folder} has no such evening: tileref journal list names those that there are")
    begin, last = evening[0].id, evening[-1].id
    yield (
        EVENTS,
        _lines([found[number] for number in range(begin, last + 1)], found[begin - 1].link if begin > 1 else None),
    )
    for recorded in recorded_rounds(evening):
        document = sealed_as(recorded.document, program, last, found[last].link)
        yield ROUNDS + file_name(document), write(document).encode()
    for path in files_of(folder, evening):
        try:
            yield FILES + path.name, path.read_bytes()
        except OSError as error:
            raise JournalError(f"{path} cannot be read ({error.strerror}): allow it, and pack again") from error


def _played(found: Iterable[Found], first: int | None) -> list[StoredEvent] | None:
    """The evening that begins with that event, or the last one, on which a round was begun; None where there is none."""
    there = evenings_in(one.event for one in found if one.event is not None)
    played = [evening for evening in there if any(one.kind == events.RoundStarted.kind for one in evening)]
    return next((one for one in reversed(played) if first in {None, one[0].id}), None)


def _lines(found: Sequence[Found], before: bytes | None) -> bytes:
    """The events of an evening, a line each, below one with the link that they follow."""
    lost = next((one for one in found if one.event is None), None)
    if lost is not None:
        line = f"event {lost.number} of that evening is lost ({lost.why}): tileref journal salvage saves the rest"
        raise JournalError(line)
    lines: list[dict[str, Any]] = [{"format": FORMAT, "before": None if before is None else before.hex()}]
    for number, event, _, own in found:
        if event is not None:
            told = {"time": event.time, "kind": event.kind, "data": event.data}
            lines.append({"event": number, "link": None if own is None else own.hex(), **told})
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


class _Lines(NamedTuple):
    """The events of a pack."""

    before: bytes | None
    """The link of the event before them."""
    rows: list[Row]


def rounds(path: Path) -> Iterator[tuple[str, bytes]]:
    """The round files of a pack: names and contents.

    Raises:
        PackError: it is none.
        OSError: it cannot be read.
    """
    with _opened(path) as pack:
        names = [name for name in pack.namelist() if name.endswith(SUFFIX)]
        if not names:
            raise PackError(f"{path}: holds no round file, whose name ends in {SUFFIX}")
        if sum(pack.getinfo(name).file_size for name in names) > _MOST_ROUNDS:
            raise PackError(
                f"{path}: its rounds have more than {_MOST_ROUNDS // 1024**2} MiB together: take them in one by one"
            )
        for name in names:
            yield name, _read(pack, name, MOST_BYTES)


class Restored(NamedTuple):
    """What was put back."""

    events: range
    """The numbers of its events."""
    left_out: list[str]
    """The photos and clips in the pack that are not as they were kept, and were not put back."""


def restore(path: Path, folder: Path) -> Restored:
    """Puts the evening of a pack into the journal that it was removed from, or into a folder without one.

    Raises:
        PackError: it is no pack, or not as it was written.
        JournalError: the journal has other events there, or cannot be written; then nothing has changed.
        OSError: the pack cannot be read.
    """
    with _opened(path) as pack, ExitStack() as made:
        before, rows = _parsed(_read(pack, EVENTS, _MOST_EVENTS))
        if not (folder / FILE_NAME).exists():
            try:
                made.enter_context(made_for(folder))
            except OSError as error:
                raise explain(error, folder, opening=True) from error
            (folder / FILE_NAME).unlink()
            write_rows(_alone(before, rows), folder / FILE_NAME)
        with Journal(folder) as journal, journal.restoring(rows):
            check_replayed(journal, f"{path}: its events make no game")
            of_evening = [FILES + name for row in rows for name in photos.names_in(row.data)]
            names = set(pack.namelist())
            there = [name for name in dict.fromkeys(of_evening) if name in names]
            whole = [photos.put(folder, Path(name).name, _read(pack, name, _MOST_FILE)) for name in there]
    return Restored(
        range(rows[0].id, rows[-1].id + 1), [name for name, is_whole in zip(there, whole, strict=True) if not is_whole]
    )


@contextmanager
def _opened(path: Path) -> Iterator[ZipFile]:
    try:
        with ZipFile(path) as pack:
            yield pack
    except (BadZipFile, zlib.error, KeyError, NotImplementedError, RuntimeError, EOFError) as error:
        raise PackError(f"{path}: is no pack of an evening, as tileref journal pack writes it ({error})") from error


def _read(pack: ZipFile, name: str, most: int) -> bytes:
    """What lies under a name, at most so many bytes."""
    with pack.open(name) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise PackError(f"{name} in it has more than {most // 1024} KiB: that is no pack of an evening")
    return content


def _parsed(text: bytes) -> _Lines:
    """The events of a pack, which follow each other as their links say."""
    try:
        head, *lines = [json.loads(line) for line in text.splitlines()]
        if not all(isinstance(one["kind"], str) and 0 < one["event"] <= _MOST_NUMBER for one in lines):
            raise PackError("its events are none of a journal")
        before = _begins(head)
        rows = [_row(line) for line in lines]
        for before_it, (number, row) in zip(
            [before, *(row.link for row in rows)], enumerate(rows, rows[0].id), strict=False
        ):
            if row.id != number or not _follows(row, before_it):
                raise PackError(f"event {number} in it is not as it was written")
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise PackError(f"its events cannot be read ({error!r}): that is no pack of an evening") from error
    return _Lines(before, rows)


def _begins(head: Mapping[str, Any]) -> bytes | None:
    """The link that the events of a pack follow, as its first line has it."""
    if head["format"] != FORMAT:
        raise PackError(f"its events are not of the format {FORMAT}: update tileref")
    return None if head["before"] is None else bytes.fromhex(head["before"])


def _row(line: Mapping[str, Any]) -> Row:
    own = None if line["link"] is None else bytes.fromhex(line["link"])
    if not isinstance(line["data"]["clock"], dict) or not isfinite(line["time"]):
        raise ValueError("an event has no clock, or no time")
    return Row(line["event"], float(line["time"]), line["kind"], text_of(line["data"]), own)


def _follows(row: Row, before: bytes | None) -> bool:
    """Whether a row is as it was written behind that link; of one that was removed nobody knows."""
    return row.link is None or row.kind == REMOVED or row.link == link(before, *row[:4])


def _alone(before: bytes | None, rows: Sequence[Row]) -> Iterator[Row]:
    """The rows of a journal that has one evening, and of those before it as much as the chain needs."""
    first, last = rows[0], rows[-1]
    for number in range(1, first.id):
        yield Row(number, first.time, REMOVED, BLANK, before if number == first.id - 1 else None)
    yield from rows
    if first.id > 1:
        text = text_of({"first": 1, "last": first.id - 1, "clock": json.loads(last.data)["clock"]})
        number = last.id + 1
        now = time.time()
        yield Row(number, now, TOMBSTONE, text, link(last.link, number, now, TOMBSTONE, text))
