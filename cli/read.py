"""`tileref read`: the tiles and sets that photos show."""

import argparse
import json
from collections.abc import Sized
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cli import editions
from cli.common import Overlays, data_folder, warn
from cli.exits import CommandError, ExitCode
from referee.text import printable

if TYPE_CHECKING:  # numpy and OpenCV load when the command runs
    from vision.reading.table_reading import TableReading

NAME = "read"
HELP = "read the tiles and sets that photos show"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `tileref read`."""
    parser.add_argument(
        "photos", nargs="+", metavar="PHOTO", help="a JPEG, HEIC, PNG, WebP or BMP file; - is standard input"
    )
    parser.add_argument("--json", action="store_true", help="print one line of JSON for each photo")
    editions.add_argument(parser)
    parser.add_argument("--overlay", type=Path, metavar="DIR", help="write each photo with what was read drawn over it")


def run(args: argparse.Namespace) -> ExitCode:
    """Print one reading for each photo; `BAD_INPUT` where a photo could not be read, or drawn over."""
    overlays = None if args.overlay is None else Overlays(args.overlay, args.photos)
    from vision.camera.photo import PhotoError, open_photo
    from vision.reading.oddity import MESSAGES

    choose = editions.chooser(args.edition, data_folder())
    code = ExitCode.FINE
    for name in args.photos:
        try:
            photo, full_size = open_photo(name)
        except PhotoError as error:
            code = ExitCode.BAD_INPUT
            if args.json:
                print(json.dumps({"photo": name, "error": str(error)}), flush=True)
            warn(str(error))
            continue
        edition, reader = choose(photo)
        reading = replace(reader.read(photo), full_size=full_size)
        if args.json:
            known = {} if edition is None else {"edition": edition}
            print(json.dumps({"photo": name, **reading.to_json(), **known}), flush=True)
        else:
            print("\n".join(describe(printable(name), reading)), flush=True)
        if reading.oddity is not None:
            warn(f"{printable(name)}: {MESSAGES[reading.oddity]}")
        if not reading.tiles:
            warn(f"{printable(name)}: shows no tiles that could be read")
        if overlays is not None:
            try:
                overlays.write(name, photo, reading)
            except CommandError as error:
                code = ExitCode.BAD_INPUT
                warn(str(error))
    return code


def describe(name: str, reading: "TableReading") -> list[str]:
    """A reading as lines of text: a heading, then a line for each set, or row of a rack; a question mark stands for doubt."""
    kind = "row" if reading.is_of_rack else "set"
    counts = [f"{_count(reading.tiles, 'tile')} in {_count(reading.sets, kind)}"]
    if reading.doubtful:
        counts.append(f"{len(reading.doubtful)} doubtful")
    if reading.face_down:
        counts.append(f"{len(reading.face_down)} face down")
    lines = [f"{name}: {', '.join(counts)} ({reading.elapsed_ms:.0f} ms)"]
    for number, (members, notations) in enumerate(zip(reading.sets, reading.notation(), strict=True), start=1):
        tiles = [reading.tiles[i] for i in members]
        marked = (
            text + "?" * (tile.doubt and tile.tile is not None) for tile, text in zip(tiles, notations, strict=True)
        )
        lines.append(f"{number:4}  {' '.join(marked)}")
        for place, tile in enumerate(tiles, start=1):
            if tile.doubt:
                likely = ", ".join(f"{kind} {probability:.0%}" for kind, probability in tile.alternatives())
                lines.append(f"      tile {place} may be {likely}")
    return lines


def _count(things: Sized, name: str) -> str:
    return f"{len(things)} {name}{'' if len(things) == 1 else 's'}"
