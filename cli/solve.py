"""`tileref solve`: the legal play that lays the most tiles."""

import argparse
import json
import sys
import time
from typing import Any

from cli.common import warn
from cli.description import MOST_BYTES, decode
from cli.exits import CommandError, ExitCode
from files.bounded import read_within
from files.rulebook import load as load_rulebook
from referee.description import POSITION_KEYS, DescriptionError, Position
from referee.rulebook import RulebookError
from referee.solver.play import BestPlay, best_play
from referee.tiles import NotationError, format_tiles

NAME = "solve"
HELP = "find the legal play that lays the most tiles"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `tileref solve`."""
    parser.add_argument(
        "position",
        nargs="?",
        default="-",
        metavar="POSITION.json",
        help="a file with table, rack and opened as a JSON object; - is standard input (the default)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> ExitCode:
    """Print the best play; that there is none is an answer, too, with exit code 0."""
    shown = "standard input" if args.position == "-" else args.position
    text = _read(args.position)
    if not text.strip():
        raise CommandError(f"{shown}: no position was given: write one as a JSON object with table, rack and opened")
    try:
        position = Position.parse(decode(text, "position"), load_rulebook)
    except (DescriptionError, NotationError, RulebookError) as error:
        raise CommandError(f"{shown}: {error}") from error
    for key in position.ignored:
        warn(f"{shown}: {key!r} is not looked at: a position has {', '.join(POSITION_KEYS)}")
    began = time.perf_counter()
    play = best_play(position.table, position.rack, position.rulebook, opened=position.opened)
    elapsed = round((time.perf_counter() - began) * 1000, 1)
    print(json.dumps(to_json(play, elapsed)) if args.json else "\n".join(describe(position, play)))
    return ExitCode.FINE


def to_json(play: BestPlay, elapsed: float) -> dict[str, Any]:
    """The play as JSON, with the milliseconds that finding it took.

    Where there is no play, it has the table as it lies, and whether it is certain that there is none.
    """
    return {
        "playable": play.playable,
        "played": format_tiles(play.played),
        "table": [format_tiles(tiles) for tiles in play.table],
        "changed": play.changed,
        "exact": play.exact,
        "most": play.most,
        "elapsed_ms": elapsed,
    }


def describe(position: Position, play: BestPlay) -> list[str]:
    """The play as lines of text: what to lay, and the sets that are not on the table yet."""
    if not play.played:
        return ["nothing can be laid" if play.most else "nothing was found that can be laid (there may be something)"]
    stayed = len(position.table) - play.changed
    kept = f", {stayed} sets stay as they are" if stayed != 1 else ", 1 set stays as it is"
    doubt = "" if play.exact else " (another may change fewer sets)" if play.most else " (may not be the best)"
    laid = " ".join(format_tiles(play.played))
    lines = [f"lay {laid}{doubt}{kept if position.table else ''}; then these lie there:"]
    return lines + [f"  {' '.join(format_tiles(tiles))}" for tiles in play.table[stayed:]]


def _read(name: str) -> bytes:
    return sys.stdin.buffer.read(MOST_BYTES + 1) if name == "-" else read_within(name, MOST_BYTES)
