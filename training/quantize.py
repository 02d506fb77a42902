"""Networks in 8-bit integers, which processors multiply several times as fast as floating point (Jacob et al., 2018)."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

QUANTIZED = ("Conv", "Add", "Relu", "Resize")
"""Operators that are turned to integers; fully connected layers are few and stay as they are."""


class Examples(CalibrationDataReader):
    """What a network is shown to learn which range each of its values takes.

    Args:
        name: of the network's input.
        batches: inputs as the network takes them.
    """

    def __init__(self, name: str, batches: Iterable[NDArray[np.float32]]) -> None:
        self._name, self._batches = name, iter(batches)

    def get_next(self) -> dict[str, NDArray[np.float32]] | None:
        """The next batch by the input's name, None after the last."""
        batch = next(self._batches, None)
        return None if batch is None else {self._name: batch}


def quantize(model: Path, batches: Iterable[NDArray[np.float32]]) -> None:
    """Rewrites the ONNX file `model` with its convolutions in integers, but for one that gives an output.

    Weights take 7 of their 8 bits, so that sums do not overflow on processors without instructions of their own for this.

    Args:
        model: the file.
        batches: inputs as the network will see them.
    """
    graph = onnx.load(str(model)).graph
    outputs = {output.name for output in graph.output}
    quantize_static(
        str(model),
        str(model),
        Examples(graph.input[0].name, batches),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
        activation_type=QuantType.QUInt8,
        op_types_to_quantize=list(QUANTIZED),
        nodes_to_exclude=[node.name for node in graph.node if outputs & set(node.output)],
    )
