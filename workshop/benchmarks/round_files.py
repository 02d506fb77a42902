"""Rounds of journals are exported, imported, exported again and judged once more; whatever is not the same is named.

usage: python -m workshop.benchmarks.round_files FOLDER... [--most N]

Each folder is looked through for journals, such as those that `python -m workshop.benchmarks.evening --played --keep FOLDER --keep-all` leaves. The exit
code is 1 where a round came back as another one, was not whole, or was judged otherwise than at the table by anybody but the host.
"""

from __future__ import annotations

import functools
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from files.rulebook import load
from journal import FILE_NAME, StoredEvent
from journal.salvage import read
from live.salvage import fitting
from live.telling.evening import evenings_in
from live.telling.imported import Imported
from live.telling.round_files import recorded_rounds
from roundfile.document import Document, write
from roundfile.judging import judge_again
from roundfile.seal import seal_of, sealed
from workshop.benchmarks import command_line

ROUNDS = 300


def exported(events: Iterable[StoredEvent]) -> Iterator[Document]:
    """The rounds of a journal's events, each with its seal."""
    for evening in evenings_in(events):
        yield from (sealed(one.document) for one in recorded_rounds(evening))


def faults(document: Document, shelf: Imported) -> Iterator[str]:
    """What of a round is not the same once it was imported into `shelf`, exported from there and judged."""
    name = shelf.take(write(document).encode()).name
    one = next(one for one in shelf.rounds() if one.name == name)
    if one.document != document or seal_of(one.document) != seal_of(document):
        yield "came back as another round"
    if not one.is_whole:
        yield "came back altered"
    own = functools.partial(load, text=document.get("rulebook_text"))
    for again in judge_again(one.document, own):
        if again.differs and again.settled is not None and "host" not in again.turn:
            yield f"turn {again.number} was {again.turn['verdict']}, is {again.settled.verdict.outcome.value}"


def main() -> int:
    """Look through the folders, and print what was found."""
    parser = command_line.parser(__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--most", type=int, default=ROUNDS, metavar="N", help=f"rounds at most (default {ROUNDS})")
    args = parser.parse_args()
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(path for each in args.folders for path in each.rglob(FILE_NAME)):
            events = (one.event for one in fitting(read(path)) if one.event is not None)
            for document in exported(events):
                if counts["rounds"] == args.most:
                    break
                counts += Counter(rounds=1, turns=len(document.get("turns", ())))
                shelf = Imported(Path(folder) / str(counts["rounds"]))
                for fault in faults(document, shelf):
                    counts["faults"] += 1
                    print(f"{path}, game {document['game']}, round {document['round']}: {fault}")
    print(f"{counts['rounds']} rounds, {counts['turns']} turns, {counts['faults']} faults")
    return 1 if counts["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
