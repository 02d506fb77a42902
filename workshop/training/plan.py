"""How a network is trained: its examples, its loss, and the numbers of its schedule."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from workshop.training.material import Sources

Batch = tuple[Tensor, ...]


@dataclass(frozen=True)
class Task:
    """What one network learns."""

    network: type[nn.Module]
    batch: Callable[[Any, Plan, np.random.Generator], Batch]
    """Draws the inputs and targets of one step, from what `material` gives."""
    loss: Callable[[Any, Batch], dict[str, Tensor]]
    """From the network's output and the targets; the parts are added up."""
    material: Callable[[Sources], Any]
    """What examples are cut from."""
    check: Callable[[nn.Module, Sources, Plan], float]
    """The loss of a network on what it has not learnt from, by which the best of its averages is kept."""
    inputs: int = 1
    """How many of a batch's parts are inputs; the others are targets."""


@dataclass(frozen=True)
class Plan:
    """How one network is trained."""

    task: Task
    steps: int
    batch: int
    """Crops or patches a step."""
    peak_rate: float
    """Highest learning rate of the one-cycle schedule (Smith and Topin, 2018)."""
    photo_share: float
    """Share of the examples cut from labelled photos instead of renders, where there are photos."""
    shake: float = 1.0
    """How far off the corners of patches are, relative to `crops.SHAKE`."""
    mined_share: float = 0.0
    """Share of a batch that `workshop.training.mine` found."""
    seed: int = 20
    begins_with: str | None = None
    """The plan of whose weights this is a second round; None for random weights."""


def inputs_and_targets(task: Task, batch: Batch, device: torch.device) -> tuple[list[Tensor], Batch]:
    """What a network takes of a batch, bytes as numbers from 0 to 1, and what its output is held against."""
    inputs, targets = ([part.to(device) for part in parts] for parts in (batch[: task.inputs], batch[task.inputs :]))
    inputs[0] = (inputs[0] / 255 if inputs[0].dtype == torch.uint8 else inputs[0]).contiguous(
        memory_format=torch.channels_last
    )
    return inputs, tuple(targets)
