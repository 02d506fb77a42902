"""A place shows the bare table, or something that hides what lies there."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from tests.live.stage import bare_table
from vision.frame import Frame
from vision.image import Photo
from vision.quads import Corners
from vision.scene.surface import ABSORBED_AFTER, Comparison, Occluder, Surface
from vision.scene.viewpoint import Viewpoint, in_pixels

PLACE = np.array([[600, 300], [660, 300], [660, 380], [600, 380]], np.float32)


def with_tile(photo: Photo, corners: Corners = PLACE) -> Photo:
    return cv2.fillPoly(photo.copy(), [corners.astype(np.int32)], (214, 232, 242)).astype(np.uint8)


def with_tile_like_half_of_the_cloth(photo: Photo) -> Photo:
    """It lies across two checks, and is as pale as one of them."""
    photo = with_tile(photo)
    photo[300:380, 600:635] = bare_table()[300:380, 600:635]
    return photo


def with_hand(photo: Photo) -> Photo:
    return cv2.rectangle(photo.copy(), (560, 260), (760, 719), (120, 150, 205), -1).astype(np.uint8)


def with_hand_like_the_table(photo: Photo) -> Photo:
    """A dark hand on a dark table: a little lighter than what lies under it."""
    hand = photo.astype(np.float32)
    hand[260:, 560:760] += (8, 11, 14)
    return np.clip(hand, 0, 255).astype(np.uint8)


def with_shade(photo: Photo) -> Photo:
    """Somebody leans over a corner of the table, and takes some of the light away."""
    height, width = photo.shape[:2]
    away = np.hypot(np.arange(width)[None, :], height - np.arange(height)[:, None])
    light = 1 - 0.15 * np.exp(-((away / 450) ** 2))
    return np.asarray(np.clip(photo * light[..., None], 0, 255), np.uint8)


def with_cup(photo: Photo) -> Photo:
    """Its coffee is as brown as the table."""
    brown = tuple(map(float, photo[340, 630]))
    cup = cv2.circle(photo.copy(), (630, 340), 110, (228, 230, 232), -1)
    return cv2.circle(cup, (630, 340), 85, brown, -1).astype(np.uint8)


def compared(surface: Surface, photo: Photo, *taken: Corners) -> Comparison:
    found = surface.compare(Frame(photo, 0.0), taken)
    assert found is not None
    return found


def is_bare(surface: Surface, photo: Photo, place: Corners) -> bool:
    return not compared(surface, photo).hidden([place])


@pytest.fixture
def surface() -> Surface:
    """The table was seen bare, then with a tile."""
    surface = Surface()
    surface.learn(Frame(bare_table(), 0.0), [])
    surface.learn(Frame(with_tile(bare_table()), 10.0), [PLACE])
    return surface


def test_where_a_tile_was_taken_away_the_table_shows(surface: Surface) -> None:
    assert is_bare(surface, bare_table(), PLACE)


@pytest.mark.parametrize(
    "covered", [with_hand, with_hand_like_the_table, with_cup, with_tile, with_tile_like_half_of_the_cloth]
)
def test_what_hides_the_place_is_told_from_the_table(surface: Surface, covered: Callable[[Photo], Photo]) -> None:
    assert not is_bare(surface, covered(bare_table()), PLACE)


@pytest.mark.parametrize("gains", [(0.5, 0.5, 0.5), (1.5, 1.5, 1.5), (0.7, 0.9, 1.2)])
def test_a_lamp_hides_nothing(surface: Surface, gains: tuple[float, float, float]) -> None:
    lit = np.clip(bare_table() * np.array(gains), 0, 255).astype(np.uint8)
    assert is_bare(surface, lit, PLACE)
    assert not is_bare(surface, np.clip(with_hand(bare_table()) * np.array(gains), 0, 255).astype(np.uint8), PLACE)


BESIDE = PLACE - np.array([60, 0], np.float32)


def with_tile_and_its_shadow(photo: Photo, light: float) -> Photo:
    """The lamp stands low: the shadow of the tile falls on the place to the left of it."""
    shaded = photo.astype(np.float32)
    shaded[300:380, 574:600] *= light
    return with_tile(shaded.astype(np.uint8))


@pytest.mark.parametrize("light", [0.45, 0.7, 0.9], ids=["deep", "soft", "where it fades out"])
def test_the_shadow_of_a_tile_hides_nothing_beside_it(surface: Surface, light: float) -> None:
    assert compared(surface, with_tile_and_its_shadow(bare_table(), light), PLACE).hidden([BESIDE]) == []


def test_a_dark_sleeve_beside_a_tile_is_no_shadow_of_it(surface: Surface) -> None:
    sleeved = bare_table().astype(np.float32)
    sleeved[200:, 500:600] *= 0.45
    assert compared(surface, with_tile(sleeved.astype(np.uint8)), PLACE).hidden([BESIDE])


def test_a_tile_a_little_darker_than_a_pale_table_is_not_its_own_shadow() -> None:
    pale, surface = np.full_like(bare_table(), 235), Surface()
    surface.learn(Frame(pale, 0.0), [])
    between = cv2.fillPoly(pale.copy(), [PLACE.astype(np.int32)], (200, 200, 200)).astype(np.uint8)
    neighbours = BESIDE, PLACE + np.array([60, 0], np.float32)
    assert compared(surface, between, *neighbours).hidden([PLACE])


def test_a_tile_in_the_shadow_of_another_is_not_the_table(surface: Surface) -> None:
    shaded = with_tile(with_tile(bare_table()), BESIDE).astype(np.float32)
    shaded[300:380, 574:600] *= 0.45
    assert compared(surface, with_tile(shaded.astype(np.uint8)), PLACE).hidden([BESIDE])


def test_in_the_dark_nothing_is_known_to_be_bare(surface: Surface) -> None:
    assert not is_bare(surface, (bare_table() * 0.05).astype(np.uint8), PLACE)


def test_a_cup_that_is_put_down_is_not_the_table_and_a_coaster_that_stays_is(surface: Surface) -> None:
    cup = with_hand(bare_table())
    surface.learn(Frame(cup, 20.0), [PLACE])
    assert not is_bare(surface, cup, PLACE + 60)
    surface.learn(Frame(cup, 20.0 + ABSORBED_AFTER), [PLACE])
    assert is_bare(surface, cup, PLACE + 60)


def test_where_the_table_was_never_seen_it_looks_as_it_does_around() -> None:
    surface = Surface()
    surface.learn(Frame(with_tile(bare_table()), 0.0), [PLACE])
    assert is_bare(surface, bare_table(), PLACE)
    assert not is_bare(surface, with_hand(bare_table()), PLACE)


def things(surface: Surface, photo: Photo, *taken: Corners, area: Corners | None = None) -> list[Occluder]:
    return compared(surface, photo, *taken).occluders(60.0, area)


@pytest.mark.parametrize("hand", [with_hand, with_hand_like_the_table])
def test_a_hand_is_found_wherever_it_rests_whatever_its_colour(
    surface: Surface, hand: Callable[[Photo], Photo]
) -> None:
    found = things(surface, hand(bare_table()))
    assert any(thing.reaches_in for thing in found)
    assert all(560 < thing.x < 760 and 260 < thing.y < 719 for thing in found)


def test_a_hand_like_the_table_that_rests_for_a_while_is_not_learned_as_table(surface: Surface) -> None:
    for seconds in range(20, 40, 5):
        surface.learn(Frame(with_hand_like_the_table(bare_table()), float(seconds)), [PLACE])
    assert things(surface, with_hand_like_the_table(bare_table()))
    assert things(surface, bare_table()) == []


def test_a_cup_reaches_in_from_nowhere(surface: Surface) -> None:
    (cup,) = things(surface, with_cup(bare_table()))
    assert not cup.reaches_in


def test_the_shade_of_somebody_who_leans_over_the_table_is_no_hand(surface: Surface) -> None:
    assert things(surface, with_shade(bare_table())) == []
    assert is_bare(surface, with_shade(bare_table()), PLACE)


def test_tiles_and_shadows_hide_no_tiles(surface: Surface) -> None:
    assert things(surface, with_tile(bare_table()), PLACE) == []
    shadow = bare_table().copy()
    shadow[300:380, 660:676] //= 2
    assert things(surface, with_tile(shadow), PLACE) == []
    assert things(surface, (bare_table() * 0.6).astype(np.uint8)) == []


def test_what_lies_outside_the_play_area_is_not_over_the_table(surface: Surface) -> None:
    left = np.array([[100, 100], [500, 100], [500, 600], [100, 600]], np.float32)
    assert things(surface, with_hand(bare_table()), area=left) == []
    (hand,) = things(surface, with_hand(bare_table()), area=left + np.array([200, 0], np.float32))
    assert hand.reaches_in


def test_a_table_in_the_dark_is_not_seen_in_its_own_light(surface: Surface) -> None:
    assert compared(surface, (bare_table() * 0.6).astype(np.uint8)).is_lit
    assert not compared(surface, (bare_table() * 0.1).astype(np.uint8)).is_lit


LAMP = (slice(120, 420), slice(300, 760))
"""Where the table shines, so that the camera shows it white."""


def shining(light: float, *, white: float = 330.0) -> Photo:
    """A lamp's reflection that is brighter than the camera shows, in that much light."""
    table = bare_table().astype(np.float32)
    table[LAMP] = white
    return np.asarray(np.clip(table * light, 0, 255), np.uint8)


@pytest.mark.parametrize("light", [0.6, 0.8, 1.25, 1.6])
def test_nothing_lies_over_what_is_burnt_out_because_the_light_has_changed(light: float) -> None:
    surface = Surface()
    surface.learn(Frame(shining(1.0), 0.0), [])
    seen = compared(surface, shining(light))
    assert (seen.occluders(60.0), seen.hidden([PLACE])) == ([], [])


def test_what_burns_out_as_the_light_comes_back_is_the_table() -> None:
    surface = Surface()
    surface.learn(Frame(shining(0.7, white=300.0), 0.0), [])
    seen = compared(surface, shining(1.0, white=300.0))
    assert (seen.occluders(60.0), seen.hidden([PLACE])) == ([], [])


def test_the_light_is_told_although_most_of_the_table_is_burnt_out() -> None:
    surface, table = Surface(), bare_table().astype(np.float32)
    table[:, :900] = 330.0
    surface.learn(Frame(np.clip(table, 0, 255).astype(np.uint8), 0.0), [])
    dimmed = compared(surface, np.clip(table * 0.6, 0, 255).astype(np.uint8))
    assert (dimmed.occluders(60.0), dimmed.hidden([PLACE + np.float32(400)])) == ([], [])


@pytest.mark.parametrize("light", [0.8, 1.0, 1.25])
def test_a_hand_over_the_burnt_out_table_is_seen(light: float) -> None:
    surface = Surface()
    surface.learn(Frame(shining(1.0), 0.0), [])
    surface.learn(Frame(shining(0.8), 5.0), [])
    seen = compared(surface, with_hand(shining(light)))
    assert len(seen.occluders(60.0)) == 1
    assert seen.hidden([PLACE])


def checked_cloth(check: int = 9) -> Photo:
    """A cloth in two colours, with the grain of a camera's picture."""
    rows, columns = np.indices((720, 1280)) // check
    cloth = np.where(((rows + columns) % 2 > 0)[..., None], (150, 80, 160), (40, 50, 45)).astype(np.float32)
    cloth += np.random.default_rng(3).normal(0, 3, cloth.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(cloth, (0, 0), 0.8), 0, 255), np.uint8)


PUSHED = Viewpoint.of(np.array([[1.0, 0.004, 0.0023], [-0.004, 1.0, 0.0031], [0.0, 0.0, 1.0]]))


def as_pushed(photo: Photo) -> Photo:
    """What a camera shows that was pushed a little, and is known to stand there but for a pixel."""
    height, width = photo.shape[:2]
    matrix = np.array([[1, 0, 0.9], [0, 1, -0.7], [0, 0, 1.0]]) @ in_pixels(PUSHED.matrix, width)
    return np.asarray(cv2.warpPerspective(photo, matrix, (width, height), borderMode=cv2.BORDER_REFLECT), np.uint8)


@pytest.mark.parametrize("check", [5, 9, 16, 30])
def test_nothing_lies_over_a_checked_cloth_because_the_camera_was_pushed(check: int) -> None:
    surface, cloth = Surface(), checked_cloth(check)
    surface.learn(Frame(cloth, 0.0), [])
    seen = surface.compare(Frame(as_pushed(cloth), 1.0), [], PUSHED)
    assert seen is not None
    assert (seen.occluders(60.0), seen.hidden([PLACE])) == ([], [])


@pytest.mark.parametrize("check", [5, 9, 16, 30])
@pytest.mark.parametrize("covered", [with_hand, with_cup])
def test_what_lies_over_a_checked_cloth_is_seen_although_the_camera_was_pushed(
    check: int, covered: Callable[[Photo], Photo]
) -> None:
    surface, cloth = Surface(), checked_cloth(check)
    surface.learn(Frame(cloth, 0.0), [])
    seen = surface.compare(Frame(as_pushed(covered(cloth)), 1.0), [], PUSHED)
    assert seen is not None
    assert len(seen.occluders(60.0)) == 1
    assert seen.hidden([PLACE])


@pytest.mark.parametrize("light", [1.0, 0.8])
def test_a_place_that_looks_as_it_did_when_it_was_bare_shows_the_bare_table(light: float) -> None:
    spotted = cv2.circle(bare_table().copy(), (630, 340), 20, (150, 110, 90), -1).astype(np.uint8)
    surface = Surface()
    surface.learn(Frame(spotted, 0.0), [])
    dimmed = np.asarray(spotted * light, np.uint8)
    assert compared(surface, dimmed).shows_bare(PLACE)
    assert not compared(surface, with_tile(dimmed)).shows_bare(PLACE)
    assert not compared(surface, with_hand_like_the_table(dimmed)).shows_bare(PLACE)
    assert not compared(surface, dimmed, PLACE + np.float32(20)).shows_bare(PLACE)


def test_a_place_that_was_never_seen_bare_from_here_may_show_anything() -> None:
    never, elsewhere = Surface(), Surface()
    never.learn(Frame(with_tile(bare_table()), 0.0), [PLACE])
    elsewhere.learn(Frame(bare_table(), 0.0), [], Viewpoint(((1.0, 0.0, 0.01), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))))
    assert not compared(never, bare_table()).shows_bare(PLACE)
    assert not compared(elsewhere, bare_table()).shows_bare(PLACE)


def test_a_place_that_is_burnt_out_may_hide_what_lies_there() -> None:
    surface = Surface()
    surface.learn(Frame(shining(1.0), 0.0), [])
    assert not compared(surface, shining(1.0)).shows_bare(PLACE)
    assert compared(surface, shining(1.0)).shows_bare(PLACE + np.float32(300))


def test_where_a_lamp_is_mirrored_a_tile_may_lie_unseen_but_not_on_a_table_that_is_white_all_over() -> None:
    mirrored = cv2.circle(bare_table().copy(), (630, 340), 60, (255, 255, 255), -1).astype(np.uint8)
    white = np.full_like(bare_table(), 255)
    for table, hides in ((mirrored, True), (white, False)):
        surface = Surface()
        surface.learn(Frame(table, 0.0), [])
        assert bool(compared(surface, table).hidden([PLACE])) == hides
