"""The play area: where a person marked it, where the camera shows it since, and the profile that keeps it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration import ProfileError, load, save
from calibration.profile import Polygon
from live.game.rack_areas import as_put_up, seen_from
from vision.scene.viewpoint import Viewpoint


class PlayArea:
    """The play area of one table."""

    def __init__(self, path: Path, viewpoint: Viewpoint) -> None:
        """Loads the area from the profile in the file `path`, whose coordinates refer to the picture from `viewpoint`.

        Raises:
            ProfileError: the profile cannot be used.
        """
        self._path = path
        self._profile = load(path)
        self._marked = self._profile.area
        self._marked_from = viewpoint

    @property
    def corners(self) -> Polygon | None:
        """The area in the newest picture; None where nobody marked it."""
        return self._profile.area

    def mark(self, area: Polygon | None, viewpoint: Viewpoint) -> ProfileError | None:
        """Marks the area anew, in the picture from `viewpoint`; None for all that the camera shows.

        Returns:
            The error where the profile cannot be written, else None; the area applies all the same.
        """
        self._marked, self._marked_from = area, viewpoint
        return self._keep(area)

    def follow(self, viewpoint: Viewpoint, width: int, height: int) -> ProfileError | None:
        """Adapts the area to pictures of that size in pixels which show the table from `viewpoint`.

        Returns:
            The error where the profile could not be updated, else None: too little of the area is left in the picture,
            or the file cannot be written.
        """
        area = self.seen_from(viewpoint, width, height)
        if area is None:
            return None
        return self._keep(tuple((min(max(x, 0.0), 1.0), min(max(y, 0.0), 1.0)) for x, y in area))

    def seen_from(self, viewpoint: Viewpoint, width: int, height: int) -> Polygon | None:
        """The area in pictures of that size in pixels from `viewpoint`; None where nobody marked it."""
        if self._marked is None:
            return None
        (area,) = seen_from(viewpoint, as_put_up(self._marked_from, [self._marked], width, height), width, height)
        return area

    def as_put_up(self, width: int, height: int) -> NDArray[np.float32] | None:
        """The area in pixels of a picture of that size from the camera as it was put up, shape (corners, 2).

        It is None for the whole picture.
        """
        if self._marked is None:
            return None
        (area,) = as_put_up(self._marked_from, [self._marked], width, height)
        return np.array(area, np.float32) * np.array([width, height], np.float32)

    def _keep(self, area: Polygon | None) -> ProfileError | None:
        try:
            self._profile = replace(self._profile, area=area)
            save(replace(load(self._path), area=area), self._path)  # other fields may have changed
        except ProfileError as error:
            return error
        return None
