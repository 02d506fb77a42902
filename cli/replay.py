"""`tileref replay`: rounds as one page, to be looked at turn by turn in any browser."""

import argparse
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cli.common import data_folder, write_whole
from cli.exits import CommandError, ExitCode
from cli.export import LAST, recorded

if TYPE_CHECKING:
    from roundfile.document import Document

NAME = "replay"
HELP = "write rounds as one page, photos and all, that shows them turn by turn without a server"

_LANGUAGES = ("en", "de", "fr", "it")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `tileref replay`."""
    parser.add_argument(
        "rounds",
        nargs="*",
        metavar="ROUND",
        help=f"a round file, the number of a round as `tileref export` lists it, or {LAST}; without, a page to drop round files on",
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="the folder of the journal, and of its photos")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="where to write it in place of standard output"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object: the bytes and turns of the page")
    parser.add_argument("--language", choices=_LANGUAGES, help="the language to begin with; the reader's own otherwise")


def run(args: argparse.Namespace) -> ExitCode:
    """Write the page; the photos are those of the journal that it names."""
    from webui.replay import page

    folder: Path = args.data or data_folder()
    if args.json and args.output is None:
        raise CommandError("--json tells of a page that is written to a file: name it with -o")
    rounds = [_round(name, folder) for name in args.rounds]
    text = page(rounds, _photos(folder), args.language)
    if args.output is None:
        sys.stdout.write(text)
    else:
        write_whole(args.output, text)
    if args.json:
        turns = sum(len(one.get("turns", ())) for one in rounds)
        print(json.dumps({"file": str(args.output), "bytes": len(text.encode()), "turns": turns}))
    return ExitCode.FINE


def _round(name: str, folder: Path) -> "Document":
    """The round of that file, or of that number in the journal of the folder."""
    from files.bounded import read_within
    from roundfile.document import MOST_BYTES, RoundFileError, parse

    if not Path(name).exists() and re.fullmatch(f"{LAST}|[0-9]+|[0-9a-f]{{16}}", name):
        return recorded(name, folder)
    try:
        return parse(read_within(name, MOST_BYTES))
    except RoundFileError as error:
        raise CommandError(f"{name}: {error}") from error


def _photos(folder: Path) -> Callable[[str], bytes | None]:
    """What reads the photos of a journal by their SHA-256."""
    from files.bounded import read_within
    from journal.photos import is_name, path_of
    from vision.camera.picture_limits import MOST_BYTES

    def read(digest: str) -> bytes | None:
        name = f"{digest}.jpg"
        try:
            return read_within(path_of(folder, name), MOST_BYTES) if is_name(name) else None
        except OSError:
            return None

    return read
