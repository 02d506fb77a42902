"""What the system must have before a checkout can be installed (`run`), tested (`test`) or trained in (`train`).

`python -m scripts.bootstrap run|test|train` installs what is missing with apt-get where it may (as root, or with a sudo
that asks for no password); else it says in one line what to install, and ends with 2. Standard library only.
"""

import argparse
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cli.doctor import DEBIAN_LIBRARIES, missing_libraries, one_line

FONTS_OF_TRAINING = Path(__file__).parents[1] / "workshop" / "training" / "fonts.txt"
FONTS_OF_TESTS = ("fonts-dejavu-core", "fonts-liberation")
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Commands of browsers that the tests can drive. The first draws no window: it takes a third of the time of the
others."""
FIREFOXES = ("firefox-esr", "firefox")
"""The same of Firefox."""
LIBRARIES_OF_TESTS = {"libatomic.so.1": "libatomic1"}
"""What Playwright's own Node loads and does not bring along, and Debian's package of it."""


@dataclass(frozen=True)
class Need:
    """Something the system must have: Debian's package of it, and whether it is there."""

    package: str
    present: Callable[[], bool]


def needs_to_run() -> list[Need]:
    """What installing and running tileref takes."""
    venv = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    needs = [Need(venv, lambda: importlib.util.find_spec("ensurepip") is not None)]
    if sys.platform == "linux":
        needs += [Need(package, partial(loads, library)) for library, package in DEBIAN_LIBRARIES.items()]
    return needs


def needs_to_test() -> list[Need]:
    """What the tests take beyond that: the second reader, two browsers and what drives them, typefaces to render with."""
    libraries = LIBRARIES_OF_TESTS if sys.platform == "linux" else {}
    return [
        Need("tesseract-ocr", lambda: shutil.which("tesseract") is not None),
        Need(BROWSERS[0], lambda: any(shutil.which(browser) for browser in BROWSERS)),
        Need(FIREFOXES[0], lambda: any(shutil.which(browser) for browser in FIREFOXES)),
        *(Need(package, partial(loads, library)) for library, package in libraries.items()),
        *(Need(package, partial(has_package, package)) for package in FONTS_OF_TESTS),
    ]


def needs_to_train() -> list[Need]:
    """What training takes beyond running: many typefaces to draw digits with."""
    return [Need(package, partial(has_package, package)) for package in FONTS_OF_TRAINING.read_text().split()]


def has_package(package: str) -> bool:
    """Whether Debian's package is installed.

    It counts as installed where there is no Debian to ask; a renderer without typefaces says so itself.
    """
    query = shutil.which("dpkg-query")
    if query is None:
        return True
    command = [query, "--show", "--showformat=${db:Status-Status}", package]
    result = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - names from our own lists
    return result.stdout == "installed"


def loads(library: str) -> bool:
    """Whether a shared library can be loaded."""
    return not missing_libraries([library])


def provide(needs: Sequence[Need], install: Callable[[Sequence[str]], str]) -> str:
    """See to it that every need is met.

    Args:
        needs: What must be there.
        install: Installs the packages; returns why it could not, or "".

    Returns:
        One line for the user where something is still missing, else "".
    """
    missing = [need for need in needs if not need.present()]
    if not missing:
        return ""
    reason = install([need.package for need in missing])
    importlib.invalidate_caches()
    packages = [need.package for need in missing if not need.present()]
    if not packages:
        return ""
    reason = reason or "it was installed, and is still not found"
    return f"install {' '.join(packages)} first ({reason})"


def apt_install(packages: Sequence[str]) -> str:
    """Install Debian packages; returns why that was not possible, or ""."""
    apt = shutil.which("apt-get")
    if apt is None:
        return "Debian's names; this system has no apt-get, so look for them under its own names"
    prefix = privilege()
    if prefix is None:
        return f"this takes root's rights: sudo apt-get install {' '.join(packages)}"
    print(f"Installing from the system's packages: {' '.join(packages)}", flush=True)
    command = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", apt]
    install = [*command, "install", "--yes", "--no-install-recommends", *packages]
    if not failure(install):
        return ""
    failure([*command, "update"])  # a new machine has no list of packages yet
    return failure(install)


def privilege() -> list[str] | None:
    """What to put before a command so that it runs as root without a password; None where nothing does that."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") is not None and not failure(["sudo", "-n", "true"]):
        return ["sudo", "-n"]
    return None


def failure(command: Sequence[str]) -> str:
    """Run a command and return the last line of its errors, or "" if it succeeded."""
    result = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)  # noqa: S603 - fixed commands
    if result.returncode == 0:
        return ""
    lines = result.stderr.strip().splitlines()
    return one_line(lines[-1] if lines else f"exit code {result.returncode}")


def main() -> int:
    """Provide what the purpose named on the command line takes; the exit code for make."""
    parser = argparse.ArgumentParser(prog="python -m scripts.bootstrap", description=__doc__)
    parser.add_argument("purpose", choices=["run", "test", "train"])
    needs = {"run": needs_to_run, "test": needs_to_test, "train": needs_to_train}[parser.parse_args().purpose]
    problem = provide(needs(), apt_install)
    if problem:
        print(f"tileref: {problem}", file=sys.stderr)
    return 2 if problem else 0


if __name__ == "__main__":
    sys.exit(main())
