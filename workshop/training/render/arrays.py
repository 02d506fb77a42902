"""The types of pictures and colours that the renderer passes about."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

FloatImage = NDArray[Any]
"""A picture or a map of 32-bit floats, 0 to 1 unless said otherwise; OpenCV's annotations lose the exact type."""

Rgb = tuple[float, float, float]
"""Red, green and blue, 0 to 1."""
