"""Parts of a picture: polygons such as the play area, and the names that people have for its ninths."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

Area = NDArray[np.float32]
"""A polygon, such as the play area, shape (corners, 2), x and y in pixels."""

_NAMES = (("top left", "top", "top right"), ("left", "middle", "right"), ("bottom left", "bottom", "bottom right"))


def where(across: float, down: float) -> str:
    """The name of the part of a picture in which a point lies, given as fractions of its width and height."""
    column, row = (min(max(int(3 * share), 0), 2) for share in (across, down))
    return _NAMES[row][column]


def part_code(name: str) -> str:
    """The code of a part, as of a translation: ``top-left`` for what `where` calls ``top left``."""
    return name.replace(" ", "-")


def is_within(point: Iterable[float], area: Area | None) -> bool:
    """Whether a point, x and y in pixels, lies in the area; None for the whole picture."""
    x, y = map(float, point)
    return area is None or cv2.pointPolygonTest(area.astype(np.float32), (x, y), measureDist=False) >= 0


def same_area(one: Area | None, other: Area | None) -> bool:
    """Whether two areas, None for the whole picture, have the same corners."""
    if one is None or other is None:
        return one is other
    return np.array_equal(one, other)
