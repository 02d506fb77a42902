"""Writes trained networks as ONNX files for `vision`: calibrated, quantized, and with weights in few bits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

from vision.reading import proportions, rectify, sight, verify
from vision.reading.candidates import FEATURES
from vision.reading.inference import ModelFile
from workshop.training import hidden, places
from workshop.training.files import whole
from workshop.training.material import Material
from workshop.training.networks import PHOTO_RANGE
from workshop.training.plans import PLANS
from workshop.training.published import FOR_PATCHES, Change, finish, for_photos
from workshop.training.quantize import Inputs
from workshop.training.train import exported

EXAMPLES = 6
"""Batches of training examples by which the range of a network's values is found."""


class Calibrated(nn.Module):
    """A tile reader whose logits are divided by temperatures (Guo et al., 2017)."""

    def __init__(self, reader: nn.Module, temperatures: tuple[float, float, float]) -> None:
        super().__init__()
        self.reader = reader
        self.temperatures = temperatures

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """As `TileReader.forward`."""
        number, colour, turn = (logits / t for logits, t in zip(self.reader(x), self.temperatures, strict=True))
        return number, colour, turn


class Probable(nn.Module):
    """A network of one logit, as a probability."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, *inputs: Tensor) -> Tensor:
        """As the network's, but from 0 to 1."""
        return torch.sigmoid(self.network(*inputs))


def averaged(name: str, checkpoint: Path) -> nn.Module:
    """The network of a checkpoint of the plan `name` with its averaged weights, ready to evaluate.

    Raises:
        ValueError: it is not trained to the end.
    """
    state = torch.load(checkpoint, map_location="cpu")
    if state["step"] < state["total"]:
        raise ValueError(f"{checkpoint}: {state['step']} of {state['total']} steps; train the {name} to the end first")
    average = AveragedModel(PLANS[name].task.network())
    average.load_state_dict(exported(state))
    return average.module.eval()


def export_locator(checkpoint: Path, material: Material, models: Path) -> None:
    """Writes the locator to the folder `models`, which takes a photo's bytes as they lie in memory.

    Its height and width are free multiples of 32.
    """
    example = torch.zeros(1, 3, 64, 96)
    axes = {"photo": {0: "n", 2: "height", 3: "width"}, "maps": {0: "n", 2: "rows", 3: "columns"}}
    _write(
        averaged("locator", checkpoint),
        (example,),
        models / ModelFile.LOCATOR,
        axes,
        examples("locator", material),
        for_photos(PHOTO_RANGE),
    )


def export_refiner(checkpoint: Path, material: Material, models: Path) -> None:
    """Writes the refiner to the folder `models`; the number of patches is free."""
    axes = {"patches": {0: "n"}, "offsets": {0: "n"}}
    _write(
        averaged("refiner", checkpoint),
        (_patches(),),
        models / ModelFile.REFINER,
        axes,
        examples("refiner", material),
        FOR_PATCHES,
    )


def export_reader(
    reader: nn.Module, temperatures: tuple[float, float, float], material: Material, models: Path
) -> None:
    """Writes the tile reader to the folder `models` with its temperatures of number, colour and turn.

    The number of patches is free.
    """
    axes = {name: {0: "n"} for name in ("patches", "number", "colour", "turn")}
    _write(
        Calibrated(reader, temperatures),
        (_patches(),),
        models / ModelFile.READER,
        axes,
        examples("harden", material),
        FOR_PATCHES,
    )


def export_sight(checkpoint: Path, material: hidden.Examples, models: Path) -> None:
    """Writes to the folder `models` the network that tells what is hidden, in probabilities.

    The number of patches is free.
    """
    given = torch.zeros(2, 3, sight.HEIGHT, sight.WIDTH), torch.zeros(2, len(proportions.FEATURES))
    axes = {name: {0: "n"} for name in ("patches", "proportions", "hidden")}
    _write(
        Probable(averaged("sight", checkpoint)),
        given,
        models / ModelFile.SIGHT,
        axes,
        examples("sight", material),
        FOR_PATCHES,
    )


def export_verifier(checkpoint: Path, material: places.Examples, models: Path) -> None:
    """Writes to the folder `models` the network that tells places with a tile from others, in probabilities.

    The number of patches is free.
    """
    size = verify.HEIGHT, verify.WIDTH
    given = torch.zeros(2, 3, *size), torch.zeros(2, len(FEATURES))
    axes = {name: {0: "n"} for name in ("patches", "features", "tile")}
    _write(
        Probable(averaged("verifier", checkpoint)),
        given,
        models / ModelFile.VERIFIER,
        axes,
        examples("verifier", material),
        FOR_PATCHES,
    )


def examples(name: str, material: Material | hidden.Examples | places.Examples) -> Iterator[Inputs]:
    """What the plan `name` trains on, `EXAMPLES` batches of each input, as the network takes them."""
    plan = PLANS[name]
    rng = np.random.default_rng(plan.seed)
    for _ in range(EXAMPLES):
        inputs = [part.numpy() for part in plan.task.batch(material, plan, rng)[: plan.task.inputs]]
        yield tuple(part / np.float32(255) if part.dtype == np.uint8 else part for part in inputs)


def _patches() -> Tensor:
    return torch.zeros(2, 3, rectify.PATCH_HEIGHT, rectify.PATCH_WIDTH)


def _write(
    network: nn.Module,
    given: tuple[Tensor, ...],
    out: Path,
    axes: dict[str, dict[int, str]],
    batches: Iterator[Inputs],
    changes: Iterable[Change],
) -> None:
    """Writes one network that takes `given`.

    `axes` name the dimensions of free size, first of its inputs, as many as are given, then of its outputs.
    `batches` and `changes` are as for `workshop.training.published.finish`.
    """
    names = list(axes)
    with whole(out) as path:
        torch.onnx.export(
            network,
            given,
            str(path),
            input_names=names[: len(given)],
            output_names=names[len(given) :],
            dynamic_axes=axes,
            opset_version=17,
            dynamo=False,
        )
        finish(path, batches, changes)
