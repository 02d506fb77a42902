from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.image import Photo
from vision.quads import Corners
from vision.reading.rectify import PATCH_HEIGHT, PATCH_WIDTH, WHITE_LEVEL, rectify, whiten

QUADRANTS = np.array([[(0, 0, 255), (0, 255, 0)], [(255, 0, 0), (0, 255, 255)]], np.uint8)


def photo_with_tile(corners: Corners, size: int = 400) -> Photo:
    """A grey photo with a tile of four coloured quarters at `corners`."""
    tile = cv2.resize(QUADRANTS, (140, 200), interpolation=cv2.INTER_NEAREST)
    source = np.array([[0, 0], [140, 0], [140, 200], [0, 200]], np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners)
    photo = np.full((size, size, 3), 128, np.uint8)
    mask = cv2.warpPerspective(np.full((200, 140), 255, np.uint8), matrix, (size, size))
    warped = cv2.warpPerspective(tile, matrix, (size, size))
    photo[mask > 127] = warped[mask > 127]
    return photo


@pytest.mark.parametrize("degrees", [0, 37, 90, 180, 251])
@pytest.mark.parametrize("scale", [0.3, 1.0, 1.8])
def test_a_tile_comes_out_upright_whatever_its_turn_and_size(degrees: int, scale: float) -> None:
    box = cv2.boxPoints(((200.0, 200.0), (70.0 * scale, 100.0 * scale), float(degrees)))
    corners = np.asarray(np.roll(box, -1, axis=0), np.float32)  # OpenCV starts at the bottom left
    patch = rectify(photo_with_tile(corners), corners)
    assert patch.shape == (PATCH_HEIGHT, PATCH_WIDTH, 3)
    quarter = patch[[PATCH_HEIGHT // 4, PATCH_HEIGHT // 4, -PATCH_HEIGHT // 4, -PATCH_HEIGHT // 4], :]
    columns = [PATCH_WIDTH // 4, -PATCH_WIDTH // 4] * 2
    seen = [quarter[k, column] for k, column in enumerate(columns)]
    assert np.abs(np.array(seen, int) - QUADRANTS.reshape(4, 3)).max() <= 30


def test_a_tile_cut_by_the_border_still_gives_a_patch() -> None:
    corners = np.array([[-20, 350], [50, 350], [50, 450], [-20, 450]], np.float32)
    assert rectify(photo_with_tile(corners), corners).shape == (PATCH_HEIGHT, PATCH_WIDTH, 3)


def test_a_corner_that_reaches_far_out_is_looked_at_too() -> None:
    photo = np.full((400, 400, 3), 90, np.uint8)
    photo[250:, 250:] = 255
    corners = np.array([[100, 100], [160, 100], [380, 380], [100, 160]], np.float32)
    patch = rectify(photo, corners, margin=0.0)
    assert patch[-2, -2, 0] > 200


def test_fine_print_of_a_large_tile_is_averaged_not_sampled() -> None:
    photo = np.zeros((1600, 1200, 3), np.uint8)
    photo[:, ::2] = 255
    corners = np.array([[0, 0], [1199, 0], [1199, 1599], [0, 1599]], np.float32)
    middle = rectify(photo, corners)[10:-10, 10:-10]
    assert 100 < middle.mean() < 155
    assert middle.std() < 40


def test_all_that_lies_in_the_margin_of_a_large_tile_is_shown() -> None:
    photo = np.full((600, 600, 3), 90, np.uint8)
    photo[200:400, 225:375] = 255
    photo[:, :180] = photo[:, 420:] = 0  # 45 pixels to the left and right of the tile
    patch = rectify(photo, np.array([[225, 200], [374, 200], [374, 399], [225, 399]], np.float32), margin=0.25)
    assert patch[PATCH_HEIGHT // 2, [0, 5, PATCH_WIDTH // 2, -6, -1], 0].tolist() == [0, 90, 255, 90, 0]


@pytest.mark.parametrize("lamp", [(255, 255, 255), (150, 200, 255), (255, 220, 180), (90, 80, 70)])
def test_the_colour_and_brightness_of_the_lamp_are_taken_out(lamp: tuple[int, int, int]) -> None:
    patch = np.full((1, PATCH_HEIGHT, PATCH_WIDTH, 3), lamp, np.uint8)
    patch[:, 20:36, 18:30] = np.array(lamp) // 4  # ink that reflects a quarter
    white = whiten(patch)
    assert white.shape == (1, 3, PATCH_HEIGHT, PATCH_WIDTH)
    assert np.abs(white[0, :, 5, 5] - WHITE_LEVEL).max() < 0.02
    assert np.abs(white[0, :, 28, 24] - WHITE_LEVEL / 4).max() < 0.02
