"""Where the command begins: before it is run, its packages are known to be its own.

They have common names, such as `files` and `vision`. Another package with such a folder, in the same environment, takes its
place or writes over it. Standard library only, and nothing of tileref's is imported before it has been looked at.
"""

import sys
from collections.abc import Iterator
from importlib import metadata
from importlib.machinery import PathFinder
from pathlib import Path

PACKAGES = (
    "files",
    "referee",
    "vision",
    "calibration",
    "journal",
    "roundfile",
    "live",
    "audit",
    "webui",
    "cli",
    "sample_images",
)
"""The folders beside this one that the command consists of."""

HOME = Path(__file__).resolve().parent.parent
"""The folder in which they lie."""

UNUSABLE = 2
"""The exit code where the command cannot be run, as for bad input."""


def main() -> int:
    """Runs `tileref`; the exit code. Where something is in its way, one line on standard error names it and the mend."""
    amiss = next(in_the_way(), None)
    if amiss is None:
        from cli.main import main as run

        return run()
    mend = "install tileref into an environment of its own (pipx, uv tool or a new venv)"
    print(f"tileref: {amiss}: {mend}, or uninstall what is in its way and install it here again", file=sys.stderr)
    return UNUSABLE


def in_the_way() -> Iterator[str]:
    """What is in the way of tileref's own files, a phrase for each file: it is in their place, was written over them, or took them along as it went."""
    for name in PACKAGES:
        spec = PathFinder.find_spec(name)
        folder = None if spec is None else next(iter(spec.submodule_search_locations or ()), spec.origin)
        if folder is None or Path(folder).resolve() != HOME / name:
            yield f"{HOME / name} is missing" if folder is None else f"{folder} is in the place of tileref's own {name}"
    for file in _installed():
        if not (path := Path(str(file.locate()))).is_file():
            yield f"{path} is missing"
        elif path.stat().st_size != file.size:
            yield f"{path} is not tileref's own{_whose(file.parts[0])}"


def _installed() -> list[metadata.PackagePath]:
    """The files that the installer wrote down with their sizes; none in a checkout, where the folders are found where they lie."""
    try:
        written = metadata.files("tileref") or []
    except metadata.PackageNotFoundError:
        return []
    return [file for file in written if file.size is not None and file.parts[0] in PACKAGES]


def _whose(folder: str) -> str:
    """By the other packages that have such a folder, who may have written there; empty where none is known."""
    others = sorted(set(metadata.packages_distributions().get(folder, ())) - {"tileref"})
    return f" but of {', '.join(others)}" if others else ""
