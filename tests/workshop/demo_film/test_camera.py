"""The camera of the demo round."""

from __future__ import annotations

from workshop.demo_film.layout import VIEW


def test_the_camera_sees_a_nearer_tile_larger() -> None:
    far = VIEW.project([(0, 100, 0), (10, 100, 0)])
    near = VIEW.project([(0, -100, 0), (10, -100, 0)])
    assert near[1, 0] - near[0, 0] > far[1, 0] - far[0, 0]
    assert near[0, 1] > far[0, 1]
