"""Writes trees that LightGBM has grown as the ONNX models of `vision.reading.belonging`. Needs no LightGBM."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from onnx import TensorProto, helper

from vision.reading.candidates import FEATURES
from workshop.training.files import whole

OPSET = {"": 17, "ai.onnx.ml": 3}
"""Versions of the ONNX operators that the model is written in."""


def write(model: Mapping[str, Any], out: Path) -> None:
    """Writes the file `out`: features in, shape (n, len(FEATURES)), probabilities out, shape (n, 1).

    Args:
        model: what ``lightgbm.Booster.dump_model`` gives; its trees add up to the logarithm of the odds.
        out: the ONNX file.
    """
    columns: dict[str, list[Any]] = defaultdict(list)
    for number, tree in enumerate(model["tree_info"]):
        _add(columns, number, tree["tree_structure"], itertools.count())
    nodes = [
        helper.make_node(
            "TreeEnsembleRegressor", ["features"], ["log odds"], domain="ai.onnx.ml", n_targets=1, **columns
        ),
        helper.make_node("Sigmoid", ["log odds"], ["probabilities"]),
    ]
    given = helper.make_tensor_value_info("features", TensorProto.FLOAT, ["n", len(FEATURES)])
    told = helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, ["n", 1])
    opsets = [helper.make_opsetid(domain, version) for domain, version in OPSET.items()]
    graph = helper.make_graph(nodes, "belonging", [given], [told])
    network = helper.make_model(graph, opset_imports=opsets, ir_version=8)
    with whole(out) as partial:
        partial.write_bytes(network.SerializeToString())


def _add(columns: dict[str, list[Any]], tree: int, node: Mapping[str, Any], numbers: Iterator[int]) -> int:
    """Adds a node of a tree, and all below it, to the attributes of ONNX's TreeEnsembleRegressor.

    Returns its number.
    """
    number = next(numbers)
    at = len(columns["nodes_nodeids"])
    is_leaf = "leaf_value" in node
    entries = {
        "nodes_treeids": tree,
        "nodes_nodeids": number,
        "nodes_modes": "LEAF" if is_leaf else "BRANCH_LEQ",
        "nodes_featureids": node.get("split_feature", 0),
        "nodes_values": float(node.get("threshold", 0.0)),
        "nodes_truenodeids": 0,
        "nodes_falsenodeids": 0,
    }
    if is_leaf:
        weight = float(node["leaf_value"])
        entries |= {"target_treeids": tree, "target_nodeids": number, "target_ids": 0, "target_weights": weight}
    for name, value in entries.items():
        columns[name].append(value)
    if not is_leaf:
        columns["nodes_truenodeids"][at] = _add(columns, tree, node["left_child"], numbers)
        columns["nodes_falsenodeids"][at] = _add(columns, tree, node["right_child"], numbers)
    return number
