"""A phone reads the address off the QR code."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from webui.qr import TooLongError, modules, svg

INVITATION = "http://192.168.178.123:8000/door/abcdefghijklmnopqrstuv"


@pytest.mark.parametrize(
    "text", ["a", "http://10.0.0.1", INVITATION, "http://[fe80::1:2]:8000/door/" + "Z" * 22, "x" * 17, "x" * 106]
)
def test_it_is_read_as_it_was_written(text: str) -> None:
    dark = np.pad(np.array(modules(text)), 4)
    picture = np.asarray(np.kron(np.where(dark, 0, 255), np.ones((8, 8))), np.uint8)
    assert cv2.QRCodeDetector().detectAndDecode(picture)[0] == text


def test_it_is_drawn_with_a_bright_border_and_every_dark_module() -> None:
    picture = svg(INVITATION)
    grid = modules(INVITATION)
    assert f'viewBox="0 0 {len(grid) + 8} {len(grid) + 8}"' in picture
    assert picture.count("h1v1h-1z") == sum(map(sum, grid))


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(TooLongError, match="too many"):
        modules("x" * 107)
