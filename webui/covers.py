"""What guests do not see of a picture while a round runs: racks, and whatever lies outside the play area."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from calibration.profile import Polygon
from live.game.rack_areas import seen_from
from live.game.seen import SeenTable
from live.game.state import Game, State
from live.table import LiveTable
from vision import quads
from vision.image import Photo
from vision.scene.viewpoint import Viewpoint

GREY = 96
"""What is laid over it: one even grey, in which nothing is left of what was there."""

AROUND = 1.5
"""How much around each tile that was read in somebody's own photo stays to be seen, in tiles."""

_WHOLE: Polygon = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


class Cover(NamedTuple):
    """What is covered of a picture, in fractions of it."""

    parts: tuple[Polygon, ...] = ()
    table: Polygon | None = None
    """The part outside of which all is covered; None for no such part."""

    def over(self, photo: Photo) -> Photo:
        """The photo with the cover over it; the photo itself where nothing is covered."""
        if not self.parts and self.table is None:
            return photo
        height, width = photo.shape[:2]
        hidden = np.full((height, width), self.table is not None, np.uint8)
        for outline, value in (*[(self.table, 0)] * (self.table is not None), *((part, 1) for part in self.parts)):
            cv2.fillPoly(hidden, [np.rint(np.array(outline) * (width, height)).astype(np.int32)], value)
        covered = photo.copy()
        covered[hidden.astype(bool)] = GREY
        return covered


def is_hidden(game: Game) -> bool:
    """Whether a round runs, in which nobody shows their rack."""
    return game.state not in {State.SETUP, State.OVER, State.SCORED}


def over_picture(live: LiveTable) -> Cover:
    """What guests do not see of the camera's newest picture; nothing of it while nobody knows where the camera looks."""
    scene = live.scene
    if scene.frame is None:
        return Cover()
    cover = _seen_from(live, scene.viewpoint, *scene.frame.size)
    return Cover((_WHOLE,)) if scene.camera_is_lost and cover != Cover() else cover


def over_turn(live: LiveTable, seen: SeenTable, *, by_photo: bool) -> Cover:
    """What guests do not see of the photo in which that was read: the camera's, or with `by_photo` somebody's own."""
    if not by_photo:
        return _seen_from(live, seen.viewpoint, seen.width, seen.height)
    outlines = [np.array(tile.corners, np.float32) for members in seen.sets for tile in members]
    return Cover(table=_around(outlines, seen.width, seen.height)) if outlines else Cover((_WHOLE,))


def _seen_from(live: LiveTable, viewpoint: Viewpoint, width: int, height: int) -> Cover:
    """Racks, and what lies outside the play area, in the camera's pictures of that size from `viewpoint`."""
    parts = seen_from(viewpoint, live.game.rack_areas, width, height)
    return Cover(parts, live.scene.area.seen_from(viewpoint, width, height))


def _around(outlines: Sequence[quads.Corners], width: int, height: int) -> Polygon:
    """The part of a photo in which these tiles lie, in fractions of it."""
    grown = [(corners - quads.centre(corners)) * (1 + 2 * AROUND) + quads.centre(corners) for corners in outlines]
    hull = cv2.convexHull(np.concatenate(grown).astype(np.float32))[:, 0]
    return tuple((float(x) / width, float(y) / height) for x, y in hull)
