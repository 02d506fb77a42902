"""What the network is fed, and judged by, that tells places which hold a tile from those that hold none."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.reading.candidates import FEATURES
from vision.reading.rectify import whiten
from workshop.training import answers
from workshop.training.augmentation import grained
from workshop.training.patches import drawn, in_parts, shifted
from workshop.training.places import Examples
from workshop.training.plan import Plan

NOT_ASKED_CHANCE = 0.35
"""How often places are shown that nobody asks about, relative to others."""
PHOTO_CHANCE = 4.0
"""How often places of whole photos are shown, relative to those of the small pictures."""
SHIFT = 3
"""Pixels by which patches are shifted at most."""
LIGHT_SPREAD = 0.05
"""By how much the light about a place is off, as logarithm, standard deviation."""
ALONE_SHARE = 0.05
"""Share of the places that are shown as if no other tile were in the photo."""


def batch(material: Examples, plan: Plan, rng: np.random.Generator) -> tuple[Tensor, ...]:
    """White-balanced patches, features, and 1 where a tile lies, 0 where none does, shape (n, 1)."""
    chances = np.where(material.asked, 1.0, NOT_ASKED_CHANCE) * np.where(material.of_photos, PHOTO_CHANCE, 1.0)
    tiles = plan.batch // 2
    with_tile = drawn(material.are_tiles, chances, tiles, rng)
    chosen = np.concatenate([with_tile, drawn(~material.are_tiles, chances, plan.batch - tiles, rng)])
    pixels = np.stack([shifted(material.pixels[k], *rng.integers(-SHIFT, SHIFT + 1, 2)) for k in chosen])
    features = material.features[chosen].copy()
    bodies = material.bodies[chosen] * np.exp(rng.normal(0, LIGHT_SPREAD, (len(chosen), 3)))
    alone = rng.random(len(chosen)) < ALONE_SHARE
    features[alone] = _as_if_alone(features[alone])
    shown = whiten(grained(pixels, rng), bodies.astype(np.float32))
    turned = rng.random(len(chosen)) < 0.5
    shown[turned] = shown[turned, :, ::-1, ::-1]
    labels = material.are_tiles[chosen].astype(np.float32)[:, None]
    return torch.from_numpy(shown), torch.from_numpy(features), torch.from_numpy(labels)


def check(network: nn.Module, examples: Examples) -> float:
    """The loss on held-out places that are asked about; those with and without a tile count alike."""
    asked = examples.asked
    shown = ((whiten(seen, examples.bodies[part]), examples.features[part]) for part, seen in in_parts(examples))
    told = answers.probabilities(network, shown)
    return answers.balanced_loss(told, asked & examples.are_tiles, asked & ~examples.are_tiles)


def _as_if_alone(features: NDArray[np.float32]) -> NDArray[np.float32]:
    """Features, shape (n, k), of places beside which nothing is sure."""
    alone = np.zeros_like(features)
    for name in ("objectness", "face", "joker", "strength"):
        column = FEATURES.index(name)
        alone[:, column] = features[:, column]
    return alone
