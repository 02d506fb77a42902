"""Runs the ONNX models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

import numpy as np
import threadpoolctl
from numpy.typing import NDArray

from referee.errors import UserError

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

_Item = TypeVar("_Item")

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


def batches(items: Sequence[_Item]) -> Iterator[Sequence[_Item]]:
    """The items in parts of `MOST_IN_A_BATCH`."""
    for start in range(0, len(items), MOST_IN_A_BATCH):
        yield items[start : start + MOST_IN_A_BATCH]
