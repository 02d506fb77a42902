"""HEIC photos, as iPhones make them: turned as their container says (ISO/IEC 23008-12, 6.5.10), in the decoder itself.

What their EXIF data say about the orientation repeats that, and counts for nothing.
"""

from __future__ import annotations

from io import BytesIO

import cv2
import numpy as np
import pi_heif

from vision.image import Photo

BRANDS = frozenset({b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1"})
"""What stands behind ``ftyp`` in such a file (ISO/IEC 23008-12, annex B)."""

_NEVER_WRITTEN = bytes(1024)
"""How a file ends of which the place was made and the rest never came; the data of a whole picture does not."""


def is_heic(data: bytes) -> bool:
    """Whether the content of a file begins like that of a HEIC photo."""
    return data[4:8] == b"ftyp" and data[8:12] in BRANDS


class Heic:
    """A HEIC photo, nothing of it decoded yet.

    Its `size` is width and height of the upright photo in pixels.
    """

    format = "HEIF"

    def __init__(self, data: bytes) -> None:
        """Opens the content of a file.

        Raises:
            ValueError: it is cut off or damaged; `EOFError`, `OSError` and `RuntimeError` say the same.
            SyntaxError: it was written in a way that cannot be read.
        """
        if data.endswith(_NEVER_WRITTEN):
            raise EOFError
        self._file = pi_heif.open_heif(BytesIO(data), convert_hdr_to_8bit=True, bgr_mode=True)
        self.size: tuple[int, int] = self._file.size

    def photo(self) -> Photo:
        """The upright photo; the errors are those of the constructor."""
        pixels = np.asarray(self._file, np.uint8)
        if pixels.ndim == 2:  # noqa: PLR2004 - rows and columns: it is grey
            return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), np.uint8)
        return pixels[..., :3].copy()
