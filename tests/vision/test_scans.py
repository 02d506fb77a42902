"""A picture that is drawn in thousands of scans is told before anything of it is decoded."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.scans import many_scans
from vision.camera.photo import PhotoError, decode_photo
from vision.camera.scans import MOST_SCANS, has_too_many_scans

NOISE = np.random.default_rng(1).integers(0, 256, (200, 300, 3), np.uint8)


@pytest.mark.parametrize("progressive", [0, 1])
@pytest.mark.parametrize("restarts", [0, 2])
def test_what_encoders_write_has_few(progressive: int, restarts: int) -> None:
    settings = [cv2.IMWRITE_JPEG_PROGRESSIVE, progressive, cv2.IMWRITE_JPEG_RST_INTERVAL, restarts]
    assert not has_too_many_scans(cv2.imencode(".jpg", NOISE, settings)[1].tobytes())


@pytest.mark.parametrize(("count", "is_told"), [(MOST_SCANS, False), (MOST_SCANS + 1, True), (5000, True)])
def test_too_many_are_told(count: int, is_told: bool) -> None:  # noqa: FBT001 - a case, not a switch
    assert has_too_many_scans(many_scans(count)) == is_told


def test_what_only_looks_like_a_scan_counts_for_none() -> None:
    """As in the small pictures and films that phones put before and behind a photo."""
    looks_like = b"\xff\xda\x00\x02" * 1000
    photo, comment = many_scans(10), b"\xff\xfe" + (len(looks_like) + 2).to_bytes(2, "big") + looks_like
    assert not has_too_many_scans(photo[:2] + comment + photo[2:] + looks_like)


def test_a_broken_header_is_no_crash() -> None:
    assert not has_too_many_scans(b"\xff\xd8\xff\xc0")


def test_a_photo_is_refused_in_one_line() -> None:
    with pytest.raises(PhotoError, match=r"^rack.jpg: is drawn in more than 32 layers; save it anew as a JPEG$"):
        decode_photo(many_scans(5000), "rack.jpg")
    assert decode_photo(many_scans(20), "rack.jpg").shape == (90, 160, 3)
