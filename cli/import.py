"""`tileref import`: rounds that were played elsewhere are taken in, and shown among the evenings."""  # noqa: N999 - commands are modules of their names

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from cli.common import add_data_argument, data_folder
from cli.exits import CommandError, ExitCode

NAME = "import"
HELP = "take in round files that were played elsewhere: the page shows them among its evenings"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `tileref import`."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a round file, or a packed evening")
    add_data_argument(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object for each round")


def run(args: argparse.Namespace) -> ExitCode:
    """Take in every round, or, where one of them is none, nothing."""
    from files import atomic, private
    from live.telling.imported import FOLDER, Imported
    from roundfile.document import RoundFileError, parse

    folder = args.data or data_folder()
    texts = [one for path in args.files for one in _texts(path)]
    for name, text in texts:
        try:
            parse(text)
        except RoundFileError as error:
            raise CommandError(f"{name}: {error}") from error
    shelf = Imported(folder / FOLDER)
    try:
        private.make_folder(folder / FOLDER)
        taken = [(name, shelf.take(text)) for name, text in texts]
    except OSError as error:
        raise CommandError(atomic.unwritable(error)) from error
    for name, one in taken:
        document, whole = one.document, one.is_whole
        facts = {
            "players": document["players"],
            "turns": len(document.get("turns", ())),
            "whole": whole,
            "code": one.code,
        }
        if args.json:
            print(json.dumps({"file": name, "round": one.name, **facts}))
        else:
            said = (
                "its code is"
                if whole
                else "it bears no seal; its code is"
                if whole is None
                else "ALTERED since it was sealed; its code is"
            )
            print(f"{name}: taken in as {one.name}, {facts['turns']} turns; {said}: {one.code}")
    return ExitCode.FINE


def _texts(path: Path) -> Iterator[tuple[str, bytes]]:
    """The round files that a file is or, packed, holds: names and contents."""
    from files.bounded import read_within
    from live.packs import rounds
    from roundfile.document import MOST_BYTES

    if path.suffix == ".zip":
        yield from ((f"{path}: {name}", text) for name, text in rounds(path))
    else:
        yield str(path), read_within(path, MOST_BYTES)
