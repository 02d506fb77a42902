"""The watch tells a still table from moving and resting hands, whatever the light and the sensor do."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pytest

from vision.frame import Frame
from vision.image import Photo
from vision.scene.watch import Stillness, Watch

pytestmark = pytest.mark.slow

HEIGHT, WIDTH = 360, 640
FPS = 4.0


def table(tiles: int = 12, *, seed: int = 0) -> Photo:
    """A wooden table with tiles in rows."""
    rng = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(rng.normal(0, 40, (HEIGHT, WIDTH)), (0, 0), 9)
    photo = np.clip(np.array([60, 95, 130]) + grain[..., None], 0, 255).astype(np.uint8)
    for i in range(tiles):
        x, y = 150 + 30 * (i % 10), 100 + 60 * (i // 10)
        cv2.rectangle(photo, (x, y), (x + 26, y + 36), (205, 225, 235), -1)
        cv2.putText(photo, str(i % 9 + 1), (x + 6, y + 24), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (30, 30, 160), 2)
    return photo


def with_hand(photo: Photo, reach: int) -> Photo:
    """The table with an arm coming in from the lower edge, `reach` pixels up."""
    covered = photo.copy()
    cv2.rectangle(covered, (300, HEIGHT - reach), (370, HEIGHT), (120, 150, 205), -1)
    return covered


def noisy(photo: Photo, seed: int, sigma: float = 6.0) -> Photo:
    noise = np.random.default_rng(seed).normal(0, sigma, photo.shape)
    return np.clip(photo + noise, 0, 255).astype(np.uint8)


def show(watch: Watch, photos: Sequence[Photo], start: float = 0.0) -> list[Stillness]:
    return [watch.update(Frame(photo, start + i / FPS)) for i, photo in enumerate(photos)]


def test_a_still_table_is_still_after_a_moment_and_stays_so_under_sensor_noise() -> None:
    seen = show(Watch(), [noisy(table(), i) for i in range(20)])
    assert seen[0] is Stillness.MOVING
    assert set(seen[3:]) == {Stillness.STILL}


@pytest.mark.parametrize(
    "light",
    [
        pytest.param(lambda i: 1.0 + 0.02 * i, id="the sun comes out slowly"),
        pytest.param(lambda i: 0.7 if i % 8 >= 4 else 1.0, id="the camera adjusts its exposure"),
        pytest.param(lambda i: 0.5 + 0.5 / (1 + i), id="a cloud"),
    ],
)
def test_light_is_no_movement(light: Callable[[int], float]) -> None:
    photos = [noisy(np.clip(table() * light(i), 0, 255).astype(np.uint8), i) for i in range(20)]
    assert set(show(Watch(), photos)[3:]) == {Stillness.STILL}


def test_a_moving_hand_is_movement_and_a_new_still_period_follows() -> None:
    watch = Watch()
    show(watch, [table()] * 5)
    first = watch.rest
    moving = show(watch, [with_hand(table(), reach) for reach in (60, 140, 200, 140, 60)], start=5 / FPS)
    assert set(moving) == {Stillness.MOVING}
    after = show(watch, [table(13)] * 5, start=10 / FPS)
    assert after[-1] is Stillness.STILL
    assert watch.rest == first + 1


def test_one_tile_laid_between_two_frames_is_movement() -> None:
    watch = Watch()
    show(watch, [table()] * 5)
    assert watch.update(Frame(table(13), 5 / FPS)) is Stillness.MOVING


def test_a_hand_resting_over_the_table_covers_it_until_it_goes() -> None:
    watch = Watch()
    show(watch, [table()] * 5)
    resting = show(watch, [noisy(with_hand(table(), 220), i) for i in range(12)], start=5 / FPS)
    assert resting[-1] is Stillness.COVERED
    assert Stillness.STILL not in resting
    assert show(watch, [table()] * 5, start=17 / FPS)[-1] is Stillness.STILL


def test_what_never_moves_is_no_hand() -> None:
    watch = Watch()
    show(watch, [table()] * 5)
    assert show(watch, [with_hand(table(), 220)] * 60, start=5 / FPS)[-1] is Stillness.STILL


def test_what_lies_over_the_table_for_good_is_known_to_lie_there_until_it_is_taken_away() -> None:
    watch = Watch()
    show(watch, [table()] * 5)
    show(watch, [with_hand(table(), 220)] * 60, start=5 / FPS)
    assert (watch.cover.is_foreign, watch.cover.is_overlaid) == (True, False)
    show(watch, [with_hand(table(), 220)] * 240, start=65 / FPS)
    assert (watch.cover.is_foreign, watch.cover.is_overlaid) == (False, True)
    seen = show(watch, [table()] * 5, start=305 / FPS)
    assert (seen[-1], watch.cover.is_foreign, watch.cover.is_overlaid) == (Stillness.STILL, False, False)


def test_the_edges_of_a_chequered_cloth_are_no_hand_where_a_push_is_known_but_for_a_few_pixels() -> None:
    cloth = table()
    rows, columns = np.indices((HEIGHT, WIDTH)) // 18
    cloth[(rows + columns) % 2 == 0] //= 5
    pushed = cv2.warpAffine(
        cloth, np.array([[1, 0, 20], [0, 1, -14]], np.float32), (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT
    )
    watch = Watch()
    show(watch, [cloth] * 5)
    show(watch, [pushed.astype(np.uint8)] * 5, start=5 / FPS)
    off = np.array([[1, 0, 23.0 / WIDTH], [0, 1, -11.0 / WIDTH], [0, 0, 1]])
    assert not watch.was_covered(Frame(pushed.astype(np.uint8), 1.0), off, None)
    assert watch.turn(off, None) is Stillness.STILL
    assert not watch.cover.is_foreign


@pytest.mark.parametrize("down", [-16, -9, 9])
def test_an_arm_that_comes_as_the_camera_is_pushed_covers_the_table(down: int) -> None:
    """Also an arm darker than the cloth, from an edge at which the picture before the push shows nothing."""
    cloth = 255 - table() // 4
    there = np.array([[1, 0, 0], [0, 1, down]], np.float32)
    pushed = cv2.warpAffine(cloth, there, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT).astype(np.uint8)
    watch = Watch()
    show(watch, [cloth] * 5)
    show(watch, [with_hand(pushed, 200)] * 5, start=5 / FPS)
    push = np.array([[1, 0, 0], [0, 1, down / WIDTH], [0, 0, 1]])
    assert watch.was_covered(Frame(with_hand(pushed, 200), 1.0), push, None)
    assert watch.turn(push, None) is Stillness.COVERED


def test_where_the_clear_table_was_never_seen_a_picture_of_the_past_may_show_an_arm() -> None:
    assert Watch().was_covered(Frame(table(), 0.0), np.eye(3), None)


def test_a_long_new_run_in_the_middle_does_not_cover_the_table() -> None:
    watch = Watch()
    show(watch, [table(0)] * 5)
    assert show(watch, [table(26)] * 5, start=5 / FPS)[-1] is Stillness.STILL


def test_a_long_new_run_at_the_edge_of_the_play_area_does_not_cover_the_table() -> None:
    area = np.array([[140, 90], [500, 90], [500, 330], [140, 330]], np.float32)
    watch = Watch(area)
    show(watch, [table(0)] * 5)
    assert show(watch, [table(10)] * 5, start=5 / FPS)[-1] is Stillness.STILL


def test_movement_beside_the_play_area_does_not_matter() -> None:
    area = np.array([[100, 60], [540, 60], [540, 240], [100, 240]], np.float32)
    watch = Watch(area)
    show(watch, [table()] * 5)
    beside = [with_hand(table(), reach) for reach in (20, 80, 40, 100)]
    assert set(show(watch, beside, start=5 / FPS)) == {Stillness.STILL}
    assert watch.update(Frame(with_hand(table(), 200), 9 / FPS)) is Stillness.MOVING


def test_frames_of_another_size_start_afresh() -> None:
    watch = Watch()
    show(watch, [table()] * 5)
    assert watch.update(Frame(cv2.resize(table(), (320, 240)).astype(np.uint8), 5 / FPS)) is Stillness.MOVING


def test_the_last_movement_is_known_to_a_frame_though_slow_hands_are_seen_over_several() -> None:
    watch, fast = Watch(), 20.0
    frames = [with_hand(table(), 60 + 10 * i) for i in range(10)] + [table()] * 10
    for i, photo in enumerate(frames):
        watch.update(Frame(photo, i / fast))
    assert watch.moved_at == pytest.approx(10 / fast)


def test_a_slow_hand_is_movement_as_long_as_it_moves() -> None:
    watch, fast = Watch(), 20.0
    show(watch, [table()] * 5)
    seen = {watch.update(Frame(with_hand(table(), 60 + i), 1.25 + i / fast)) for i in range(60)}
    assert seen == {Stillness.MOVING}


def test_a_table_settles_once_nothing_moves_but_not_under_a_hand_that_rests() -> None:
    watch, fast = Watch(), 20.0
    show(watch, [table()] * 5)
    hand = [with_hand(table(), reach) for reach in (60, 140, 200)] + [with_hand(table(), 200)] * 4
    settling = []
    for i, photo in enumerate([*hand, *[table(13)] * 8]):
        watch.update(Frame(photo, 1.25 + i / fast))
        settling.append(watch.is_settling)
    assert (settling[:13], settling[-1]) == ([False] * 8 + [True] * 5, False)
    assert watch.stillness is Stillness.STILL


def test_with_few_frames_a_second_each_is_compared_with_the_one_before() -> None:
    watch = Watch()
    show(watch, [table()] * 5)
    seen = show(watch, [table(13)] * 3, start=5 / FPS)
    assert seen == [Stillness.MOVING, Stillness.MOVING, Stillness.STILL]


def test_a_hand_in_the_first_picture_is_no_part_of_a_table_that_is_known() -> None:
    watch = Watch()
    watch.assume(Frame(table(), -1.0))
    assert show(watch, [with_hand(table(), 200)] * 5)[-1] is Stillness.COVERED
    assert show(watch, [table()] * 5, start=5 / FPS)[-1] is Stillness.STILL
    assert not watch.cover.is_foreign
