"""TOML within bounds: a few thousand bytes of it may fill the memory."""

from __future__ import annotations

import tomllib
from typing import Any

MOST_TOML = 128 * 1024
"""Maximum bytes of a TOML file; the longest rulebook that comes with the program has three thousand."""

MOST_DOTS = 2000
"""Maximum number of dots in a line of a TOML text, and of all lines the root of the sum of the squares: so grows the memory that dotted keys
take to be read."""


def parse_toml(text: str) -> dict[str, Any]:
    """The content of a TOML text.

    Raises:
        ValueError: it is no TOML, or nested deeper than anybody would write it.
    """
    if sum(line.count(".") ** 2 for line in text.split("\n")) > MOST_DOTS**2:
        raise ValueError(f"it has more than {MOST_DOTS} dots in its keys; write tables in place of dotted keys")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
