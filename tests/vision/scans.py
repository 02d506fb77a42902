"""Pictures that go over themselves again and again."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

_SCAN, _END = b"\xff\xda", b"\xff\xd9"


def many_scans(count: int, width: int = 160, height: int = 90) -> bytes:
    """A progressive JPEG with so many scans, ten at least: the last one of an ordinary picture again and again."""
    file = io.BytesIO()
    Image.fromarray(np.full((height, width, 3), 120, np.uint8)).save(file, "JPEG", progressive=True)
    whole = file.getvalue().removesuffix(_END)
    return whole + whole[whole.rfind(_SCAN) :] * (count - whole.count(_SCAN)) + _END
