"""The command lines of the benchmarks, as far as several share them."""

from __future__ import annotations

import argparse
from pathlib import Path

from vision.inference import MODELS


def photos_parser(description: str | None) -> argparse.ArgumentParser:
    """The command line of a benchmark that reads labelled photos: ``TRUTH.json PHOTO_FOLDER [--every N]``."""
    found = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("truth", type=Path)
    found.add_argument("photos", type=Path)
    found.add_argument("--every", type=int, default=1, help="read only every nth photo")
    return found


def add_models(command_line: argparse.ArgumentParser) -> None:
    """Adds ``--models FOLDER``, by default that of the models that tileref reads with."""
    command_line.add_argument("--models", type=Path, default=MODELS, help="folder of other models to read with")
