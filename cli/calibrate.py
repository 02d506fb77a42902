"""`tileref calibrate`: where the camera stands, what it sees of the table, and what to change about that."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cli.exits import CommandError, ExitCode
from cli.serve import data_folder

if TYPE_CHECKING:  # numpy and OpenCV load when the command runs
    from calibration import TableProfile
    from live.view import View

NAME = "calibrate"
HELP = "look at the table through the camera, say what to change, and keep camera and play area"

WHOLE = "whole"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `tileref calibrate`."""
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "photo", nargs="?", metavar="PHOTO", help="a photo from where the camera is to stand; - is standard input"
    )
    place.add_argument("--camera", metavar="SOURCE", help="the camera to look through and to keep, as for serve")
    parser.add_argument("--name", help="what the table is called, to be kept")
    parser.add_argument(
        "--area",
        metavar="CORNERS",
        help="the play area to keep, without racks and pool: its corners in order around it as fractions of the picture, "
        f'"0.1,0.2 0.9,0.2 0.9,0.8 0.1,0.8"; "{WHOLE}" for the whole picture',
    )
    parser.add_argument(
        "--overlay", type=Path, metavar="FILE", help="write the picture with what was read drawn over it"
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="the folder of the journal, as for serve")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> ExitCode:
    """Print what is seen and what to change; keep what was asked to be kept."""
    import calibration
    from calibration.profile import FILE_NAME

    if args.overlay is not None and args.photo is not None and args.overlay.resolve() == Path(args.photo).resolve():
        raise CommandError(f"--overlay {args.overlay}: is the photo itself; name another file")
    path = (args.data or data_folder()) / FILE_NAME
    kept = calibration.load(path)
    profile = _changed(kept, args)
    view = _view(args.photo, profile)
    if args.overlay is not None:
        _draw(view, args.overlay)
    if profile != kept:
        calibration.save(profile, path)
    advice = list(view.advice())
    heights = view.tile_heights
    if args.json:
        report = {
            "name": profile.name,
            "camera": profile.camera,
            "area": profile.area,
            "width": view.reading.width,
            "height": view.reading.height,
            "tiles": len(heights),
            "doubtful": len(view.reading.doubtful),
            "tile_height": [round(heights[0], 1), round(heights[-1], 1)] if heights else None,
            "advice": advice,
            "kept": str(path) if profile != kept else None,
        }
        print(json.dumps(report))
        return ExitCode.FINE
    print(f"{profile.name}: {len(heights)} tiles in {view.reading.width} x {view.reading.height} pixels")
    if heights:
        print(f"  {heights[0]:.0f} to {heights[-1]:.0f} pixels high, {len(view.reading.doubtful)} doubtful")
    for line in advice or ["the table is seen well"]:
        print(f"  {line}")
    if profile != kept:
        print(f"  kept in {path}")
    return ExitCode.FINE


def _changed(profile: "TableProfile", args: argparse.Namespace) -> "TableProfile":
    """The profile with what the arguments say of it."""
    if args.name is not None:
        profile = replace(profile, name=args.name)
    if args.camera is not None:
        profile = replace(profile, camera=args.camera)
    if args.area is not None:
        profile = replace(profile, area=None if args.area == WHOLE else _corners(args.area))
    return profile


def _corners(text: str) -> tuple[tuple[float, float], ...]:
    """The play area that ``X,Y X,Y ...`` names."""
    from calibration.profile import parse_area

    try:
        numbers = [[float(value) for value in corner.split(",")] for corner in text.split()]
    except ValueError:
        raise CommandError(f'--area {text!r}: write it like "0.1,0.2 0.9,0.2 0.9,0.8 0.1,0.8", or {WHOLE}') from None
    return parse_area(numbers)


def _view(photo: str | None, profile: "TableProfile") -> "View":
    """What `photo` shows, or the table's camera, or else the first camera that answers."""
    from live.view import look_through, view_of
    from vision.photo import load_photo
    from vision.read import Reader
    from vision.source import first_camera, open_source

    if photo is not None:
        return view_of(load_photo(photo), Reader(), profile)
    camera = profile.camera
    if camera is None:
        number = first_camera()
        if number is None:
            raise CommandError("no camera answers: connect one, name one with --camera, or give a photo")
        camera = str(number)
    return look_through(open_source(camera), Reader(), profile)


def _draw(view: "View", path: Path) -> None:
    """Writes the picture with what was read drawn over it."""
    import cv2

    from vision.overlay import draw

    try:
        path.write_bytes(cv2.imencode(".jpg", draw(view.photo, view.reading))[1].tobytes())
    except OSError as error:
        raise CommandError(f"{path}: cannot be written: {error.strerror}") from None
