"""Boxes of tiles that were enrolled: how a command takes one by name or has it chosen, and how one is enrolled."""

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.common import Overlays, data_folder
from cli.exits import CommandError, ExitCode

if TYPE_CHECKING:  # numpy and OpenCV load when a command runs
    from live.boxes import KeptBox
    from referee.tiles import Tile
    from vision.image import Photo
    from vision.reading.boxes import Boxes, ChoosingReader
    from vision.reading.reader import Reader

ANY = "any"
"""The name that stands for no box: tiles are read as those of any."""

Choose = Callable[["Photo"], "tuple[str | None, Reader]"]
"""Gives the name of the box that a photo shows, None for any, and the reader for it."""


def add_argument(parser: argparse.ArgumentParser) -> None:
    """Declare `--edition`."""
    parser.add_argument(
        "--edition",
        metavar="NAME",
        help=f"the box of tiles, as calibrate edition has enrolled it; {ANY} for none of those. By default the one that lies there",
    )


def chooser(name: str | None, data: Path) -> Choose:
    """Gives the reader for each photo: that of the box of this name or, for None, that of the box that lies there.

    Args:
        name: the name of an edition, or `ANY`.
        data: the folder of the journal.
    """
    if name is None:
        return _readers(data).chosen
    known = _named(name, data)
    return lambda _photo: known


def reader(name: str | None, data: Path) -> "Reader | ChoosingReader":
    """The reader for the photos of one camera; the arguments are as for `chooser`."""
    from calibration import edition
    from vision.reading.boxes import ChoosingReader

    if name is None and edition.kept_in(data / edition.FOLDER):
        return ChoosingReader(_readers(data))
    return _named(name or ANY, data)[1]


def check(name: str | None, data: Path) -> None:
    """Checks that there is a box of that name; the arguments are as for `chooser`.

    Raises:
        ProfileError: there is no box of that name.
    """
    from calibration import edition

    if name not in {None, ANY}:
        edition.named(name, data / edition.FOLDER)


def _readers(data: Path) -> "Boxes":
    """The readers of every box that is enrolled.

    Raises:
        CommandError: the files of one are damaged.
    """
    from calibration import ProfileError, edition
    from live import boxes

    try:
        return boxes.readers(data / edition.FOLDER)
    except ProfileError as error:
        raise CommandError(f"{error}, or go on without it: --edition {ANY}") from None


def _named(name: str, data: Path) -> "tuple[str | None, Reader]":
    """The name of that box as it is kept, and its reader; None and the reader of any box for `ANY`."""
    from calibration import edition
    from live.boxes import pictures_of
    from vision.reading.reader import Reader

    if name == ANY:
        return None, Reader()
    profile = edition.named(name, data / edition.FOLDER)
    return profile.name, Reader().of_box(pictures_of(profile))


def enrol(args: argparse.Namespace) -> ExitCode:
    """Enrol the box of tiles that the photos after the first word show, and print what is missing or double.

    Raises:
        CommandError: photos or the box's name are missing, or the arguments do not go together.
        referee.errors.UserError: a photo cannot be used, the photos do not show a box, or it cannot be kept.
    """
    from calibration import edition
    from live import boxes
    from vision.camera.photo import load_photo
    from vision.reading.reader import Reader

    names = args.photos[1:]
    if not names:
        raise CommandError("give a photo of all tiles of the box, laid out face up")
    if args.name is None or args.area is not None:
        raise CommandError(
            'give the box a name, as in: calibrate edition box.jpg --name "wooden box"; it has no play area'
        )
    overlays = None if args.overlay is None else Overlays(args.overlay, names)
    photos = [load_photo(name) for name in names]
    anybody = Reader()
    kept = boxes.keep(photos, args.name, (args.data or data_folder()) / edition.FOLDER, anybody)
    if overlays is not None:
        knowing = anybody.of_box(kept.enrolment.pictures)
        for name, photo in zip(names, photos, strict=True):
            overlays.write(name, photo, knowing.read(photo))
    print(json.dumps(_to_json(kept)) if args.json else "\n".join(_describe(kept)))
    return ExitCode.FINE


def _to_json(kept: "KeptBox") -> dict[str, Any]:
    """What was enrolled, what is odd about it, and where it is kept."""
    return {
        "name": kept.profile.name,
        "tiles": len(kept.profile.tiles),
        "dark": kept.profile.dark,
        **{what: [str(tile) for tile in tiles] for what, tiles in _oddities(kept).items()},
        "kept": str(kept.path),
    }


def _describe(kept: "KeptBox") -> Iterator[str]:
    """What was enrolled, what is odd about it and where it is kept, as lines of text."""
    bodies = "dark" if kept.profile.dark else "bright"
    yield f"{kept.profile.name}: {len(kept.profile.tiles)} tiles with {bodies} bodies"
    oddities = _oddities(kept)
    for what, tiles in oddities.items():
        if tiles:
            yield f"  {what}: {_listed(tiles)}"
    if not any(oddities.values()):
        yield "  every tile of the box is there, and none is in doubt"
    yield f"  kept in {kept.path}, with the pictures beside it; look through them once"


def _oddities(kept: "KeptBox") -> dict[str, tuple["Tile", ...]]:
    """The tiles that a person should look at, by what is odd about them."""
    enrolment = kept.enrolment
    return {"missing": enrolment.missing, "double": enrolment.double, "unsure": enrolment.unsure}


def _listed(tiles: "tuple[Tile, ...]") -> str:
    """Tiles as text, each once; one that is there several times, with how often."""
    counts = {tile: tiles.count(tile) for tile in tiles}
    return ", ".join(f"{tile}" if count == 1 else f"{count} x {tile}" for tile, count in counts.items())
