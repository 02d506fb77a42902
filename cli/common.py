"""What several subcommands share."""

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from cli.exits import CommandError
from referee.text import shortened

if TYPE_CHECKING:  # numpy and OpenCV load when a command runs
    from vision.image import Photo
    from vision.reading.table_reading import TableReading

PORT = 8000
"""The page's port unless another is asked for."""
LARGEST_PORT = 65535
_LONGEST = 2000
"""Maximum characters of a line on standard error; the input may be longer."""
AREA = '"0.1,0.2 0.9,0.2 0.9,0.8 0.1,0.8"'
"""How a play area is written: its corners in order around it, as fractions of the picture."""


def data_folder() -> Path:
    """Where the journal lies unless `--data` says otherwise."""
    share = os.environ.get("XDG_DATA_HOME")
    return (Path(share) if share else Path.home() / ".local" / "share") / "tileref"


def add_data_argument(parser: argparse.ArgumentParser) -> None:
    """Declare `--data`, the folder of a journal (`data_folder`)."""
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="the folder of the journal and its photos, as for serve"
    )


def program_version() -> str:
    """The version that verdicts are kept and reported with."""
    from importlib import metadata

    try:
        return metadata.version("tileref")
    except metadata.PackageNotFoundError:  # run from a checkout
        return "not installed"


def parse_corners(text: str, besides: str = "") -> tuple[tuple[float, float], ...]:
    """The play area that ``X,Y X,Y ...`` names; `besides` says what else may be written.

    Raises:
        CommandError: it is not written so, or no area of a picture.
    """
    from calibration import ProfileError
    from calibration.profile import parse_area

    try:
        pairs = [corner.split(",") for corner in text.split()]
        return parse_area([[float(x), float(y)] for x, y in pairs])
    except ProfileError as error:
        raise CommandError(f"--area {text!r}: {str(error).partition(':')[0]}; an area is written like {AREA}") from None
    except ValueError:
        raise CommandError(f"--area {text!r}: write it like {AREA}{besides}") from None


def on_one_line(text: str) -> str:
    """The text without line ends, such as a name may hold."""
    return " ".join(text.split())


def warn(text: str) -> None:
    """Print a line to standard error, of a very long one the beginning."""
    print(f"tileref: {shortened(on_one_line(text), _LONGEST)}", file=sys.stderr, flush=True)


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file whole, or not at all.

    Raises:
        CommandError: it cannot be written.
    """
    from files import atomic

    try:
        atomic.write(path, content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise CommandError(atomic.unwritable(error)) from error


class Overlays:
    """The folder for annotated photos. No photo that is read is ever overwritten."""

    def __init__(self, folder: Path, photos: Iterable[str]) -> None:
        """Make the folder where it is missing; `photos` are those that are read.

        Raises:
            CommandError: it cannot be made.
        """
        self._folder = folder
        self._taken = {Path(name).resolve() for name in photos}
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CommandError(f"{folder}: cannot be made a folder for overlays: {error.strerror}") from None

    def write(self, name: str, photo: "Photo", reading: "TableReading") -> None:
        """Write the photo with its reading as ``<name>-read.jpg``, numbered where that name is taken in this run.

        Raises:
            CommandError: it cannot be written.
        """
        import cv2

        from vision.reading.overlay import draw

        stem = "stdin" if name == "-" else Path(name).stem
        number = 1
        while (path := self._folder / f"{stem}-read{'' if number == 1 else f'-{number}'}.jpg").resolve() in self._taken:
            number += 1
        self._taken.add(path.resolve())
        data = cv2.imencode(".jpg", draw(photo, reading))[1].tobytes()
        try:
            path.write_bytes(data)
        except OSError as error:
            raise CommandError(f"{path}: cannot be written: {error.strerror}") from None
