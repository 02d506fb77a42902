"""`tileref calibrate`: where the camera stands, what it sees of the table, and what to change about that."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cli import editions
from cli.common import AREA, Overlays, add_data_argument, data_folder, parse_corners
from cli.exits import CommandError, ExitCode
from referee.text import printable

if TYPE_CHECKING:  # numpy and OpenCV load when the command runs
    from calibration import TableProfile
    from live.telling.visibility import Visibility

NAME = "calibrate"
HELP = "look at the table through the camera, say what to change, and keep camera and play area"

WHOLE = "whole"
FIRST = "first"
EDITION = "edition"
"""The word that stands before photos of a box of tiles."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `tileref calibrate`."""
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "photos",
        nargs="*",
        default=[],
        metavar="PHOTO",
        help="a photo from where the camera is to stand; - is standard input. Or the word edition and a photo of all tiles of your box, "
        "laid out face up in any order, or a few that show a part of them each: the box is enrolled under the name given with --name, "
        "and read and serve know it",
    )
    place.add_argument(
        "--camera",
        metavar="SOURCE",
        help=f'the camera to look through and to keep, as for serve; "{FIRST}" to keep none and take the first that answers',
    )
    parser.add_argument("--name", help="what the table, or the box of tiles, is called, to be kept")
    parser.add_argument(
        "--area",
        metavar="CORNERS",
        help="the play area to keep, without racks and pool: its corners in order around it as fractions of the picture, "
        f'{AREA}; "{WHOLE}" for the whole picture',
    )
    parser.add_argument(
        "--overlay", type=Path, metavar="DIR", help="write the picture with what was read drawn over it"
    )
    add_data_argument(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> ExitCode:
    """Print what is seen and what to change; keep what was asked to be kept."""
    if args.photos[:1] == [EDITION]:
        return editions.enrol(args)
    if len(args.photos) > 1:
        raise CommandError(
            f"one photo shows where the camera stands; to enrol a box of tiles write: calibrate {EDITION} PHOTO..."
        )
    photo = next(iter(args.photos), None)
    import calibration
    from calibration.profile import FILE_NAME

    path = (args.data or data_folder()) / FILE_NAME
    before = calibration.load(path)
    profile = _changed(before, args)
    overlays = None if args.overlay is None else Overlays(args.overlay, [photo or profile.camera or ""])
    looked = profile if photo is None or args.area is not None else replace(profile, area=None)
    source, view = _view(photo, looked)
    if overlays is not None:
        overlays.write(photo or "camera", view.photo, view.reading)
    if profile != before:  # looking took a while: what else was marked meanwhile stays
        calibration.save(_changed(calibration.load(path), args), path)
    look = _Look(source, looked, view, None if profile == before else path)
    if args.json:
        print(json.dumps(to_json(look)))
    else:
        print("\n".join(describe(look, is_drawn=overlays is not None)))
    return ExitCode.FINE


class _Look(NamedTuple):
    """What was looked at, and what was seen."""

    source: str
    """The name of the photo or camera."""
    profile: "TableProfile"
    """The table's, with the play area within which was looked."""
    view: "Visibility"
    kept: Path | None
    """The file in which something was kept; None where nothing was to be."""

    @property
    def heights(self) -> list[float]:
        """Heights of the tiles in the picture, pixels, the least first."""
        return sorted(tile.height for tile in self.view.reading.tiles)


def to_json(look: _Look) -> dict[str, object]:
    """What was seen, as ``--json`` prints it."""
    reading, heights = look.view.reading, look.heights
    return {
        "source": look.source,
        "name": look.profile.name,
        "area": look.profile.area,
        "width": reading.width,
        "height": reading.height,
        "still": look.view.still,
        "tiles": len(heights),
        "doubtful": len(reading.doubtful),
        "tile_height": [round(heights[0], 1), round(heights[-1], 1)] if heights else None,
        "advice": list(look.view.advice()),
        "kept": None if look.kept is None else str(look.kept),
    }


def describe(look: _Look, *, is_drawn: bool) -> list[str]:
    """What was seen, and what to change, as lines of text; `is_drawn` says whether it was drawn over the picture."""
    reading, heights, advice = look.view.reading, look.heights, list(look.view.advice())
    where = "" if look.profile.area is None else f" within the play area (--area {WHOLE} looks at all of it)"
    lines = [f"{look.source}: {len(heights)} tiles in {reading.width} x {reading.height} pixels{where}"]
    if heights:
        lines.append(f"  {heights[0]:.0f} to {heights[-1]:.0f} pixels high, {len(reading.doubtful)} doubtful")
    lines += [f"  {line}" for line in advice or ["the table is seen well"]]
    if advice and not is_drawn:
        lines.append("  --overlay DIR draws what is read over the picture")
    if look.kept is not None:
        lines.append(f"  kept in {look.kept}")
    return lines


def _changed(profile: "TableProfile", args: argparse.Namespace) -> "TableProfile":
    """The profile with the changes that the arguments ask for.

    A play area belongs to the picture that it was marked in, and says nothing about that of another camera, or a photo.
    """
    if args.name is not None:
        profile = replace(profile, name=args.name)
    if args.camera is not None:
        camera = None if args.camera == FIRST else _from_anywhere(args.camera)
        profile = replace(profile, camera=camera, area=profile.area if camera == profile.camera else None)
    if args.area is not None:
        profile = replace(profile, area=None if args.area == WHOLE else parse_corners(args.area, f", or {WHOLE}"))
    return profile


def _from_anywhere(camera: str) -> str:
    """The camera in a form that can be found from any folder: a file or folder by its absolute path."""
    path = Path(camera)
    return str(path.absolute()) if "://" not in camera and path.exists() else camera


def _view(photo: str | None, profile: "TableProfile") -> "tuple[str, Visibility]":
    """The name of what is looked at (the photo, the table's camera or the first that answers), and what it shows."""
    from live.telling.visibility import look_through, visibility_of
    from live.watching.feed import NO_CAMERA, camera_of
    from vision.camera.photo import load_photo
    from vision.camera.source import open_source, shown
    from vision.reading.reader import Reader

    if photo is not None:
        return printable(photo), visibility_of(load_photo(photo), Reader(), profile)
    camera = camera_of(replace(profile, camera=None) if profile.camera == NO_CAMERA else profile)
    if camera is None:
        raise CommandError("no camera answers: connect one, name one with --camera, or give a photo")
    return f"camera {shown(camera)}", look_through(open_source(camera), Reader(), profile)
