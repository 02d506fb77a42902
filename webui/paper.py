"""The sheets of an evening as on paper: a picture, or pages to print."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PIL import Image, ImageDraw

from live.evenings import Sheet
from webui.lettering import MINUS, fitting, legible, size_of

WIDTH, HEIGHT = 1240, 1754
"""Size of a page in pixels: A4 at 150 to the inch."""
RESOLUTION = 150.0
MARGIN = 90
ROW = 54
"""Pixels from one round to the next."""
RISE = 16
"""Pixels from the line under a row up to the foot of its letters."""
GAP = 14
"""Pixels between two columns."""
FIRST = 150
"""Pixels of the column that says which round it is."""
TITLE, TEXT, SMALL = 44, 30, 24
"""Heights of letters in pixels; what is too wide for its column is written smaller (`webui.lettering.fitting`)."""
LEADING = 1.1
"""Distance of two lines of a name, in heights of their letters."""
STRUCK_AT = 0.36
"""How high figures are struck out, in heights of their letters: through the middle of the digits."""
STROKE = 3
"""Pixels that the stroke through a figure is thick, and by which it is longer than the figure at either end."""

PAPER, INK, FAINT, LINE, WON = "#fffdf7", "#26211b", "#655b4d", "#d9cfbb", "#1c6537"


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points else "0"


@dataclass(frozen=True)
class _Cell:
    text: str
    old: tuple[str, ...] = ()
    """Values that are struck out before it."""
    colour: str = INK
    bold: bool = False


_Row = Sequence[_Cell]


def as_png(sheets: Sequence[Sheet], title: str, texts: Mapping[str, str]) -> bytes:
    """The sheets one below the other in one picture, as PNG.

    Args:
        sheets: the sheets of an evening.
        title: the heading above them.
        texts: the words of a language (`webui.languages.catalog`).
    """
    blocks = [_rows(sheet, texts) for sheet in sheets if sheet.columns]
    height = 2 * MARGIN + 2 * TITLE + sum((len(rows) + 1) * ROW for rows in blocks)
    page = _Page(title, height)
    for rows in blocks:
        page.write(rows)
    return _encoded([page.picture], "PNG")


def as_pdf(sheets: Sequence[Sheet], title: str, texts: Mapping[str, str]) -> bytes:
    """The sheets on pages of A4, as PDF; a sheet of many rounds goes on with its names on the next page."""
    pages = [_Page(title, HEIGHT)]
    for sheet in sheets:
        if not sheet.columns:
            continue
        head, *rest = _rows(sheet, texts)
        while rest:
            room = pages[-1].rows_left - 1
            if room < min(2, len(rest)):
                pages.append(_Page(title, HEIGHT))
                room = pages[-1].rows_left - 1
            pages[-1].write([head, *rest[:room]])
            rest = rest[room:]
    return _encoded([page.picture for page in pages], "PDF")


def _encoded(pictures: Sequence[Image.Image], kind: str) -> bytes:
    written = io.BytesIO()
    first, *others = pictures
    options = {"save_all": True, "append_images": others, "resolution": RESOLUTION} if kind == "PDF" else {}
    first.save(written, kind, **options)
    return written.getvalue()


def _rows(sheet: Sheet, texts: Mapping[str, str]) -> list[_Row]:
    """The names, a row for each round, and the totals."""
    rows: list[_Row] = [[_Cell(""), *(_Cell(name, bold=True) for name in sheet.players)]]
    for number, column in enumerate(sheet.columns, 1):
        before = [one.points for one in sheet.struck if one.round == number]
        cells = [
            _Cell(_signed(column.points[name]), tuple(_old([points[name] for points in before], column.points[name])), WON if column.winner == name else INK)
            for name in sheet.players
        ]  # fmt: skip
        rows.append([_Cell(texts["sheet.round"].replace("{number}", str(number)), colour=FAINT), *cells])
    totals = sheet.score.totals
    leaders = sheet.score.leaders
    last = [_Cell(_signed(totals[name]), colour=WON if name in leaders else INK, bold=True) for name in sheet.players]
    rows.append([_Cell(texts["sheet.total"], colour=FAINT), *last])
    return rows


def _old(values: Sequence[int], now: int) -> Iterator[str]:
    """Yields what is struck out: the earlier values, each where another one took its place."""
    for value, following in pairwise([*values, now]):
        if value != following:
            yield _signed(value)


class _Page:
    """A sheet of paper that is written from top to bottom."""

    def __init__(self, title: str, height: int) -> None:
        self.picture = Image.new("RGB", (WIDTH, height), PAPER)
        self._pen = ImageDraw.Draw(self.picture)
        self._height = height
        self._pen.text((MARGIN, MARGIN), legible(title), INK, fitting(title, WIDTH - 2 * MARGIN, TITLE, bold=True))
        self._y = MARGIN + 2 * TITLE

    @property
    def rows_left(self) -> int:
        """How many rows there is room for."""
        return (self._height - MARGIN - self._y) // ROW

    def write(self, rows: Sequence[_Row]) -> None:
        """Writes rows below each other, and leaves one free after them."""
        names, total = 0, len(rows) - 1
        for number, (label, *cells) in enumerate(rows):
            width = (WIDTH - 2 * MARGIN - FIRST) / max(1, len(cells))
            base = self._y + ROW - RISE
            font = fitting(label.text, FIRST, SMALL)
            self._pen.text((MARGIN, base), legible(label.text), label.colour, font, "ls")
            for column, cell in enumerate(cells, start=1):
                right = MARGIN + FIRST + column * width
                if number == names:
                    self._name(cell.text, right, base, width - GAP)
                else:
                    self._points(cell, right, base, width - GAP)
            is_divider = number in {names, total - 1}
            y = self._y + ROW
            self._pen.line((MARGIN, y, WIDTH - MARGIN, y), INK if is_divider else LINE, 2)
            self._y += ROW
        self._y += ROW

    def _name(self, name: str, right: float, base: float, width: float) -> None:
        """Writes a name, in two lines where one would be small."""
        lines = [name]
        if size_of(fitting(name, width, TEXT, bold=True)) < SMALL:
            middle = len(name) // 2
            breaks = [k for k, letter in enumerate(name, 1) if letter in "- " and k < len(name)] or [middle]
            place = min(breaks, key=lambda k: abs(k - middle))
            lines = [name[:place].rstrip(), name[place:]]
        font = min((fitting(line, width, TEXT if len(lines) == 1 else SMALL, bold=True) for line in lines), key=size_of)
        for above, line in enumerate(reversed(lines)):
            self._pen.text((right, base - above * LEADING * SMALL), legible(line), INK, font, "rs")

    def _points(self, cell: _Cell, right: float, base: float, width: float) -> None:
        """Writes to the left of `right`: the value that holds at the margin, and struck-out values before it."""
        font = fitting(" ".join([*cell.old, cell.text]), width, TEXT, bold=cell.bold)
        self._pen.text((right, base), legible(cell.text), cell.colour, font, "rs")
        right -= font.getlength(legible(f" {cell.text}"))
        for old in reversed(cell.old):
            length = font.getlength(legible(old))
            self._pen.text((right, base), legible(old), FAINT, font, "rs")
            height = base - STRUCK_AT * size_of(font)
            self._pen.line((right - length - STROKE, height, right + STROKE, height), FAINT, STROKE)
            right -= font.getlength(legible(f" {old}"))
