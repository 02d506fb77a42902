"""What programs call (docs/library.md): the same functions that the commands call, under one roof.

What cannot be used is a `referee.errors.UserError` everywhere, whose message is one line that says what is wrong and how to mend it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from files.rulebook import load
from referee.described import DescribedTurn
from referee.description import Position
from referee.doubt import Spot
from referee.errors import UserError
from referee.rulebook import Rulebook
from referee.solver.play import BestPlay
from referee.solver.play import best_play as find_play
from referee.tiles import TileSet
from referee.verdict import Outcome, Penalty, Violation

if TYPE_CHECKING:  # numpy and OpenCV load with the first photo
    from roundfile.judging import JudgedAgain
    from vision.reading.reader import Reader
    from vision.reading.table_reading import TableReading


class Judged(NamedTuple):
    """A verdict, with the fields that ``tileref judge --json`` prints."""

    verdict: Outcome
    """Compares equal to ``"legal"``, ``"illegal"`` or ``"undecided"``."""
    played: TileSet
    points: int
    violations: tuple[Violation, ...]
    notices: tuple[Violation, ...]
    penalty: Penalty | None
    """None unless the turn is illegal."""
    questions: tuple[Spot, ...]
    """The unread tiles that an undecided verdict hangs on."""


def read(photo: str | PathLike[str]) -> TableReading:
    """The tiles and sets that a photo shows; ``notation()`` has them as text, set by set, in reading order.

    The networks load with the first photo, a second or two; a photo takes about as long.

    Args:
        photo: the path of a JPEG, HEIC, PNG, WebP or BMP file.

    Raises:
        UserError: there is no such photo, or it cannot be used.
    """
    from vision.camera.photo import load_photo

    return _reader().read(load_photo(fspath(photo)))


@cache
def _reader() -> Reader:
    from vision.reading.reader import Reader

    return Reader()


def judge(turn: Mapping[str, Any], rulebook: str | None = None) -> Judged:
    """The verdict on a turn.

    >>> judge({"before": [], "after": [["R4", "R5", "R6"]], "opened": False}).violations[0].code
    <Code.OPENING_BELOW: 'opening-below-30'>

    Args:
        turn: as `tileref judge` takes it: ``before``, ``after``, ``opened``, and what else is known.
        rulebook: the id or path of another rulebook than the one that the turn names.

    Raises:
        UserError: it describes no turn, or names a tile or a rulebook that there is not.
    """
    settled = DescribedTurn.parse(turn, lambda name: load(rulebook or name)).settle()
    given = settled.verdict
    found = (given.outcome, given.played, given.points, given.violations, given.notices, given.penalty)
    return Judged(*found, settled.questions)


def best_play(position: Mapping[str, Any]) -> BestPlay:
    """The legal play that lays the most tiles.

    >>> play = best_play({"table": [["R4", "R5", "R6"]], "rack": ["R3", "K1"], "opened": True})
    >>> play.playable, [str(tile) for tile in play.played]
    (True, ['R3'])

    Args:
        position: as `tileref solve` takes it: ``table``, ``rack``, ``opened``, and the id of a ``rulebook``.

    Raises:
        UserError: it describes no position, or names a tile or a rulebook that there is not.
    """
    there = Position.parse(position, load)
    return find_play(there.table, there.rack, there.rulebook, opened=there.opened)


@dataclass(frozen=True)
class Round:
    """A round as a file has it (docs/round-format.md); fields that nobody here knows are kept."""

    document: Mapping[str, Any]
    """The parsed form, a JSON value."""

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """The round in a file, TOML or JSON.

        Raises:
            UserError: it cannot be read, or is no round file.
        """
        from files.bounded import read_within
        from roundfile.document import MOST_BYTES

        try:
            return cls.parse(read_within(fspath(path), MOST_BYTES))
        except OSError as error:
            raise UserError(f"{fspath(path)}: {error.strerror or error}") from error

    @classmethod
    def parse(cls, text: str | bytes) -> Self:
        """The round that a text describes.

        >>> Round.parse('{"format": "rummi-round/1", "players": ["Anna"], "rulebook": "piatnik-xxl"}').players
        ['Anna']

        Raises:
            UserError: it describes none; the message says where.
        """
        from roundfile.document import parse

        return cls(parse(text.encode() if isinstance(text, str) else text))

    @property
    def players(self) -> Sequence[str]:
        """Their names, in the order of their seats."""
        players: Sequence[str] = self.document["players"]
        return players

    @property
    def turns(self) -> Sequence[Mapping[str, Any]]:
        """The turns that hold, in the order of play."""
        turns: Sequence[Mapping[str, Any]] = self.document.get("turns", ())
        return turns

    @property
    def code(self) -> str:
        """The six words by which a witness knows the round again."""
        from roundfile.seal import code_of

        return code_of(self.document)

    def rulebook(self, name: str | None = None) -> Rulebook:
        """The rulebook of the round, or another one.

        Raises:
            UserError: there is none of that name.
        """
        return load(name) if name else load(self.document["rulebook"], self.document.get("rulebook_text"))

    def judge(self, rulebook: str | None = None) -> Iterator[JudgedAgain]:
        """Yields each turn with the verdict of the round's rulebook, or of another one; ``differs`` where it was another at the table.

        Raises:
            UserError: there is no such rulebook, or a turn has what it does not know.
        """
        from roundfile.judging import judge_again

        return judge_again(self.document, lambda _: self.rulebook(rulebook), rulebook)

    def to_toml(self) -> str:
        """The round as TOML."""
        from roundfile.document import write

        return write(self.document)
