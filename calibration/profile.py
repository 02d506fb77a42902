"""The profile of a table: which camera looks at it, and which part of the picture is the play area."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.errors import ProfileError, unwritable
from files import atomic
from files.bounded import read_regular
from files.toml import MOST_TOML, parse_toml

FILE_NAME = "table.toml"

Corner = tuple[float, float]
"""A place in the picture as fractions of its width and height, 0 to 1, from the top left: it holds for any
resolution."""

Polygon = tuple[Corner, ...]
"""The corners of a part of the picture, in order around it."""

_FAR = 1e6
"""Bound of a corner's coordinates: none is marked so far out, whatever it is measured in."""

MOST_DAYS = 36_500
"""Maximum number of days that photos may be kept for before they are deleted."""

LEAST_AREA = 0.01
"""The smallest play area that makes sense, as a fraction of the picture: one set of tiles needs about that much."""


@dataclass(frozen=True)
class TableProfile:
    """One table under one camera."""

    name: str = "table"
    """What its owner calls it."""
    camera: str | None = None
    """The camera's number or address as ``--camera`` takes it; None to take the first that answers."""
    area: Polygon | None = None
    """The play area; None for the whole picture. Racks and pool lie outside."""
    photo_days: int | None = None
    """Days after which photos and clips are deleted; None for never."""

    def __post_init__(self) -> None:
        if not self.name.strip() or len(self.name) > 60 or not self.name.isprintable():  # noqa: PLR2004 - fits on one line
            raise ProfileError("the table's name must have 1 to 60 characters, all of them printable")
        if self.camera is not None and not self.camera.isprintable():
            raise ProfileError("the camera's name must have printable characters only")
        if self.area is not None:
            _check_area(self.area)
        if self.photo_days is not None and not 1 <= self.photo_days <= MOST_DAYS:
            raise ProfileError(
                f"photo_days must be a number of days, from 1 to {MOST_DAYS}: leave it out to keep photos for ever"
            )

    def area_in(self, width: int, height: int) -> NDArray[np.float32] | None:
        """The play area in a picture of `width` by `height` pixels: shape (corners, 2), x and y; None for all of it."""
        if self.area is None:
            return None
        return np.asarray(self.area, np.float32) * np.array([width, height], np.float32)


def load(path: Path) -> TableProfile:
    """The profile kept in `path`; the standard one where there is no such file.

    Raises:
        ProfileError: the file cannot be read or says something that makes no sense.
    """
    try:
        content = parse_toml(read_regular(path, MOST_TOML).decode())
    except (FileNotFoundError, NotADirectoryError):
        return TableProfile()
    except (OSError, ValueError) as error:
        raise ProfileError(f"{path} cannot be read ({error}): mend it, or delete it to start afresh") from error
    try:
        return _parse(content)
    except ProfileError as error:
        raise ProfileError(f"{path}: {error}; mend it, or delete it to start afresh") from error


def save(profile: TableProfile, path: Path) -> None:
    """Writes `profile` to `path`: whole or not at all, even if the power fails in between.

    Raises:
        ProfileError: the file cannot be written.
    """
    lines = [f"name = {json.dumps(profile.name, ensure_ascii=False)}"]
    if profile.camera is not None:
        lines.append(f"camera = {json.dumps(profile.camera, ensure_ascii=False)}")
    if profile.area is not None:
        lines.append("area = [" + ", ".join(f"[{x:.5f}, {y:.5f}]" for x, y in profile.area) + "]")
    if profile.photo_days is not None:
        lines.append(f"photo_days = {profile.photo_days}")
    try:
        atomic.write(path, ("\n".join(lines) + "\n").encode())
    except OSError as error:
        raise unwritable(error) from error


def _parse(content: dict[str, Any]) -> TableProfile:
    """The profile that the TOML `content` describes."""
    unknown = sorted(set(content) - {"name", "camera", "area", "photo_days"})
    if unknown:
        raise ProfileError(f"{unknown[0]!r} is no setting; there are name, camera, area and photo_days")
    name, camera, area = content.get("name", "table"), content.get("camera"), content.get("area")
    if not isinstance(name, str):
        raise ProfileError("name must be a text in quotes")
    if isinstance(camera, bool) or not isinstance(camera, str | int | None):
        raise ProfileError("camera must be a number or an address in quotes")
    days = content.get("photo_days")
    if isinstance(days, bool) or not isinstance(days, int | None):
        raise ProfileError("photo_days must be a whole number")
    return TableProfile(name, None if camera is None else str(camera), None if area is None else parse_area(area), days)


def parse_area(area: object) -> Polygon:
    """The play area that the JSON or TOML value `area` lists as ``[[x, y], ...]``.

    Raises:
        ProfileError: it is no such list, or no simple shape within the picture.
    """
    if not isinstance(area, list):
        raise ProfileError("area must be a list of corners, [[x, y], ...], each from 0 to 1")
    corners: list[Corner] = []
    for corner in area:
        match corner:
            case [int() | float() as x, int() | float() as y] if not any(
                isinstance(c, bool) or abs(c) > _FAR for c in (x, y)
            ):
                corners.append((float(x), float(y)))
            case _:
                raise ProfileError("area must be a list of corners, [[x, y], ...], each from 0 to 1")
    _check_area(tuple(corners))
    return tuple(corners)


def _check_area(area: Polygon) -> None:
    """Raises ProfileError unless `area` is a simple polygon of some size within the picture."""
    if not 3 <= len(area) <= 12:  # noqa: PLR2004 - fewer are no area, more nobody drags
        raise ProfileError("area must have 3 to 12 corners")
    if not all(math.isfinite(value) and 0 <= value <= 1 for point in area for value in point):
        raise ProfileError("area's corners must lie within the picture, from 0 to 1")
    edges = list(zip(area, area[1:] + area[:1], strict=True))
    for i, first in enumerate(edges):
        for second in edges[i + 2 : len(edges) - (i == 0)]:
            if _cross(*first, *second):
                line = "area's sides cross: drag its corners apart, in order around the table"
                raise ProfileError(line, "area-crosses")
    doubled = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in edges)
    if abs(doubled) / 2 < LEAST_AREA:
        raise ProfileError("area is too small: drag its corners apart", "area-small")


def _cross(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    """Whether the segments a-b and c-d cross."""

    def side(p: Corner, q: Corner, r: Corner) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
