"""Tesseract as a second reader of a tile's number, independent of the project's own networks.

It is given the digits alone, dark on white, as on a printed page: general text recognition fails on tiles as they are
photographed. How far it can be trusted, ``benchmarks/ocr_accuracy.py`` measures.
"""

from __future__ import annotations

import os
import shutil
from typing import Any

import cv2
import numpy as np
import pytesseract
from numpy.typing import NDArray

from referee.errors import UserError
from referee.tiles import NUMBERS
from vision.quads import Corners
from vision.reading import Photo
from vision.rectify import rectify

CERTAIN = 60.0
"""Minimum confidence of an answer that counts, 0 to 100 as Tesseract gives it."""

TIME_LIMIT = 10.0
"""Seconds that Tesseract may take for one tile."""

DIGIT_HEIGHT = 48
"""Height of the digits in the picture that Tesseract is given, in pixels."""

FACE = (112, 160)
"""Width and height in pixels of the upright face that `cut_face` cuts."""

_WORK_HEIGHT = 160  # patches are brought to this height, so that the limits below hold for every size
_FAINTEST = 12  # distance in CIE Lab from which ink stands out from the body
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
    words = [
        (text.strip(), float(sure)) for text, sure in zip(found["text"], found["conf"], strict=True) if text.strip()
    ]
    text = "".join(word for word, _ in words)
    if not text.isdecimal() or min(sure for _, sure in words) < CERTAIN:
        return None
    return int(text) if int(text) in NUMBERS and not text.startswith("0") else None


def isolate_digits(patch: Photo) -> NDArray[np.uint8] | None:
    """The digits of a tile dark on white, `DIGIT_HEIGHT` high with a margin, or None where no ink stands out.

    Ink is what differs from the tile's body in colour or lightness; of the ink, what has the height and the place of
    a number is kept.

    Args:
        patch: as for `read_number`.
    """
    ink = _ink(patch)
    height, width = ink.shape
    inner = ink[height // 10 : -(height // 10), width // 10 : -(width // 10)]  # without what lies beside the tile
    level, _ = cv2.threshold(inner, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    if level < _FAINTEST:
        return None
    mask = ink > level
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    parts = []
    for label, (x, y, w, h, area) in enumerate(stats.tolist()):
        inside = x > 1 and y > 1 and x + w < width - 1 and y + h < height - 1
        if label and inside and 0.12 * height < h < 0.75 * height and w < 0.8 * width and area > 0.15 * w * h:
            parts.append((h, y, label, x, w))
    if not parts:
        return None
    tallest, top, *_ = max(parts)
    kept = [p for p in parts if p[0] > 0.75 * tallest and abs(p[1] - top) < 0.3 * tallest]
    left, right = min(p[3] for p in kept), max(p[3] + p[4] for p in kept)
    digits = np.where(np.isin(labels, [p[2] for p in kept]), ink, 0)[top : top + tallest, left:right].astype(np.float32)
    dark = (255 - 255 * np.clip(digits / np.percentile(digits, 95), 0, 1)).astype(np.float32)
    scale = DIGIT_HEIGHT / tallest
    dark = cv2.resize(dark, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC).astype(np.float32)
    thin = cv2.dilate(np.clip(dark, 0, 255).astype(np.uint8), np.ones((3, 3), np.uint8))  # dilates the white
    margin = DIGIT_HEIGHT // 3
    page = cv2.copyMakeBorder(
        cv2.GaussianBlur(thin, (0, 0), 1), margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=[255]
    )
    return page.astype(np.uint8)


def _ink(patch: Photo) -> NDArray[np.uint8]:
    """How far each pixel is from the tile's body in CIE Lab, 0 to 255, at the working height."""
    scale = _WORK_HEIGHT / patch.shape[0]
    smooth = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    lab = cv2.cvtColor(cv2.resize(patch, None, fx=scale, fy=scale, interpolation=smooth), cv2.COLOR_BGR2LAB)
    body = np.median(lab.reshape(-1, 3), axis=0)
    away = lab.astype(np.float32) - body.astype(np.float32)
    away[:, :, 0] = np.minimum(away[:, :, 0], 0) * 0.7  # ink is darker than the body, shine is lighter
    distance: NDArray[np.float32] = np.sqrt((away * away).sum(axis=2))
    return distance.clip(0, 255).astype(np.uint8)
