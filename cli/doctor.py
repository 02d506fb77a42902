"""`tileref doctor`: is everything here that tileref needs, and how is what is missing mended?"""

import argparse
import ctypes
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Any

from cli.common import LARGEST_PORT, PORT, add_data_argument, data_folder, program_version
from cli.exits import CommandError, ExitCode
from files.rulebook_folder import FOLDER, Shelf
from referee.errors import UserError

NAME = "doctor"
HELP = "check camera, models, Tesseract, disk and port, and say how to mend each"

DEBIAN_LIBRARIES: Mapping[str, str] = {
    "libxcb.so.1": "libxcb1",
    "libGL.so.1": "libgl1",
    "libgthread-2.0.so.0": "libglib2.0-0",
}
"""Shared libraries that opencv-python loads on Linux and does not bring along, with Debian's package of each."""

CHOSEN: Mapping[str, str] = {
    "none": "none is chosen for the table; the page offers others under Camera",
    "phone": "a phone is chosen for the table; it opens the page's /camera",
}
"""What is said of a choice that cannot answer by itself, as `live.camera_choice.open_feed` names it."""

LEAST_FREE_BYTES = 500_000_000
"""Minimum free bytes: below that, no photos are kept (`journal.photos.FLOOR`)."""


class State(StrEnum):
    """How a check came out."""

    FINE = "fine"
    WARNING = "warning"
    """tileref runs, but something is lacking that some of its commands use."""
    MISSING = "missing"
    """tileref does not run without it."""


@dataclass(frozen=True)
class Check:
    """One thing looked at: what was found, and, unless that is fine, how to mend it (one line each)."""

    name: str
    state: State
    found: str
    mend: str = ""

    def to_json(self) -> dict[str, str | None]:
        """The check as an object of `tileref doctor --json`; `mend` is null where there is nothing to mend."""
        return {"check": self.name, "state": self.state.value, "found": self.found, "mend": self.mend or None}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `tileref doctor`."""
    add_data_argument(parser)
    parser.add_argument("--port", type=int, default=PORT, help=f"the port of the page (default {PORT})")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> ExitCode:
    """Print every check; `BAD_INPUT` where something is missing that tileref does not run without.

    Raises:
        CommandError: no port has the number given.
    """
    if not 0 < args.port <= LARGEST_PORT:
        raise CommandError(f"--port must be a number from 1 to {LARGEST_PORT}, not {args.port}")
    checks = examine(args.data or data_folder(), args.port)
    healthy = all(check.state is not State.MISSING for check in checks)
    if args.json:
        print(json.dumps({"fine": healthy, "checks": [check.to_json() for check in checks]}))
    else:
        for check in checks:
            print(f"{check.state.value:8} {check.name}: {check.found}")
            if check.mend:
                print(f"{'':8} -> {check.mend}")
    return ExitCode.FINE if healthy else ExitCode.BAD_INPUT


def examine(data: Path, port: int) -> tuple[Check, ...]:
    """Every check, in the order in which one thing depends on another."""
    return (
        check_tileref(),
        check_opencv(),
        check_camera(data),
        check_models(),
        *check_boxes(data),
        *check_rulebooks(data),
        check_tesseract(),
        check_disk(data),
        check_port(port),
    )


def check_tileref() -> Check:
    """Which version this is: nothing is to be mended, but whoever helps asks for it first."""
    return Check("tileref", State.FINE, f"version {program_version()}")


def missing_libraries(
    libraries: Iterable[str] = DEBIAN_LIBRARIES, load: Callable[[str], object] = ctypes.CDLL
) -> list[str]:
    """The shared libraries in `libraries` that this system cannot load."""
    missing = []
    for library in libraries:
        try:
            load(library)
        except OSError:
            missing.append(library)
    return missing


def check_opencv(load: Callable[[str], Any] = import_module, platform: str = sys.platform) -> Check:
    """Whether OpenCV can be imported; on Linux it fails where libraries of the desktop are not installed."""
    try:
        version = load("cv2").__version__
    except ImportError as error:
        packages = [DEBIAN_LIBRARIES[library] for library in missing_libraries()] if platform == "linux" else []
        mend = "install tileref again: make install"
        if packages:
            mend = f"install its libraries: sudo apt-get install {' '.join(packages)}"
        return Check("OpenCV", State.MISSING, f"does not load: {one_line(error)}", mend)
    return Check("OpenCV", State.FINE, f"version {version}")


def check_camera(data: Path, answering: Callable[[Path], str | None] | None = None) -> Check:
    """Whether a camera delivers a picture; none is only a warning, since photos and the demo round need none."""
    try:
        camera = (answering or camera_of)(data)
    except ImportError:
        return Check("camera", State.WARNING, "cannot be tried without OpenCV", "mend OpenCV first")
    except UserError as error:
        mend = "look at what it says, or keep another camera: tileref calibrate --camera SOURCE"
        return Check("camera", State.WARNING, one_line(error), mend)
    if camera is None:
        mend = (
            "connect one and close other programs that use it (on Linux, your user must be in the group `video`); "
            'without one: make run ARGS="--camera none", or one tap on the page of the demo'
        )
        return Check("camera", State.WARNING, "none answers", mend)
    return Check("camera", State.FINE, CHOSEN.get(camera, f"camera {camera} answers"))


def camera_of(data: Path) -> str | None:
    """The camera that `serve` takes on its own: the one kept for the table, else the first that answers.

    Raises:
        ImportError: OpenCV does not load.
        UserError: the table's profile cannot be used, or its camera gives no picture.
    """
    import calibration
    from calibration.profile import FILE_NAME
    from live.watching import feed
    from vision.camera import source

    profile = calibration.load(data / FILE_NAME)
    camera = feed.camera_of(profile)
    if profile.camera not in {None, feed.NO_CAMERA}:
        source.open_source(profile.camera).close()
    return None if camera is None else source.shown(camera)


def check_models(folder: Path | None = None) -> Check:
    """Whether the models that read tiles are in the folder, by default the one tileref reads with, and can be run."""
    try:
        from vision.reading.inference import MODELS, ModelError, ModelFile, Network
    except ImportError as error:
        return Check(
            "models", State.MISSING, f"cannot be run: {one_line(error)}", "install tileref again: make install"
        )
    for file in ModelFile:
        try:
            Network((folder or MODELS) / file)
        except ModelError as error:
            mend = "install tileref again: make install; in a checkout: git checkout -- vision/models"
            return Check("models", State.MISSING, one_line(error), mend)
    return Check("models", State.FINE, ", ".join(ModelFile))


def check_boxes(data: Path) -> list[Check]:
    """Whether each box of tiles that was enrolled can be read by; nothing where none was, since that takes none."""
    try:
        from calibration import edition
    except ImportError:
        return []  # told of OpenCV
    names = []
    for path in edition.kept_in(data / edition.FOLDER):
        try:
            names.append(edition.load(path).name)
        except UserError as error:
            mend = f"or delete {path.name} and {path.stem}.png there, or read as any box: --edition any"
            return [Check("boxes", State.WARNING, one_line(error), mend)]
    return [Check("boxes", State.FINE, ", ".join(names))] if names else []


def check_rulebooks(data: Path) -> list[Check]:
    """Whether each rulebook that was put into the folder of the journal can be played by; nothing where there is none."""
    shelf = Shelf(data / FOLDER)
    if faults := shelf.faults():
        mend = f"mend it in {data / FOLDER}, or take it out; the page leaves it out until then"
        return [Check("rulebooks", State.WARNING, one_line(fault), mend) for fault in faults]
    names = [book.id for book in shelf.books() if book.text is not None]
    return [Check("rulebooks", State.FINE, ", ".join(names))] if names else []


def check_tesseract(command: str = "tesseract") -> Check:
    """Whether Tesseract runs; without it `audit` has no second reader, so that missing is a warning."""
    mend = "install it (Debian, Ubuntu: sudo apt-get install tesseract-ocr); `audit` then asks it about doubtful tiles"
    path = shutil.which(command)
    if path is None:
        return Check("Tesseract", State.WARNING, "is not installed", mend)
    try:
        answer = subprocess.run(  # noqa: S603 - the path is Tesseract's own, found by its name
            [path, "--version"], capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        return Check("Tesseract", State.WARNING, f"{path} does not run: {one_line(error)}", mend)
    return Check("Tesseract", State.FINE, one_line(answer.stdout or answer.stderr))


def check_disk(folder: Path, free: Callable[[Path], int] | None = None) -> Check:
    """Whether games can be kept in `folder`, which need not exist yet."""
    mend = "free some space, or keep games elsewhere: tileref serve --data DIR"
    existing = next(parent for parent in (folder.absolute(), *folder.absolute().parents) if parent.exists())
    if not existing.is_dir():
        return Check("disk", State.MISSING, f"{existing} is a file, not a folder", mend)
    if not os.access(existing, os.W_OK):
        return Check("disk", State.MISSING, f"{existing} cannot be written", mend)
    size = (free or free_bytes)(existing)
    found = f"{size / 1e9:.1f} GB free for games in {folder}"
    if size < LEAST_FREE_BYTES:
        return Check("disk", State.WARNING, found, mend)
    return Check("disk", State.FINE, found)


def free_bytes(folder: Path) -> int:
    """Bytes that this user may still write on the disk of `folder`."""
    return shutil.disk_usage(folder).free


def check_port(port: int) -> Check:
    """Whether the page can be served on `port` of this machine."""
    mend = f"use another one: tileref serve --port {port + 1}"
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        if sys.platform != "win32":  # there it would take a port that another program listens on
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", port))
        except OSError as error:
            return Check("port", State.WARNING, f"{port} cannot be had: {one_line(error)}", mend)
    return Check("port", State.FINE, f"{port} is free")


def one_line(message: object) -> str:
    """The first line of a message that may have several."""
    return (str(message).strip().splitlines() or ["no reason given"])[0]
