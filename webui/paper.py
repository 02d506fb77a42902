"""The sheets of an evening as on paper: pages whose text can be selected and searched, or a picture of them."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fpdf import FPDF
from PIL import Image, ImageColor
from pypdfium2 import PdfDocument

from live.telling.evening import Sheet
from webui.lettering import LEAST, MINUS, described, missing, packages, runs

RESOLUTION = 150.0
"""Pixels to the inch; all sizes here are such pixels."""

_POINT = 72 / RESOLUTION  # points in a pixel
_FEET = 0.3  # of the letters' height, at which the PDF library sets their feet below the middle of their line

WIDTH, HEIGHT = 1240, 1754
"""Size of a page in pixels: A4."""
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
"""Heights of letters in pixels; what is too wide for its column is written smaller (`Ink.fitting`)."""
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


def as_png(sheets: Sequence[Sheet], title: str, texts: Mapping[str, str], code: str | None = None) -> bytes:
    """The sheets one below the other in one picture, as PNG.

    Args:
        sheets: the sheets of an evening.
        title: the heading above them.
        texts: the words of a language (`webui.languages.catalog`).
        code: the words by which a witness knows the record again (`roundfile.seal.code`); None where it has none.
    """
    blocks = [rows_of(sheet, texts) for sheet in sheets if sheet.columns]
    height = 2 * MARGIN + 2 * TITLE + sum((len(rows) + 1) * ROW for rows in blocks)
    ink = Ink(WIDTH, height, title)
    page = Page(ink, title, height, notes_of(sheets, texts, code))
    for rows in blocks:
        page.write(rows)
    file = io.BytesIO()
    ink.picture(PAPER).save(file, "PNG")
    return file.getvalue()


def as_pdf(sheets: Sequence[Sheet], title: str, texts: Mapping[str, str], code: str | None = None) -> bytes:
    """The sheets on pages of A4, as PDF; a sheet of many rounds goes on with its names on the next page."""
    ink = Ink(WIDTH, HEIGHT, title)
    notes = notes_of(sheets, texts, code)
    page = Page(ink, title, HEIGHT, notes)
    for sheet in sheets:
        if not sheet.columns:
            continue
        head, *rest = rows_of(sheet, texts)
        while rest:
            room = page.rows_left - 1
            if room < min(2, len(rest)):
                page = Page(ink, title, HEIGHT, notes)
                room = page.rows_left - 1
            page.write([head, *rest[:room]])
            rest = rest[room:]
    return ink.pdf()


def notes_of(sheets: Sequence[Sheet], texts: Mapping[str, str], code: str | None) -> list[str]:
    """What stands at the foot of a page: the code, and which letters of the names no typeface of this computer has, and where one is to be had."""
    letters = missing(name for sheet in sheets for name in sheet.players)
    notes = [] if code is None else [texts["paper.code"].replace("{code}", code)]
    if letters:
        notes.append(
            texts["paper.missing"].replace("{letters}", described(letters)).replace("{packages}", packages(letters))
        )
    return notes


def rows_of(sheet: Sheet, texts: Mapping[str, str]) -> list[_Row]:
    """The names, a row for each round, and the totals."""
    rows: list[_Row] = [[_Cell(""), *(_Cell(name, bold=True) for name in sheet.players)]]
    for number, column in enumerate(sheet.columns, 1):
        before = [one.points for one in sheet.struck if one.round == number]
        cells = [
            _Cell("")
            if (now := column.points.get(name)) is None
            else _Cell(
                _signed(now),
                tuple(_old([points[name] for points in before if name in points], now)),
                WON if column.winner == name else INK,
            )
            for name in sheet.players
        ]
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


class Ink:
    """Writes letters and draws lines on pages."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._pdf = FPDF(unit=_POINT, format=(width, height))
        self._pdf.set_auto_page_break(auto=False)
        self._pdf.set_text_shaping(use_shaping_engine=True)
        self._pdf.set_title(title)
        self._pdf.c_margin = 0
        self._widths: dict[tuple[str, str, float], float] = {}

    def turn(self) -> None:
        """Begins a page."""
        self._pdf.add_page()

    def write(self, place: tuple[float, float], text: str, size: float, colour: str, *, bold: bool = False) -> None:
        """Writes with the left end of the letters' feet at `place`."""
        left, base = place
        self._pdf.set_text_color(*ImageColor.getrgb(colour)[:3])
        for run in runs(text, bold=bold):
            wide = self._measured(run.text, run.file, size)
            self._pdf.set_xy(left, base - _FEET * size)
            self._pdf.cell(wide, 0, run.text)
            left += wide

    def box(self, place: tuple[float, float], size: tuple[float, float], corner: float, colour: str) -> None:
        """Fills a box with round corners, whose upper left corner is `place`."""
        self._fill_with(colour)
        self._pdf.rect(*place, *size, style="F", round_corners=True, corner_radius=corner)

    def disc(self, middle: tuple[float, float], radius: float, colour: str) -> None:
        """Fills a circle."""
        self._fill_with(colour)
        self._pdf.circle(*middle, radius, style="F")

    def shape(self, points: Sequence[tuple[float, float]], colour: str) -> None:
        """Fills a polygon."""
        self._fill_with(colour)
        self._pdf.polygon(points, style="F")

    def _fill_with(self, colour: str) -> None:
        self._pdf.set_fill_color(*ImageColor.getrgb(colour)[:3])

    def line(self, begin: tuple[float, float], end: tuple[float, float], colour: str, width: float) -> None:
        """Draws a line."""
        self._pdf.set_draw_color(*ImageColor.getrgb(colour)[:3])
        self._pdf.set_line_width(width)
        self._pdf.line(*begin, *end)

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide letters of that height are."""
        return sum(self._measured(run.text, run.file, size) for run in runs(text, bold=bold))

    def lines(self, text: str, width: float, size: float, *, bold: bool = False) -> Iterator[str]:
        """Yields a text in lines no wider than `width`, as far as its words are not."""
        line = ""
        for word in text.split():
            longer = f"{line} {word}".lstrip()
            if line and self.width(longer, size, bold=bold) > width:
                yield line
                longer = word
            line = longer
        if line:
            yield line

    def fitting(self, text: str, width: float, size: int, *, bold: bool = False) -> int:
        """The largest height of letters, up to `size`, in which the text is no wider than `width`; `LEAST` where none is."""
        while size > LEAST and self.width(text, size, bold=bold) > width:
            size -= 2
        return size

    def _measured(self, text: str, file: str, size: float) -> float:
        """How wide a text is in the typeface of that file, with which it is written from then on."""
        family = file.lower()
        if family not in self._pdf.fonts:
            self._pdf.add_font(family, fname=file)
        self._pdf.set_font(family, size=size * _POINT)
        wanted = (text, file, size)
        if wanted not in self._widths:
            self._widths[wanted] = self._pdf.get_string_width(text)
        return self._widths[wanted]

    def pdf(self) -> bytes:
        """The pages as PDF."""
        return bytes(self._pdf.output())

    def picture(self, paper: str) -> Image.Image:
        """The first page as a picture on paper of that colour, which may be see-through."""
        with PdfDocument(self.pdf()) as pages:
            drawn: Image.Image = (
                pages[0].render(scale=1 / _POINT, fill_color=ImageColor.getcolor(paper, "RGBA")).to_pil()
            )
            return drawn.copy()  # of memory that goes with the pages


class Page:
    """A sheet of paper that is written from top to bottom."""

    def __init__(self, ink: Ink, title: str, height: int, notes: Sequence[str]) -> None:
        ink.turn()
        self._ink = ink
        self._end = height - MARGIN
        room = WIDTH - 2 * MARGIN
        ink.write((MARGIN, MARGIN + TITLE), title, ink.fitting(title, room, TITLE, bold=True), INK, bold=True)
        for above, note in enumerate(reversed(notes)):
            foot = height - MARGIN / 2 - above * LEADING * SMALL
            ink.write((MARGIN, foot), note, ink.fitting(note, room, SMALL), FAINT)
        self.y: float = MARGIN + 2 * TITLE

    @property
    def rows_left(self) -> int:
        """How many rows there is room for."""
        return int(self.room // ROW)

    @property
    def room(self) -> float:
        """Pixels down to the margin at the foot."""
        return self._end - self.y

    def write(self, rows: Sequence[_Row]) -> None:
        """Writes rows below each other, and leaves one free after them."""
        names, total = 0, len(rows) - 1
        for number, (label, *cells) in enumerate(rows):
            width = (WIDTH - 2 * MARGIN - FIRST) / max(1, len(cells))
            base = self.y + ROW - RISE
            size = self._ink.fitting(label.text, FIRST, SMALL)
            self._ink.write((MARGIN, base), label.text, size, label.colour)
            for column, cell in enumerate(cells, start=1):
                right = MARGIN + FIRST + column * width
                if number == names:
                    self._name(cell.text, right, base, width - GAP)
                else:
                    self._points(cell, right, base, width - GAP)
            is_divider = number in {names, total - 1}
            y = self.y + ROW
            self._ink.line((MARGIN, y), (WIDTH - MARGIN, y), INK if is_divider else LINE, 2)
            self.y += ROW
        self.y += ROW

    def _name(self, name: str, right: float, base: float, width: float) -> None:
        """Writes a name, in two lines where one would be small."""
        ink, lines = self._ink, [name]
        if ink.fitting(name, width, TEXT, bold=True) < SMALL:
            middle = len(name) // 2
            breaks = [k for k, letter in enumerate(name, 1) if letter in "- " and k < len(name)] or [middle]
            place = min(breaks, key=lambda k: abs(k - middle))
            lines = [name[:place].rstrip(), name[place:]]
        size = min(ink.fitting(line, width, TEXT if len(lines) == 1 else SMALL, bold=True) for line in lines)
        for above, line in enumerate(reversed(lines)):
            self._leftwards(right, base - above * LEADING * SMALL, line, size, INK, bold=True)

    def _points(self, cell: _Cell, right: float, base: float, width: float) -> None:
        """Writes to the left of `right`: the value that holds at the margin, and struck-out values before it."""
        ink = self._ink
        size = ink.fitting(" ".join([*cell.old, cell.text]), width, TEXT, bold=cell.bold)
        space = ink.width(" ", size, bold=cell.bold)
        right = self._leftwards(right, base, cell.text, size, cell.colour, bold=cell.bold)
        for old in reversed(cell.old):
            end = right - space
            right = self._leftwards(end, base, old, size, FAINT, bold=cell.bold)
            height = base - STRUCK_AT * size
            ink.line((right - STROKE, height), (end + STROKE, height), FAINT, STROKE)

    def _leftwards(self, right: float, base: float, text: str, size: int, colour: str, *, bold: bool) -> float:
        """Writes a text that ends at `right`, and returns where it begins."""
        left = right - self._ink.width(text, size, bold=bold)
        self._ink.write((left, base), text, size, colour, bold=bold)
        return left
