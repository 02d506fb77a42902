"""Whether a tile lies where the photo's other tiles speak against one, judged by the picture of the place and what is about it.

A tile under a finger, or one that the photo's border cuts, departs from the others in all that `vision.belonging`
measures. So do the squares of a cloth, the flakes of a slab and print on paper, but those look otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision import belonging
from vision.inference import MODELS, ModelFile, Network, batches
from vision.reading import Photo
from vision.rectify import rectified, whiten

WIDTH, HEIGHT = 64, 80
"""Width and height of a patch in pixels. The network is trained on patches of this size and `MARGIN`: with other ones
it is trained anew."""
LEAST_FACE = 0.1
"""Probability by the tile reader that this is a tile from which a place is asked about."""
MARGIN = 0.28
"""Room about the place, as a fraction of the patch's width and height on each side."""


class Verifier:
    """Tells places that hold a tile, however little of it is seen, from all others.

    Args:
        threads: how many threads the model may use; None for as many as there are cores.
        models: the folder of its model.

    Raises:
        vision.inference.ModelError: the model file is missing or damaged.
    """

    def __init__(self, threads: int | None = None, models: Path = MODELS) -> None:
        self._network = Network(models / ModelFile.VERIFIER, threads)

    def probabilities(
        self, photo: Photo, seen: belonging.PlaceReadings, features: NDArray[np.float64], asked: Sequence[int]
    ) -> NDArray[np.float64]:
        """How probable it is that a tile lies at some of the places.

        Args:
            photo: shape (height, width, 3).
            seen: all places that may be tiles in it.
            features: of all of them, as `belonging.features` returns them.
            asked: the indices of those that are asked about.

        Returns:
            Shape (len(asked),), 0 to 1.
        """
        found = [np.zeros(0)]
        bodies = belonging.bodies_about(seen)
        for part in batches(asked):
            patches = rectified(photo, seen.outlines[part], WIDTH, HEIGHT, MARGIN)
            shown = whiten(patches, bodies[part])
            (probabilities,) = self._network.run(shown, features[part].astype(np.float32))
            found.append(probabilities[:, 0].astype(np.float64))
        return np.concatenate(found)
