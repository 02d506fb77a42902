"""Sets the corners of found tiles right: a small network looks at each tile, roughly cut, and tells how far each is off."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Photo
from vision.quads import UNIT_SQUARE, Corners
from vision.reading.inference import MODELS, ModelFile, Network, batches
from vision.reading.locate import Detection
from vision.reading.memory import Remembering
from vision.reading.rectify import rectified, whiten

MARGIN = 0.2
"""Room about the roughly cut face, as a fraction of the patch's width and height on each side, as the network is
trained."""


class Refiner(Remembering[Corners]):
    """Moves corners to where they belong.

    Args:
        threads: how many threads the model may use; None for as many as there are cores.
        models: the folder of its model.

    Raises:
        vision.inference.ModelError: the model file is missing or damaged.
    """

    def __init__(self, threads: int | None = None, models: Path = MODELS) -> None:
        super().__init__()
        self._network = Network(models / ModelFile.REFINER, threads)

    def refine(self, photo: Photo, places: Sequence[Detection]) -> list[Detection]:
        """The places in the same order, with their corners set right.

        A place that would lose its shape stays as it was.
        """
        outlines = [place.corners for place in places]
        found = self.memory.about(outlines, lambda which: self._refined(photo, [outlines[k] for k in which]))
        return [Detection(corners, place.objectness) for place, corners in zip(places, found, strict=True)]

    def _refined(self, photo: Photo, outlines: Sequence[Corners]) -> list[Corners]:
        """The outlines with their corners set right."""
        refined: list[Corners] = []
        for part in batches(outlines):
            (offsets,) = self._network.run(whiten(rectified(photo, part, margin=MARGIN)))
            for outline, offset in zip(part, offsets.reshape(-1, 4, 2), strict=True):
                corners = moved(outline, offset)
                refined.append(corners if cv2.isContourConvex(corners) else outline)
        return refined


def moved(corners: Corners, offsets: NDArray[np.float32]) -> Corners:
    """Corners (4, 2) in pixels, moved by offsets (4, 2) given in widths and heights of the face that they outline."""
    to_photo = cv2.getPerspectiveTransform(UNIT_SQUARE, corners.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform((UNIT_SQUARE + offsets)[None], to_photo)[0], np.float32)


def offsets_between(rough: Corners, truth: Corners) -> NDArray[np.float32]:
    """The offsets by which `moved` takes `rough` to `truth`, shape (4, 2)."""
    to_unit = cv2.getPerspectiveTransform(rough.astype(np.float32), UNIT_SQUARE)
    return np.asarray(cv2.perspectiveTransform(truth[None].astype(np.float32), to_unit)[0] - UNIT_SQUARE, np.float32)
