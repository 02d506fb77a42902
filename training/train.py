"""Trains the networks. One process each; seeds, steps and mixture are fixed by `Plan`, so a run can be repeated."""

from __future__ import annotations

import copy
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from training import crops, sight
from training.dataset import Sample
from training.files import whole
from training.material import Material, Sources
from training.networks import Locator, Refiner, Sight, TileReader
from training.wear import worn
from vision import rectify
from vision.candidates import BACK_CLASS
from vision.locate import OFFSET_UNIT

Batch = tuple[Tensor, ...]
SMOOTHING = 0.005
"""Label smoothing of the tile reader's heads (Szegedy et al., 2016)."""
TELL_EVERY = 50
"""Steps between two lines of progress."""
KEEP_EVERY = 250
"""Steps between two checkpoints."""
CHECK_BATCHES, CHECK_SEED = 6, 90
"""Batches by which a network is checked, and the seed that they are drawn with."""


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
    """Share of a batch that `training.mine` found."""
    seed: int = 20
    begins_with: str | None = None
    """The plan of whose weights this is a second round; None for random weights."""


OWN_SHARE = 0.5
"""What a training that begins with the weights of another has of its own in the weights that are exported."""
FURTHER_RATE, FURTHER_SEED = 0.2, 100
"""What a training that begins with the weights of another takes its plan's rate by, and what it adds to the seed: the examples are others."""


class Mixture(IterableDataset[Batch]):
    """The batches of some steps, from rendered shards and labelled photos; a step's is the same in every run, however many draw them."""

    def __init__(self, sources: Sources, plan: Plan, steps: range) -> None:
        super().__init__()
        self.sources, self.plan, self.steps = sources, plan, steps

    def __iter__(self) -> Iterator[Batch]:
        cv2.setNumThreads(1)
        torch.set_num_threads(1)
        material = self.plan.task.material(self.sources)
        worker = get_worker_info()
        for step in self.steps[worker.id :: worker.num_workers] if worker else self.steps:
            yield self.plan.task.batch(material, self.plan, np.random.default_rng((self.plan.seed, step)))


def _choose(material: Material, plan: Plan, rng: np.random.Generator) -> tuple[Sample, bool]:
    if material.photos and rng.random() < plan.photo_share:
        return material.photos[rng.integers(len(material.photos))], True
    return material.rendered[rng.integers(len(material.rendered))], False


def locator_batch(material: Material, plan: Plan, rng: np.random.Generator) -> Batch:
    """Pixels (n, 3, CROP, CROP) as bytes, then heat, ignore, offsets, up, weight and scale as `crops.LocatorExample` has them."""
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
    shown = rectify.whiten(worn(pixels, rng))
    return tuple(torch.from_numpy(array) for array in (shown, number, colour, turn))


def refiner_batch(material: Material, plan: Plan, rng: np.random.Generator) -> Batch:
    """White-balanced patches (n, 3, PATCH_HEIGHT, PATCH_WIDTH) cut by rough corners, and the offsets (n, 8) that set them right."""
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

    The number is taught where the patch stands upright; of one that is turned only that it is a tile face up, since a turned 6 looks
    like a 9.
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


def checked(network: nn.Module, sources: Sources, plan: Plan) -> float:
    """The loss of another network on `CHECK_BATCHES` batches, always the same, of pictures with what is kept out of training."""
    material = sources.load_held_out()
    device, losses = next(network.parameters()).device, []
    network.eval()
    for number in range(CHECK_BATCHES):
        parts = plan.task.batch(material, plan, np.random.default_rng((CHECK_SEED, number)))
        inputs, targets = _inputs_and_targets(plan.task, parts, device)
        with torch.no_grad():
            losses.append(sum(plan.task.loss(network(*inputs), targets).values()))
    return float(torch.stack(losses).mean())


def _inputs_and_targets(task: Task, batch: Batch, device: torch.device) -> tuple[list[Tensor], Batch]:
    """What a network takes of a batch, bytes as numbers from 0 to 1, and what its output is held against."""
    inputs, targets = ([part.to(device) for part in parts] for parts in (batch[: task.inputs], batch[task.inputs :]))
    inputs[0] = (inputs[0] / 255 if inputs[0].dtype == torch.uint8 else inputs[0]).contiguous(
        memory_format=torch.channels_last
    )
    return inputs, tuple(targets)


LOCATE = Task(Locator, locator_batch, locator_loss, Sources.load, checked)
REFINE = Task(Refiner, refiner_batch, refiner_loss, Sources.load, checked)
READ = Task(TileReader, reader_batch, reader_loss, Sources.load, checked)
SEE = Task(Sight, sight.batch, sight.loss, Sources.load_covered, checked_sight, inputs=2)
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
    "sight": Plan(SEE, steps=3000, batch=128, peak_rate=2.0e-3, photo_share=0.0, seed=23),
}
"""By name. `harden` is hard-negative training: the tile reader's second round, with what the locator took for tiles, and with
corners as far off as the locator's are."""


@dataclass(frozen=True)
class Run:
    """Where a training keeps its checkpoints and what it begins with."""

    checkpoints: Path
    start_from: Path | None = None
    """Folder of checkpoints whose averaged weights are the first; None for random weights."""
    steps: int | None = None
    """In place of the plan's."""

    def plan(self, name: str) -> Plan:
        """The plan `name` as this run follows it."""
        plan = replace(PLANS[name], steps=self.steps or PLANS[name].steps)
        if not self.goes_further(name):
            return plan
        return replace(plan, peak_rate=FURTHER_RATE * plan.peak_rate, seed=FURTHER_SEED + plan.seed)

    def first_weights(self, name: str) -> dict[str, Tensor] | None:
        """What the network of the plan `name` begins with; None for random weights."""
        path, earlier = self._further(name), PLANS[name].begins_with
        if path is None and earlier is not None:
            path = self.checkpoints / f"{earlier}.pt"
        return None if path is None else _average(path)

    def goes_further(self, name: str) -> bool:
        """Whether the network of the plan `name` begins with the weights of another training."""
        return self._further(name) is not None

    def _further(self, name: str) -> Path | None:
        """The checkpoint of another training that this one goes further from."""
        path = self.start_from / f"{name}.pt" if self.start_from else None
        return path if path is not None and path.exists() else None


def _average(checkpoint: Path) -> dict[str, Tensor]:
    state = exported(torch.load(checkpoint, map_location="cpu"))
    return {key.removeprefix("module."): value for key, value in state.items() if key.startswith("module.")}


def exported(state: dict[str, Any]) -> dict[str, Tensor]:
    """The weights of a checkpoint's `state` that get exported.

    Those are its averaged ones; where it began with the weights of another training, what lies half-way between these and its own: that is right
    more often on what neither has seen (Wortsman et al., 2022).
    """
    best, first = state.get("best"), state.get("began_with")
    weights: dict[str, Tensor] = best["average"] if best else state["average"]
    if first is None:
        return weights
    return {
        key: torch.lerp(first[key], value, OWN_SHARE) if value.is_floating_point() else value
        for key, value in weights.items()
    }


class Training:
    """One network in training, with what it takes to go on from a checkpoint.

    A checkpoint is ``{"step", "total", "model", "average", "optimizer", "seconds", "best", "began_with"}``; `exported` says what of it gets
    exported.
    """

    def __init__(self, name: str, run: Run) -> None:
        """Takes up the plan `name` where its checkpoint left it."""
        self.plan, self.path = run.plan(name), run.checkpoints / f"{name}.pt"
        torch.manual_seed(self.plan.seed)
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        network = self.plan.task.network()
        state = self._state()
        weights = run.first_weights(name) if state is None else None
        if weights is not None:
            network.load_state_dict(weights)
        self.network = network.to(self.device, memory_format=torch.channels_last)
        self.average = AveragedModel(self.network, multi_avg_fn=get_ema_multi_avg_fn(0.998), use_buffers=True)
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=self.plan.peak_rate, weight_decay=0.02)
        self._began_with = copy.deepcopy(self.average.state_dict()) if run.goes_further(name) else None
        self.step, self._spent, self._began = 0, 0.0, time.monotonic()
        self.best: dict[str, Any] | None = None
        """The best averaged weights so far and their loss on what was not learnt from, ``{"loss", "average"}``; None where none is kept."""
        if state is not None:
            self.network.load_state_dict(state["model"])
            self.average.load_state_dict(state["average"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.step, self._spent, self.best = state["step"], state["seconds"], state.get("best")
            self._began_with = state.get("began_with")
        self.schedule = torch.optim.lr_scheduler.OneCycleLR(
            self.optimizer, self.plan.peak_rate, total_steps=self.plan.steps + 1, pct_start=0.1
        )
        for _ in range(min(self.step, self.plan.steps)):
            self.schedule.step()

    def _state(self) -> dict[str, Any] | None:
        return torch.load(self.path, map_location="cpu") if self.path.exists() else None

    @property
    def _is_half_fast(self) -> bool:
        """Whether the device calculates in half precision: a processor that does not is many times slower at it than in full."""
        return self.device.type != "cpu" or "AVX512" in torch.backends.cpu.get_cpu_capability()

    @property
    def seconds(self) -> float:
        """How long this network has been trained, earlier runs included."""
        return self._spent + time.monotonic() - self._began

    def learn(self, batch: Batch) -> dict[str, float]:
        """One step; the losses by name."""
        inputs, targets = _inputs_and_targets(self.plan.task, batch, self.device)
        with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=self._is_half_fast):
            output = self.network(*inputs)
        losses = self.plan.task.loss(output, targets)
        self.optimizer.zero_grad()
        torch.stack(list(losses.values())).sum().backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimizer.step()
        self.schedule.step()
        self.average.update_parameters(self.network)
        self.step += 1
        return {key: float(value.detach()) for key, value in losses.items()}

    def check(self, sources: Sources) -> float:
        """The averaged network's loss on what it has not learnt from; remembers the best."""
        loss = self.plan.task.check(self.average.module, sources, self.plan)
        if self.best is None or loss < self.best["loss"]:
            self.best = {"loss": loss, "average": copy.deepcopy(self.average.state_dict())}
        return loss

    def keep(self) -> None:
        """Writes the checkpoint, whole or not at all."""
        state = {
            "step": self.step, "total": self.plan.steps, "model": self.network.state_dict(), "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(), "seconds": self.seconds, "best": self.best,
            "began_with": self._began_with,
        }  # fmt: skip
        with whole(self.path) as partial:
            torch.save(state, partial)


def train(name: str, sources: Sources, run: Run, *, threads: int = 1) -> Path:
    """Trains by the plan `name` (of `PLANS`), going on from its checkpoint if there is one; returns the checkpoint."""
    torch.set_num_threads(threads)
    training = Training(name, run)
    mixture = Mixture(sources, training.plan, range(training.step, training.plan.steps))
    workers = max(1, threads - 1)  # one core learns; of two it shares the other
    loader = DataLoader(
        mixture, batch_size=None, num_workers=workers, prefetch_factor=4, multiprocessing_context="spawn"
    )
    sums: Counter[str] = Counter()
    for batch in loader:
        sums.update(training.learn(batch))
        if training.step % TELL_EVERY == 0:
            losses = " ".join(f"{key} {value / TELL_EVERY:.4f}" for key, value in sums.items())
            print(f"{name} {training.step}/{training.plan.steps} {training.seconds:.0f} s {losses}", flush=True)
            sums.clear()
        if training.step % KEEP_EVERY == 0 or training.step == training.plan.steps:
            print(f"{name} {training.step}: {training.check(sources):.4f} on what was not learnt from", flush=True)
            training.keep()
    return training.path
