"""ONNX Runtime against OpenCV's DNN module on this project's models, side by side in one run.

usage: python -m workshop.benchmarks.inference [--rounds N]

Prints for each model the median milliseconds of both and their ratio. The rounds alternate, so a busy machine slows
both.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from vision.reading import rectify
from vision.reading.inference import MODELS, Batch, ModelFile, Network
from workshop.benchmarks import command_line


def inputs(rng: np.random.Generator) -> dict[Path, Batch]:
    """A 1080p photo as the locator sees it, and sixty tiles: noise, which takes as long."""
    patches = (60, 3, rectify.PATCH_HEIGHT, rectify.PATCH_WIDTH)
    return {
        MODELS / ModelFile.LOCATOR: rng.integers(0, 256, (1, 736, 1280, 3), np.uint8),
        MODELS / ModelFile.REFINER: rng.random(patches, np.float32),
        MODELS / ModelFile.READER: rng.random(patches, np.float32),
    }


def milliseconds(work: Callable[[], object]) -> float:
    """How long one call takes."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def compare(model: Path, batch: Batch, rounds: int) -> tuple[float, float]:
    """Median milliseconds of ONNX Runtime and of OpenCV."""
    network, net = Network(model), cv2.dnn.readNetFromONNX(str(model))
    names = net.getUnconnectedOutLayersNames()

    def with_opencv() -> None:
        net.setInput(batch)
        net.forward(names)

    works: tuple[Callable[[], object], ...] = (lambda: network.run(batch), with_opencv)
    for work in works:
        work()
    times = [[milliseconds(work) for work in works] for _ in range(rounds)]
    first, second = (statistics.median(column) for column in zip(*times, strict=True))
    return first, second


def main() -> None:
    """Compares on every model."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    for model, batch in inputs(np.random.default_rng(0)).items():
        runtime, opencv = compare(model, batch, rounds)
        print(f"{model.stem:8} ONNX Runtime {runtime:6.1f} ms   OpenCV {opencv:6.1f} ms   ratio {runtime / opencv:.2f}")


if __name__ == "__main__":
    main()
