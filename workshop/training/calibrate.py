"""Fits the temperatures that make the tile reader's probabilities honest (Guo et al., 2017)."""

from __future__ import annotations

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.reading import rectify
from workshop.training import crops, dataset
from workshop.training.dataset import Sample
from workshop.training.render import scene

PICTURES = 150
"""Pictures, drawn with typefaces kept out of training, that the temperatures are fitted on."""
LEAST_SIDE = 18.0
"""Tiles lower than this, pixels, are left out: what nobody can tell has no right answer to be sure of."""
FIRST_SEED = 50_000_000
"""Their seeds begin here, far from those of the training pictures."""


def fit_temperatures(reader: nn.Module) -> tuple[float, float, float]:
    """Temperatures of number, colour and turn that give held-out patches the highest likelihood, to two digits."""
    cv2.setNumThreads(1)
    patches = [_patches(FIRST_SEED + k) for k in range(PICTURES)]
    pixels, number, colour, turn = (
        np.concatenate([getattr(part, name) for part in patches]) for name in ("pixels", "number", "colour", "turn")
    )
    upright = torch.from_numpy(turn <= 0)
    with torch.no_grad():
        outputs = [reader(torch.from_numpy(rectify.whiten(part))) for part in np.array_split(pixels, 40)]
    numbers, colours, turns = (torch.cat([output[k] for output in outputs]) for k in range(3))
    return (
        _best(numbers[upright], torch.from_numpy(number)[upright]),
        _best(colours[upright], torch.from_numpy(colour)[upright]),
        _best(turns, torch.from_numpy(turn)),
    )


def _patches(seed: int) -> crops.Patches:
    rng = np.random.default_rng(seed)
    low, high = np.log(dataset.TILE_HEIGHTS)
    sample = Sample.of(scene.shoot(rng, dataset.SIZE, float(np.exp(rng.uniform(low, high))), held_out=True))
    return crops.patches(sample, rng, most=30, colour_spread=0.0, least=LEAST_SIDE)


def _best(logits: Tensor, labels: Tensor) -> float:
    candidates = np.round(np.geomspace(0.4, 2.5, 60), 2)
    losses = [float(functional.cross_entropy(logits / float(t), labels, ignore_index=crops.IGNORE)) for t in candidates]
    return float(candidates[int(np.argmin(losses))])
