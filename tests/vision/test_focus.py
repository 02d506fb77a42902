"""A camera that loses its focus is told within two seconds; what comes, goes or covers the table is no blur."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.camera import focus
from vision.camera.focus import Focus
from vision.camera.health import Ailment, Health
from vision.frame import Frame
from vision.image import Photo

pytestmark = pytest.mark.slow

WIDTH, HEIGHT = 960, 540
FPS = 4
TOLD_AFTER = 2.0
NOISE = np.random.default_rng(3).normal(0, 2.0, (HEIGHT, WIDTH, 3)).astype(np.int16)
ALL = tuple((x, y) for y in range(60, 480, 110) for x in range(60, 880, 70))
SOME = ALL[::4]


def table(tiles: Sequence[tuple[int, int]] = ALL, *, level: int = 110) -> Photo:
    """A smooth table with tiles at those places."""
    photo = np.full((HEIGHT, WIDTH, 3), level, np.uint8)
    photo[:] = photo + np.linspace(0, 30, WIDTH)[:, None].astype(np.uint8)
    for index, (x, y) in enumerate(tiles):
        cv2.rectangle(photo, (x, y), (x + 30, y + 42), (215, 225, 230), cv2.FILLED)
        cv2.putText(photo, str(index % 13 + 1), (x + 2, y + 30), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (40, 30, 150), 2)
    return photo


def blurred(photo: Photo, pixels: float) -> Photo:
    """As a lens out of focus shows it, in pixels of 1080p."""
    return cv2.GaussianBlur(photo, (0, 0), pixels * WIDTH / 1920).astype(np.uint8)


def dimmed(photo: Photo) -> Photo:
    return np.asarray(photo * np.array([0.5, 0.6, 0.7]), np.uint8)


def noisy(photo: Photo, number: int) -> Photo:
    """As a sensor sees it in its picture of that number."""
    noise = np.roll(NOISE, 37 * number, axis=(0, 1))[: photo.shape[0], : photo.shape[1]]
    return cv2.add(photo, noise, dtype=cv2.CV_8U).astype(np.uint8)


def with_arm(photo: Photo) -> Photo:
    """An arm in a striped sleeve across the table."""
    covered = photo.copy()
    for x in range(300, 620, 16):
        cv2.rectangle(covered, (x, 0), (x + 15, 420), (150, 160, 200) if x % 32 else (70, 60, 60), cv2.FILLED)
    return covered


def with_weave(photo: Photo, left: int, right: int) -> Photo:
    """Cloth as bright as what it lies on, but woven."""
    covered = photo.copy()
    for x in range(left, right, 16):
        part = covered[40:500, x : x + 16].astype(np.int16)
        part[:, :8] += 24
        part[:, 8:] -= 24
        covered[40:500, x : x + 16] = np.clip(part, 0, 255)
    return covered


class Camera:
    """Shows one picture after the other, each with its own noise."""

    def __init__(self) -> None:
        self.focus = Focus()
        self._number = 0

    def show(self, photo: Photo, seconds: float) -> list[bool]:
        """What is said of each of its pictures."""
        said = []
        for _ in range(round(seconds * FPS)):
            said.append(self.focus.update(Frame(noisy(photo, self._number), self._number / FPS)))
            self._number += 1
        return said


@pytest.fixture
def camera() -> Camera:
    return Camera()


def grainy(photo: Photo) -> Photo:
    """On wood, three quarters of it with a broad grain, no finer than a blur of some pixels."""
    rows = np.arange(HEIGHT)[:, None] + 12 * np.sin(np.arange(WIDTH)[None] / 90)
    is_bare = (photo.min(axis=2) < 150) & (np.arange(WIDTH) > WIDTH / 4)
    grain = np.where(is_bare, 12 * np.sin(rows / 2.2), 0)
    return np.clip(photo + grain[..., None], 0, 255).astype(np.uint8)


@pytest.mark.parametrize("pixels", [4.0, 6.0, 12.0])
def test_a_camera_out_of_focus_is_told_within_two_seconds_and_no_longer_than_it_is(
    camera: Camera, pixels: float
) -> None:
    assert not any(camera.show(table(), 8))
    assert camera.show(blurred(table(), pixels), TOLD_AFTER)[-1]
    assert not any(camera.show(table(), 2)[2:])


def test_a_blur_in_which_the_grain_of_the_wood_is_still_seen_is_told(camera: Camera) -> None:
    assert not any(camera.show(grainy(table(SOME)), 8))
    assert camera.show(blurred(grainy(table(SOME)), 4), TOLD_AFTER)[-1]


def test_a_picture_a_little_softer_than_before_can_be_read(camera: Camera) -> None:
    camera.show(table(), 8)
    assert not any(camera.show(blurred(table(), 1.5), 5))


def test_a_blur_of_a_moment_is_not_told(camera: Camera) -> None:
    camera.show(table(), 8)
    assert not any(camera.show(blurred(table(), 8), 0.5) + camera.show(table(), 2))


def test_a_blur_that_grows_slowly_is_told(camera: Camera) -> None:
    camera.show(table(), 8)
    said = [camera.show(blurred(table(), pixels), 2) for pixels in np.linspace(0.5, 7, 8)]
    assert said[-1][-1]


def test_tiles_that_come_and_go_are_no_blur(camera: Camera) -> None:
    for tiles in ((), SOME, ALL, SOME, (), ALL[3::5], ()):
        assert not any(camera.show(table(tiles), 7))


@pytest.mark.parametrize("level", [195, 200, 205, 210])
def test_tiles_as_bright_as_their_table_are_no_blur_when_they_are_cleared_away(camera: Camera, level: int) -> None:
    camera.show(table(level=level), 12)
    assert not any(camera.show(table((), level=level), 5))


def test_a_focus_that_is_lost_while_a_third_of_the_tiles_are_moved_is_told(camera: Camera) -> None:
    camera.show(table(ALL[:45]), 8)
    assert camera.show(blurred(table(ALL[15:]), 6), TOLD_AFTER)[-1]


def test_an_arm_that_comes_and_leaves_is_no_blur(camera: Camera) -> None:
    for photo in (table(()), with_arm(table(())), table(SOME), with_arm(table(SOME)), table(SOME), table(())):
        assert not any(camera.show(photo, 7))


def test_a_sleeve_as_bright_as_the_table_is_no_blur_when_it_has_left(camera: Camera) -> None:
    camera.show(table(()), 8)
    camera.show(with_weave(table(()), 300, 620), 3)
    assert not any(camera.show(table(()), 5))


def test_a_cloth_that_is_cleared_away_with_the_tiles_is_no_blur(camera: Camera) -> None:
    camera.show(with_weave(table([(x, y) for x, y in ALL if x > 560]), 40, 240), 8)
    assert not any(camera.show(table(()), 5))


@pytest.mark.parametrize(("places", "lost"), [(1, False), (6, True)])
def test_one_place_that_has_lost_what_lay_there_does_not_speak_for_the_table(
    monkeypatch: pytest.MonkeyPatch, places: int, *, lost: bool
) -> None:
    """A cloth with hardly any detail, from which tiles have been taken away: where one lay the light is what it was."""
    light, before = np.full((14, 24, 3), 130, np.float32), np.zeros((14, 24), np.float32)
    before[2, 2:14], before[8, :places] = 60, 800
    after = before.copy()
    after[8, :places] = 40
    shown = iter([before] * 40 + [after] * 8)
    monkeypatch.setattr(
        focus, "blocks_of", lambda _: focus.Blocks(light.copy(), next(shown), np.zeros((14, 24, 48), np.float32))
    )
    looked, frame = Focus(), Frame(table(()), 0.0)
    assert any(looked.update(replace(frame, seconds=0.5 * k)) for k in range(48)) is lost


def test_a_lamp_is_no_blur_and_hides_none(camera: Camera) -> None:
    camera.show(table(), 8)
    assert not any(camera.show(dimmed(table()), 5) + camera.show(table(), 3))
    assert camera.show(blurred(dimmed(table()), 6), TOLD_AFTER)[-1]


def test_a_blur_is_still_told_while_an_arm_is_over_the_table(camera: Camera) -> None:
    camera.show(table(), 8)
    camera.show(blurred(table(), 6), 2)
    assert all(camera.show(blurred(with_arm(table()), 6), 3))


def test_a_focus_that_is_lost_under_an_arm_is_told_when_the_arm_has_left(camera: Camera) -> None:
    camera.show(table(), 8)
    camera.show(blurred(with_arm(table()), 6), 3)
    assert camera.show(blurred(table(), 6), TOLD_AFTER)[-1]


def test_a_camera_that_is_turned_elsewhere_is_compared_with_what_it_shows_there(camera: Camera) -> None:
    camera.show(table(), 8)
    assert not any(camera.show(table(SOME)[::-1, ::-1], 8))
    assert camera.show(blurred(table(SOME)[::-1, ::-1], 6), TOLD_AFTER)[-1]


def test_a_push_that_leaves_the_light_as_it_was_is_no_blur(camera: Camera) -> None:
    faint = np.full((HEIGHT, WIDTH, 3), 150, np.uint8)
    for left, y in ((380, 230), (700, 340), (260, 430), (520, 120)):
        for x in range(left, left + 66, 22):
            cv2.rectangle(faint, (x, y), (x + 20, y + 29), (172, 172, 172), cv2.FILLED)
            cv2.rectangle(faint, (x, y), (x + 20, y + 29), (60, 60, 60), 1)
    camera.show(faint, 8)
    pushed = np.roll(faint, -40, axis=0)
    assert not any(camera.show(pushed, 8))
    assert camera.show(blurred(pushed, 6), TOLD_AFTER)[-1]


def test_a_camera_of_another_resolution_is_compared_with_nothing_before(camera: Camera) -> None:
    camera.show(table(), 8)
    low = cv2.resize(table(), (320, 180), interpolation=cv2.INTER_AREA).astype(np.uint8)
    assert not any(camera.show(low, 5))


def test_a_blur_that_stays_is_how_the_camera_sees(camera: Camera, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(focus, "BLUR_ACCEPTED_AFTER", 10.0)
    camera.show(table(), 8)
    soft = blurred(table(), 6)
    assert all(camera.show(soft, 10)[2 * FPS : -FPS])
    assert not any(camera.show(soft, 3)[FPS:])


def test_a_blurred_picture_shows_no_table_to_be_judged() -> None:
    health = Health()
    shown = [table()] * 8 * FPS + [blurred(table(), 8)] * 2 * FPS
    said = [health.update(Frame(noisy(photo, number), number / FPS)) for number, photo in enumerate(shown)]
    assert said[: 8 * FPS] == [None] * 8 * FPS
    assert said[-1] is Ailment.BLURRED
