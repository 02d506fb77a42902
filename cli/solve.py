"""`tileref solve`: the legal play that lays the most tiles, or what a player could have laid at each turn of a round."""

import argparse
import json
import sys
import time
from typing import TYPE_CHECKING, Any

from cli.common import warn
from cli.description import decode
from cli.exits import CommandError, ExitCode
from files.bounded import read_within
from files.rulebook import load as load_rulebook
from referee.description import POSITION_KEYS, DescriptionError, Position
from referee.rulebook import Rulebook, RulebookError
from referee.solver.play import BestPlay, best_play
from referee.text import printable
from referee.tiles import NotationError, TileSet, format_tiles

if TYPE_CHECKING:
    from roundfile.could_have import CouldHave
    from roundfile.document import Document

NAME = "solve"
HELP = "find the legal play that lays the most tiles, or what a player of a round could have laid at each turn"

_MARK = b"rummi-round/"  # the format of a round file begins so
_MOST_OF_ROUND = 4 * 1024 * 1024
"""Maximum bytes of a round file."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `tileref solve`."""
    parser.add_argument(
        "position",
        nargs="?",
        default="-",
        metavar="POSITION.json",
        help="a file with table, rack and opened as a JSON object, or a round file; - is standard input (the default)",
    )
    parser.add_argument("--player", metavar="NAME", help="of a round file: whose turns are looked at")
    parser.add_argument(
        "--rack",
        metavar="RACK",
        help="what the player had left when the round ended: a photo (rack.jpg) or tiles (K3,R11,J); what the file says, unless given",
    )
    parser.add_argument(
        "--turn", type=int, metavar="N", help="the rack is that before turn N, and turns before it are looked at"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> ExitCode:
    """Print the best play; that there is none is an answer, too, with exit code 0."""
    shown = "standard input" if args.position == "-" else args.position
    if args.player is None and (args.rack is not None or args.turn is not None):
        raise CommandError("--rack and --turn go with a round file and --player NAME")
    text = _read(args.position)
    if not text.strip():
        raise CommandError(f"{shown}: no position was given: write one as a JSON object with table, rack and opened")
    if args.player is None and _MARK in text:
        raise CommandError(f"{shown}: is a round: say whose turns to look at with --player NAME")
    if args.player is not None:
        return _look_back(shown, text, args)
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
    doubt = "" if play.exact else " (another may change fewer sets)" if play.most else " (may not be the best)"
    return _lay_down(play, len(position.table), doubt)


def _lay_down(play: BestPlay, lying: int, doubt: str = "") -> list[str]:
    """The play as lines of text, on a table with `lying` sets."""
    stayed = lying - play.changed
    kept = f", {stayed} sets stay as they are" if stayed != 1 else ", 1 set stays as it is"
    lay = f"lay {' '.join(format_tiles(play.played))}{doubt}{kept if lying else ''}; then these lie there:"
    return [lay, *(f"  {' '.join(format_tiles(tiles))}" for tiles in play.table[stayed:])]


def _look_back(shown: str, text: bytes, args: argparse.Namespace) -> ExitCode:
    """Print of each turn of a player whether tiles could have been laid."""
    from roundfile.could_have import could_have
    from roundfile.document import RoundFileError, parse

    try:
        document = parse(text)
        rules = load_rulebook(document["rulebook"], document.get("rulebook_text"))
        rack = None if args.rack is None else _rack(args.player, args.rack, rules)
        if args.turn is not None:
            document, rack = _before(document, args.turn, args.player, rack), None
        found = [*could_have(document, args.player, rules, rack)]
        if not found:
            raise CommandError(f"{shown}: {printable(args.player)} has no turn in this round")
    except (RoundFileError, NotationError, RulebookError) as error:
        raise CommandError(f"{shown}: {error}") from error
    for one in found:
        print(json.dumps(could_to_json(one)) if args.json else "\n".join(describe_could(one)))
    return ExitCode.FINE


def _rack(player: str, text: str, rules: Rulebook) -> TileSet:
    """The tiles of a rack, from a photo or as they are written.

    Raises:
        CommandError: a tile could not be read for certain.
    """
    from cli.score import read_racks

    (given,) = read_racks([f"{player}={text}"], rules).values()
    if isinstance(given.left, int):
        raise CommandError("--rack has points: give its tiles, such as K3,R11,J, or a photo")
    if given.doubtful:
        line = f"--rack is in doubt at {' '.join(given.doubtful)}: write its tiles, such as {','.join(given.shown)}"
        raise CommandError(line, ExitCode.UNDECIDED)
    return given.left


def _before(document: "Document", number: int, player: str, rack: TileSet | None) -> "Document":
    """The round up to a turn of the player, with the rack before it."""
    turns = document.get("turns", ())[:number]
    if rack is None or not 1 <= number == len(turns) or turns[-1]["player"] != player:
        raise CommandError(f"--turn is the number of a turn of {printable(player)}, with --rack as it was before it")
    return {**document, "turns": [*turns[:-1], {**turns[-1], "rack": " ".join(format_tiles(rack))}]}


def could_to_json(one: "CouldHave") -> dict[str, Any]:
    """A turn as JSON: whether tiles could have been laid, what, and if which were on the rack by then."""
    play = one.play
    return {
        "turn": one.number,
        "opened": one.turn.get("opened"),
        "laid": one.turn.get("played", "").split(),
        "could": one.could.value,
        "played": [] if play is None else format_tiles(play.played),
        "table": [] if play is None else [format_tiles(tiles) for tiles in play.table],
        "needs": format_tiles(one.needs),
    }


def describe_could(one: "CouldHave") -> list[str]:
    """A turn as lines of text: whether tiles could have been laid, and what."""
    from roundfile.document import read_table

    verb = "have laid" if one.turn.get("opened", True) else "have opened"
    if one.play is None:
        answer = f"could not {verb}" if one.could.value == "no" else "not known"
        return [f"{one.number} {printable(one.turn['player'])}: {answer}"]
    needs = " ".join(format_tiles(one.needs))
    if one.could.value == "if":
        when = f", if {needs} were on the rack by then"
    else:
        when = f", whichever tiles were drawn later; with {needs}" if needs else ""
    lay, *sets = _lay_down(one.play, len(read_table(one.turn["before"])))
    return [f"{one.number} {printable(one.turn['player'])}: could {verb}{when}: {lay}", *sets]


def _read(name: str) -> bytes:
    return sys.stdin.buffer.read(_MOST_OF_ROUND + 1) if name == "-" else read_within(name, _MOST_OF_ROUND)
