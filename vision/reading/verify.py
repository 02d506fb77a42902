"""Whether a tile lies where the photo's other tiles speak against one, judged by the picture of the place and what is about it.

A tile under a finger, or one that the photo's border cuts, departs from the others in all that `vision.reading.belonging`
measures. So do the squares of a cloth, the flakes of a slab and print on paper, but those look otherwise.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.image import Photo
from vision.reading import belonging
from vision.reading.candidates import Candidates
from vision.reading.inference import Answers, ModelFile, PlaceNetwork
from vision.reading.rectify import rectified, whiten

WIDTH, HEIGHT = 64, 80
"""Width and height of a patch in pixels. The network is trained on patches of this size and `VERIFIER_MARGIN`: with other ones
it is trained anew."""
LEAST_FACE = 0.1
"""Probability by the tile reader that this is a tile from which a place is asked about that the locator has not found. Of
one that it has found the reader may see no face: the tile may be covered by more than half."""
VERIFIER_MARGIN = 0.28
"""Room about the place, as a fraction of the patch's width and height on each side."""
_WHITE = 255.0  # grey level by which a bare face's colour is divided, as the features are small


class Verifier(PlaceNetwork):
    """Tells places that hold a tile, however little of it is seen, from all others."""

    MODEL = ModelFile.VERIFIER

    def probabilities(self, photo: Photo, places: Candidates, asked: NDArray[np.intp]) -> NDArray[np.float64]:
        """How probable it is that a tile lies at some of the places.

        Args:
            photo: shape (height, width, 3).
            places: all that may be tiles in it, weighed beside each other.
            asked: the indices of those that are asked about, at least one.

        Returns:
            Shape (len(asked),), 0 to 1.
        """
        bodies, told = belonging.bodies_about(places)[asked], places.features[asked].astype(np.float32)
        beside = np.hstack([told, bodies / _WHITE])
        (found,) = self._ask(photo, places.outlines[asked], bodies, told, beside=beside)
        return found.astype(np.float64)

    def _infer(self, photo: Photo, outlines: NDArray[np.float32], *told: NDArray[np.float32]) -> Answers:
        bodies, features = told
        patches = rectified(photo, outlines, WIDTH, HEIGHT, VERIFIER_MARGIN)
        (probabilities,) = self._network.run(whiten(patches, bodies), features)
        return (probabilities[:, 0],)
