"""Turns published ONNX files back into checkpoints, to go further from where those of their training are lost.

A published network has its convolutions in integers and its batch norms folded into them. The weights come back to
within half a step of those integers. Each batch norm is set to the mean and variance that its convolution gives on
training examples, with the scale and shift that undo just that: the network says what the published one says, and can
be trained as any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

from workshop.training import published
from workshop.training.files import whole
from workshop.training.networks import PHOTO_RANGE
from workshop.training.published import Layer
from workshop.training.quantize import Inputs

SAME = 0.9
"""Correlation of what the published and the recovered network say: steps of 8 bits leave more, a layer in the wrong
place far less; what is published as a probability is bent besides."""


def checkpoint(network: nn.Module, model: Path, batches: Iterable[Inputs], out: Path) -> None:
    """Writes the published file `model` as a checkpoint that `workshop.training.train` goes further from.

    Args:
        network: of the architecture that was published; its weights are replaced.
        model: an ONNX file that `workshop.training.export` wrote.
        batches: of each of its inputs, in floating point, as it was trained on; the batch norms' statistics are theirs.
        out: where the checkpoint goes.

    Raises:
        ValueError: the file is of another architecture, or the network does not say what it says.
    """
    shown = list(batches)
    found = published.layers(onnx.load(str(model)).graph, brightness_range=PHOTO_RANGE)
    take_up(network, found, shown)
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
    with torch.no_grad():
        said = network.eval()(*(torch.from_numpy(part) for part in batch))
    outputs = said if isinstance(said, tuple) else (said,)
    for expected, recovered in zip(published.says(model, batch), outputs, strict=True):
        likeness = float(np.corrcoef(np.ravel(expected), np.ravel(recovered.numpy()))[0, 1])
        if likeness < SAME:
            raise ValueError(f"{model}: the recovered network says something else ({likeness:.3f} alike)")


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
    """Lets a batch norm of input with that mean and variance add no more than `shift`, each of shape (channels,)."""
    norm.running_mean, norm.running_var = mean, variance
    norm.weight.data = torch.sqrt(variance + norm.eps)
    norm.bias.data = mean + shift


def _next(name: str) -> str:
    """The name of the module that follows one in its sequence."""
    return re.sub(r"\d+$", lambda number: str(int(number[0]) + 1), name)
