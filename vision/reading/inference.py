"""Runs the ONNX models, and keeps what they have said of places of photos.

Of one camera's photos a place that has not changed is not asked about again.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
import threadpoolctl
from numpy.typing import NDArray

from referee.errors import UserError
from vision import quads
from vision.image import Photo

MODELS = Path(__file__).parents[1] / "models"
"""The folder of the models that tileref reads with."""


class ModelFile(StrEnum):
    """The models that reading takes, each by its file's name in the folder of the models."""

    LOCATOR = "locator.onnx"
    REFINER = "refiner.onnx"
    READER = "reader.onnx"
    BELONGING = "belonging.onnx"
    SIGHT = "sight.onnx"
    VERIFIER = "verifier.onnx"


MOST_IN_A_BATCH = 64
"""Patches that go through a model together; bounds memory, keeps the time linear in the number of tiles."""

_SAME_INPUT = 0.02  # by how much each number that a network is told of a place besides may differ

Answers = tuple[NDArray[Any], ...]
"""What is said of several places, by column: the first dimension of each array is that of the places."""

AnswerTo = Callable[[NDArray[np.intp]], Answers]
"""Gives the answers about some of several places, by their indices and in that order."""

Holds = Callable[[NDArray[np.float32]], bool]
"""Whether a point, shape (2,), pixels of the photo, lies where the photo has not changed."""

Batch = NDArray[np.float32] | NDArray[np.uint8]
"""What a model is given: numbers, or bytes, as it takes them."""


class ModelError(UserError):
    """A model file is missing or damaged. The message is one line, fit for the user."""


def leave_the_cores() -> None:
    """Has NumPy multiply in one thread, in the whole process.

    The other threads of its OpenBLAS wait in a loop for the next product, on the cores that the models and whatever
    else runs on the machine need.
    """
    threadpoolctl.threadpool_limits(1, user_api="blas")


class Network:
    """One ONNX model.

    Args:
        model: the file.
        threads: how many threads it may use; None for as many as there are cores.

    Raises:
        ModelError: the file is missing or damaged.
    """

    def __init__(self, model: Path, threads: int | None = None) -> None:
        import onnxruntime  # noqa: PLC0415 - takes its time, in which a program that is started does other things

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads or 0
        options.inter_op_num_threads = 1
        options.log_severity_level = 4
        # a plan of memory for each size of batch would be kept for good, and saves no time
        options.enable_mem_pattern = False
        # the threads of a model that has just run must not keep the next one's from the cores
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime raises types of its own for a missing or damaged file
            raise ModelError(f"cannot load {model}: install tileref again ({type(error).__name__})") from error
        self._inputs = [given.name for given in self._session.get_inputs()]

    def run(self, *batches: Batch) -> list[NDArray[np.float32]]:
        """The model's outputs for a batch of each of its inputs; the first dimension of all of them is the batch's."""
        return list(self._session.run(None, dict(zip(self._inputs, batches, strict=True))))


class Memory:
    """Asks about the places that it has not asked about in the photo before, or that have changed. Not thread-safe."""

    def __init__(self) -> None:
        self._kept: Answers = ()  # by row: the outline of a place, what the network was told of it besides, and what it said
        self._rows: dict[bytes, int] = {}
        self._asked: set[bytes] = set()

    def answers(
        self, outlines: NDArray[np.float32], answer_to: AnswerTo, beside: NDArray[np.float32] | None = None
    ) -> Answers:
        """The answers about places.

        Args:
            outlines: of the places, shape (n, 4, 2), pixels; at least one.
            answer_to: asked about those of which no answer is known, if there are any.
            beside: what else the network is told of each, shape (n, k); None for nothing.
        """
        keys = [outline.tobytes() for outline in outlines]
        others = np.zeros((len(keys), 0), np.float32) if beside is None else beside
        rows = np.array([self._rows.get(key, -1) for key in keys])
        new = np.flatnonzero(rows < 0)
        if self._kept:
            is_told_otherwise = (np.abs(self._kept[1][rows] - others) > _SAME_INPUT).any(axis=1)
            new = np.flatnonzero((rows < 0) | is_told_otherwise)
        if len(new):
            told = outlines[new], others[new], *answer_to(new)
            rows[new] = np.arange(len(new)) + (len(self._kept[0]) if self._kept else 0)
            self._kept = tuple(map(np.concatenate, zip(self._kept, told, strict=True))) if self._kept else told
            self._rows |= {keys[k]: int(rows[k]) for k in new}
        self._asked.update(keys)
        return tuple(column[rows] for column in self._kept[2:])

    def next_photo(self, holds: Holds) -> None:
        """Goes on to the next photo of the camera: what was said in this one is kept where it still `holds`."""
        kept = [key for key in self._asked if holds(quads.centre(self._kept[0][self._rows[key]]))]
        rows = [self._rows[key] for key in kept]
        self._kept = tuple(column[rows] for column in self._kept) if rows else ()
        self._rows, self._asked = {key: row for row, key in enumerate(kept)}, set()

    def forget(self) -> None:
        """Knows nothing any more."""
        self._kept, self._rows, self._asked = (), {}, set()


class Memories(defaultdict[ModelFile, Memory]):
    """What each network has said of places of one camera's photos."""

    def __init__(self) -> None:
        super().__init__(Memory)

    def next_photo(self, holds: Holds) -> None:
        """Goes on to the next photo of the camera: what was said in this one is kept where it still `holds`."""
        for memory in self.values():
            memory.next_photo(holds)

    def forget(self) -> None:
        """Knows nothing any more."""
        for memory in self.values():
            memory.forget()


class PlaceNetwork(ABC):
    """A network that is shown places of photos; its file lies in the folder `models`, and all else is as for `Network`."""

    MODEL: ClassVar[ModelFile]

    def __init__(self, threads: int | None = None, models: Path = MODELS) -> None:
        self._network = Network(models / self.MODEL, threads)
        self.memory: Memory | None = None
        """What it has said before; None where it is asked about every place."""

    def remembering(self, memories: Memories) -> Self:
        """The same for the photos of one camera, one after the other, whose answers are kept in `memories`."""
        found = copy.copy(self)
        found.memory = memories[self.MODEL]
        return found

    def _ask(
        self,
        photo: Photo,
        outlines: NDArray[np.float32],
        *told: NDArray[np.float32],
        beside: NDArray[np.float32] | None = None,
    ) -> Answers:
        """What the network says of places, at least one; where it remembers, it is asked about what is new.

        Args:
            photo: shape (height, width, 3).
            outlines: of the places, shape (n, 4, 2), pixels.
            told: what else it is told of each place.
            beside: by what it is told whether a place is new, shape (n, k).
        """

        def answers(which: NDArray[np.intp]) -> Answers:
            parts = [which[k : k + MOST_IN_A_BATCH] for k in range(0, len(which), MOST_IN_A_BATCH)]
            said = [self._infer(photo, outlines[part], *(each[part] for each in told)) for part in parts]
            return tuple(map(np.concatenate, zip(*said, strict=True)))

        if self.memory is None:
            return answers(np.arange(len(outlines)))
        return self.memory.answers(outlines, answers, beside)

    @abstractmethod
    def _infer(self, photo: Photo, outlines: NDArray[np.float32], *told: NDArray[np.float32]) -> Answers:
        """What the network says of one batch of places."""
