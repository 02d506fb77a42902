"""A picture that shows no table is told from one that does, however still it lies."""

from __future__ import annotations

import numpy as np
import pytest

from tests.live.stage import bare_table
from vision.camera.health import Ailment, Health
from vision.frame import Frame
from vision.image import Photo

SHAPE = (180, 320, 3)
TABLE = bare_table()[::4, ::4]


def noisy(photo: Photo, seed: int, sigma: float = 2.0) -> Photo:
    noise = np.random.default_rng(seed).normal(0, sigma, photo.shape)
    return np.clip(photo + noise, 0, 255).astype(np.uint8)


def look(health: Health, photo: Photo, seconds: float) -> Ailment | None:
    return health.update(Frame(photo, seconds))


@pytest.mark.parametrize(
    ("level", "ailment"), [(4, Ailment.DARK), (253, Ailment.BRIGHT), (128, Ailment.PLAIN), (60, Ailment.PLAIN)]
)
def test_one_colour_all_over_is_no_table(level: int, ailment: Ailment) -> None:
    assert look(Health(), noisy(np.full(SHAPE, level, np.uint8), 1), 0.0) is ailment


def test_a_bare_table_in_dim_light_is_a_table() -> None:
    dim = (TABLE * 0.35).astype(np.uint8)
    assert look(Health(), noisy(dim, 1), 0.0) is None


@pytest.mark.parametrize("cloth", [14, 40, 128, 253])
def test_three_tiles_on_a_plain_cloth_are_a_table(cloth: int) -> None:
    photo = np.full(SHAPE, cloth, np.uint8)
    photo[90:102, 150:177] = 190
    assert look(Health(), noisy(photo, 1), 0.0) is None


def test_an_empty_black_cloth_is_a_table() -> None:
    cloth = np.full(SHAPE, 16, np.uint8) + np.linspace(0, 4, SHAPE[1])[None, :, None]
    assert look(Health(), noisy(cloth.astype(np.uint8), 1), 0.0) is None


def test_the_light_of_a_device_makes_no_table_of_a_dark_room() -> None:
    photo = np.full(SHAPE, 6, np.uint8)
    photo[20:24, 300:304] = 230
    assert look(Health(), noisy(photo, 1), 0.0) is Ailment.DARK


def test_a_camera_that_sends_its_last_picture_over_and_over_is_frozen() -> None:
    health = Health()
    for i in range(40):
        assert look(health, noisy(TABLE, i), i / 10) is None
        assert not health.stale
    last = noisy(TABLE, 40)
    said = [(look(health, last, 4.0 + i / 10), health.stale) for i in range(70)]
    assert said[0] == (None, False)
    assert said[10] == (None, True)  # nothing new, and nobody need be told yet
    assert said[-1] == (Ailment.FROZEN, True)
    assert look(health, noisy(TABLE, 41), 11.0) is None
    assert not health.stale


def test_a_camera_that_fell_silent_once_is_still_known_to_freeze() -> None:
    health = Health()
    for i in range(60):
        look(health, noisy(TABLE, i), i / 10 + (30 if i > 40 else 0))
    last = noisy(TABLE, 60)
    said = [look(health, last, 36 + i / 10) for i in range(70)]
    assert said[-1] is Ailment.FROZEN


def test_a_stream_that_sends_equal_pictures_while_nothing_moves_is_not_frozen() -> None:
    health = Health()
    pictures = [noisy(TABLE, i) for i in range(24)]
    for i in range(600):
        assert look(health, pictures[i // 25], i / 10) is None  # a new one every 2.5 seconds
        assert not health.stale
    said = {look(health, noisy(TABLE, 24), 60 + i / 10) for i in range(80)}
    assert said == {None}


def test_pictures_without_any_noise_are_never_called_frozen() -> None:
    health = Health()
    assert {look(health, TABLE, i / 10) for i in range(300)} == {None}
