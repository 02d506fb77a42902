"""What each network learns and from what, and the plan by which it is trained (`workshop.training.plan`)."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.reading import rectify
from vision.reading.candidates import BACK_CLASS
from vision.reading.locate import OFFSET_UNIT
from workshop.training import answers, crops, sight, verify
from workshop.training.augmentation import augmented
from workshop.training.dataset import Sample
from workshop.training.material import Material, Sources
from workshop.training.networks import Locator, Refiner, Sight, TileReader, Verifier
from workshop.training.plan import Batch, Plan, Task, inputs_and_targets

SMOOTHING = 0.005
"""Label smoothing of the tile reader's heads (Szegedy et al., 2016)."""
CHECK_BATCHES, CHECK_SEED = 6, 90
"""Batches by which a network is checked, and the seed that they are drawn with."""


def _choose(material: Material, plan: Plan, rng: np.random.Generator) -> tuple[Sample, bool]:
    if material.photos and rng.random() < plan.photo_share:
        return material.photos[rng.integers(len(material.photos))], True
    return material.rendered[rng.integers(len(material.rendered))], False


def locator_batch(material: Material, plan: Plan, rng: np.random.Generator) -> Batch:
    """Pixels (n, 3, CROP, CROP) as bytes, then the maps of `crops.LocatorExample` in their order."""
    examples = []
    for _ in range(plan.batch):
        sample, is_photo = _choose(material, plan, rng)
        scale, spread = ((0.3, 2.4), 0.12) if is_photo else ((0.6, 2.4), 0.06)
        examples.append(crops.locator_example(sample, rng, scale=scale, colour_spread=spread))
    pixels = np.stack([e.pixels for e in examples]).transpose(0, 3, 1, 2)
    maps = (
        np.stack([getattr(e, name) for e in examples])
        for name in ("heat", "ignore", "offsets", "up", "weight", "scale")
    )
    return (torch.from_numpy(np.ascontiguousarray(pixels)), *(torch.from_numpy(m) for m in maps))


def reader_batch(material: Material, plan: Plan, rng: np.random.Generator) -> Batch:
    """White-balanced patches (n, 3, PATCH_HEIGHT, PATCH_WIDTH), number, colour and turn."""
    parts: list[crops.Patches] = []
    if plan.mined_share and len(material.mined):
        chosen = material.mined[rng.integers(len(material.mined), size=round(plan.mined_share * plan.batch))]
        parts.append(crops.without_tiles(chosen, rng))
    while sum(len(part.number) for part in parts) < plan.batch:
        sample, is_photo = _choose(material, plan, rng)
        parts.append(crops.patches(sample, rng, most=16, colour_spread=0.1 if is_photo else 0.05, shake=plan.shake))
    pixels, number, colour, turn = (
        np.concatenate([getattr(part, name) for part in parts])[: plan.batch]
        for name in ("pixels", "number", "colour", "turn")
    )
    shown = rectify.whiten(augmented(pixels, rng))
    return tuple(torch.from_numpy(array) for array in (shown, number, colour, turn))


def refiner_batch(material: Material, plan: Plan, rng: np.random.Generator) -> Batch:
    """White-balanced patches (n, 3, PATCH_HEIGHT, PATCH_WIDTH) cut by rough corners, and their offsets (n, 8)."""
    parts: list[crops.RoughPatches] = []
    while sum(len(part.offsets) for part in parts) < plan.batch:
        sample, is_photo = _choose(material, plan, rng)
        parts.append(crops.rough_patches(sample, rng, most=16, colour_spread=0.1 if is_photo else 0.05))
    pixels = np.concatenate([part.pixels for part in parts])[: plan.batch]
    offsets = np.concatenate([part.offsets for part in parts])[: plan.batch]
    return torch.from_numpy(rectify.whiten(pixels)), torch.from_numpy(offsets)


def locator_loss(output: Tensor, batch: Batch) -> dict[str, Tensor]:
    """Focal loss of objectness (Law and Deng, 2018), corner distance relative to the tile's size, up direction.

    The corners may start anywhere: of the four ways to pair them, the nearest counts.
    """
    heat, ignore, offsets, up, weight, scale = batch
    logit = output[:, 0].float()
    probability = torch.sigmoid(logit)
    is_peak = heat >= 0.999
    positive = (1 - probability) ** 2 * functional.logsigmoid(logit) * is_peak
    negative = (1 - heat) ** 4 * probability**2 * functional.logsigmoid(-logit) * (~is_peak & ~ignore)
    peaks = is_peak.sum(dim=(1, 2)).clamp(min=1)
    corners = (output[:, 1:9].float() * OFFSET_UNIT).unflatten(1, (4, 2))
    truth = offsets.unflatten(1, (4, 2))
    distances = torch.stack([(corners - truth.roll(k, dims=1)).abs().mean(dim=(1, 2)) for k in range(4)])
    total = weight.sum().clamp(min=1)
    has_up = weight * (up.abs().sum(dim=1) > 0)
    up_error = ((output[:, 9:11].float() - up) ** 2).sum(dim=1)
    return {
        "heat": -((positive + negative).sum(dim=(1, 2)) / peaks).mean(),
        "corners": 16 * (distances.amin(dim=0) / scale * weight).sum() / total,
        "up": 0.5 * (up_error * has_up).sum() / has_up.sum().clamp(min=1),
    }


def refiner_loss(output: Tensor, batch: Batch) -> dict[str, Tensor]:
    """Mean distance of the corners' coordinates in sides of the face, quadratic below a hundredth (Girshick, 2015)."""
    (offsets,) = batch
    return {"corners": 10 * functional.smooth_l1_loss(output.float(), offsets, beta=0.01)}


def reader_loss(output: tuple[Tensor, Tensor, Tensor], batch: Batch) -> dict[str, Tensor]:
    """Cross-entropy of the three heads.

    The number is taught where the patch stands upright; of one that is turned only that it is a tile face up, since a
    turned 6 looks like a 9.
    """
    number, colour, turn = batch
    upright = turn <= 0
    numbers = torch.where(upright, number, crops.IGNORE)
    labels = {"number": (output[0], numbers), "colour": (output[1], colour), "turn": (output[2], turn)}
    losses = {
        name: functional.cross_entropy(logits.float(), label, ignore_index=crops.IGNORE, label_smoothing=SMOOTHING)
        for name, (logits, label) in labels.items()
    }
    numbers_of = output[0].float()
    has_face = torch.logsumexp(numbers_of[:, :BACK_CLASS], dim=1) - torch.logsumexp(numbers_of, dim=1)
    losses["has_face"] = -(has_face * ~upright).mean()
    return losses


def checked_sight(network: nn.Module, sources: Sources, _: Plan) -> float:
    """The loss of the network that tells what is hidden, on tiles that it has not learnt from."""
    return sight.check(network, sources.load_checks())


def checked_verifier(network: nn.Module, sources: Sources, _: Plan) -> float:
    """The loss of the network that tells places with a tile from others, on places that it has not learnt from."""
    return verify.check(network, sources.load_checked_places())


def checked(network: nn.Module, sources: Sources, plan: Plan) -> float:
    """The loss of another network on `CHECK_BATCHES` batches of what is kept out of training, always the same."""
    material = sources.load_held_out()
    device, losses = next(network.parameters()).device, []
    network.eval()
    for number in range(CHECK_BATCHES):
        parts = plan.task.batch(material, plan, np.random.default_rng((CHECK_SEED, number)))
        inputs, targets = inputs_and_targets(plan.task, parts, device)
        with torch.no_grad():
            losses.append(sum(plan.task.loss(network(*inputs), targets).values()))
    return float(torch.stack(losses).mean())


LOCATE = Task(Locator, locator_batch, locator_loss, Sources.load, checked)
REFINE = Task(Refiner, refiner_batch, refiner_loss, Sources.load, checked)
READ = Task(TileReader, reader_batch, reader_loss, Sources.load, checked)
SEE = Task(Sight, sight.batch, answers.loss, Sources.load_covered, checked_sight, inputs=2)
VERIFY = Task(Verifier, verify.batch, answers.loss, Sources.load_places, checked_verifier, inputs=2)
PLANS = {
    "locator": Plan(LOCATE, steps=15000, batch=12, peak_rate=2.0e-3, photo_share=0.15),
    "refiner": Plan(REFINE, steps=3000, batch=256, peak_rate=2.0e-3, photo_share=0.2, seed=22),
    "reader": Plan(READ, steps=15000, batch=256, peak_rate=1.5e-3, photo_share=0.12),
    "harden": Plan(
        READ,
        steps=3000,
        batch=256,
        peak_rate=8.0e-4,
        photo_share=0.2,
        mined_share=0.16,
        shake=1.4,
        seed=21,
        begins_with="reader",
    ),
    "verifier": Plan(VERIFY, steps=4000, batch=128, peak_rate=2.0e-3, photo_share=0.0, seed=24),
    "sight": Plan(SEE, steps=3000, batch=128, peak_rate=2.0e-3, photo_share=0.0, seed=23),
}
"""By name. `harden` is hard-negative training: the tile reader's second round, with what the locator took for tiles,
and with corners as far off as the locator's are."""
