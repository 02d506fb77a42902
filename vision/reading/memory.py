"""What the networks have said of places of one camera's photos: a place that has not changed is not asked about again."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision import quads
from vision.quads import Corners
from vision.reading.candidates import Candidate

MOST_ASIDE = 0.02
"""By how much each of the numbers that a network is told of a place, beside its picture, may differ."""

Answer = TypeVar("Answer")

AnswerTo = Callable[[NDArray[np.intp]], Sequence[Answer]]
"""Gives the answers about some of several places, by their indices and in that order."""

Holds = Callable[[NDArray[np.float32]], bool]
"""Whether a point, shape (2,), pixels of the photo, lies where the photo has not changed."""


class NoMemory(Generic[Answer]):
    """Asks about every place."""

    def about(
        self,
        outlines: Sequence[Corners],
        answer_to: AnswerTo[Answer],
        beside: NDArray[np.float32] | None = None,  # noqa: ARG002 - for what remembers
    ) -> Sequence[Answer]:
        """The answer about each place.

        Args:
            outlines: of the places, each of shape (4, 2), pixels.
            answer_to: asked about those of which no answer is known.
            beside: what else the network is told of each, shape (n, k); None for nothing.
        """
        return answer_to(np.arange(len(outlines)))


class _Kept(NamedTuple, Generic[Answer]):
    """What was said of a place."""

    outline: Corners
    beside: NDArray[np.float32]
    """What else the network was told, shape (k,)."""
    answer: Answer


class Memory(NoMemory[Answer]):
    """Asks about the places that it has not asked about in the photo before, or that have changed. Not thread-safe."""

    def __init__(self) -> None:
        self._kept: dict[bytes, _Kept[Answer]] = {}
        self._asked: set[bytes] = set()

    def about(
        self, outlines: Sequence[Corners], answer_to: AnswerTo[Answer], beside: NDArray[np.float32] | None = None
    ) -> Sequence[Answer]:
        """The answer about each place, as `NoMemory.about` has it."""
        keys = [outline.tobytes() for outline in outlines]
        others = np.zeros((len(keys), 0), np.float32) if beside is None else beside
        new = [k for k, key in enumerate(keys) if not self._knows(key, others[k])]
        for k, answer in zip(new, answer_to(np.array(new, np.intp)), strict=True):
            self._kept[keys[k]] = _Kept(outlines[k], others[k], answer)
        self._asked.update(keys)
        return [self._kept[key].answer for key in keys]

    def _knows(self, key: bytes, beside: NDArray[np.float32]) -> bool:
        """Whether the answer about a place, which the network is told this about besides, is known."""
        kept = self._kept.get(key)
        return kept is not None and bool((np.abs(kept.beside - beside) <= MOST_ASIDE).all())

    def next_photo(self, holds: Holds) -> None:
        """Goes on to the next photo of the camera: what was said in this one is kept where it still `holds`."""
        self._kept = {key: self._kept[key] for key in self._asked if holds(quads.centre(self._kept[key].outline))}
        self._asked = set()

    def forget(self) -> None:
        """Knows nothing any more."""
        self._kept, self._asked = {}, set()


class Remembering(Generic[Answer]):
    """What asks a network about places of photos."""

    def __init__(self) -> None:
        self.memory: NoMemory[Answer] = NoMemory()
        """What the network has said before."""

    def remembering(self, memory: NoMemory[Answer]) -> Self:
        """The same for the photos of one camera, one after the other, whose answers are kept in `memory`."""
        found = copy.copy(self)
        found.memory = memory
        return found


@dataclass(frozen=True)
class Memories:
    """What each network has said of places of one camera's photos."""

    corners: Memory[Corners] = field(default_factory=Memory)
    """Where the corners of what lies there are."""
    faces: Memory[Candidate] = field(default_factory=Memory)
    """What is read there."""
    tiles: Memory[float] = field(default_factory=Memory)
    """How probable a tile is there on a second look."""
    hidden: Memory[float] = field(default_factory=Memory)
    """How probable it is that something hides a part of it."""

    def next_photo(self, holds: Holds) -> None:
        """Goes on to the next photo of the camera: what was said in this one is kept where it still `holds`."""
        for memory in vars(self).values():
            memory.next_photo(holds)

    def forget(self) -> None:
        """Knows nothing any more."""
        for memory in vars(self).values():
            memory.forget()
