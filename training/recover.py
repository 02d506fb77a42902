"""Turns published ONNX files back into checkpoints, to go further from where those of their training are lost.

A published network has its convolutions in integers and its batch norms folded into them. The weights come back to
within half a step of those integers. Each batch norm is set to the mean and variance that its convolution gives on
training examples, with the scale and shift that undo just that: the network says what the published one says, and can
be trained as any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

from training import layout
from training.files import whole
from training.networks import PHOTO_RANGE
from training.quantize import Inputs

GREY = 127.5
"""The byte that the locator's first convolution takes for nothing, between black and white."""
SAME = 0.9
"""Correlation of what the published and the recovered network say: steps of 8 bits leave more, a layer in the wrong
place far less; what is published as a probability is bent besides."""
MAPS = 4
"""Dimensions of an output for each place of a picture, which is published with its channels last."""
WRAPPERS = ("reader.", "network.")
"""What stands before a network's own names where it was exported within another module."""

Weights = Mapping[str, NDArray[np.float32]]


@dataclass(frozen=True)
class Layer:
    """A convolution or fully connected layer of a published network."""

    weight: NDArray[np.float32]
    """As PyTorch has it: (outputs, inputs, height, width) or (outputs, inputs); also the latter for a last convolution
    of 1 x 1."""
    bias: NDArray[np.float32]
    """Shape (outputs,), with what the batch norm after it was."""


def checkpoint(network: nn.Module, model: Path, batches: Iterable[Inputs], out: Path) -> None:
    """Writes the published file `model` as a checkpoint that `training.train` goes further from.

    Args:
        network: of the architecture that was published; its weights are replaced.
        model: an ONNX file that `training.export` wrote.
        batches: of each of its inputs, in floating point, as it was trained on; the batch norms' statistics are theirs.
        out: where the checkpoint goes.

    Raises:
        ValueError: the file is of another architecture, or the network does not say what it says.
    """
    shown = list(batches)
    take_up(network, layers(onnx.load(str(model)).graph), shown)
    check(network, model, shown[0])
    state = {"step": 0, "total": 0, "average": AveragedModel(network).state_dict(), "seconds": 0.0, "best": None}
    with whole(out) as partial:
        torch.save(state, partial)


def check(network: nn.Module, model: Path, batch: Inputs) -> None:
    """Holds a recovered network against the published file that it was taken from.

    Args:
        network: ready to evaluate.
        model: the file.
        batch: of each of its inputs, in floating point.

    Raises:
        ValueError: their outputs are hardly those of the same network.
    """
    session = onnxruntime.InferenceSession(str(model))
    given = {
        entry.name: _as_bytes(part) if entry.type == "tensor(uint8)" else part
        for entry, part in zip(session.get_inputs(), batch, strict=True)
    }
    with torch.no_grad():
        said = network.eval()(*(torch.from_numpy(part) for part in batch))
    for published, recovered in zip(
        session.run(None, given), said if isinstance(said, tuple) else (said,), strict=True
    ):
        same_order = published.transpose(layout.CHANNELS_FIRST) if published.ndim == MAPS else published
        likeness = float(np.corrcoef(np.ravel(same_order), np.ravel(recovered.numpy()))[0, 1])
        if likeness < SAME:
            raise ValueError(f"{model}: the recovered network says something else ({likeness:.3f} alike)")


def temperatures(graph: onnx.GraphProto) -> tuple[float, ...]:
    """What the outputs of a published reader are divided by, in their order; empty where none is."""
    known = _constants(graph)
    dividers = {node.output[0]: node.input[1] for node in graph.node if node.op_type == "Div"}
    return tuple(float(known[dividers[output.name]]) for output in graph.output if output.name in dividers)


def layers(graph: onnx.GraphProto) -> dict[str, Layer]:
    """The layers of a published network by the names that its modules have in `training.networks`."""
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
                    bias = bias - (grey - GREY) * PHOTO_RANGE / 255 * weight.sum(axis=(1, 2, 3))
            found[_module(node.name)] = Layer(weight, bias.astype(np.float32))
    return found


def take_up(network: nn.Module, found: Mapping[str, Layer], batches: Iterable[Inputs]) -> None:
    """Gives a network the layers of a published one, its batch norms the statistics of `batches`.

    It is left ready to evaluate.

    Raises:
        ValueError: the layers are those of another architecture.
    """
    modules = {name: module for name, module in network.named_modules() if isinstance(module, nn.Conv2d | nn.Linear)}
    if modules.keys() != found.keys() or any(
        module.weight.numel() != found[name].weight.size for name, module in modules.items()
    ):
        raise ValueError("the published network is of another architecture")
    norms: dict[str, nn.BatchNorm2d] = {}
    for name, module in modules.items():
        layer = found[name]
        module.weight.data = torch.from_numpy(layer.weight.copy()).reshape(module.weight.shape)
        norm = network.get_submodule(_next(name)) if module.bias is None else None
        if isinstance(norm, nn.BatchNorm2d):
            norms[name] = norm
            _set(norm, torch.zeros(len(layer.bias)), torch.ones(len(layer.bias)), torch.from_numpy(layer.bias.copy()))
        elif module.bias is not None:
            module.bias.data = torch.from_numpy(layer.bias.copy())
    for name, (mean, variance) in _statistics(network, norms, batches).items():
        _set(norms[name], mean, variance, torch.from_numpy(found[name].bias.copy()))


def _statistics(
    network: nn.Module, norms: Mapping[str, nn.BatchNorm2d], batches: Iterable[Inputs]
) -> dict[str, tuple[Tensor, Tensor]]:
    """Mean and variance of what each batch norm is given, of each channel, over all batches."""
    sums = {
        name: [torch.zeros(norm.num_features, dtype=torch.float64) for _ in range(2)] for name, norm in norms.items()
    }
    counts = dict.fromkeys(norms, 0)

    def note(name: str, given: Tensor) -> None:
        values = given.detach().double().transpose(0, 1).flatten(1)
        sums[name][0] += values.sum(dim=1)
        sums[name][1] += values.square().sum(dim=1)
        counts[name] += values.shape[1]

    hooks = [
        norm.register_forward_pre_hook(lambda _, given, name=name: note(name, given[0])) for name, norm in norms.items()
    ]
    network.eval()
    with torch.no_grad():
        for batch in batches:
            network(*map(torch.from_numpy, batch))
    for hook in hooks:
        hook.remove()
    found = {}
    for name, (total, squares) in sums.items():
        mean = total / max(counts[name], 1)
        found[name] = mean.float(), (squares / max(counts[name], 1) - mean**2).clamp(min=0).float()
    return found


def _set(norm: nn.BatchNorm2d, mean: Tensor, variance: Tensor, shift: Tensor) -> None:
    """Lets a batch norm whose input has that mean and variance add no more to it than `shift`, each of shape (channels,)."""
    norm.running_mean, norm.running_var = mean, variance
    norm.weight.data = torch.sqrt(variance + norm.eps)
    norm.bias.data = mean + shift


def _as_bytes(photos: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Photos (n, channels, height, width), 0 to 1, as a published locator takes them."""
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


def _next(name: str) -> str:
    """The name of the module that follows one in its sequence."""
    return re.sub(r"\d+$", lambda number: str(int(number[0]) + 1), name)
