"""Published ONNX files: how an exported network becomes one, and what is read back from one.

A published network has its convolutions in integers and its batch norms folded into them, as `workshop.training.quantize` and
`torch.onnx` leave them, and its graph is rearranged. Nothing here needs PyTorch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray

from workshop.training import layout
from workshop.training.precision import store_in_half, take_bytes
from workshop.training.quantize import Inputs, quantize

GREY = 127.5
"""The byte that the first convolution of a network of photos takes for nothing, between black and white."""
MAPS = 4
"""Dimensions of an output for each place of a picture, which is published with its channels last."""
WRAPPERS = ("reader.", "network.")
"""What stands before a network's own names where it was exported within another module."""

Change = Callable[[onnx.GraphProto], None]
"""Changes the graph of a quantized network in place."""

FOR_PATCHES: tuple[Change, ...] = (layout.take_columns_together,)
"""The changes of a network that takes patches, each with one tile."""


def for_photos(brightness_range: float) -> tuple[Change, ...]:
    """The changes of a network that takes photos and gives maps of them, both as they lie in memory.

    Args:
        brightness_range: how far apart black and white are for its first convolution.
    """
    return (
        partial(take_bytes, brightness_range=brightness_range),
        layout.take_columns_together,
        layout.repeat_in_place_of_resizing,
        layout.take_channels_last,
        layout.give_channels_last,
    )


def finish(model: Path, batches: Iterable[Inputs], changes: Iterable[Change]) -> None:
    """Rewrites an ONNX file in floating point as it is published.

    Args:
        model: the file, as `torch.onnx` wrote it.
        batches: one of each input, in floating point, as the network will see them.
        changes: made to the graph once it is quantized, in this order.

    Raises:
        ValueError: a change does not fit the network.
    """
    quantize(model, batches)
    network = onnx.load(str(model))
    for change in (*changes, store_in_half):
        change(network.graph)
    onnx.checker.check_model(network)
    onnx.save(network, str(model))


@dataclass(frozen=True)
class Layer:
    """A convolution or fully connected layer of a published network."""

    weight: NDArray[np.float32]
    """As PyTorch has it: (outputs, inputs, height, width) or (outputs, inputs); also the latter for a last convolution
    of 1 x 1."""
    bias: NDArray[np.float32]
    """Shape (outputs,), with what the batch norm after it was."""


def layers(graph: onnx.GraphProto, *, brightness_range: float) -> dict[str, Layer]:
    """The layers of a published network by the names that its modules have in `workshop.training.networks`.

    Weights come back to within half a step of the integers in which they are published.

    Args:
        graph: as `finish` left it.
        brightness_range: as for `for_photos`; matters only where the network takes photos in bytes.
    """
    known = _constants(graph)
    makers = {output: node for node in graph.node for output in node.output}

    def value(name: str) -> NDArray[np.float32]:
        maker = makers.get(name)
        if maker is None or name in known:
            return np.asarray(known[name], np.float32)
        if maker.op_type == "Cast":
            return value(maker.input[0])
        return _dequantized(*(known[part] for part in maker.input))

    found: dict[str, Layer] = {}
    for node in graph.node:
        if node.op_type in {"Conv", "Gemm"}:
            weight, bias = value(node.input[1]), value(node.input[2])
            if node.op_type == "Conv" and not found:
                weight = layout.apart(weight)
                bias = bias[: len(weight)]  # they are the same for each column
                if graph.input[0].type.tensor_type.elem_type == onnx.TensorProto.UINT8:
                    grey = float(known[makers[node.input[0]].input[2]])
                    bias = bias - (grey - GREY) * brightness_range / 255 * weight.sum(axis=(1, 2, 3))
            found[_module(node.name)] = Layer(weight, bias.astype(np.float32))
    return found


def says(model: Path, batch: Inputs) -> list[NDArray[np.float32]]:
    """What the published network in the file `model` says of a batch, each output as it was trained to give it.

    Args:
        model: the file.
        batch: of each of its inputs, in floating point, as it was trained on; photos (n, 3, height, width), 0 to 1.

    Returns:
        Each output; maps as (n, channels, rows, columns).
    """
    session = onnxruntime.InferenceSession(str(model))
    given = {
        entry.name: _as_bytes(part) if entry.type == "tensor(uint8)" else part
        for entry, part in zip(session.get_inputs(), batch, strict=True)
    }
    return [said.transpose(layout.CHANNELS_FIRST) if said.ndim == MAPS else said for said in session.run(None, given)]


def _as_bytes(photos: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Photos (n, channels, height, width), 0 to 1, as a published network takes them."""
    return np.round(photos * 255).astype(np.uint8).transpose(layout.CHANNELS_LAST)


def _constants(graph: onnx.GraphProto) -> dict[str, NDArray[np.generic]]:
    """Everything that a graph names and that hangs on no input."""
    known = {kept.name: onnx.numpy_helper.to_array(kept) for kept in graph.initializer}
    for node in graph.node:
        if node.op_type == "Constant":
            known[node.output[0]] = onnx.numpy_helper.to_array(node.attribute[0].t)
    return known


def _dequantized(
    values: NDArray[np.generic], scale: NDArray[np.generic], zero: NDArray[np.generic]
) -> NDArray[np.float32]:
    """Integers as the numbers that they stand for; where there are several scales, one for each of the first axis."""
    shape = (-1, *[1] * (values.ndim - 1)) if scale.ndim else ()
    offset = values.astype(np.float32) - zero.astype(np.float32).reshape(shape)
    return np.asarray(offset * scale.astype(np.float32).reshape(shape), np.float32)


def _module(node: str) -> str:
    """The name of the module that an exported node, such as ``/reader/trunk/trunk.3/first/first.0/Conv``, was."""
    parts: list[str] = []
    for part in node.split("/")[1:-1]:
        if parts and part.startswith(f"{parts[-1]}."):
            parts.pop()  # a part of a sequence is named after it
        parts.append(part)
    name = ".".join(parts)
    return next((name.removeprefix(wrapper) for wrapper in WRAPPERS if name.startswith(wrapper)), name)
