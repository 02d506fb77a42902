"""A network such as `workshop.training.export` writes, but tiny, and what it says of a photo."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from workshop.training.quantize import Inputs, quantize

HEIGHT, WIDTH = 32, 64
RANGE = 4.0
"""How far apart black and white are for the first convolution."""
CHANNELS, MAPS = 8, 5


def photo(seed: int) -> NDArray[np.uint8]:
    """A photo of noise from black to white, shape (1, 3, HEIGHT, WIDTH)."""
    return np.random.default_rng(seed).integers(0, 256, (1, 3, HEIGHT, WIDTH), np.uint8)


def floating(path: Path) -> dict[str, NDArray[np.float32]]:
    """Writes a locator in floating point, which takes a photo from 0 to 1.

    Two convolutions halve it, the picture of the second is enlarged and added to the first's, and a third gives maps.

    Returns:
        The weights and biases of its convolutions, as ``stem.weight``.
    """
    rng = np.random.default_rng(1)
    weights = {
        "stem": rng.normal(0.2, 0.3, (CHANNELS, 3, 3, 3)),
        "deep": rng.normal(0, 0.2, (CHANNELS, CHANNELS, 3, 3)),
        "head": rng.normal(0, 0.3, (MAPS, CHANNELS, 1, 1)),
    }
    parameters = {
        **{f"{name}.weight": values.astype(np.float32) for name, values in weights.items()},
        **{f"{name}.bias": rng.normal(0, 0.1, len(values)).astype(np.float32) for name, values in weights.items()},
    }
    numbers = {"grey": np.array(0.5), "range": np.array(RANGE), "scales": np.array([1, 1, 2, 2])}
    graph = helper.make_graph(
        _nodes(),
        "locator",
        [helper.make_tensor_value_info("photo", TensorProto.FLOAT, ["n", 3, "height", "width"])],
        [helper.make_tensor_value_info("maps", TensorProto.FLOAT, ["n", MAPS, "rows", "columns"])],
        [numpy_helper.from_array(values.astype(np.float32), name) for name, values in (numbers | parameters).items()],
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), str(path))
    return parameters


def _nodes() -> list[onnx.NodeProto]:
    """Nodes named as `torch.onnx` names those of modules."""
    halving = {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [1, 1, 1, 1]}
    enlarging = {"mode": "nearest", "coordinate_transformation_mode": "asymmetric", "nearest_mode": "floor"}
    return [
        helper.make_node("Sub", ["photo", "grey"], ["from_grey"], "/Sub"),
        helper.make_node("Mul", ["from_grey", "range"], ["scaled"], "/Mul"),
        helper.make_node("Conv", ["scaled", "stem.weight", "stem.bias"], ["stem_out"], "/stem/Conv", **halving),
        helper.make_node("Relu", ["stem_out"], ["fine"], "/stem/Relu"),
        helper.make_node("Conv", ["fine", "deep.weight", "deep.bias"], ["coarse"], "/deep/Conv", **halving),
        helper.make_node("Resize", ["coarse", "", "scales"], ["enlarged"], "/Resize", **enlarging),
        helper.make_node("Add", ["enlarged", "fine"], ["total"], "/Add"),
        helper.make_node("Conv", ["total", "head.weight", "head.bias"], ["maps"], "/head/Conv", kernel_shape=[1, 1]),
    ]


def quantized(path: Path, brightest: float = 1.0) -> onnx.ModelProto:
    """The locator of `floating` with its convolutions in integers, but for the last.

    Args:
        path: a file to be written.
        brightest: the brightness up to which the photos reach by which the range of its values is found.
    """
    floating(path)
    quantize(path, examples(brightest))
    return onnx.load(str(path))


def examples(brightest: float = 1.0) -> list[Inputs]:
    """Photos, 0 to `brightest`, by which the range of a network's values is found."""
    return [(photo(seed).astype(np.float32) / np.float32(255 / brightest),) for seed in range(4)]


def says(model: onnx.ModelProto, given: NDArray[np.generic]) -> NDArray[np.float32]:
    """The maps that the network gives for a photo."""
    onnx.checker.check_model(model)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    (maps,) = session.run(None, {session.get_inputs()[0].name: given})
    return np.asarray(maps, np.float32)
