"""Fetches typefaces to draw numbers with, and emblems for jokers: npm's packages `@fontsource/*`, under free licences.

The machine's own are not enough: whoever learns from a few hundred typefaces doubts what clear numbers of another one
say. What is fetched is for training alone, so that the measuring photos stay as they are.
"""

from __future__ import annotations

import io
import re
import tarfile
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from workshop.training.files import whole
from workshop.training.render.fonts import EMBLEMS, FETCHED

LIST = Path(__file__).with_name("fontsource.txt")
"""The packages, each with the release to fetch."""
REGISTRY = "https://registry.npmjs.org"
WEIGHTS = ("400", "700", "900")
"""Regular, bold and black."""
AT_ONCE, TIMEOUT = 8, 60.0
"""How many packages are fetched at once, and after how many seconds a server that says nothing is given up."""
_FILE = re.compile(rf"files/(?P<name>.+)-(?P<part>latin|\d+)-(?P<weight>{'|'.join(WEIGHTS)})-normal\.woff$")


def fetch(folder: Path = FETCHED, packages: Path = LIST) -> int:
    """Fetches what is not there yet; the number of packages that are there then.

    Where nothing can be fetched, a line says so: training goes on with fewer typefaces.
    """
    wanted = [line.split() for line in packages.read_text().splitlines() if line and not line.startswith("#")]
    missing = [(name, release) for name, release in wanted if not any(folder.glob(f"{name}-[0-9]*.woff"))]
    failed: list[str] = []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for (name, _), error in zip(
            missing, pool.map(lambda one: _fetch(one[0], one[1], folder), missing), strict=True
        ):
            if error:
                failed.append(f"{name}: {error}")
    if failed:
        print(
            f"{len(failed)} of {len(wanted)} typefaces cannot be fetched ({failed[0]}); training goes on without them"
        )
    return len(wanted) - len(failed)


def _fetch(name: str, release: str, folder: Path) -> str:
    """Fetches one package's files; why that failed, or nothing."""
    try:
        with urllib.request.urlopen(f"{REGISTRY}/@fontsource/{name}/-/{name}-{release}.tgz", timeout=TIMEOUT) as answer:  # noqa: S310 - https, to one host
            packed = io.BytesIO(answer.read())
        with tarfile.open(fileobj=packed) as archive:
            for member in archive:
                found, file = _FILE.search(member.name), archive.extractfile(member)
                if found and file and (found["part"] != "latin") == (name == EMBLEMS):
                    part = "" if found["part"] == "latin" else f"-{found['part']}"
                    with whole(folder / f"{name}{part}-{found['weight']}.woff") as partial:
                        partial.write_bytes(file.read())
    except (OSError, tarfile.TarError) as error:
        return str(error)
    return ""
