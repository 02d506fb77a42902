"""Where locator and refiner see the tiles of the training pictures.

How far they are off is what the networks after them learn to bear. For each shard of pictures, those to check by in a
folder of theirs, and for the labelled photos, one ``.npy`` file of outlines, one picture's tiles after the other's,
shape (n, 4, 2), in pixels. Each begins with the corner that the locator holds for the top-left, and is not a number
where a tile was not found.
"""

from __future__ import annotations

import functools
import itertools
import multiprocessing
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.quads import Corners
from vision.reading.locate import Locator, Proposals
from vision.reading.overlap import outline_iou
from vision.reading.refine import Refiner
from workshop.training import dataset, photos
from workshop.training.dataset import Sample
from workshop.training.files import whole

LEAST_SHARED = 0.35
"""Intersection over union from which an outline is that of a tile."""
NO_MATCH, MATCH = 0.3, 0.4
"""Intersection over union of the boxes about place and label below which the place holds no tile, and from which it
does."""
NOWHERE = np.full((4, 2), np.nan, np.float32)


def find(renders: Path, truth: Path | None, out: Path, models: Path, processes: int) -> None:
    """Writes to the folder `out` where the locator in `models` sees the tiles; what is there already is kept."""
    _work(_find, [(models, source, out / _name(source)) for source in _sources(renders, truth)], processes)


def refine(renders: Path, truth: Path | None, rough: Path, out: Path, models: Path, processes: int) -> None:
    """Writes to `out` what the refiner in `models` makes of the outlines that `find` wrote to the folder `rough`.

    Files that are there already are kept.
    """
    jobs = [(models, source, rough, out / _name(source)) for source in _sources(renders, truth)]
    _work(_refine, jobs, processes)


def load(folder: Path, source: Path, samples: Sequence[Sample]) -> list[NDArray[np.float32]]:
    """What is seen of the tiles of each picture of the shard or truth `source`, each of shape (n, 4, 2).

    Raises:
        ValueError: it was seen of other pictures.
    """
    outlines, ends = np.load(folder / _name(source)), np.cumsum([len(sample.kinds) for sample in samples])
    if len(outlines) != ends[-1]:
        raise ValueError(f"{folder / _name(source)}: is of other pictures than {source}; delete it")
    return np.split(outlines, ends[:-1])


def _sources(renders: Path, truth: Path | None) -> list[Path]:
    shards = (sorted(folder.glob("*.npz")) for folder in (renders, renders / dataset.CHECK))
    return [*itertools.chain.from_iterable(shards), *([truth] if truth else [])]


def _name(source: Path) -> Path:
    """The file of what is seen of the pictures of `source`, within the folder of such files."""
    part = dataset.CHECK if source.parent.name == dataset.CHECK else ""
    return Path(part, f"{source.stem}.npy")


def _pictures(source: Path) -> list[Sample]:
    return photos.load(source) if source.suffix == ".json" else dataset.load(source)


def _work(do: Callable[[Sequence[Path]], None], jobs: Sequence[Sequence[Path]], processes: int) -> None:
    """Does the jobs, each of which names the models, what it reads and, last, the file that it writes."""
    missing = [job for job in jobs if not job[-1].exists()]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for done, _ in enumerate(pool.imap_unordered(do, missing), start=1):
            print(f"{do.__name__.strip('_')}: {done} of {len(missing)} shards", flush=True)


def _find(job: Sequence[Path]) -> None:
    models, source, out = job
    cv2.setNumThreads(1)
    _keep([outline for sample in _pictures(source) for outline in _rough(_locator(models), sample)], out)


def _refine(job: Sequence[Path]) -> None:
    models, source, rough, out = job
    cv2.setNumThreads(1)
    samples = _pictures(source)
    parts = zip(samples, load(rough, source, samples), strict=True)
    _keep([outline for sample, part in parts for outline in _refined(_refiner(models), sample, part)], out)


def _keep(outlines: Sequence[Corners], path: Path) -> None:
    """Writes them, whole or not at all."""
    with whole(path) as partial, partial.open("wb") as file:
        np.save(file, np.array(outlines, np.float32).reshape(-1, 4, 2))


@functools.cache
def _locator(models: Path) -> Locator:
    return Locator(1, models)


@functools.cache
def _refiner(models: Path) -> Refiner:
    return Refiner(1, models)


def _rough(locator: Locator, sample: Sample) -> list[Corners]:
    """The likeliest outline found of each tile."""
    found = locator.find(sample.pixels()).outlines
    return [next((outline for outline in found if _is_of(outline, quad)), NOWHERE) for quad in sample.corners]


def _refined(refiner: Refiner, sample: Sample, rough: NDArray[np.float32]) -> NDArray[np.float32]:
    """The outlines, shape (n, 4, 2), set right."""
    found = np.flatnonzero(~np.isnan(rough).any(axis=(1, 2)))
    refined = rough.copy()
    refined[found] = refiner.refine(sample.pixels(), Proposals.at(rough[found])).outlines
    return refined


def _is_of(outline: Corners, quad: Corners) -> bool:
    return bool(cv2.isContourConvex(quad)) and outline_iou(outline, quad) > LEAST_SHARED
