"""Trains the two networks. One process each; seeds, steps and mixture are fixed by `Plan`, so a run can be repeated."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, IterableDataset

from training import crops, dataset, photos
from training.dataset import Sample
from training.networks import Locator, TileReader
from vision import rectify
from vision.locate import OFFSET_UNIT

Batch = tuple[Tensor, ...]
KEEP_EVERY = 250
"""Steps between two checkpoints."""


@dataclass(frozen=True)
class Plan:
    """How one network is trained."""

    steps: int
    batch: int
    """Crops or patches a step."""
    peak_rate: float
    """Highest learning rate of the one-cycle schedule (Smith and Topin, 2018)."""
    photo_share: float
    """Share of the examples cut from labelled photos instead of renders, where there are photos."""
    seed: int = 20


LOCATOR_PLAN = Plan(steps=5000, batch=12, peak_rate=2.5e-3, photo_share=0.15)
READER_PLAN = Plan(steps=6000, batch=256, peak_rate=2.0e-3, photo_share=0.12)


class Mixture(IterableDataset[Batch]):
    """An endless stream of batches from rendered shards and labelled photos."""

    def __init__(self, renders: Path, truth: Path | None, plan: Plan, make: Callable[..., Batch]) -> None:
        super().__init__()
        self.renders, self.truth, self.plan, self.make = renders, truth, plan, make

    def __iter__(self) -> Iterator[Batch]:
        cv2.setNumThreads(1)
        torch.set_num_threads(1)
        rng = np.random.default_rng(self.plan.seed)
        rendered = [sample for path in sorted(self.renders.glob("*.npz")) for sample in dataset.load(path)]
        if not rendered:
            raise FileNotFoundError(f"no rendered pictures in {self.renders}: run `python -m training render` first")
        taken = photos.load(self.truth) if self.truth else []
        while True:
            yield self.make(rendered, taken, self.plan, rng)


def _choose(rendered: list[Sample], taken: list[Sample], plan: Plan, rng: np.random.Generator) -> tuple[Sample, bool]:
    if taken and rng.random() < plan.photo_share:
        return taken[rng.integers(len(taken))], True
    return rendered[rng.integers(len(rendered))], False


def locator_batch(rendered: list[Sample], taken: list[Sample], plan: Plan, rng: np.random.Generator) -> Batch:
    """Pixels (n, 3, CROP, CROP) as bytes, then heat, ignore, offsets, up, weight and scale as `crops.LocatorExample` has them."""
    examples = []
    for _ in range(plan.batch):
        sample, is_photo = _choose(rendered, taken, plan, rng)
        scale, spread = ((0.3, 1.3), 0.12) if is_photo else ((0.65, 1.25), 0.06)
        examples.append(crops.locator_example(sample, rng, scale=scale, colour_spread=spread))
    pixels = np.stack([e.pixels for e in examples]).transpose(0, 3, 1, 2)
    maps = (
        np.stack([getattr(e, name) for e in examples])
        for name in ("heat", "ignore", "offsets", "up", "weight", "scale")
    )
    return (torch.from_numpy(np.ascontiguousarray(pixels)), *(torch.from_numpy(m) for m in maps))


def reader_batch(rendered: list[Sample], taken: list[Sample], plan: Plan, rng: np.random.Generator) -> Batch:
    """White-balanced patches (n, 3, PATCH_HEIGHT, PATCH_WIDTH), number, colour and turn."""
    parts: list[crops.Patches] = []
    while sum(len(part.number) for part in parts) < plan.batch:
        sample, is_photo = _choose(rendered, taken, plan, rng)
        parts.append(crops.patches(sample, rng, most=16, colour_spread=0.1 if is_photo else 0.05))
    pixels, number, colour, turn = (
        np.concatenate([getattr(part, name) for part in parts])[: plan.batch]
        for name in ("pixels", "number", "colour", "turn")
    )
    return tuple(torch.from_numpy(array) for array in (rectify.whiten(pixels), number, colour, turn))


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
    peaks = is_peak.sum().clamp(min=1)
    corners = (output[:, 1:9].float() * OFFSET_UNIT).unflatten(1, (4, 2))
    truth = offsets.unflatten(1, (4, 2))
    distances = torch.stack([(corners - truth.roll(k, dims=1)).abs().mean(dim=(1, 2)) for k in range(4)])
    total = weight.sum().clamp(min=1)
    has_up = weight * (up.abs().sum(dim=1) > 0)
    up_error = ((output[:, 9:11].float() - up) ** 2).sum(dim=1)
    return {
        "heat": -(positive + negative).sum() / peaks,
        "corners": 8 * (distances.amin(dim=0) / scale * weight).sum() / total,
        "up": 0.5 * (up_error * has_up).sum() / has_up.sum().clamp(min=1),
    }


def reader_loss(output: tuple[Tensor, Tensor, Tensor], batch: Batch) -> dict[str, Tensor]:
    """Cross-entropy of the three heads; number and colour count only where the patch stands upright."""
    number, colour, turn = batch
    upright = turn <= 0
    numbers = torch.where(upright, number, crops.IGNORE)
    colours = torch.where(upright, colour, crops.IGNORE)
    labels = {"number": (output[0], numbers), "colour": (output[1], colours), "turn": (output[2], turn)}
    return {
        name: functional.cross_entropy(logits.float(), label, ignore_index=crops.IGNORE, label_smoothing=0.02)
        for name, (logits, label) in labels.items()
    }


def train(
    name: str, renders: Path, truth: Path | None, out: Path, *, steps: int | None = None, threads: int = 1
) -> Path:
    """Trains the network `name`, ``locator`` or ``reader``, going on from its checkpoint if there is one.

    Returns:
        The checkpoint: ``{"step", "model", "average", "optimizer", "seconds"}``; `average` is what gets exported.
    """
    network: nn.Module
    loss_of: Callable[[Any, Batch], dict[str, Tensor]]
    if name == "locator":
        network, plan, make, loss_of = Locator(), LOCATOR_PLAN, locator_batch, locator_loss
    else:
        network, plan, make, loss_of = TileReader(), READER_PLAN, reader_batch, reader_loss
    total = steps or plan.steps
    torch.manual_seed(plan.seed)
    torch.set_num_threads(threads)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network = network.to(device, memory_format=torch.channels_last)
    average = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(0.998), use_buffers=True)
    optimizer = torch.optim.AdamW(network.parameters(), lr=plan.peak_rate, weight_decay=0.02)
    path = out / f"{name}.pt"
    out.mkdir(parents=True, exist_ok=True)
    first, seconds = 0, 0.0
    if path.exists():
        state = torch.load(path, map_location=device)
        network.load_state_dict(state["model"])
        average.load_state_dict(state["average"])
        optimizer.load_state_dict(state["optimizer"])
        first, seconds = state["step"], state["seconds"]
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, plan.peak_rate, total_steps=total + 1, pct_start=0.1)
    for _ in range(first):
        schedule.step()
    loader = DataLoader(Mixture(renders, truth, plan, make), batch_size=None, num_workers=1, prefetch_factor=4)
    began, sums = time.monotonic(), dict[str, float]()
    for step, raw in enumerate(loader, start=first + 1):
        inputs, *targets = (tensor.to(device) for tensor in raw)
        inputs = (inputs / 255 if inputs.dtype == torch.uint8 else inputs).contiguous(memory_format=torch.channels_last)
        with torch.autocast(device.type, dtype=torch.bfloat16):
            output = network(inputs)
        losses = loss_of(output, tuple(targets))
        optimizer.zero_grad()
        torch.stack(list(losses.values())).sum().backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimizer.step()
        schedule.step()
        average.update_parameters(network)
        for key, value in losses.items():
            sums[key] = sums.get(key, 0.0) + float(value.detach())
        if step % 50 == 0:
            spent = seconds + time.monotonic() - began
            text = " ".join(f"{key} {value / 50:.4f}" for key, value in sums.items())
            print(f"{name} {step}/{total} {spent:.0f} s {text}", flush=True)
            sums.clear()
        if step % KEEP_EVERY == 0 or step == total:
            checkpoint = {
                "step": step, "model": network.state_dict(), "average": average.state_dict(),
                "optimizer": optimizer.state_dict(), "seconds": seconds + time.monotonic() - began,
            }  # fmt: skip
            torch.save(checkpoint, path.with_suffix(".partial"))
            path.with_suffix(".partial").rename(path)
        if step >= total:
            break
    return path
