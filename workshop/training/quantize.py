"""Networks in 8-bit integers, which processors multiply faster than floating point (Jacob et al., 2018)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

Inputs = tuple[NDArray[np.float32], ...]
"""A batch of each of a network's inputs."""
QUANTIZED = ("Conv", "Add", "Relu", "Resize")
"""Operators that are turned to integers; fully connected layers are few and stay as they are."""


class Examples(CalibrationDataReader):
    """What a network is shown to learn which range each of its values takes.

    Args:
        names: of the network's inputs.
        batches: one of each input, as the network takes them.
    """

    def __init__(self, names: Sequence[str], batches: Iterable[Inputs]) -> None:
        self._names, self._batches = names, iter(batches)

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        """The next batch by the inputs' names, None after the last."""
        batch = next(self._batches, None)
        return None if batch is None else dict(zip(self._names, batch, strict=True))


def quantize(model: Path, batches: Iterable[Inputs]) -> None:
    """Rewrites the ONNX file `model` with its convolutions in integers, but for one that gives an output.

    Weights take 7 of their 8 bits, so that sums do not overflow on processors without instructions of their own for
    this.

    Args:
        model: the file.
        batches: one of each input, as the network will see them.
    """
    graph = onnx.load(str(model)).graph
    outputs = {output.name for output in graph.output}
    quantize_static(
        str(model),
        str(model),
        Examples([given.name for given in graph.input], batches),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
        activation_type=QuantType.QUInt8,
        op_types_to_quantize=list(QUANTIZED),
        nodes_to_exclude=[node.name for node in graph.node if outputs & set(node.output)],
    )
