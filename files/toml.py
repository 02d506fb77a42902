"""TOML within bounds: a few thousand bytes of it may fill the memory."""

from __future__ import annotations

import tomllib
from typing import Any

MOST_TOML = 128 * 1024
"""Maximum bytes of a TOML file; the longest rulebook that comes with the program has three thousand."""

MOST_DOTS = 2000
"""Maximum number of dots in a TOML text: the memory that dotted keys take to be read grows with the square of them."""


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
