"""A page of training pictures, so that anyone can see what the networks are taught with."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from workshop.training import dataset
from workshop.training.dataset import VISIBLE_ENOUGH, Sample

COLUMNS, ROWS = 6, 4


def page(out: Path, first_seed: int = 0) -> None:
    """Writes a sheet of pictures with consecutive seeds.

    Outlines show the labels, red at each tile's top, blue where face down.

    Args:
        out: a picture file.
        first_seed: seed of the first picture, 0 being the first that training uses.

    Raises:
        OSError: it cannot be written.
    """
    pictures = [_labelled(dataset.render_sample(first_seed + k)) for k in range(COLUMNS * ROWS)]
    rows = [np.hstack(pictures[k : k + COLUMNS]) for k in range(0, len(pictures), COLUMNS)]
    out.parent.mkdir(parents=True, exist_ok=True)
    if not cv2.imwrite(str(out), np.vstack(rows)):
        raise OSError(f"cannot write {out}")


def _labelled(sample: Sample) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    pixels = sample.pixels()
    for quad, kind, visible in zip(
        np.round(sample.corners).astype(np.int32), sample.kinds, sample.visible, strict=True
    ):
        if visible >= VISIBLE_ENOUGH:
            cv2.polylines(pixels, [quad], isClosed=True, color=(255, 120, 0) if kind == dataset.BACK else (0, 200, 0))
            cv2.line(pixels, quad[0].tolist(), quad[1].tolist(), (0, 0, 255))
    return pixels
