"""A camera that was pushed is told from tiles that were moved, on tables with much to hold on to and with little."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.frame import THUMBNAIL_WIDTH, Frame
from vision.image import Photo
from vision.scene.landmarks import CONFIRMED, Landmarks, Registration
from vision.scene.viewpoint import HOME, Viewpoint, in_pixels, in_widths

pytestmark = pytest.mark.slow

WIDTH, HEIGHT = 960, 540
NOISE = 3.0
DOTS = 46
"""Pixels from dot to dot of a cloth."""
SETS = ((100, 80), (420, 150), (180, 330), (600, 380))
"""Where sets of three tiles lie, pixels."""

Places = tuple[tuple[int, int], ...]


def still(
    places: Places = SETS,
    *,
    pushed: NDArray[np.float64] | None = None,
    grain: float = 0.0,
    seed: int = 0,
    cloth: NDArray[np.uint8] | None = None,
) -> Photo:
    """A plain table, one with grain or a cloth, with sets of tiles on it."""
    wood = np.random.default_rng(7).normal(0, 1, (HEIGHT // 6, WIDTH // 12))
    photo = np.full((HEIGHT, WIDTH), 150.0) + grain * cv2.resize(wood, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    photo = np.clip(photo, 0, 255).astype(np.uint8) if cloth is None else cloth.copy()
    faces = np.random.default_rng(3)
    for x, y in places:
        for tile in range(3):
            left = x + 36 * tile
            cv2.rectangle(photo, (left, y), (left + 34, y + 48), 225, -1)
            cv2.putText(photo, str(faces.integers(10)), (left + 8, y + 32), cv2.FONT_HERSHEY_DUPLEX, 0.9, 40, 2)
    if pushed is not None:
        photo = cv2.warpPerspective(photo, pushed, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT).astype(np.uint8)
    noisy = np.repeat(photo[..., None].astype(np.float64), 3, axis=2)
    noisy += np.random.default_rng([seed, 1]).normal(0, NOISE, (HEIGHT, WIDTH, 3))
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def dotted(pushed: NDArray[np.float64] | None = None, seed: int = 0) -> Photo:
    """Sets of tiles on a cloth of dots that all look alike."""
    cloth = np.full((HEIGHT, WIDTH), 210, np.uint8)
    for x in range(DOTS // 2, WIDTH, DOTS):
        for y in range(DOTS // 2, HEIGHT, DOTS):
            cv2.circle(cloth, (x, y), DOTS // 3, 110, -1)
    return still(cloth=cloth, pushed=pushed, seed=seed)


def landmarks(places: Places = SETS, grain: float = 0.0) -> Landmarks:
    found = Landmarks(Frame(still(places, grain=grain), 0.0))
    for seed in range(1, CONFIRMED + 1):
        found.confirm(Frame(still(places, grain=grain, seed=seed), float(seed)))
    return found


def find(known: Landmarks, photo: Photo, *, bare: bool = False) -> Registration:
    return known.find(Frame(photo, 9.0), np.eye(3), bare=bare)


def push(dx: float, dy: float, degrees: float = 0.0, zoom: float = 1.0) -> NDArray[np.float64]:
    matrix = np.eye(3)
    matrix[:2] = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), degrees, zoom)
    matrix[:2, 2] += (dx, dy)
    return matrix


def error(registration: Registration, truth: NDArray[np.float64]) -> float:
    """How far a point of the picture is from where it should be, pixels; the farthest."""
    assert registration.homography is not None
    found, true = Viewpoint.of(registration.homography), Viewpoint.of(in_widths(truth, WIDTH))
    return WIDTH * found.apart(true, HEIGHT / WIDTH)


@pytest.mark.parametrize("grain", [0.0, 12.0], ids=["plain", "grained"])
@pytest.mark.parametrize(
    "pushed", [push(30, -12), push(-8, 20, degrees=1.5), push(5, 5, zoom=1.06), push(110, 40, degrees=4)]
)
def test_a_push_is_found(pushed: NDArray[np.float64], grain: float) -> None:
    assert error(find(landmarks(grain=grain), still(pushed=pushed, grain=grain, seed=5)), pushed) < 4


@pytest.mark.parametrize("along", range(-36, 37, 12))
def test_a_push_is_told_from_the_next_repeat_of_a_pattern(along: int) -> None:
    known = Landmarks(Frame(dotted(), 0.0))
    for seed in range(1, CONFIRMED + 1):
        known.confirm(Frame(dotted(seed=seed), float(seed)))
    pushed = push(along, 18, degrees=0.25)
    assert error(find(known, dotted(pushed, seed=5)), pushed) < 4


def test_a_push_and_a_turn_in_one_are_told_apart() -> None:
    pushed = push(28, 14, degrees=1)
    assert error(find(landmarks(), still((*SETS[1:], (700, 80)), pushed=pushed, seed=5)), pushed) < 4


@pytest.mark.parametrize(
    "places",
    [
        pytest.param(SETS, id="nothing touched"),
        pytest.param(((130, 90), *SETS[1:]), id="one set moved"),
        pytest.param((*SETS, (700, 80)), id="one set laid"),
        pytest.param(((130, 90), (450, 160), *SETS[2:]), id="two sets moved alike"),
    ],
)
def test_what_players_move_is_no_push(places: Places) -> None:
    assert error(find(landmarks(), still(places, seed=5)), np.eye(3)) == 0


def test_a_single_set_that_is_moved_on_a_plain_table_is_no_push() -> None:
    assert error(find(landmarks(SETS[:1]), still(((140, 90),), seed=5)), np.eye(3)) == 0


def test_a_lamp_and_a_hand_are_no_push() -> None:
    covered = still(grain=12.0, seed=5)
    cv2.ellipse(covered, (700, 300), (220, 260), 0, 0, 360, (90, 120, 170), -1)
    assert error(find(landmarks(grain=12.0), (covered * 0.6).astype(np.uint8)), np.eye(3)) == 0


def in_soft_light(seed: int) -> Photo:
    """An empty plain table in light that differs from place to place, a little of it lost on the way to the program."""
    light = cv2.resize(np.random.default_rng(2).normal(0, 6, (5, 9)), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    noise = np.random.default_rng([seed, 2]).normal(0, 1, (HEIGHT, WIDTH, 3))
    photo = np.clip(50 + light[..., None] + noise, 0, 255).astype(np.uint8)
    return np.asarray(
        cv2.imdecode(cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 85])[1], cv2.IMREAD_COLOR), np.uint8
    )


def test_an_empty_plain_table_says_nothing_of_the_camera() -> None:
    known = Landmarks(Frame(in_soft_light(0), 0.0))
    for seed in range(1, CONFIRMED + 1):
        known.confirm(Frame(in_soft_light(seed), float(seed)))
    for seed in range(5, 10):
        covered = in_soft_light(seed)
        cv2.rectangle(covered, (0, 200), (700, 260), (90, 120, 170), -1)
        assert error(find(known, covered), np.eye(3)) == 0


def test_of_another_picture_nothing_is_said() -> None:
    noise = np.random.default_rng(4).integers(0, 255, (HEIGHT // 20, WIDTH // 20, 3), np.uint8)
    spots = cv2.resize(noise, (WIDTH, HEIGHT)).astype(np.uint8)
    assert find(landmarks(grain=12.0), spots).homography is None


def test_where_only_tiles_are_seen_a_cleared_table_is_the_same_table() -> None:
    known = landmarks()
    tiles = [np.array([[x, y], [x + 106, y], [x + 106, y + 48], [x, y + 48]], np.float32) for x, y in SETS]
    known.cover(tiles, WIDTH)
    assert error(find(known, still((), seed=5), bare=True), np.eye(3)) == 0


def test_noise_is_no_landmark() -> None:
    registration = find(landmarks(()), still((), pushed=push(40, 20), seed=5))
    assert (registration.homography is not None, registration.share) == (True, 0.0)


def test_a_viewpoint_comes_back_from_the_journal_and_leads_there_and_back() -> None:
    viewpoint = Viewpoint.of(in_widths(push(60, -20, degrees=3, zoom=0.9), WIDTH))
    assert Viewpoint.from_json(viewpoint.to_json()) == viewpoint
    assert viewpoint.back(*viewpoint.see(0.3, 0.2)) == pytest.approx((0.3, 0.2))
    assert Viewpoint.from_json(HOME.to_json()) is HOME
    assert in_pixels(HOME.to(viewpoint), WIDTH) == pytest.approx(push(60, -20, degrees=3, zoom=0.9), abs=1e-4)


@pytest.mark.parametrize("wrong", [np.zeros((3, 3)), np.eye(2), np.full((3, 3), np.nan), np.ones((3, 3))])
def test_what_is_no_homography_is_no_viewpoint(wrong: NDArray[np.float64]) -> None:
    with pytest.raises(ValueError, match="homography"):
        Viewpoint.of(wrong)


def test_thumbnails_are_what_landmarks_are_looked_for_in() -> None:
    assert landmarks().shape == (THUMBNAIL_WIDTH * HEIGHT // WIDTH, THUMBNAIL_WIDTH)
