"""What is wrong with a picture as a whole where hardly a tile in it can be read: it is mirrored, or shows no colours."""

from __future__ import annotations

import numpy as np

from vision.frame import thumbnail
from vision.image import Photo
from vision.reading.table_reading import Oddity, TableReading

FEWEST_TILES = 6
"""Number of tiles from which a picture of which most cannot be read is looked into."""

COLOURLESS = 12.0
"""Grey levels by which the channels of a picture without colours differ, but for the tint of its light, in all places but
`_SHARE`: the tiles of photos in colour have 25 and more, compression leaves a few."""

_SHARE = 99.8  # percentile


MESSAGES = {
    Oddity.MIRRORED: "the picture is mirrored: switch that off where the camera is set up, as for selfies",
    Oddity.COLOURLESS: "the picture shows no colours: switch off black and white or the night mode, and add light",
}
"""What to do about each, one line."""


def is_poor(reading: TableReading) -> bool:
    """Whether most of several tiles cannot be read."""
    return len(reading.tiles) >= FEWEST_TILES and 2 * len(reading.doubtful) > len(reading.tiles)


def is_colourless(photo: Photo) -> bool:
    """Whether a photo of tiles, shape (height, width, 3), shows brightness alone, in whatever tint."""
    small = thumbnail(photo).astype(np.float32)
    tint = small.mean(axis=(0, 1))
    evened = small * (tint.mean() / np.maximum(tint, 1))
    return float(np.percentile(evened.max(axis=2) - evened.min(axis=2), _SHARE)) < COLOURLESS
