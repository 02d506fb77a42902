"""Files and TOML within bounds: a link may lead to a device without an end, and a few thousand bytes of TOML may fill the memory.

What is wrong with a file is an `OSError` whose ``strerror`` is fit for the user.
"""

from __future__ import annotations

import errno
import stat
import tomllib
from pathlib import Path
from typing import Any

MOST_TOML = 128 * 1024
"""Maximum bytes of a TOML file; the longest rulebook that comes with the program has three thousand."""

MOST_DOTS = 2000
"""Maximum number of dots in a TOML text: the memory that dotted keys take to be read grows with the square of them."""


def read_regular(path: Path, most: int) -> bytes:
    """The content of a regular file.

    Raises:
        OSError: it cannot be read, is a pipe or a device, or has more than `most` bytes.
        ValueError: it is no path.
    """
    if not stat.S_ISREG(path.stat().st_mode) and not path.is_dir():  # opening a folder says what it is
        raise OSError(errno.EINVAL, "is no regular file", str(path))
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"has more than {most // 1024} KiB", str(path))
    return data


def parse_toml(text: str) -> dict[str, Any]:
    """The content of a TOML text.

    Raises:
        ValueError: it is no TOML, or nested deeper than anybody would write it.
    """
    if text.count(".") > MOST_DOTS:
        raise ValueError(f"it has more than {MOST_DOTS} dots; write tables in place of dotted keys")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
