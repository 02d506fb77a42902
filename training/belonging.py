"""Fits the trees of `vision.belonging`, by which a photo's places are told to be tiles or not."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto, helper

from evaluation import matching
from evaluation.labelled import labelled_photos
from referee.tiles import UNREAD
from training import measuring
from training.files import whole
from training.seen import MATCH, NO_MATCH
from vision import belonging
from vision.inference import ModelFile
from vision.read import Places, Reader

PHOTOS, FIRST_SEED = 240, 60_000_000
"""Rendered photos to fit them on, drawn like the measuring photos but with what training knows, and where their seeds
begin."""
MOST_ALONE = 12
"""Maximum number of places of a photo that are looked at as if each lay there alone."""
TREES = 200
SIGNS = [(name in belonging.MORE_LIKELY) - (name in belonging.LESS_LIKELY) for name in belonging.FEATURES]
"""What by its nature speaks for a tile (1), or against it (-1), is never taken for the contrary, however few examples
there are."""
SETTINGS = {
    "objective": "binary",
    "num_leaves": 15,
    "min_data_in_leaf": 20,
    "learning_rate": 0.08,
    "lambda_l2": 1.0,
    "bagging_freq": 1,
    "bagging_fraction": 0.7,
    "feature_fraction": 0.7,
    "monotone_constraints": SIGNS,
    "monotone_constraints_method": "advanced",
    "seed": 20,
    "deterministic": True,
    "verbosity": -1,
}
"""How the trees grow, in LightGBM's words."""
OPSET = {"": 17, "ai.onnx.ml": 3}
"""Versions of the ONNX operators that the model is written in."""


def make(folder: Path, processes: int) -> None:
    """Renders the photos to fit on into `folder`; those that are there already are kept."""
    plans = [replace(plan, held_out=False) for plan in measuring.plans(PHOTOS, FIRST_SEED)]
    measuring.write(folder, plans, processes)


def fit(truths: list[Path], models: Path) -> int:
    """Fits the trees on labelled photos and writes them.

    Args:
        truths: files of labels, each beside its photos or beside their folder of the same name.
        models: the folder of the models that read the photos, to which the trees are written.

    Returns:
        How many examples they were fitted on.
    """
    reader = Reader(models=models, half_seen=False, told_from_print=False)
    rng = np.random.default_rng(FIRST_SEED)
    rows: list[NDArray[np.float64]] = []
    are_tiles: list[NDArray[np.bool_]] = []
    for path in truths:
        for _, photo, truth in labelled_photos(path):
            places = reader.places(photo)
            for features, tiles in _examples(places, truth, rng) if places else ():
                rows.append(features)
                are_tiles.append(tiles)
    examples = lightgbm.Dataset(np.concatenate(rows).astype(np.float32), np.concatenate(are_tiles))
    write(lightgbm.train(SETTINGS, examples, TREES), models / ModelFile.BELONGING)
    return sum(map(len, rows))


def write(trees: lightgbm.Booster, out: Path) -> None:
    """Writes trees as the ONNX model that `vision.belonging` runs: features in, probabilities out."""
    columns: dict[str, list[Any]] = defaultdict(list)
    for number, tree in enumerate(trees.dump_model()["tree_info"]):
        _add(columns, number, tree["tree_structure"], itertools.count())
    nodes = [
        helper.make_node(
            "TreeEnsembleRegressor", ["features"], ["log odds"], domain="ai.onnx.ml", n_targets=1, **columns
        ),
        helper.make_node("Sigmoid", ["log odds"], ["probabilities"]),
    ]
    given = helper.make_tensor_value_info("features", TensorProto.FLOAT, ["n", len(belonging.FEATURES)])
    told = helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, ["n", 1])
    opsets = [helper.make_opsetid(domain, version) for domain, version in OPSET.items()]
    graph = helper.make_graph(nodes, "belonging", [given], [told])
    model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
    with whole(out) as partial:
        partial.write_bytes(model.SerializeToString())


def _add(columns: dict[str, list[Any]], tree: int, node: Mapping[str, Any], numbers: Iterator[int]) -> int:
    """Adds a node of a tree, and all below it, to the attributes of ONNX's TreeEnsembleRegressor.

    Returns its number.
    """
    number = next(numbers)
    at = len(columns["nodes_nodeids"])
    is_leaf = "leaf_value" in node
    entries = {
        "nodes_treeids": tree, "nodes_nodeids": number, "nodes_modes": "LEAF" if is_leaf else "BRANCH_LEQ",
        "nodes_featureids": node.get("split_feature", 0), "nodes_values": float(node.get("threshold", 0.0)),
        "nodes_truenodeids": 0, "nodes_falsenodeids": 0,
    }  # fmt: skip
    if is_leaf:
        weight = float(node["leaf_value"])
        entries |= {"target_treeids": tree, "target_nodeids": number, "target_ids": 0, "target_weights": weight}
    for name, value in entries.items():
        columns[name].append(value)
    if not is_leaf:
        columns["nodes_truenodeids"][at] = _add(columns, tree, node["left_child"], numbers)
        columns["nodes_falsenodeids"][at] = _add(columns, tree, node["right_child"], numbers)
    return number


def _examples(
    places: Places, truth: Mapping[str, Any], rng: np.random.Generator
) -> Iterator[tuple[NDArray[np.float64], NDArray[np.bool_]]]:
    """Features of places and which of them are tiles: of all in the photo, of those that are no tile, and of some alone.

    Without the last two, a photo without tiles would be like nothing that the trees have seen. What is labelled as
    unreadable and what lies face down is there for the others to be held against, and teaches nothing itself.
    """
    tiles, known = _are_tiles(places, truth)
    yield belonging.features(places.seen)[known], tiles[known]
    others = places.seen[~tiles & known]
    yield belonging.features(others), np.zeros(len(others.outlines), np.bool_)
    for k in rng.permutation(np.flatnonzero(known))[:MOST_ALONE]:
        yield belonging.features(places.seen[k : k + 1]), tiles[k : k + 1]


def _are_tiles(places: Places, truth: Mapping[str, Any]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which of the places are tiles, and of which that is known, each of shape (n,)."""
    best, shares = matching.nearest(places.seen.outlines, matching.outlines(truth))
    tiles = shares >= MATCH
    unreadable = np.array([truth["tiles"][k]["tile"] == UNREAD if k >= 0 else False for k in best], np.bool_)
    return tiles, ~places.are_backs & ~np.where(tiles, unreadable, shares >= NO_MATCH)
