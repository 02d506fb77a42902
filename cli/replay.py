"""`tileref replay`: rounds as one page, to be looked at turn by turn in any browser, on paper or in a film."""

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cli.common import add_data_argument, data_folder, write_whole
from cli.exits import CommandError, ExitCode
from cli.export import LAST, recorded

if TYPE_CHECKING:
    from roundfile.document import Document

NAME = "replay"
HELP = "write rounds as one page, photos and all, that shows them turn by turn without a server, on paper or as a film"

_LANGUAGES = ("en", "de", "fr", "it")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `tileref replay`."""
    parser.add_argument(
        "rounds",
        nargs="*",
        metavar="ROUND",
        help=f"a round file, the number of a round as `tileref export` lists it, or {LAST}; without, a page to drop round files on",
    )
    add_data_argument(parser)
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="where to write the page in place of standard output"
    )
    forms.add_argument("--pdf", type=Path, metavar="FILE", help="write the rounds to be printed instead")
    forms.add_argument(
        "--video", type=Path, metavar="FILE", help="write the rounds as a film instead, VP9 in WebM; needs PyAV"
    )
    parser.add_argument("--turn", type=int, metavar="N", help="film this turn alone, from 1 as the page counts them")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object: the bytes and turns of what is written"
    )
    parser.add_argument(
        "--language",
        choices=_LANGUAGES,
        help="the language to begin with, the reader's own otherwise; on paper and in a film English otherwise",
    )


def run(args: argparse.Namespace) -> ExitCode:
    """Write the page, or what is asked for in its place; the photos are those of the journal that it names."""
    folder: Path = args.data or data_folder()
    file: Path | None = args.output or args.pdf or args.video
    if args.json and file is None:
        raise CommandError("--json tells of what is written to a file: name it with -o")
    if (args.pdf or args.video) and not args.rounds:
        raise CommandError("name a round to be printed or filmed: tileref export lists them")
    if args.turn is not None and not args.video:
        raise CommandError("--turn is for a film: name its file with --video")
    rounds = _rounds(args.rounds, folder)
    data = _written(rounds, folder, args)
    if file is None:
        sys.stdout.write(data.decode())
    else:
        write_whole(file, data)
    if args.json:
        turns = 1 if args.turn else sum(len(one.get("turns", ())) for one in rounds)
        print(json.dumps({"file": str(file), "bytes": len(data), "turns": turns}))
    return ExitCode.FINE


def _written(rounds: "list[Document]", folder: Path, args: argparse.Namespace) -> bytes:
    """The rounds in the form that was asked for."""
    if args.pdf:
        from webui.round_paper import as_pdf

        return as_pdf(rounds, args.language or _LANGUAGES[0])
    if args.video:
        return _filmed(rounds, args.language or _LANGUAGES[0], args.turn)
    from webui.replay import page, photos_in

    return page(rounds, photos_in(folder), args.language).encode()


def _filmed(rounds: "list[Document]", language: str, number: int | None) -> bytes:
    from roundfile.document import in_order

    try:
        from webui.film import as_webm
    except ModuleNotFoundError as error:
        if error.name != "av":
            raise
        line = f'--video needs PyAV, which is not installed: run {sys.executable} -m pip install "av>=14"'
        raise CommandError(line) from None
    count = sum(len(in_order(one)) for one in rounds)
    if number is not None and not 1 <= number <= count:
        raise CommandError(f"--turn {number}: the turns are numbered from 1 to {count}")
    return as_webm(rounds, language, number)


def _rounds(names: Sequence[str], folder: Path) -> "list[Document]":
    """The rounds of these files, or of these numbers in the journal of the folder, which is read once."""
    kept = [name for name in names if not Path(name).exists() and re.fullmatch(f"{LAST}|[0-9]+|[0-9a-f]{{16}}", name)]
    found = dict(zip(kept, recorded(kept, folder), strict=True)) if kept else {}
    return [found.get(name) or _filed(name) for name in names]


def _filed(name: str) -> "Document":
    """The round of that file."""
    from files.bounded import read_within
    from roundfile.document import MOST_BYTES, RoundFileError, parse

    try:
        return parse(read_within(name, MOST_BYTES))
    except RoundFileError as error:
        raise CommandError(f"{name}: {error}") from error
