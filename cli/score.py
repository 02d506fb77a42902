"""`tileref score`: a finished round's column of the score sheet."""

import argparse
import json
import os
import re
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cli.common import warn
from cli.exits import CommandError, ExitCode
from files.rulebook import load as load_rulebook
from referee import rulebook
from referee.clauses import Box
from referee.names import check_apart, plain_name
from referee.score import Column, ScoreError, score_round
from referee.text import printable, shortened
from referee.tiles import UNREAD, NotationError, Tile

if TYPE_CHECKING:  # numpy, OpenCV and the models load when a photo is read
    from vision.reading.reader import Reader

NAME = "score"
HELP = "score a finished round from photos of the racks, their tiles or their points"


_MOST_DIGITS = 5

_NUMBER = re.compile(r"[-+]?[.,]?\d[\d.,]*")
"""What is meant as a number of points, whole or not."""


class GivenRack(NamedTuple):
    """What a player has left."""

    left: tuple[Tile, ...] | int
    """The tiles, without those that could not be read, or the points where they were given."""
    shown: tuple[str, ...] = ()
    """Notations of all tiles, ``?`` for one that could not be read; empty where the points were given."""
    doubtful: tuple[str, ...] = ()
    """The notations in `shown` that a person should confirm."""
    from_photo: bool = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `tileref score`."""
    parser.add_argument(
        "racks",
        nargs="*",
        metavar="NAME=RACK",
        help="a player's rack: a photo (Anna=rack.jpg), tiles (Anna=K3,R11,J) or points (Anna=24)",
    )
    parser.add_argument("--rulebook", default=rulebook.DEFAULT, metavar="ID", help=f"default {rulebook.DEFAULT}")
    parser.add_argument("--winner", metavar="NAME", help="who went out; with --blocked, only to break a tie")
    parser.add_argument("--blocked", action="store_true", help="nobody could go out; every player has a rack")
    parser.add_argument(
        "--hand", action="store_true", help="the winner went out by hand, in a rulebook with that variant"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> ExitCode:
    """Print the round's column; `UNDECIDED` where a rack holds a doubtful tile."""
    book = load_rulebook(args.rulebook)
    winner = args.winner and plain_name(args.winner)
    if not winner and (args.winner is not None or not args.blocked):
        raise CommandError("who won? give --winner NAME, or --blocked for a round that nobody could finish")
    racks = read_racks(args.racks, book)
    check_apart([*racks, *({winner} - racks.keys() if winner else ())])
    for name, rack in racks.items():
        if rack.doubtful and not rack.left:
            line = f"nothing on {name}'s rack could be read: name its tiles, such as {name}=K3,R11,J"
            raise CommandError(line, ExitCode.UNDECIDED)
    doubtful = {name: rack for name, rack in racks.items() if rack.doubtful}
    try:
        column = score_round(
            {name: rack.left for name, rack in racks.items()},
            book,
            winner,
            blocked=args.blocked,
            by_hand=args.hand,
            confirmed=not any(rack.from_photo for rack in doubtful.values()),
        )
    except ScoreError as error:
        if not args.blocked or not doubtful:
            raise
        looks = "; ".join(_look_at(name, rack) for name, rack in doubtful.items())
        raise CommandError(f"{error}; it may be misread: {looks}", ExitCode.UNDECIDED) from None
    if args.json:
        print(json.dumps(to_json(column, racks, book.id)))
    else:
        print("\n".join(describe(column, racks, book)))
    return ExitCode.UNDECIDED if doubtful else ExitCode.FINE


def read_racks(texts: Sequence[str], book: rulebook.Rulebook) -> dict[str, GivenRack]:
    """The racks given as ``NAME=RACK``, by player.

    Where racks show more of a tile than the box holds, those on photos are doubtful.

    Raises:
        CommandError: a text is no rack, or a player has two.
        PlayerNameError: a name holds a character that cannot be seen.
        NotationError: a rack names a tile that does not exist.
        PhotoError: a photo cannot be used.
    """
    racks: dict[str, GivenRack] = {}
    photos = _PhotoRacks(book.box.copies)
    for text in texts:
        name, equals, rest = (part.strip() for part in text.partition("="))
        name = plain_name(name)
        if not name or not equals or not rest:
            raise CommandError(f"{shortened(text)!r} is no rack: write NAME=rack.jpg, NAME=K3,R11,J or NAME=24")
        if name in racks:
            raise CommandError(f"{name} has two racks: give each player one, under a name of their own")
        if _NUMBER.fullmatch(rest):
            racks[name] = GivenRack(_points(name, rest))
        elif _is_photo(rest):
            racks[name] = photos.read(rest)
        else:
            racks[name] = _written(name, rest)
    return _doubt_surplus(racks, book.box)


def _doubt_surplus(racks: Mapping[str, GivenRack], box: Box) -> dict[str, GivenRack]:
    counts = Counter(Tile.parse(text) for rack in racks.values() for text in rack.shown if text != UNREAD)
    too_many = {str(tile) for tile, _, _ in box.surplus(counts)}
    return {name: _doubting(rack, too_many) if rack.from_photo else rack for name, rack in racks.items()}


def _doubting(rack: GivenRack, kinds: Container[str]) -> GivenRack:
    """The rack with all its tiles of those kinds doubtful."""
    others = tuple(text for text in rack.doubtful if text not in kinds)
    return rack._replace(doubtful=others + tuple(text for text in rack.shown if text in kinds))


def _points(name: str, text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise CommandError(f"{name}={text[:_MOST_DIGITS]}... is more than a rack can count")
    if not text.removeprefix("-").isdecimal():
        raise CommandError(f"{name}={shortened(text)} is no number of points: they are whole, such as {name}=24")
    return int(text)


def _is_photo(text: str) -> bool:
    return text == "-" or "." in text or os.sep in text


def _written(name: str, text: str) -> GivenRack:
    parts = text.replace(",", " ").split()
    try:
        tiles = tuple(Tile.parse(part) for part in parts if part != UNREAD)
    except NotationError as error:
        raise NotationError(f"{name}'s rack: {error}; a photo is given by a path such as rack.jpg") from error
    shown = tuple(UNREAD if part == UNREAD else str(Tile.parse(part)) for part in parts)
    return GivenRack(tiles, shown, (UNREAD,) * parts.count(UNREAD))


class _PhotoRacks:
    """Reads racks from photos; the models load with the first one."""

    def __init__(self, copies: int) -> None:
        self._copies = copies
        self._reader: Reader | None = None

    def read(self, path: str) -> GivenRack:
        """The rack that the photo shows."""
        from vision.camera.photo import load_photo
        from vision.reading.reader import Reader

        photo = load_photo(path)
        self._reader = self._reader or Reader()
        reading = self._reader.read(photo, copies=self._copies)
        if not reading.tiles:
            line = "shows no tiles that could be read: photograph the rack from the front, or type it"
            raise CommandError(f"{printable(path)}: {line}")
        if count := len(reading.face_down):
            lie = "1 tile lies face down and is" if count == 1 else f"{count} tiles lie face down and are"
            warn(f"{printable(path)}: {lie} not counted: turn those of the rack over")
        shown = tuple(str(tile.tile or UNREAD) for tile in reading.tiles)
        doubtful = tuple(
            text for text, tile in zip(shown, reading.tiles, strict=True) if tile.doubt or tile.tile is None
        )
        return GivenRack(
            tuple(tile.tile for tile in reading.tiles if tile.tile is not None), shown, doubtful, from_photo=True
        )


def to_json(column: Column, racks: Mapping[str, GivenRack], rulebook_id: str) -> dict[str, Any]:
    """The column as JSON; a rack given as points stands as that number."""
    return {
        "rulebook": rulebook_id,
        **column.to_json(),
        "racks": {name: rack.left if isinstance(rack.left, int) else list(rack.shown) for name, rack in racks.items()},
        "doubtful": {name: list(rack.doubtful) for name, rack in racks.items()},
    }


def describe(column: Column, racks: Mapping[str, GivenRack], book: rulebook.Rulebook) -> list[str]:
    """The column as lines of text: one for each player, then the control sum and what a person must look at."""
    width = max(len(name) for name in column.points)
    lines = []
    for name, points in column.points.items():
        rack = racks.get(name)
        left = "" if rack is None or isinstance(rack.left, int) else f"  {' '.join(rack.shown)}"
        won = "  won" if name == column.winner else ""
        lines.append(f"{name:{width}} {points:+5}{won}{left}".rstrip())
    if column.blocked and column.winner is None:
        lines.append("level: nobody has won this round")
    if column.blocked and not book.blocked.adds_up_to_zero:
        lines.append(f"control: none in a blocked round ({book.blocked.citation})")
    else:
        lines.append(f"control: {column.control}")
    return [*lines, *(_look_at(name, rack) for name, rack in racks.items() if rack.doubtful)]


def _look_at(name: str, rack: GivenRack) -> str:
    unread = " (not counted)" if UNREAD in rack.doubtful else ""
    return f"look at {name}'s rack: {' '.join(rack.doubtful)}{unread}"
