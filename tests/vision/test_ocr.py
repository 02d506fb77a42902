"""Tesseract reads numbers off tiles of every ink, keeps silent on what is no number, and its absence is one line."""

from __future__ import annotations

import cv2
import numpy as np
import pytesseract
import pytest

from vision.image import Photo
from vision.reading import ocr
from vision.reading.ocr import OcrError, isolate_digits, read_number

INKS = {"black": (40, 35, 35), "red": (50, 40, 200), "blue": (180, 90, 20), "orange": (30, 130, 240)}
CREAM = (205, 225, 235)


def tile(number: int | None, ink: tuple[int, int, int] = INKS["black"], body: tuple[int, int, int] = CREAM) -> Photo:
    """A drawn tile, 112 x 160: a dish, an embossed line, and a number in the upper half."""
    face = np.full((160, 112, 3), body, np.uint8)
    cv2.circle(face, (56, 52), 42, tuple(max(v - 12, 0) for v in body), 2, cv2.LINE_AA)
    cv2.line(face, (20, 138), (92, 138), tuple(max(v - 15, 0) for v in body), 5, cv2.LINE_AA)
    if number is not None:
        text = str(number)
        (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 1.9, 4)
        cv2.putText(face, text, (56 - width // 2, 52 + height // 2), cv2.FONT_HERSHEY_DUPLEX, 1.9, ink, 4, cv2.LINE_AA)
    return cv2.GaussianBlur(face, (0, 0), 1).astype(np.uint8)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, 14))
def test_a_clear_number_is_never_read_as_another(number: int) -> None:
    assert read_number(tile(number)) in (number, None)


@pytest.mark.slow
def test_most_clear_numbers_are_read() -> None:
    assert sum(read_number(tile(number, INKS["red"])) == number for number in range(1, 14)) >= 11


@pytest.mark.parametrize("ink", INKS.values(), ids=INKS)
def test_digits_come_out_dark_on_white_whatever_the_ink(ink: tuple[int, int, int]) -> None:
    digits = isolate_digits(tile(7, ink))

    assert digits is not None
    assert digits[:8].min() > 240
    assert digits.min() < 60
    assert digits.shape[0] == ocr.DIGIT_HEIGHT + 2 * (ocr.DIGIT_HEIGHT // 3)


def test_a_shadow_at_the_tiles_edge_is_no_digit() -> None:
    face = tile(5)
    face[:, :9] = 20

    digits = isolate_digits(face)
    plain = isolate_digits(tile(5))

    assert digits is not None
    assert plain is not None
    assert abs(digits.shape[1] - plain.shape[1]) <= 2


def test_small_and_large_patches_give_the_same_number() -> None:
    face = tile(4, INKS["blue"])

    assert read_number(cv2.resize(face, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.uint8)) == 4
    assert read_number(cv2.resize(face, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC).astype(np.uint8)) == 4


def test_a_tile_without_ink_has_no_number() -> None:
    assert isolate_digits(np.full((160, 112, 3), CREAM, np.uint8)) is None
    assert read_number(tile(None)) is None


def test_a_jokers_face_is_no_number() -> None:
    face = tile(None)
    cv2.circle(face, (56, 52), 36, INKS["red"], 4, cv2.LINE_AA)
    for eye in ((43, 44), (69, 44)):
        cv2.circle(face, eye, 5, INKS["red"], -1, cv2.LINE_AA)
    cv2.ellipse(face, (56, 60), (16, 9), 0, 0, 180, INKS["red"], 3, cv2.LINE_AA)

    assert read_number(face) is None


@pytest.mark.parametrize(("text", "sure"), [("14", 95), ("0", 95), ("07", 95), ("", -1), ("7", 20), ("7.", 90)])
def test_an_answer_that_is_no_number_of_a_tile_or_unsure_counts_for_nothing(
    text: str, sure: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pytesseract, "image_to_data", lambda *_, **__: {"text": ["", text], "conf": [-1, sure]})

    assert read_number(tile(7)) is None


def test_missing_tesseract_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", "no-such-tesseract")

    assert not ocr.available()
    with pytest.raises(OcrError, match="install the package tesseract-ocr"):
        read_number(tile(7))


def test_tesseract_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "TIME_LIMIT", 0.001)

    with pytest.raises(OcrError, match="gave no answer"):
        read_number(tile(7))
