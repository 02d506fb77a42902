"""Whether a tile lies where the photo's other tiles speak against one, judged by the picture of the place and what is about it.

A tile under a finger, or one that the photo's border cuts, departs from the others in all that `vision.reading.belonging`
measures. So do the squares of a cloth, the flakes of a slab and print on paper, but those look otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.image import Photo
from vision.quads import Corners
from vision.reading import belonging
from vision.reading.inference import MODELS, ModelFile, Network, batches
from vision.reading.memory import Remembering
from vision.reading.rectify import rectified, whiten

WIDTH, HEIGHT = 64, 80
"""Width and height of a patch in pixels. The network is trained on patches of this size and `MARGIN`: with other ones
it is trained anew."""
LEAST_FACE = 0.1
"""Probability by the tile reader that this is a tile from which a place is asked about that the locator has not found. Of
one that it has found the reader may see no face: the tile may be covered by more than half."""
MARGIN = 0.28
"""Room about the place, as a fraction of the patch's width and height on each side."""
WHITE = 255.0
"""Grey level by which the colour of a bare face is divided, to be held against others as the features are."""


class Verifier(Remembering[float]):
    """Tells places that hold a tile, however little of it is seen, from all others.

    Args:
        threads: how many threads the model may use; None for as many as there are cores.
        models: the folder of its model.

    Raises:
        vision.inference.ModelError: the model file is missing or damaged.
    """

    def __init__(self, threads: int | None = None, models: Path = MODELS) -> None:
        super().__init__()
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
        bodies, told = belonging.bodies_about(seen)[asked], features[asked].astype(np.float32)
        outlines = [*seen.outlines[asked]]
        found = self.memory.about(
            outlines,
            lambda which: self._told(photo, [outlines[k] for k in which], bodies[which], told[which]),
            np.hstack([told, bodies / WHITE]),
        )
        return np.array(found)

    def _told(
        self, photo: Photo, outlines: Sequence[Corners], bodies: NDArray[np.float32], features: NDArray[np.float32]
    ) -> list[float]:
        """How probable it is that a tile lies in each outline, by its picture, the colours of bare faces there (n, 3) and its features (n, k)."""
        found: list[float] = []
        for part in batches(range(len(outlines))):
            patches = rectified(photo, [outlines[k] for k in part], WIDTH, HEIGHT, MARGIN)
            (probabilities,) = self._network.run(whiten(patches, bodies[part]), features[part])
            found += probabilities[:, 0].tolist()
        return found
