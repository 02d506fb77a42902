"""Rounds on pages of A4, for a club's folder: who played by which rules, the score sheet, and each turn with its table as it was judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from files.rulebook import load
from live.telling.imported import sheets_of
from referee.errors import UserError
from roundfile.document import Document, in_order, read_table
from roundfile.seal import code_of
from webui.felt import FELT, MARK, Laid, blamed, draw_tile, fitted, framed
from webui.paper import FAINT, HEIGHT, INK, LEADING, MARGIN, SMALL, TEXT, WIDTH, WON, Ink, Page, notes_of, rows_of
from webui.told import Turn, Words, numbered

RULED = {"legal": WON, "illegal": "#b3152a", "undecided": "#8a5a00"}
"""The colour of a verdict."""

_TILE = 44
"""Pixels that a tile is wide where there is room."""
_ROOM = WIDTH - 2 * MARGIN
_SPACING = 1.35  # from line to line, in heights of letters
_GAP = 14  # pixels between what is said and the felt, and below it
_AFTER = 40  # from one turn to the next


class _Line(NamedTuple):
    text: str
    size: int = SMALL
    colour: str = INK
    bold: bool = False
    inset: int = 0


def as_pdf(documents: Sequence[Document], language: str) -> bytes:
    """The rounds one after the other, in a language of `webui.languages.LANGUAGES`; each begins a page, at whose foot its code stands.

    Args:
        documents: the rounds.
        language: what it is written in; reasons that a file does not hold in a form that can be translated are in the file's.
    """
    words = Words(language)
    players = ", ".join(dict.fromkeys(name for one in documents for name in one["players"]))
    ink = Ink(WIDTH, HEIGHT, players)
    sheets = sheets_of(documents)
    for number, document in enumerate(documents, 1):
        notes = notes_of(sheets, words.texts, code_of(document))
        paper = _Paper(ink, " · ".join([players, *_day(document)]), notes)
        paper.say([*_frame(document, number, words)])
        if number == 1:
            for sheet in (one for one in sheets if one.columns):
                paper.page.write(rows_of(sheet, words.texts))
        for at, (turn, holds) in enumerate(in_order(document), 1):
            paper.turn([*_turn(turn, at, document.get("round", number), words, holds=holds)], turn)
    return ink.pdf()


def _day(document: Document) -> list[str]:
    return [document["began"][:10]] if "began" in document else []


def _frame(document: Document, number: int, words: Words) -> Iterator[_Line]:
    """Yields what holds for the whole round."""
    yield _Line(words.text("where.round", number=document.get("round", number)), TEXT, bold=True)
    yield from ([_Line(document["about"], colour=FAINT)] if "about" in document else [])
    yield _Line(words.text("paper.seats", names=", ".join(document["players"])))
    name = document["rulebook"]
    try:
        title = f"{load(name, document.get('rulebook_text')).title} ({name})"
    except UserError:
        title = name
    yield _Line(words.texts["setup.rulebook"] + words.texts["colon"] + title)
    if first := document.get("deal", {}).get("first"):
        yield _Line(words.text("paper.first", name=first))


def _turn(turn: Turn, number: int, in_round: int, words: Words, *, holds: bool) -> Iterator[_Line]:
    """Yields what is said of a turn."""
    heading = words.text("desk.turn", round=in_round, number=number, name=turn["player"])
    yield _Line(heading, TEXT, bold=True)
    if not holds:
        yield _Line(words.texts["desk.taken-back-line"], colour=FAINT)
    yield _Line(words.verdict(turn), colour=RULED.get(turn.get("verdict", ""), FAINT), bold=True)
    for found, marked in ((turn.get("violations", ()), True), (turn.get("notices", ()), False)):
        told: dict[int, Mapping[str, Any]] = {}
        for mark, one in numbered(found):
            told.setdefault(mark, one)
        for mark, one in told.items():
            yield _Line(f"{mark}. {words.reason(one)}" if marked else words.reason(one))
            if one["clause"]:
                yield _Line(words.clause(one["clause"]), colour=FAINT, inset=30)
    yield from map(_Line, words.rulings(turn))
    drew = turn.get("drew", 0)
    facts = [words.text("paper.drew", n=drew) if drew else None, words.seconds(turn)]
    if said := " · ".join(filter(None, facts)):
        yield _Line(said, colour=FAINT)
    if "after" not in turn:
        yield _Line(words.texts["paper.not-known"], colour=FAINT)


class _Paper:
    """Pages that are written from top to bottom; what belongs together stays on one page."""

    def __init__(self, ink: Ink, title: str, notes: Sequence[str]) -> None:
        self._ink, self._title, self._notes = ink, title, notes
        self.page = self._begun()

    def _begun(self) -> Page:
        return Page(self._ink, self._title, HEIGHT, self._notes)

    def say(self, lines: Sequence[_Line]) -> None:
        """Writes lines, and leaves one free after them."""
        for line in lines:
            for part in self._broken(line):
                if self.page.room < line.size * LEADING:
                    self.page = self._begun()
                self.page.y += _SPACING * line.size
                self._ink.write((MARGIN + line.inset, self.page.y), part, line.size, line.colour, bold=line.bold)
        self.page.y += _GAP

    def _broken(self, line: _Line) -> Iterator[str]:
        """A line in parts that are no wider than the page."""
        return self._ink.lines(line.text, _ROOM - line.inset, line.size, bold=line.bold)

    def turn(self, lines: Sequence[_Line], turn: Turn) -> None:
        """Writes what is said of a turn, with its table below, on a page that has room for both."""
        sets = read_table(turn.get("after", ""))
        said = sum(_SPACING * line.size * len([*self._broken(line)]) for line in lines)
        most = HEIGHT - 3.5 * MARGIN - said
        laid = fitted(sets, _ROOM, max(most, HEIGHT / 3), _TILE)
        if self.page.room < said + _GAP + (laid.height if sets else 0):
            self.page = self._begun()
        self.say(lines)
        if sets:
            if self.page.room < laid.height:
                self.page = self._begun()
            self._felt(laid, turn)
        self.page.y += _AFTER

    def _felt(self, laid: Laid, turn: Turn) -> None:
        """Draws a table with what was laid, and what the reasons are about."""
        left, top = MARGIN, self.page.y
        self._ink.box((left, top), (_ROOM, laid.height), 16, FELT)
        for frame in framed(laid, turn):
            self._ink.box((left + frame.left, top + frame.top), (frame.width, frame.height), frame.corner, frame.colour)
        for one in laid.tiles:
            draw_tile(self._ink, (left + one.left, top + one.top), laid.tile, one.name)
        for number, found in groupby(sorted(blamed(turn)), key=itemgetter(0)):
            at = next((one for one in laid.tiles if one.place == (number, 0)), None)
            if at is not None:
                self._badge((left + at.left, top + at.top), ", ".join(str(mark) for _, mark in found))
        self.page.y += laid.height

    def _badge(self, middle: tuple[float, float], text: str) -> None:
        """Draws the numbers of reasons."""
        wide = self._ink.width(text, SMALL, bold=True)
        self._ink.disc(middle, max(18, wide / 2 + 8), MARK)
        foot = (middle[0] - wide / 2, middle[1] + 8)
        self._ink.write(foot, text, SMALL, "#ffffff", bold=True)
