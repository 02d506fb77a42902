"""The photos of a turn, as the journal keeps them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from journal import Journal
from live.record import Record
from vision.frame import Frame, Jpeg

TURNED = b"\xff\xe1\x00\x22Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
"""The part of a JPEG that says that it is to be turned by a quarter before it is shown."""


def jpeg() -> bytes:
    photo = np.zeros((40, 60, 3), np.uint8)
    photo[:, :20] = 200
    return cv2.imencode(".jpg", photo)[1].tobytes()


def test_a_picture_that_the_camera_sent_as_jpeg_is_kept_as_it_came(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        record = Record(journal, 0.0)
        path = record.photo(record.keep(Frame(Jpeg(jpeg(), 60, 40), 1.0)))
        assert path is not None
        assert path.read_bytes() == jpeg()


def test_a_kept_picture_shows_what_was_read_whatever_it_says_of_being_turned(tmp_path: Path) -> None:
    data = jpeg()
    frame = Frame(Jpeg(data[:2] + TURNED + data[2:], 60, 40), 1.0)
    with Journal(tmp_path) as journal:
        record = Record(journal, 0.0)
        (photo,) = record.photos_named([record.keep(frame)])
    assert photo.shape == frame.photo.shape
    assert np.abs(photo.astype(int) - frame.photo.astype(int)).mean() < 3
