"""`tileref judge`: a turn, several, or all of a round file, judged from their description."""

import argparse
import errno
import json
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

from cli.common import on_one_line, warn
from cli.description import MOST_BYTES, decode, lines_of
from cli.exits import OF_OUTCOME, WORST_FIRST, CommandError, ExitCode
from files.bounded import open_within
from files.rulebook import load as load_rulebook
from referee.allowance import Counted
from referee.described import KEYS, DescribedTurn
from referee.description import DescriptionError
from referee.doubt import Settled, Spot
from referee.errors import UserError
from referee.restore import Restored
from referee.rulebook import Rulebook, RulebookError
from referee.text import printable
from referee.tiles import NotationError
from referee.verdict import Verdict

if TYPE_CHECKING:
    from roundfile.judging import JudgedAgain

NAME = "judge"
HELP = "judge a turn, or several, from their description in JSON, or the turns of a round file"

_MOST_TOGETHER = 4 * 1024 * 1024
"""Maximum bytes of lines that are held until it is known whether each of them is a turn."""

_MARK = b"rummi-round/"  # the format of a round file begins so

_MOST_BLANK = 1024 * 1024
"""Maximum bytes of blank lines that are passed over."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `tileref judge`."""
    parser.add_argument(
        "turns",
        nargs="*",
        default=["-"],
        metavar="TURN.json",
        help="a file with a turn as a JSON object, or several as JSON lines, or a round file; - is standard input (the default)",
    )
    parser.add_argument(
        "--rulebook", metavar="ID", help="judge by this rulebook in place of the one that is named there"
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON for each turn")


def run(args: argparse.Namespace) -> ExitCode:
    """Print a verdict for each turn; the exit code is the worst: bad input, illegal, undecided, legal.

    A turn that cannot be used does not keep the others from being judged; its line of JSON has an ``error``.
    """
    codes: set[ExitCode] = set()
    for name in args.turns:
        shown = "standard input" if name == "-" else name
        is_empty = True
        try:
            for place, text in _documents(name, shown):
                is_empty = False
                heading = [f"{place}:"] if codes or len(args.turns) > 1 else []
                if _MARK in text:
                    codes |= _judge_round(place, text, heading, args)
                else:
                    codes.add(_judge_one(place, text, heading, args))
            if is_empty and len(args.turns) > 1:
                codes.add(_complain(shown, "is empty: write a turn into it as a JSON object", as_json=args.json))
        except OSError as error:
            if error.filename is None:
                raise  # it is not the turn that could not be read
            codes.add(_complain(shown, error.strerror or str(error), as_json=args.json))
    if not codes:
        raise CommandError("no turn was given: write one as a JSON object to standard input, or name its file")
    return next(code for code in WORST_FIRST if code in codes)


def _judge_one(place: str, text: bytes, heading: list[str], args: argparse.Namespace) -> ExitCode:
    as_json: bool = args.json
    try:
        turn = DescribedTurn.parse(decode(text, "turn"), lambda name: load_rulebook(args.rulebook or name))
    except (DescriptionError, NotationError, RulebookError) as error:
        return _complain(place, str(error), as_json=as_json)
    for key in turn.ignored:
        warn(f"{place}: {key!r} is not judged: a turn has {', '.join(KEYS)}")
    settled = turn.settle()
    restored = turn.restoration(settled.verdict)
    if as_json:
        print(json.dumps(to_json(settled, restored)), flush=True)
    else:
        lines = [*heading, *describe(settled.verdict, settled.questions), *describe_restored(restored)]
        print("\n".join(lines), flush=True)
    return OF_OUTCOME[settled.verdict.outcome]


def _judge_round(place: str, text: bytes, heading: list[str], args: argparse.Namespace) -> set[ExitCode]:
    """Print the verdict on each turn of a round file, and how it differs from the one that stands there."""
    from roundfile.document import parse
    from roundfile.judging import judge_again

    try:
        document = parse(text)
        said = document.get("rulebook_text")

        def load(name: str) -> Rulebook:
            return load_rulebook(name, None if args.rulebook else said)

        judged = [*judge_again(document, load, args.rulebook)]
    except UserError as error:
        return {_complain(place, str(error), as_json=args.json)}
    if args.json:
        for one in judged:
            facts = {"turn": one.number, "player": one.turn["player"], "was": one.turn.get("verdict")}
            print(json.dumps(facts | ({"verdict": None} if one.settled is None else to_json(one.settled))))
    else:
        lines = [line for one in judged for line in _describe_again(one)]
        differ = sum(one.differs for one in judged)
        print("\n".join([*heading, *lines, f"{len(judged)} turns, {differ} judged otherwise than at the table"]))
    return {OF_OUTCOME[one.settled.verdict.outcome] for one in judged if one.settled is not None} or {ExitCode.FINE}


def _describe_again(one: "JudgedAgain") -> list[str]:
    """A turn of a round file as lines of text, with its reasons where it is judged otherwise than it was."""
    name = printable(one.turn["player"])
    if one.settled is None:
        return [f"{one.number} {name}: nobody knows how the table lay"]
    if not one.differs:
        return [f"{one.number} {name}: {one.settled.verdict.outcome.value}"]
    host = f" by the host's word ({printable(one.turn['host'])})" if "host" in one.turn else ""
    said, *reasons = describe(one.settled.verdict, one.settled.questions)
    return [f"{one.number} {name}: {said}, was {one.turn['verdict']}{host}", *reasons]


def _complain(place: str, error: str, *, as_json: bool) -> ExitCode:
    warn(f"{place}: {error}")
    if as_json:
        print(json.dumps({"error": on_one_line(error)}), flush=True)
    return ExitCode.BAD_INPUT


def to_json(settled: Settled, restored: Restored | None = None) -> dict[str, Any]:
    """The verdict as JSON; if undecided, with the places that it hangs on (``set`` and ``place`` count from 0).

    If the table after a penalty was shown, it includes what becomes of the tiles (``restored``).
    """
    data = settled.verdict.to_json()
    if restored is not None:
        data["restored"] = restored.to_json()
    if settled.questions:
        data["questions"] = [
            {"table": spot.table, "set": spot.set_index, "place": spot.place} for spot in settled.questions
        ]
    return data


def describe(verdict: Verdict, questions: Sequence[Spot] = ()) -> list[str]:
    """The verdict as lines of text: the outcome, its reasons, and the places that a person must look at."""
    lines = [verdict.outcome.value]
    if verdict.played:
        lines.append(f"  laid: {' '.join(map(str, verdict.played))}, worth {verdict.points}")
    for violation in verdict.violations:
        where = "" if violation.set_index is None else f"set {violation.set_index + 1}: "
        lines += [f"  {where}{violation.message}", f"      {violation.code.value}; {violation.clause}"]
    lines += [f"  note: {notice.message}" for notice in verdict.notices]
    lines += _describe_time(verdict.time)
    if verdict.penalty is not None:
        lines += _describe_penalty(verdict)
    for spot in questions:
        lines.append(f"  look at tile {spot.place + 1} of set {spot.set_index + 1} {spot.table} the turn")
    return lines


def _describe_time(time: Counted | None) -> list[str]:
    """What was counted of the turn's time, as a line of text; none where nothing but the rulebook's seconds was."""
    if time is None:
        return []
    parts = ["no limit" if time.own is None else f"{time.own:g} of its own"]
    if time.extensions:
        parts.append(f"{time.extensions} x {time.extension} by extension")
    if time.bank:
        parts.append(f"{time.from_bank:g} of the bank's {time.bank:g}")
    return [f"  time: {time.seconds:g} seconds, allowed: {', '.join(parts)}"]


def describe_restored(restored: Restored | None) -> list[str]:
    """What becomes of the tiles after the penalty, as lines of text; none where that was not shown."""
    if restored is None:
        return []
    lines = []
    if restored.not_returned:
        lines.append(f"  not put back: {' '.join(map(str, restored.not_returned))}")
    if restored.to_pool:
        lines.append(f"  into the pool: {' '.join(map(str, restored.to_pool))}")
    if restored.to_rack:
        lines.append(f"  onto the rack: {' '.join(map(str, restored.to_rack))}")
    return [*lines, f"  to draw in all: {restored.draw}"]


def _describe_penalty(verdict: Verdict) -> list[str]:
    penalty = verdict.penalty
    if penalty is None:
        return []
    parts = [f"draw {penalty.draw}"]
    if penalty.put_back:
        parts.insert(0, f"put {penalty.put_back} drawn back into the pool")
    if penalty.restore:
        parts.insert(0, "put the table back as it was")
        if penalty.extra_per_lost:
            parts.append(f"and {penalty.extra_per_lost} more for each tile that cannot be put back")
    elif penalty.take:
        parts.insert(0, f"take {' '.join(map(str, penalty.take))} onto the rack")
    return [f"  penalty: {', '.join(parts)}", f"      {penalty.clause}"]


def _documents(name: str, shown: str) -> Iterator[tuple[str, bytes]]:
    """Each JSON document of a file, or of standard input for ``-``, with its place for messages."""
    if name == "-":
        yield from _split(sys.stdin.buffer, shown)
    else:
        with open_within(name) as file:
            yield from _split(file, shown)


def _split(stream: BinaryIO, shown: str) -> Iterator[tuple[str, bytes]]:
    """The documents of `stream`.

    If its first line is JSON by itself, every line is a document, yielded before the next one is read; else all of it
    is one, unless only other lines are JSON objects.

    Raises:
        OSError: a line, or what is no JSON by its first line, is larger than any that anybody has written.
    """
    lines = _lines(stream, shown)
    number, first = next(lines, (0, b""))
    if not number:
        return
    if _is_json(first):
        yield shown, first
        yield from ((f"{shown}, line {at}", line) for at, line in lines)
        return
    rest = _all(lines, shown)
    whole = b"".join(line for _, line in [(number, first), *rest])
    if _is_json(whole) or not any(_is_json(line, dict) for _, line in rest):
        yield shown, whole
    else:
        yield from ((f"{shown}, line {at}", line) for at, line in [(number, first), *rest])


def _lines(stream: BinaryIO, shown: str) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers."""
    passed = 0  # bytes of blank lines
    for number, line in enumerate(lines_of(stream, shown), 1):
        if len(line) > MOST_BYTES:
            raise OSError(errno.EFBIG, f"line {number} has more than {MOST_BYTES // 1024} KiB: no turn has", shown)
        if line.strip():
            yield number, line
        else:
            passed += len(line)
            if passed > _MOST_BLANK:
                raise OSError(errno.EFBIG, "goes on and on without a turn", shown)


def _all(lines: Iterator[tuple[int, bytes]], shown: str) -> list[tuple[int, bytes]]:
    found, size = [], 0
    for number, line in lines:
        size += len(line)
        if size > _MOST_TOGETHER:
            raise OSError(
                errno.EFBIG, f"has more than {_MOST_TOGETHER // 1024**2} MiB, and its first line is no turn", shown
            )
        found.append((number, line))
    return found


def _is_json(text: bytes, kind: type = object) -> bool:
    """Whether the text is a JSON value of that kind."""
    try:
        return isinstance(decode(text, "turn"), kind)
    except DescriptionError:
        return False
