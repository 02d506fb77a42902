"""Sets the corners of found tiles right: a small network looks at each tile, roughly cut, and tells how far each is off."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Photo
from vision.quads import UNIT_SQUARE, Corners
from vision.reading.inference import Answers, ModelFile, PlaceNetwork
from vision.reading.locate import Proposals
from vision.reading.rectify import rectified, whiten

REFINER_MARGIN = 0.2
"""Room about the roughly cut face, as a fraction of the patch's width and height on each side, as the network is
trained."""


class Refiner(PlaceNetwork):
    """Moves corners to where they belong."""

    MODEL = ModelFile.REFINER

    def refine(self, photo: Photo, places: Proposals) -> Proposals:
        """The places in the same order, with their corners set right.

        A place that would lose its shape stays as it was.
        """
        if not len(places):
            return places
        (outlines,) = self._ask(photo, places.outlines)
        return replace(places, outlines=outlines)

    def _infer(self, photo: Photo, outlines: NDArray[np.float32], *_: NDArray[np.float32]) -> Answers:
        (offsets,) = self._network.run(whiten(rectified(photo, outlines, margin=REFINER_MARGIN)))
        places = map(moved, outlines, offsets.reshape(-1, 4, 2))
        refined = [
            place if cv2.isContourConvex(place) else outline for place, outline in zip(places, outlines, strict=True)
        ]
        return (np.array(refined),)


def moved(corners: Corners, offsets: NDArray[np.float32]) -> Corners:
    """Corners (4, 2) in pixels, moved by offsets (4, 2) given in widths and heights of the face that they outline."""
    to_photo = cv2.getPerspectiveTransform(UNIT_SQUARE, corners.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform((UNIT_SQUARE + offsets)[None], to_photo)[0], np.float32)


def offsets_between(rough: Corners, truth: Corners) -> NDArray[np.float32]:
    """The offsets by which `moved` takes `rough` to `truth`, shape (4, 2)."""
    to_unit = cv2.getPerspectiveTransform(rough.astype(np.float32), UNIT_SQUARE)
    return np.asarray(cv2.perspectiveTransform(truth[None].astype(np.float32), to_unit)[0] - UNIT_SQUARE, np.float32)
