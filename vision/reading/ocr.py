"""Tesseract as a second reader of a tile's number, independent of the project's own networks.

It is given the digits alone, dark on white, as on a printed page: general text recognition fails on tiles as they are
photographed. How far it can be trusted, ``workshop/benchmarks/ocr_accuracy.py`` measures.
"""

from __future__ import annotations

import os
import shutil
from typing import Any, NamedTuple

import cv2
import numpy as np
import pytesseract
from numpy.typing import NDArray

from referee.errors import UserError
from referee.tiles import NUMBERS
from vision.image import Photo
from vision.quads import Corners
from vision.reading.rectify import rectify

_LEAST_CONFIDENCE = 60.0  # of an answer that counts, 0 to 100 as Tesseract gives it
TIME_LIMIT = 10.0
"""Seconds that Tesseract may take for one tile."""

DIGIT_HEIGHT = 48
"""Height of the digits in the picture that Tesseract is given, in pixels."""

FACE = (112, 160)
"""Width and height in pixels of the upright face that `cut_face` cuts."""

_WORK_HEIGHT = 160  # patches are brought to this height, so that the limits below hold for every size
_FAINTEST = 12  # distance in CIE Lab from which ink stands out from the body
_RIM = 10  # one part in this many of the face at each edge may show what lies beside the tile
_LEAST_HIGH, _MOST_HIGH = 0.12, 0.75  # of the face's height, that a digit has
_MOST_WIDE = 0.8  # of the face's width, likewise
_LEAST_FILLED = 0.15  # of the rectangle about a digit: less is a frame or a scratch
_AS_HIGH, _IN_LINE = 0.75, 0.3  # of the tallest digit's height, that others have, and that their tops may be off
_DARKEST = 95  # percentile of the distances from the body: what is farther off becomes black
_LIGHTNESS = 0.7  # weight of how much darker ink is, beside how different its colour is
_SETTINGS = "--oem 1 --psm 6 -c tessedit_char_whitelist=0123456789"


class OcrError(UserError):
    """Tesseract cannot be used. The message is one line, fit for the user."""


def available() -> bool:
    """Whether Tesseract is installed."""
    return shutil.which(pytesseract.pytesseract.tesseract_cmd) is not None


def cut_face(photo: Photo, corners: Corners) -> Photo:
    """The face within `corners`, shape (4, 2), upright and without its surroundings, as `read_number` wants it."""
    return rectify(photo, corners, *FACE, margin=0)


def read_number(patch: Photo) -> int | None:
    """The number that Tesseract reads on a tile, 1 to 13, or None where it reads none with certainty (a joker, a back).

    Args:
        patch: the tile's face, upright, shape (height, width, 3), blue-green-red, any size.

    Raises:
        OcrError: Tesseract is not installed or does not answer in time.
    """
    digits = isolate_digits(patch)
    if digits is None:
        return None
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # one word keeps one core busy; more only wait for each other
    try:
        found: dict[str, list[Any]] = pytesseract.image_to_data(
            digits, config=_SETTINGS, output_type=pytesseract.Output.DICT, timeout=TIME_LIMIT
        )
    except pytesseract.TesseractNotFoundError:
        raise OcrError("Tesseract is not installed; install the package tesseract-ocr") from None
    except RuntimeError as error:
        reason = " ".join(str(error).split())
        raise OcrError(f"Tesseract gave no answer: {reason}") from None
    words = {k: word.strip() for k, word in enumerate(found["text"]) if word.strip()}
    text = "".join(words.values())
    if not text.isdecimal() or min(float(found["conf"][k]) for k in words) < _LEAST_CONFIDENCE:
        return None
    return int(text) if int(text) in NUMBERS and not text.startswith("0") else None


class _Part(NamedTuple):
    """Ink that hangs together, in pixels of the face; of two parts the taller one is the greater."""

    height: int
    top: int
    label: int
    """Its number among all parts."""
    left: int
    width: int


def isolate_digits(patch: Photo) -> NDArray[np.uint8] | None:
    """The digits of a tile dark on white, shape (height, width), `DIGIT_HEIGHT` high with a margin; None without ink.

    Ink is what differs from the tile's body in colour or lightness; of the ink, what has the height and the place of
    a number is kept. The `patch` is as for `read_number`.
    """
    ink = _ink(patch)
    rows, columns = (size // _RIM for size in ink.shape)
    level, _ = cv2.threshold(ink[rows:-rows, columns:-columns], 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    if level < _FAINTEST:
        return None
    labels, parts = _digit_like(ink > level)
    if not parts:
        return None
    tallest = max(parts)
    high, off = _AS_HIGH * tallest.height, _IN_LINE * tallest.height
    digits = [part for part in parts if part.height > high and abs(part.top - tallest.top) < off]
    left, right = min(part.left for part in digits), max(part.left + part.width for part in digits)
    alone = np.where(np.isin(labels, [part.label for part in digits]), ink, 0)
    return _as_page(alone[tallest.top : tallest.top + tallest.height, left:right])


def _digit_like(mask: NDArray[np.bool_]) -> tuple[NDArray[np.int32], list[_Part]]:
    """The label of each pixel, and the parts of the mask that may be digits by their size and place."""
    height, width = mask.shape
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    parts = []
    for label, (x, y, w, h, area) in enumerate(stats.tolist()):
        is_inside = x > 1 and y > 1 and x + w < width - 1 and y + h < height - 1
        fits = _LEAST_HIGH * height < h < _MOST_HIGH * height and w < _MOST_WIDE * width
        if label and is_inside and fits and area > _LEAST_FILLED * w * h:
            parts.append(_Part(h, y, label, x, w))
    return np.asarray(labels, np.int32), parts


def _as_page(digits: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Digits, given as distances from the body, dark on white and `DIGIT_HEIGHT` high, with a margin."""
    strength = digits.astype(np.float32)
    dark = (255 - 255 * np.clip(strength / np.percentile(strength, _DARKEST), 0, 1)).astype(np.float32)
    scale = DIGIT_HEIGHT / digits.shape[0]
    dark = cv2.resize(dark, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC).astype(np.float32)
    thin = cv2.dilate(np.clip(dark, 0, 255).astype(np.uint8), np.ones((3, 3), np.uint8))  # dilates the white
    margin = DIGIT_HEIGHT // 3
    return np.pad(cv2.GaussianBlur(thin, (0, 0), 1), margin, constant_values=255).astype(np.uint8)


def _ink(patch: Photo) -> NDArray[np.uint8]:
    """How far each pixel is from the tile's body in CIE Lab, 0 to 255, at the working height."""
    scale = _WORK_HEIGHT / patch.shape[0]
    smooth = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    lab = cv2.cvtColor(cv2.resize(patch, None, fx=scale, fy=scale, interpolation=smooth), cv2.COLOR_BGR2LAB)
    body = np.median(lab.reshape(-1, 3), axis=0)
    away = lab.astype(np.float32) - body.astype(np.float32)
    away[:, :, 0] = np.minimum(away[:, :, 0], 0) * _LIGHTNESS  # ink is darker than the body, shine is lighter
    distance: NDArray[np.float32] = np.sqrt((away * away).sum(axis=2))
    return distance.clip(0, 255).astype(np.uint8)
