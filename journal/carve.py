"""Reads the rows of a journal without SQLite, from whatever pages can still be made out.

SQLite gives up a file whose header, schema or index of pages is damaged, though the events lie there untouched. Every
event is a cell of a leaf page; so each page of the file and of its write-ahead log is looked at by itself. Both
formats: https://www.sqlite.org/fileformat2.html, sections 1.5, 1.6, 2.1 and 4.
"""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, NamedTuple, Self

from journal.database import Row

_FILE_HEADER = 100
_PAGE_SIZE_AT, _RESERVED_AT = 16, 20
_PAGE_SIZES = frozenset(2**power for power in range(9, 16))
_USUAL_PAGE = 4096
"""SQLite's own choice, taken where the header does not say."""

_LOG_HEADER, _FRAME_HEADER = 32, 24

_LEAF = 0x0D
_LEAF_HEADER, _CELLS_AT = 8, 3
_ONWARD = 4
"""Bytes of the number of the page in which a row goes on; they stand behind its part in its own page, and begin each
page that follows."""
_MOST_VARINT = 9

_TEXT, _BLOB = 13, 12
"""Types from which on odd ones are texts and even ones are blobs; a type exceeds these by twice the length in bytes."""
_NUMBERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Bytes of an integer, by its type."""
_CONSTANTS: Mapping[int, int | None] = {0: None, 8: 0, 9: 1}
"""Values that their type says, and that have no bytes."""
_FLOAT = 7
_COLUMNS = (4, 5)
"""Numbers of columns that an event may have, from an earlier version and from this one."""

_LONGEST = 1_000_000_000
"""Maximum bytes of a row: what claims to be longer is none."""

Value = int | float | str | bytes | None


class _Cell(NamedTuple):
    """Where a row begins: a page, as one of the files has it, and a place in that."""

    in_log: bool
    at: int
    """Where the page begins in the file, bytes."""
    place: int
    """Where the cell begins in the page, bytes."""


class Carver:
    """The rows in a journal file and its log; a context manager that holds both open."""

    def __init__(self, path: Path) -> None:
        """Opens the file at `path`, and its write-ahead log where there is one.

        Raises:
            OSError: it cannot be opened or read.
        """
        self._stack = ExitStack()
        self._file: BinaryIO = self._stack.enter_context(path.open("rb"))
        log = path.with_name(f"{path.name}-wal")
        self._log = self._stack.enter_context(log.open("rb")) if log.exists() else None
        header = self._file.read(_FILE_HEADER).ljust(_FILE_HEADER, b"\0")
        size = int.from_bytes(header[_PAGE_SIZE_AT : _PAGE_SIZE_AT + 2])
        self._size = size if size in _PAGE_SIZES else _USUAL_PAGE
        self._usable = self._size - (header[_RESERVED_AT] if size in _PAGE_SIZES else 0)
        self._in_log: dict[int, list[int]] = defaultdict(list)
        """Where each page begins in the log, the newest last."""
        self._cells: dict[int, list[_Cell]] = defaultdict(list)
        """Where an event of each number may lie, the newest last."""
        self._look_through()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def last(self) -> int:
        """The greatest number of an event that can be read; 0 where none can.

        Garbage may look like the beginning of a later one.
        """
        return next((number for number in sorted(self._cells, reverse=True) if any(self.candidates(number))), 0)

    def candidates(self, number: int) -> Iterator[Row]:
        """What may be the event of that number, from different states of its page, the newest first."""
        tried = set()
        for cell in reversed(self._cells.get(number, [])):
            for newest in (True, False):
                row = self._row(cell, newest=newest)
                if row is not None and row not in tried:
                    tried.add(row)
                    yield row

    def _look_through(self) -> None:
        """Notes where events may lie."""
        self._file.seek(0)
        at = 0
        while page := self._file.read(self._size):
            self._look_at(page, _Cell(in_log=False, at=at, place=0), _FILE_HEADER if at == 0 else 0)
            at += self._size
        if self._log is None:
            return
        self._log.seek(_LOG_HEADER)
        at = _LOG_HEADER
        while frame := self._log.read(_FRAME_HEADER + self._size):
            number, at = int.from_bytes(frame[:4]), at + _FRAME_HEADER
            self._in_log[number].append(at)
            self._look_at(frame[_FRAME_HEADER:], _Cell(in_log=True, at=at, place=0), _FILE_HEADER if number == 1 else 0)
            at += self._size

    def _look_at(self, page: bytes, start: _Cell, header: int) -> None:
        """Notes the cells of a page, if it is a leaf; `header` is the number of bytes before the page's own header."""
        if page[header : header + 1] != bytes([_LEAF]):
            return
        count = int.from_bytes(page[header + _CELLS_AT : header + _CELLS_AT + 2])
        first = header + _LEAF_HEADER
        for at in range(first, min(first + 2 * count, len(page) - 1), 2):
            place = int.from_bytes(page[at : at + 2])
            try:
                _, after = _varint(page, place)
                number, _ = _varint(page, after)
            except IndexError:
                continue
            if number > 0:
                self._cells[number].append(start._replace(place=place))

    def _row(self, cell: _Cell, *, newest: bool) -> Row | None:
        """The event that begins at `cell`; None where it is none, or cannot be read.

        Of the pages that it goes on in, the `newest` are taken, or the oldest.
        """
        try:
            page = self._page(cell.at, in_log=cell.in_log)
            length, after = _varint(page, cell.place)
            number, after = _varint(page, after)
            if not 0 < length <= _LONGEST:
                return None
            return _event(number, _record(self._payload(page, after, length, newest=newest)))
        except (IndexError, ValueError, struct.error):
            return None

    def _payload(self, page: bytes, start: int, length: int, *, newest: bool) -> bytes:
        """The `length` bytes of a row, of which as many as fit lie in its own page."""
        local, room = self._local(length), self._usable - _ONWARD
        parts = [page[start : start + local]]
        following = int.from_bytes(page[start + local : start + local + _ONWARD]) if length > local else 0
        left = length - local
        while left > 0:
            page = self._numbered(following, newest=newest)
            parts.append(page[_ONWARD : _ONWARD + min(left, room)])
            following, left = int.from_bytes(page[:_ONWARD]), left - room
        payload = b"".join(parts)
        if len(payload) != length:
            raise ValueError("the row is cut off")
        return payload

    def _local(self, length: int) -> int:
        """How many of a row's bytes lie in its own page.

        X, M and K of section 1.6 are `most`, `least` and `fitting`.
        """
        most = self._usable - 35
        least = (self._usable - 12) * 32 // 255 - 23
        fitting = least + (length - least) % (self._usable - _ONWARD)
        if length <= most:
            return length
        return fitting if fitting <= most else least

    def _numbered(self, number: int, *, newest: bool) -> bytes:
        """The page of that number.

        With `newest` it is the page as the log has it last; otherwise as the file has it or, where the file does not,
        as the log has it first.
        """
        in_log, at = self._in_log.get(number, ()), (number - 1) * self._size
        if number < 1:
            raise ValueError("the row goes on nowhere")
        if in_log and newest:
            return self._page(in_log[-1], in_log=True)
        page = self._page(at, in_log=False)
        return self._page(in_log[0], in_log=True) if in_log and not page else page

    def _page(self, at: int, *, in_log: bool) -> bytes:
        """The page that begins there; shorter where the file is cut."""
        file = self._log if in_log and self._log is not None else self._file
        file.seek(at)
        return file.read(self._size)


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """The number that begins at a place, and the place behind it.

    Raises:
        IndexError: the data end within it.
    """
    value = 0
    for count in range(1, _MOST_VARINT + 1):
        byte = data[at]
        at += 1
        if count == _MOST_VARINT:
            return (value << 8) | byte, at
        value = (value << 7) | (byte & 0x7F)
        if byte < 0x80:  # noqa: PLR2004 - the highest bit says that it goes on
            break
    return value, at


def _record(payload: bytes) -> list[Value]:
    """The values of a row.

    Raises:
        IndexError, ValueError, struct.error: it is none.
    """
    end, at = _varint(payload, 0)
    types = []
    while at < end:
        kind, at = _varint(payload, at)
        types.append(kind)
    values: list[Value] = []
    for kind in types:
        value, at = _value(payload, at, kind)
        values.append(value)
    return values


def _value(payload: bytes, at: int, kind: int) -> tuple[Value, int]:
    """The value of a type that begins at a place, and the place behind it."""
    if kind in _CONSTANTS:
        return _CONSTANTS[kind], at
    if kind in _NUMBERS:
        size = _NUMBERS[kind]
        return int.from_bytes(payload[at : at + size], signed=True), at + size
    if kind == _FLOAT:
        return float(struct.unpack_from(">d", payload, at)[0]), at + 8
    if kind < _BLOB:
        raise ValueError(f"there is no type {kind}")
    size = (kind - _BLOB) // 2
    data = payload[at : at + size]
    if len(data) != size:
        raise ValueError("the row is cut off")
    return (data.decode() if kind >= _TEXT and kind % 2 else data), at + size


def _event(number: int, values: list[Value]) -> Row | None:
    """The event that a row of these values is; None where it is a row of another table."""
    if len(values) not in _COLUMNS:
        return None
    own, when, kind, data, link = (*values, None)[: _COLUMNS[1]]
    is_event = own is None and isinstance(when, int | float) and isinstance(kind, str) and isinstance(data, str)
    if not is_event or not isinstance(link, bytes | None):
        return None
    return Row(number, float(when), kind, data, link)  # type: ignore[arg-type] # looked at just above
