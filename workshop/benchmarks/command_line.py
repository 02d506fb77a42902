"""The command lines of the benchmarks, as far as several share them."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path


def parser(description: str | None) -> argparse.ArgumentParser:
    """A command line whose help is the docstring of its module, as it stands there."""
    started_as = sys.modules["__main__"].__spec__  # None where Python was given a path
    return argparse.ArgumentParser(
        prog=None if started_as is None else f"python -m {started_as.name.removesuffix('.__main__')}",
        description=description,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def photos_parser(description: str | None) -> argparse.ArgumentParser:
    """The command line of a benchmark that reads labelled photos: ``TRUTH.json PHOTO_FOLDER [--every N]``."""
    found = parser(description)
    found.add_argument("truth", type=Path)
    found.add_argument("photos", type=Path)
    found.add_argument("--every", type=int, default=1, help="read only every nth photo")
    return found


def add_models(to: argparse.ArgumentParser) -> None:
    """Adds ``--models FOLDER``, by default that of the models that tileref reads with."""
    from vision.reading.inference import MODELS  # noqa: PLC0415 - what is measured without networks loads none

    to.add_argument("--models", type=Path, default=MODELS, help="folder of other models to read with")


def exit_on_sigterm() -> None:
    """Has SIGTERM end this process as an exception does, so that the servers that it started end with it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
