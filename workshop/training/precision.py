"""What the numbers of an exported network are written in: its photos in bytes, its weights in 16 bits.

Both cost it a little precision, unlike the changes of `workshop.training.layout`. Each function changes the graph of one network
in place, after `workshop.training.quantize.quantize`.
"""

from __future__ import annotations

import numpy as np
import onnx

SMALL_WEIGHTS = 256
"""Maximum count of numbers in weights that stay in 32 bits: to halve them would hardly make the file smaller."""


def take_bytes(graph: onnx.GraphProto, *, brightness_range: float) -> None:
    """Lets the first convolution of a quantized network take a photo's bytes, in place of numbers from 0 to 1.

    The nodes before the convolution scale those numbers and round them to 256 steps. The steps are those of bytes, but
    half a step aside, since the grey between black and white, which counts as 0, is no byte. That half step goes into
    the convolution's bias.

    Args:
        graph: the graph of a network with a photo as its only input.
        brightness_range: how far apart black and white are for the first convolution.

    Raises:
        ValueError: the steps are not those of bytes: the photos by which the range was found do not reach from black to
            white.
    """
    users = {name: node for node in graph.node for name in node.input}
    before = [users[graph.input[0].name]]
    while before[-1].op_type != "QuantizeLinear":
        before.append(users[before[-1].output[0]])
    _, step, zero = before[-1].input
    kept = {weights.name: weights for weights in graph.initializer}
    step_size, grey = (float(onnx.numpy_helper.to_array(kept[name])) for name in (step, zero))
    if not np.isclose(step_size * 255, brightness_range, rtol=0.01) or not 127 <= grey <= 128:
        raise ValueError(f"the first convolution takes steps of {step_size} from {grey}, not bytes")
    makers = {name: node for node in graph.node for name in node.output}
    bytes_in = users[before[-1].output[0]]
    bytes_in.input[0] = graph.input[0].name
    weights, bias = (kept[makers[name].input[0]] for name in users[bytes_in.output[0]].input[1:])
    aside = (grey - 127.5) * onnx.numpy_helper.to_array(weights).astype(np.int64).sum(axis=(1, 2, 3))
    set_right = onnx.numpy_helper.to_array(bias) + np.round(aside).astype(np.int32)
    bias.CopyFrom(onnx.numpy_helper.from_array(set_right, bias.name))
    for node in before:
        graph.node.remove(node)
    graph.input[0].type.tensor_type.elem_type = onnx.TensorProto.UINT8


def store_in_half(graph: onnx.GraphProto) -> None:
    """Stores weights of more than `SMALL_WEIGHTS` numbers in 16 bits, which halves the file.

    They are widened on loading.
    """
    casts = []
    for weights in graph.initializer:
        values = onnx.numpy_helper.to_array(weights)
        if values.dtype == np.float32 and values.size > SMALL_WEIGHTS:
            name = weights.name
            weights.CopyFrom(onnx.numpy_helper.from_array(values.astype(np.float16), f"{name}_half"))
            casts.append(onnx.helper.make_node("Cast", [f"{name}_half"], [name], to=onnx.TensorProto.FLOAT))
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
