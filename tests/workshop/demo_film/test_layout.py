"""Where the tiles of the demo round lie."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np

from workshop.demo_film.layout import AREA_MM, Role, placed
from workshop.demo_film.script import play


def test_sets_lie_inside_the_play_area_and_apart_from_each_other() -> None:
    corners = np.array(AREA_MM, np.float32)
    for played in play():
        outlines: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]] = {}
        for tile in placed(played.after):
            flat = tile.face[:, :2].astype(np.float32)
            inside = [cv2.pointPolygonTest(corners, (float(x), float(y)), measureDist=False) > 0 for x, y in flat]
            assert all(inside) if tile.role is Role.TABLE else not any(inside)
            if tile.role is Role.TABLE:
                outlines[tile.group] = np.concatenate([outlines.get(tile.group, flat[:0]), flat])
        for one, other in combinations(outlines, 2):
            hulls = cv2.convexHull(outlines[one]), cv2.convexHull(outlines[other])
            gap = min(
                -cv2.pointPolygonTest(a, (float(x), float(y)), measureDist=True)
                for a, b in (hulls, hulls[::-1])
                for x, y in b[:, 0]
            )
            assert gap > 14, f"{one} and {other} lie {gap:.0f} mm apart after the turn of {played.turn.player}"
