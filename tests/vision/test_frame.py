"""A frame that came compressed shows the same as one that did not, and costs no more than is looked at."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.frame import THUMBNAIL_WIDTH, Frame, Jpeg, thumbnail
from vision.image import Photo


def scene(width: int, height: int) -> Photo:
    """Coarse blotches, as a table with tiles has them."""
    coarse = np.random.default_rng(1).integers(0, 256, (9, 16, 3), np.uint8)
    return cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC).astype(np.uint8)


def compressed(photo: Photo) -> Jpeg:
    data = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
    return Jpeg(data, photo.shape[1], photo.shape[0])


@pytest.mark.parametrize("size", [(3840, 2160), (1920, 1080), (1280, 720), (1001, 563), (480, 270), (320, 240)])
def test_a_thumbnail_is_the_same_whether_the_picture_came_compressed_or_not(size: tuple[int, int]) -> None:
    photo = scene(*size)
    frame = Frame(compressed(photo), 1.0)

    assert frame.size == Frame(photo, 1.0).size == size
    assert frame.photo.shape == photo.shape
    assert frame.thumbnail.shape == thumbnail(photo).shape
    assert frame.thumbnail.shape[1] == THUMBNAIL_WIDTH
    assert np.abs(frame.thumbnail.astype(int) - thumbnail(photo)).mean() < 3


def test_looking_at_the_thumbnail_does_not_decode_the_whole_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    shapes = []
    decode = cv2.imdecode

    def noted(data: Photo, flags: int) -> Photo:
        picture = np.asarray(decode(data, flags), np.uint8)
        shapes.append(picture.shape)
        return picture

    frame = Frame(compressed(scene(1920, 1080)), 1.0)
    monkeypatch.setattr(cv2, "imdecode", noted)
    assert frame.thumbnail is frame.thumbnail
    assert shapes == [(270, 480, 3)]


def test_what_cannot_be_decoded_says_so() -> None:
    with pytest.raises(ValueError, match="cannot be decoded"):
        _ = Frame(Jpeg(b"\xff\xd8no picture\xff\xd9", 640, 480), 1.0).photo
