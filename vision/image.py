"""The form in which pictures are handed about."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Photo = NDArray[np.uint8]
"""A decoded photo, shape (height, width, 3), 8 bits a channel, blue-green-red as OpenCV has it, EXIF orientation
applied."""
