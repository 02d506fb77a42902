"""Rearranges quantized networks so that ONNX Runtime takes less time for them.

What they say stays the same, to the bit. ONNX Runtime keeps what flows between convolutions in integers with the
channels innermost. Its convolutions are slow over three channels, its resizing is slow in that order, and its last
convolution, in floating point, wants another one. Each function here changes the graph of one network in place, after
`workshop.training.quantize.quantize`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

COLUMNS = 4
"""Columns of a picture whose channels the first convolution takes as those of one; the width is a multiple of it."""
CHANNELS_LAST, CHANNELS_FIRST = (0, 2, 3, 1), (0, 3, 1, 2)
"""Orders of axes that put the channels last, where they come first, and first, where they come last."""

_Number = TypeVar("_Number", bound=np.generic)


def take_columns_together(graph: onnx.GraphProto) -> None:
    """Lets the first convolution, 3 x 3 with stride 2, take `COLUMNS` columns of the picture as one.

    It then gives two columns of its output at once, as the channels of one. In memory neither picture nor output
    changes.

    Raises:
        ValueError: the first convolution is another one.
    """
    convolution = next(node for node in graph.node if node.op_type == "Conv")
    makers = {name: node for node in graph.node for name in node.output}
    weights, bias = (makers[name] for name in convolution.input[1:])
    kernels = _value(graph, weights.input[0])
    if kernels.shape[2:] != (3, 3) or list(_attribute(convolution, "strides")) != [2, 2]:
        raise ValueError(f"{convolution.name} is no convolution of 3 x 3 with stride 2")
    _keep(graph, weights.input[0], together(kernels))
    for name in {*weights.input[1:], *bias.input}:
        _keep(graph, name, np.tile(_value(graph, name), COLUMNS // 2))
    for name, numbers in (("kernel_shape", (3, 2)), ("pads", (1, 1, 0, 0)), ("strides", (2, 1))):
        _set_attribute(convolution, name, numbers)
    given, quantized = makers[convolution.input[0]], _user(graph, convolution.output[0])
    outputs, channels = kernels.shape[:2]
    del graph.value_info[:]  # shapes of what lies in between, which are others now
    _put_between(graph, given.input[0], "columns_together", (0, 0, -1, COLUMNS * channels), [given])
    _put_between(graph, quantized.output[0], "columns_apart", (0, 0, -1, outputs), _users(graph, quantized.output[0]))


def together(kernels: NDArray[_Number]) -> NDArray[_Number]:
    """Kernels (outputs, channels, 3, 3) of stride 2 as those that take `COLUMNS` columns as one.

    The result has shape (outputs * 2, channels * 4, 3, 2).
    """
    outputs, channels = kernels.shape[:2]
    found = np.zeros((outputs * COLUMNS // 2, channels * COLUMNS, 3, 2), kernels.dtype)
    for output in range(COLUMNS // 2):
        for column in range(3):
            group, within = divmod(2 * output - 1 + column, COLUMNS)
            inputs = slice(within * channels, (within + 1) * channels)
            found[output * outputs : (output + 1) * outputs, inputs, :, group + 1] = kernels[..., column]
    return found


def apart(kernels: NDArray[_Number]) -> NDArray[_Number]:
    """What `together` made those kernels of."""
    outputs, channels = kernels.shape[0] * 2 // COLUMNS, kernels.shape[1] // COLUMNS
    before, here = kernels[:outputs, -channels:, :, :1], kernels[:outputs, :, :, 1]
    return np.concatenate([before, here[:, :channels, :, None], here[:, channels : 2 * channels, :, None]], axis=3)


def repeat_in_place_of_resizing(graph: onnx.GraphProto) -> None:
    """Enlarges pictures twofold by repeating their pixels, in place of resizing them to their nearest pixels.

    This is done where the result is added to a picture of that size.
    """
    _keep(graph, "channels_last", np.array(CHANNELS_LAST, np.int64))
    _keep(graph, "within", np.array([2, 4], np.int64))
    _keep(graph, "twice", np.array([1, 1, 2, 1, 2, 1], np.int64))
    makers = {name: node for node in graph.node for name in node.output}
    for resize in [node for node in graph.node if node.op_type == "Resize"]:
        before, quantized = makers[resize.input[0]], _user(graph, resize.output[0])
        after = _user(graph, quantized.output[0])
        total = _user(graph, after.output[0])
        beside = makers[next(name for name in total.input if name != after.output[0])]
        name = resize.name
        graph.node.extend(
            [
                helper.make_node("Transpose", [before.input[0]], [f"{name}/last"], perm=CHANNELS_LAST),
                helper.make_node("Unsqueeze", [f"{name}/last", "within"], [f"{name}/single"]),
                helper.make_node("Tile", [f"{name}/single", "twice"], [f"{name}/repeated"]),
                helper.make_node("Shape", [beside.input[0]], [f"{name}/shape"]),
                helper.make_node("Gather", [f"{name}/shape", "channels_last"], [f"{name}/shape_last"]),
                helper.make_node("Reshape", [f"{name}/repeated", f"{name}/shape_last"], [f"{name}/enlarged"]),
                helper.make_node("Transpose", [f"{name}/enlarged"], [f"{name}/first"], perm=CHANNELS_FIRST),
            ]
        )
        after.input[0] = f"{name}/first"
        for node in (resize, quantized):
            graph.node.remove(node)
        if not _users(graph, before.output[0]):
            graph.node.remove(before)
    _sort(graph)


def take_channels_last(graph: onnx.GraphProto) -> None:
    """Lets the network take its picture as (n, height, width, channels), as photos lie in memory."""
    given = graph.input[0]
    users = _users(graph, given.name)
    graph.node.insert(0, helper.make_node("Transpose", [given.name], [f"{given.name}/first"], perm=CHANNELS_FIRST))
    _use(users, given.name, f"{given.name}/first")
    _reorder(given, CHANNELS_LAST)


def give_channels_last(graph: onnx.GraphProto) -> None:
    """Has the last convolution, of 1 x 1 in floating point, done as a product of matrices.

    Its output is (n, rows, columns, channels).
    """
    out = graph.output[0]
    convolution = next(node for node in graph.node if out.name in node.output)
    kernels, after = (
        _value(graph, convolution.input[1]),
        next(node for node in graph.node if convolution.input[0] in node.output),
    )
    outputs, channels = kernels.shape[:2]
    _keep(graph, convolution.input[1], kernels.reshape(outputs, channels))
    for name, numbers in (("cells", (-1, channels)), ("of_picture", (0, 2, 3)), ("outputs", (outputs,))):
        _keep(graph, name, np.array(numbers, np.int64))
    graph.node.remove(convolution)
    graph.node.extend(
        [
            helper.make_node("Transpose", [convolution.input[0]], ["last"], perm=CHANNELS_LAST),
            helper.make_node("Reshape", ["last", "cells"], ["in_cells"]),
            helper.make_node("Gemm", ["in_cells", *convolution.input[1:]], ["out_cells"], convolution.name, transB=1),
            helper.make_node("Shape", [after.input[0]], ["shape"]),
            helper.make_node("Gather", ["shape", "of_picture"], ["picture"]),
            helper.make_node("Concat", ["picture", "outputs"], ["shape_out"], axis=0),
            helper.make_node("Reshape", ["out_cells", "shape_out"], [out.name]),
        ]
    )
    _reorder(out, CHANNELS_LAST)


def _put_between(
    graph: onnx.GraphProto, name: str, called: str, shape: Sequence[int], users: Iterable[onnx.NodeProto]
) -> None:
    """Gives those that use what is called `name` the same in another `shape`, as it is with the channels last."""
    users = list(users)
    _keep(graph, called, np.array(shape, np.int64))
    at = [*graph.node].index(users[0])
    for node in (
        helper.make_node("Transpose", [f"{called}/reshaped"], [f"{called}/first"], perm=CHANNELS_FIRST),
        helper.make_node("Reshape", [f"{called}/last", called], [f"{called}/reshaped"]),
        helper.make_node("Transpose", [name], [f"{called}/last"], perm=CHANNELS_LAST),
    ):
        graph.node.insert(at, node)
    _use(users, name, f"{called}/first")


def _sort(graph: onnx.GraphProto) -> None:
    """Puts every node after those whose output it takes."""
    made = {kept.name for kept in (*graph.initializer, *graph.input)} | {""}
    waiting, ordered = [*graph.node], list[onnx.NodeProto]()
    while waiting:
        ready = [node for node in waiting if made.issuperset(node.input)]
        if not ready:
            raise ValueError("nodes take each other's outputs")
        ordered += ready
        made.update(name for node in ready for name in node.output)
        waiting = [node for node in waiting if node not in ready]
    del graph.node[:]
    graph.node.extend(ordered)


def _users(graph: onnx.GraphProto, name: str) -> list[onnx.NodeProto]:
    return [node for node in graph.node if name in node.input]


def _user(graph: onnx.GraphProto, name: str) -> onnx.NodeProto:
    (user,) = _users(graph, name)
    return user


def _use(users: Iterable[onnx.NodeProto], before: str, after: str) -> None:
    for node in users:
        for k, name in enumerate(node.input):
            if name == before:
                node.input[k] = after


def _reorder(entry: onnx.ValueInfoProto, order: Sequence[int]) -> None:
    """Sets the order of an input's or output's dimensions."""
    dimensions = [*entry.type.tensor_type.shape.dim]
    del entry.type.tensor_type.shape.dim[:]
    entry.type.tensor_type.shape.dim.extend(dimensions[k] for k in order)


def _attribute(node: onnx.NodeProto, name: str) -> Sequence[int]:
    return next(attribute.ints for attribute in node.attribute if attribute.name == name)


def _set_attribute(node: onnx.NodeProto, name: str, numbers: Sequence[int]) -> None:
    kept = [attribute for attribute in node.attribute if attribute.name != name]
    del node.attribute[:]
    node.attribute.extend([*kept, helper.make_attribute(name, numbers)])


def _value(graph: onnx.GraphProto, name: str) -> NDArray[np.generic]:
    return np.asarray(numpy_helper.to_array(next(kept for kept in graph.initializer if kept.name == name)))


def _keep(graph: onnx.GraphProto, name: str, value: NDArray[np.generic]) -> None:
    """Sets what the graph keeps under a name."""
    entry = numpy_helper.from_array(value, name)
    for kept in graph.initializer:
        if kept.name == name:
            kept.CopyFrom(entry)
            return
    graph.initializer.append(entry)
