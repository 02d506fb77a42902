"""Patches with room about them and what is known of each: kept in files, drawn and shifted to learn from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from vision.image import Photo
from vision.quads import Corners
from vision.reading.rectify import rectified
from workshop.training.files import whole

CHECKED = 512
"""Patches that a network looks at together when it is checked."""
ROOM = 4, 5
"""Pixels that patches are stored with on the left and right, and above and below, beyond what a network sees; in the
ratio of the width and height of what it sees."""


@dataclass(frozen=True, eq=False)
class Stored:
    """Patches, and in each further column, of n rows like this one, something that is known of them."""

    pixels: NDArray[np.uint8]
    """With `ROOM` about what the network sees, shape (n, height, width, 3)."""

    @classmethod
    def together(cls, parts: Sequence[Self]) -> Self:
        """All of some, at least one."""
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)))

    @classmethod
    def load(cls, paths: Sequence[Path]) -> Self:
        """Reads what `keep` wrote to some files, at least one."""
        parts = []
        for path in paths:
            with np.load(path) as data:
                parts.append(cls(*(data[field.name] for field in fields(cls))))
        return cls.together(parts)

    def keep(self, path: Path) -> None:
        """Writes them to a file, whole or not at all."""
        with whole(path) as partial, partial.open("wb") as file:
            np.savez(file, **vars(self))


def with_room(width: int, height: int) -> tuple[int, int]:
    """Width and height of a stored patch of which a network sees so much."""
    return width + 2 * ROOM[0], height + 2 * ROOM[1]


def cut(photo: Photo, outlines: Iterable[Corners], width: int, height: int, margin: float) -> NDArray[np.uint8]:
    """What a network sees at some places of a photo, in patches of that size and margin, with `ROOM` about it.

    Returns:
        Shape (n, height + 2 * ROOM[1], width + 2 * ROOM[0], 3).
    """
    all_of_it = with_room(width, height)
    return rectified(photo, outlines, *all_of_it, (1 - (1 - 2 * margin) * width / all_of_it[0]) / 2)


def drawn(
    which: NDArray[np.bool_], chances: NDArray[np.float64], count: int, rng: np.random.Generator
) -> NDArray[np.intp]:
    """Indices of `count` of `which`, drawn by their chances, again and again, both of shape (n,)."""
    candidates = np.flatnonzero(which)
    total = np.cumsum(chances[candidates])
    return np.asarray(candidates[np.searchsorted(total, rng.uniform(0, total[-1], count))])


def shifted(patch: NDArray[np.uint8], across: int = 0, down: int = 0) -> NDArray[np.uint8]:
    """What a network sees of a patch that is stored with room about it, shifted by at most that much."""
    (left, top), (height, width) = ROOM, patch.shape[:2]
    return patch[top + down : height - top + down, left + across : width - left + across]


def in_parts(stored: Stored) -> Iterator[tuple[slice, NDArray[np.uint8]]]:
    """What a network sees of all stored patches, `CHECKED` at a time, each part with the slice of its rows."""
    for start in range(0, len(stored.pixels), CHECKED):
        part = slice(start, start + CHECKED)
        yield part, np.stack([shifted(patch) for patch in stored.pixels[part]])
