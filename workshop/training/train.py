"""Trains the networks.

Each has a process of its own. Seeds, steps and mixture are fixed by `workshop.training.plan.Plan`, so a run can be repeated.
"""

from __future__ import annotations

import copy
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from workshop.training.files import whole
from workshop.training.material import Sources
from workshop.training.plan import Batch, Plan, inputs_and_targets
from workshop.training.plans import PLANS

TELL_EVERY = 50
"""Steps between two lines of progress."""
KEEP_EVERY = 250
"""Steps between two checkpoints."""
OWN_SHARE = 0.5
"""What a training that begins with the weights of another has of its own in the weights that are exported."""
FURTHER_RATE, FURTHER_SEED = 0.2, 100
"""What a training that begins with the weights of another takes its plan's rate by, and what it adds to the seed: the
examples are others."""


class Mixture(IterableDataset[Batch]):
    """The batches of some steps, from rendered shards and labelled photos.

    A step's is the same in every run, however many draw them.
    """

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

    Those are its averaged ones; where it began with the weights of another training, what lies half-way between these
    and its own: that is right more often on what neither has seen (Wortsman et al., 2022).
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

    A checkpoint is ``{"step", "total", "model", "average", "optimizer", "seconds", "best", "began_with"}``; `exported`
    says what of it gets exported.
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
        """The best averaged weights so far and their loss on what was not learnt from, ``{"loss", "average"}``; None
        where none is kept."""
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
        """Whether the device calculates in half precision.

        A processor that does not is many times slower at it than in full precision.
        """
        return self.device.type != "cpu" or "AVX512" in torch.backends.cpu.get_cpu_capability()

    @property
    def seconds(self) -> float:
        """How long this network has been trained, earlier runs included."""
        return self._spent + time.monotonic() - self._began

    def learn(self, batch: Batch) -> dict[str, float]:
        """One step; the losses by name."""
        inputs, targets = inputs_and_targets(self.plan.task, batch, self.device)
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
            "step": self.step,
            "total": self.plan.steps,
            "model": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "seconds": self.seconds,
            "best": self.best,
            "began_with": self._began_with,
        }
        with whole(self.path) as partial:
            torch.save(state, partial)


def train(name: str, sources: Sources, run: Run, *, threads: int = 1) -> Path:
    """Trains by the plan `name` (of `PLANS`), going on from its checkpoint if there is one; returns the checkpoint."""
    torch.set_num_threads(threads)
    learner = Training(name, run)
    mixture = Mixture(sources, learner.plan, range(learner.step, learner.plan.steps))
    workers = max(1, threads - 1)  # one core learns; of two it shares the other
    loader = DataLoader(
        mixture, batch_size=None, num_workers=workers, prefetch_factor=4, multiprocessing_context="spawn"
    )
    sums: Counter[str] = Counter()
    for batch in loader:
        sums.update(learner.learn(batch))
        if learner.step % TELL_EVERY == 0:
            losses = " ".join(f"{key} {value / TELL_EVERY:.4f}" for key, value in sums.items())
            print(f"{name} {learner.step}/{learner.plan.steps} {learner.seconds:.0f} s {losses}", flush=True)
            sums.clear()
        if learner.step % KEEP_EVERY == 0 or learner.step == learner.plan.steps:
            print(f"{name} {learner.step}: {learner.check(sources):.4f} on what was not learnt from", flush=True)
            learner.keep()
    return learner.path
