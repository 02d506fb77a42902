"""Places in which `vision.reading.belonging` does not believe: what `vision.reading.verify` learns from.

They are those of rendered pictures and of labelled photos, with fingers and strips laid over them as well, those where
a row may go on (`vision.reading.row_proposals`), and a few that are believed in.
"""

from __future__ import annotations

import functools
import itertools
import multiprocessing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import TILE_KINDS, UNREAD
from vision.image import Photo
from vision.reading import belonging, verify
from vision.reading.candidates import Candidates
from vision.reading.inference import ModelFile
from vision.reading.locate import LEAST_OBJECTNESS
from vision.reading.reader import Reader
from vision.reading.table_reading import LIKELY
from workshop.evaluation import matching
from workshop.evaluation.labelled import labelled_photos
from workshop.training import dataset, patches
from workshop.training.dataset import Sample
from workshop.training.degradations import DEGRADATIONS, Degradation, Labels, covered
from workshop.training.patches import Stored
from workshop.training.seen import MATCH, NO_MATCH

HEAVILY: tuple[Degradation, ...] = tuple(
    partial(covered, side=side, share=share)
    for side, share in (("left", 0.6), ("right", 0.55), ("below", 0.6), ("top", 0.5))
)
"""Strips that leave so little of a face that a person can tell that a tile lies there, and mostly not which."""
LAID_OVER = (
    *[DEGRADATIONS["fingers"]] * 3,
    *(DEGRADATIONS[f"covered {side}"] for side in ("left 38 %", "below 40 %", "right 38 %")),
    *HEAVILY,
)
"""What happens to each photo, besides that it is shown as it is."""
COVERED_AGAIN = 3
"""One in so many of the small pictures is shown once more, with one of `HEAVILY` over it."""
FIRST_SEED = 5
"""The first seed of what happens to them."""
FULL = 0.9
"""Share of a face in sight from which something may be laid over it as well."""
LEAST_VISIBLE = 0.25
"""Share of a face in sight from which a tile is to be told; of one less of which is seen nothing is learnt."""
MOST_OF_A_PICTURE, MOST_BELIEVED = 20, 2
"""Maximum number of places that show a tile's face, and of those that do not, that are taken of a picture, and of such
that are believed in anyway."""


@dataclass(frozen=True, eq=False)
class Examples(Stored):
    """Places, as the reader finds them, in patches as `vision.reading.verify` cuts them."""

    features: NDArray[np.float32]
    """As `vision.reading.belonging` has them, shape (n, k)."""
    bodies: NDArray[np.float32]
    """The colour of a bare face in the light there, shape (n, 3)."""
    beliefs: NDArray[np.float32]
    """How probable `vision.reading.belonging` finds a tile there, shape (n,)."""
    are_tiles: NDArray[np.bool_]
    """Whether one lies there face up, shape (n,)."""
    of_photos: NDArray[np.bool_]
    """Whether they are of a whole photo, shape (n,)."""

    @property
    def asked(self) -> NDArray[np.bool_]:
        """Which of them the reader asks about, shape (n,)."""
        return np.asarray(self.beliefs < LIKELY)


class Shown(NamedTuple):
    """A picture and where tiles lie in it."""

    photo: Photo
    outlines: NDArray[np.float32]
    """Shape (n, 4, 2)."""
    visible: NDArray[np.float32]
    """Share of each face in sight, shape (n,)."""
    face_up: NDArray[np.bool_]
    """Whether each lies face up, shape (n,)."""
    is_photo: bool
    """Whether it is a whole photo, as people take them, rather than a small picture of the training."""


def make(folder: Path, renders: Path, truths: Sequence[Path], shards: int, models: Path, processes: int) -> None:
    """Writes a file of places for each of the first `shards` of pictures, one to check by, and one for each truth.

    Files that are there already are kept.
    """
    jobs = [(path, folder / path.name) for path in sorted(renders.glob("*.npz"))[:shards]]
    jobs += [(path, folder / dataset.CHECK / path.name) for path in sorted((renders / dataset.CHECK).glob("*.npz"))]
    jobs += [(path, folder / f"{path.parent.name}-{path.stem}.npz") for path in truths]
    missing = [(models, source, out) for source, out in jobs if not out.exists()]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for done, path in enumerate(pool.imap_unordered(_make, missing), start=1):
            print(f"places {done} of {len(missing)} files ({path.name})", flush=True)


def _make(job: tuple[Path, Path, Path]) -> Path:
    models, source, out = job
    cv2.setNumThreads(1)
    reader = _reader(models)
    rng = np.random.default_rng(FIRST_SEED)
    parts = [found for picture in shown(source) if (found := _places(reader, picture, rng)) is not None]
    Examples.together(parts).keep(out)
    return out


@functools.cache
def _reader(models: Path) -> Reader:
    return Reader(1, models, without={ModelFile.VERIFIER, ModelFile.SIGHT})


def shown(source: Path) -> Iterator[Shown]:
    """The pictures of a shard, or the photos of a file of labels, as they are and with some tiles covered."""
    if source.suffix == ".npz":
        yield from _small_pictures(dataset.load(source))
        return
    for number, (_, photo, labels) in enumerate(labelled_photos(source)):
        for seed, change in enumerate([DEGRADATIONS["none"], *LAID_OVER], FIRST_SEED):
            changed = change(photo, labels, np.random.default_rng((seed, number)))
            outlines = np.array(matching.outlines(changed.labels), np.float32).reshape(-1, 4, 2)
            visible = np.array([label.get("visible", 1.0) for label in changed.labels["tiles"]], np.float32)
            yield Shown(changed.photo, outlines, visible, np.ones(len(visible), np.bool_), is_photo=True)


def _small_pictures(samples: Sequence[Sample]) -> Iterator[Shown]:
    """The rendered pictures, and some of them with something over a few tiles of which enough stays in sight."""
    over = itertools.cycle(HEAVILY)
    for number, sample in enumerate(samples):
        pixels, face_up = sample.pixels(), sample.kinds != dataset.BACK
        yield Shown(pixels, sample.corners, sample.visible, face_up, is_photo=False)
        if number % COVERED_AGAIN == 0 and len(sample.kinds):
            changed = next(over)(pixels, _labels(sample), np.random.default_rng((FIRST_SEED, number)))
            yield Shown(changed.photo, sample.corners, sample.visible, face_up, is_photo=False)


def _labels(sample: Sample) -> Labels:
    """The tiles of a rendered picture as labels; those that are in full sight can be read."""
    readable = (sample.kinds < dataset.BACK) & (sample.visible >= FULL)
    return {
        "tiles": [
            {"tile": str(TILE_KINDS[kind]) if known else UNREAD, "outline": corners.tolist()}
            for kind, corners, known in zip(sample.kinds, sample.corners, readable, strict=True)
        ]
    }


def _places(reader: Reader, picture: Shown, rng: np.random.Generator) -> Examples | None:
    """The places of one picture; None where there are none."""
    places = reader.places(picture.photo)
    if not len(places):
        return None
    beliefs, features = places.beliefs, places.features
    are_tiles, known = _lying(places, picture)
    asked = [known & (beliefs < LIKELY) & which for which in (are_tiles, ~are_tiles)]
    drawn = [rng.permutation(np.flatnonzero(which))[:MOST_OF_A_PICTURE] for which in asked]
    drawn.append(rng.permutation(np.flatnonzero(known & (beliefs >= LIKELY)))[:MOST_BELIEVED])
    chosen = np.concatenate(drawn)
    return Examples(
        patches.cut(picture.photo, places.outlines[chosen], verify.WIDTH, verify.HEIGHT, verify.VERIFIER_MARGIN),
        features[chosen].astype(np.float32),
        belonging.bodies_about(places)[chosen],
        beliefs[chosen].astype(np.float32),
        are_tiles[chosen],
        np.full(len(chosen), picture.is_photo),
    )


def _lying(places: Candidates, picture: Shown) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """At which places a tile lies face up, and of which that is known, each of shape (n,).

    Not all tiles that lie face down are labelled.
    """
    best, shares = matching.nearest(places.outlines, picture.outlines)
    if not len(picture.outlines):
        return np.zeros(len(best), np.bool_), (places.back < LIKELY)
    matched, face_up = shares >= MATCH, picture.face_up[best]
    known = np.where(
        matched, ~face_up | (picture.visible[best] >= LEAST_VISIBLE), (shares < NO_MATCH) & (places.back < LIKELY)
    )
    return matched & face_up, known & (places.objectness >= LEAST_OBJECTNESS)
