"""Rounds that were played elsewhere and came as round files: kept as they came, shown as evenings, judged by nobody anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from files import atomic
from files.bounded import read_regular
from live.game.scoring import Struck
from live.telling.evening import APART, Sheet
from referee.score import Column, ScoreSheet
from roundfile.document import MOST_BYTES, SUFFIX, Document, RoundFileError, parse
from roundfile.seal import alterations, code_of, seal_of

FOLDER = "imported"
"""Name of the folder beside the journal."""

_NAME = 16  # hexadecimal digits of a round's head that name it here


class ImportedRound(NamedTuple):
    """A round that came as a file."""

    name: str
    """What names it: the first digits of its head."""
    document: Document

    @property
    def code(self) -> str:
        """The six words that a witness keeps of it."""
        return code_of(self.document)

    @property
    def is_whole(self) -> bool | None:
        """Whether it is as it was sealed; None where it bears no seal."""
        return not any(alterations(self.document)) if "seal" in self.document else None

    @property
    def began(self) -> float | None:
        """Seconds since 1970-01-01 UTC; None where the file does not say."""
        return _seconds(self.document.get("began"))


@dataclass(frozen=True)
class ImportedEvening:
    """Rounds of the same people that followed each other."""

    rounds: tuple[ImportedRound, ...]

    @property
    def name(self) -> str:
        """What names it: its first round."""
        return self.rounds[0].name

    @property
    def began(self) -> float | None:
        """When the first round began; None where its file does not say."""
        return self.rounds[0].began

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who played."""
        return tuple(dict.fromkeys(name for one in self.rounds for name in one.document["players"]))

    @property
    def turns(self) -> int:
        """How many turns were taken."""
        return sum(len(one.document.get("turns", ())) for one in self.rounds)

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """A sheet for each game, with the rounds that were written down."""
        return sheets_of(one.document for one in self.rounds)


def sheets_of(documents: Iterable[Document]) -> tuple[Sheet, ...]:
    """A sheet for each game of these rounds, with those that were written down."""
    games = groupby(documents, lambda one: (one.get("game"), one["rulebook"], one.get("rulebook_text")))
    return tuple(_sheet(rulebook, text, [*rounds]) for (_, rulebook, text), rounds in games)


class Imported:
    """The round files in a folder, each once, by the digest of what it says; one that cannot be read is passed over."""

    def __init__(self, folder: Path) -> None:
        """`folder` need not exist."""
        self._folder = folder
        self._known: dict[str, ImportedRound | None] = {}  # what a file says does not change

    def take(self, text: bytes) -> ImportedRound:
        """Keeps a round file as it is; once, however often it comes.

        Raises:
            RoundFileError: it is none.
            OSError: it cannot be kept.
        """
        one = _round(parse(text))
        path = self._folder / f"{one.name}{SUFFIX}"
        if not path.exists():
            atomic.write(path, text)
        return one

    def rounds(self) -> list[ImportedRound]:
        """All of them, by when they began."""
        paths = {path.name: path for path in self._folder.glob(f"*{SUFFIX}")}
        self._known = {name: self._known[name] if name in self._known else _read(path) for name, path in paths.items()}
        return sorted((one for one in self._known.values() if one is not None), key=_order)

    def evenings(self) -> list[ImportedEvening]:
        """All of them as evenings: rounds of the same people, each begun within `APART` of the one before."""
        found: list[list[ImportedRound]] = []
        for one in self.rounds():
            same = next((rounds for rounds in reversed(found) if _goes_on(rounds[-1], one)), None)
            if same is None:
                found.append([one])
            else:
                same.append(one)
        return [ImportedEvening(tuple(rounds)) for rounds in found]


def _round(document: Document) -> ImportedRound:
    return ImportedRound(seal_of(document)["head"][:_NAME], document)


def _read(path: Path) -> ImportedRound | None:
    try:
        return _round(parse(read_regular(path, MOST_BYTES)))
    except (OSError, RoundFileError):
        return None


def _order(one: ImportedRound) -> tuple[float, int, int, str]:
    return one.began or 0.0, one.document.get("game", 1), one.document.get("round", 1), one.name


def _goes_on(before: ImportedRound, one: ImportedRound) -> bool:
    """Whether a round was played after another by the same people; of rounds without a date nobody knows."""
    if before.began is None or one.began is None or {*before.document["players"]} != {*one.document["players"]}:
        return False
    return one.began - (_seconds(before.document.get("ended")) or before.began) <= APART


def _seconds(time: str | None) -> float | None:
    try:
        return None if time is None else datetime.fromisoformat(time).astimezone(UTC).timestamp()
    except (ValueError, OverflowError):  # a month 13
        return None


def _sheet(rulebook: str, text: str | None, documents: Iterable[Document]) -> Sheet:
    """The sheet of a game."""
    documents = [*documents]
    written = [one["result"] for one in documents if one.get("result", {}).get("points")]
    columns = tuple(
        Column(result["points"], result.get("winner"), blocked=result.get("blocked", False)) for result in written
    )
    struck = tuple(one for number, result in enumerate(written, 1) for one in _struck(number, result))
    players = ScoreSheet.going_on(documents[-1]["players"], columns).players
    return Sheet(players, rulebook, columns, struck, text)


def _struck(number: int, result: Document) -> Iterator[Struck]:
    for one in result.get("amended", ()):
        yield Struck(number, one.get("points", {}), _seconds(one.get("at")) or 0.0, one.get("by"))
