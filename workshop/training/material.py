"""What networks learn from, read from the files that the stages before left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from workshop.training import dataset, hidden, photos, places, seen
from workshop.training.dataset import Sample
from workshop.training.hidden import Examples


@dataclass(frozen=True)
class Material:
    """What examples are cut from."""

    rendered: list[Sample]
    photos: list[Sample]
    mined: NDArray[np.uint8]
    """Patches without a tile, as `workshop.training.mine.mine` writes them."""


@dataclass(frozen=True)
class Sources:
    """Where the material lies."""

    renders: Path
    truth: Path | None
    """Labels of photos, or None to train on renders alone."""
    mined: Path | None = None
    rough: Path | None = None
    refined: Path | None = None
    """Folders of what locator and refiner see of the tiles, as `workshop.training.seen` writes them."""
    found_places: Path | None = None
    """Folder of places that may hold a tile, as `workshop.training.places` writes them."""
    covered: Path | None = None
    """Folder of tiles that are covered in part, as `workshop.training.hidden` writes them."""

    def load(self, shards: int | None = None) -> Material:
        """Reads everything into memory, of the renders the first `shards` where not all are needed.

        Raises:
            FileNotFoundError: nothing has been rendered yet.
        """
        paths = sorted(self.renders.glob("*.npz"))[:shards]
        rendered = [sample for path in paths for sample in self._with_seen(path, dataset.load(path))]
        if not rendered:
            raise FileNotFoundError(
                f"no rendered pictures in {self.renders}: run `python -m workshop.training render` first"
            )
        taken = self._with_seen(self.truth, photos.load(self.truth)) if self.truth else []
        return Material(rendered, taken, np.load(self.mined) if self.mined else np.empty((0,), np.uint8))

    def load_held_out(self) -> Material:
        """Pictures to check by, with what locator and refiner see of their tiles.

        Raises:
            FileNotFoundError: none have been rendered yet.
        """
        return replace(self, renders=self.renders / dataset.CHECK, truth=None, mined=None).load()

    def load_places(self) -> places.Examples:
        """Places with and without a tile to learn from.

        Raises:
            FileNotFoundError: none have been made yet.
        """
        return places.Examples.load(self._files(self.found_places, "", "verifier"))

    def load_checked_places(self) -> places.Examples:
        """Places with and without a tile to check by.

        Raises:
            FileNotFoundError: none have been made yet.
        """
        return places.Examples.load(self._files(self.found_places, dataset.CHECK, "verifier"))

    def load_covered(self) -> Examples:
        """Tiles that are covered in part, and whole ones, to learn from.

        Raises:
            FileNotFoundError: none have been made yet.
        """
        return hidden.Examples.load(self._files(self.covered, "", "sight"))

    def load_checks(self) -> Examples:
        """Tiles that are covered in part, and whole ones, to check by.

        Raises:
            FileNotFoundError: none have been made yet.
        """
        return hidden.Examples.load(self._files(self.covered, hidden.CHECK, "sight"))

    @staticmethod
    def _files(folder: Path | None, part: str, stage: str) -> list[Path]:
        """The files that a stage has written to learn from, or of its `part` to check by."""
        paths = sorted((folder / part).glob("*.npz")) if folder else []
        if not paths:
            raise FileNotFoundError(f"no examples in {folder}: run `python -m workshop.training {stage}` first")
        return paths

    def _with_seen(self, source: Path, samples: list[Sample]) -> list[Sample]:
        """The pictures of a source with what locator and refiner see of their tiles."""
        rough, refined = (
            seen.load(folder, source, samples) if folder else [None] * len(samples)
            for folder in (self.rough, self.refined)
        )
        pairs = zip(samples, rough, refined, strict=True)
        return [replace(sample, rough=one, refined=other) for sample, one, other in pairs]
