"""The parts of a picture, as people name them."""

from __future__ import annotations

_NAMES = (("top left", "top", "top right"), ("left", "middle", "right"), ("bottom left", "bottom", "bottom right"))


def where(across: float, down: float) -> str:
    """The name of the part of a picture in which a point lies, given as fractions of its width and height."""
    column, row = (min(max(int(3 * share), 0), 2) for share in (across, down))
    return _NAMES[row][column]
