"""What networks are judged by that answer yes or no."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

FARTHEST = 1e-6
"""How near to 0 and 1 a probability may come."""


def loss(output: Tensor, targets: tuple[Tensor, ...]) -> dict[str, Tensor]:
    """Cross-entropy of the logits `output`, shape (n, 1), and the only target, 1 or 0, of the same shape."""
    (labels,) = targets
    return {"answer": functional.binary_cross_entropy_with_logits(output.float(), labels)}


def probabilities(network: nn.Module, inputs: Iterable[tuple[NDArray[np.float32], ...]]) -> NDArray[np.float64]:
    """How probable the network finds a yes, shape (n,), from what it is shown, some rows at a time."""
    network.eval()
    with torch.no_grad():
        told = [network(*map(torch.from_numpy, part)) for part in inputs]
    found = torch.sigmoid(torch.cat(told).double())[:, 0].numpy()
    return np.asarray(np.clip(found, FARTHEST, 1 - FARTHEST))


def balanced_loss(told: NDArray[np.float64], yes: NDArray[np.bool_], no: NDArray[np.bool_]) -> float:
    """Cross-entropy of `probabilities`, shape (n,), where those that are `yes` and those that are `no` count alike."""
    return float(np.mean([-np.log(told[yes]).mean(), -np.log1p(-told[no]).mean()]))
