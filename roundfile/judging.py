"""A round judged once more, by its own rulebook or by another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from referee.described import KEYS, DescribedTurn
from referee.doubt import Settled
from referee.rulebook import Rulebook
from roundfile.document import Document, read_table


class JudgedAgain(NamedTuple):
    """A turn of a round."""

    number: int
    """Its number in the round, from 1."""
    turn: Mapping[str, Any]
    """What the file says of it."""
    settled: Settled | None
    """The verdict on it; None where the file does not say how the table lay before it and after it."""

    @property
    def differs(self) -> bool:
        """Whether the verdict is another than the one that the file has; one that left the turn to a person cannot differ."""
        said = self.turn.get("verdict", "undecided")
        return self.settled is not None and said not in ("undecided", self.settled.verdict.outcome.value)


def judge_again(
    document: Document, load: Callable[[str], Rulebook], rulebook: str | None = None
) -> Iterator[JudgedAgain]:
    """The turns of a round with the verdicts of the `rulebook`; each begins on the table that it began on, whatever the verdict before it.

    Args:
        document: the round.
        load: gives the rulebook of an id.
        rulebook: the id of another one than the round's.

    Raises:
        UserError: there is no such rulebook, or a turn has what it does not know.
    """
    name = rulebook or document["rulebook"]
    for number, turn in enumerate(document.get("turns", ()), 1):
        settled = (
            DescribedTurn.parse(described(turn, name), load).settle()
            if {"before", "after", "opened"} <= turn.keys()
            else None
        )
        yield JudgedAgain(number, turn, settled)


def described(turn: Mapping[str, Any], rulebook: str) -> dict[str, Any]:
    """A turn as `referee.described.DescribedTurn` takes it."""
    found = {key: turn[key] for key in KEYS if key in turn} | {"rulebook": rulebook}
    found |= {key: read_table(turn[key]) for key in ("before", "after") if key in turn}
    if "rack" in turn:
        found["rack"] = turn["rack"].split()
    if "time" in turn:
        found["time"] = {
            key: None if value == "none" else value
            for key, value in turn["time"].items()
            if key in ("own", "bank", "extensions")
        }
    return found
