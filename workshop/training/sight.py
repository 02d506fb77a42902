"""What the network is fed, and judged by, that tells whether a part of a tile's print may be hidden."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from vision.reading import sight
from vision.reading.proportions import ASPECT, FEATURES
from workshop.training import answers
from workshop.training.augmentation import augmented
from workshop.training.hidden import Examples
from workshop.training.occlusion import beside, occluded
from workshop.training.patches import drawn, in_parts, shifted
from workshop.training.plan import Plan

HIDDEN_BELOW, WHOLE_FROM = 0.85, 0.95
"""Share in sight of what may be the print below which a part is hidden, and from which none is; what lies between
teaches nothing."""
HIDDEN_SHARE = 0.5
"""Share of a batch of which a part is hidden."""
UNSURE_CHANCE, MISREAD_CHANCE = 0.4, 3.0
"""How often places that the reader doubts are shown, and those that it reads surely and wrongly, relative to others."""
PHOTO_CHANCE = 0.7
"""How often places of photos are shown, relative to those of renders."""
LAID_SHARE, BESIDE_SHARE = 0.6, 0.35
"""Share of the places of which a part is hidden that are whole ones with something laid over them by
`workshop.training.occlusion`, and share of the whole ones that have something laid beside them."""
OTHERS = 16
"""Patches of a batch that covers are cut from."""
ALONE_SHARE = 0.12
"""Share of the places that are shown as if each lay there alone."""
SHIFT = 2
"""Pixels by which patches are shifted at most."""
CHECK_SEED = 91
"""Seed of the light in which the places to check by are seen."""


def are_hidden(examples: Examples) -> NDArray[np.bool_]:
    """Of which a part is hidden, shape (n,)."""
    return np.asarray(examples.in_sight < HIDDEN_BELOW)


def are_whole(examples: Examples) -> NDArray[np.bool_]:
    """Of which nothing is hidden and which a person can tell, shape (n,)."""
    return np.asarray((examples.in_sight >= WHOLE_FROM) & examples.legible)


def batch(material: Examples, plan: Plan, rng: np.random.Generator) -> tuple[Tensor, ...]:
    """White-balanced patches, proportions, and 1 where a part is hidden, 0 where none is, shape (n, 1)."""
    chances = np.where(material.sure, 1.0, UNSURE_CHANCE) * np.where(
        material.sure & ~material.right, MISREAD_CHANCE, 1.0
    )
    chances *= np.where(material.of_photos, PHOTO_CHANCE, 1.0)
    hidden = round(HIDDEN_SHARE * plan.batch)
    laid = round(LAID_SHARE * hidden)
    in_part = drawn(are_hidden(material), chances, hidden - laid, rng)
    chosen = np.concatenate([in_part, drawn(are_whole(material), chances, plan.batch - hidden + laid, rng)])
    others = material.pixels[rng.choice(chosen, OTHERS)]
    pixels, shapes = list(material.pixels[chosen]), list(material.shapes[chosen])
    for k in range(hidden - laid, plan.batch):
        is_beside = k >= hidden and rng.random() < BESIDE_SHARE
        if k < hidden or is_beside:
            found = (occluded if k < hidden else beside)(pixels[k], shapes[k], others, rng)
            pixels[k], shapes[k] = found.pixels, found.shapes
    seen, told_of = np.stack([shifted(one, *rng.integers(-SHIFT, SHIFT + 1, 2)) for one in pixels]), np.stack(shapes)
    alone = rng.random(len(chosen)) < ALONE_SHARE
    told_of[alone] = as_if_alone(told_of[alone])
    labels = (np.arange(plan.batch) < hidden).astype(np.float32)[:, None]
    seen = augmented(seen, rng, highlights=False)
    return torch.from_numpy(sight.whitened(seen)), torch.from_numpy(told_of), torch.from_numpy(labels)


def check(network: nn.Module, examples: Examples) -> float:
    """The loss on examples that were not learnt from, as they are and in other light.

    Hidden and whole ones count alike.
    """
    in_other_light = augmented(examples.pixels, np.random.default_rng(CHECK_SEED), highlights=False)
    shown = [examples, replace(examples, pixels=in_other_light)]
    return float(np.mean([_loss(network, one) for one in shown]))


def _loss(network: nn.Module, examples: Examples) -> float:
    shown = ((sight.whitened(seen), examples.shapes[part]) for part, seen in in_parts(examples))
    told = answers.probabilities(network, shown)
    return answers.balanced_loss(told, are_hidden(examples), are_whole(examples))


def as_if_alone(shapes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Proportions, shape (n, k), as `vision.reading.proportions` has them of places without neighbours."""
    alone = shapes.copy()
    taller = (shapes[:, FEATURES.index("aspect")] - np.log(ASPECT)) / 2
    alone[:, FEATURES.index("width")], alone[:, FEATURES.index("height")] = -taller, taller
    alone[:, FEATURES.index("company")] = 0
    return alone
