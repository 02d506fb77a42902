"""A second look at places in which nobody believes: what lies there under something is asked about, a cloth is not."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import quads
from vision.camera.photo import load_photo
from vision.reading.inference import ModelError, ModelFile
from vision.reading.reader import Reader
from vision.reading.verify import Verifier
from workshop.benchmarks.cloths import CLOTHS, tables
from workshop.evaluation import matching

SAMPLES = Path(__file__).parents[2] / "sample_images" / "photos"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.mark.slow
@pytest.mark.parametrize("table", [0, 2])
def test_shapes_of_a_cloth_as_large_and_as_bright_as_tiles_are_not_asked_about(reader: Reader, table: int) -> None:
    photo, _ = next(itertools.islice(tables(CLOTHS["bold shapes"], 6, table + 1), table, None))
    tiles = reader.read(photo).tiles
    assert len(tiles) > 12
    assert all(one.tile is not None for one in tiles)


@pytest.mark.slow
def test_where_the_photo_ends_within_a_tile_something_is_reported(reader: Reader) -> None:
    """Cut through the middle of every tile in turn: what is left of it, half a face and no whole number, is asked about."""
    truth, seen = json.loads((SAMPLES / "truth.json").read_text(encoding="utf-8")), []
    for name in ("directions.jpg", "rack.jpg"):
        photo = load_photo(SAMPLES / name)
        seen += [_is_seen_at_the_edge(reader, photo, outline) for outline in matching.outlines(truth[name])]
    assert np.mean(seen) > 0.85


def _is_seen_at_the_edge(reader: Reader, photo: np.ndarray, outline: quads.Corners) -> bool:
    middle = round(float(quads.centre(outline)[0]))
    reading = reader.read(np.ascontiguousarray(photo[:, :middle]))
    box = quads.bounding_box(np.minimum(outline, [middle, np.inf]).astype(np.float32))
    return any(quads.iou(quads.bounding_box(one.corners), box) > 0.3 for one in reading.tiles)


@pytest.mark.slow
def test_tiles_half_under_their_neighbour_do_not_vanish_where_nothing_was_found(reader: Reader) -> None:
    photo = load_photo(SAMPLES / "marble.jpg")
    labels = json.loads((SAMPLES / "truth.json").read_text(encoding="utf-8"))["marble.jpg"]
    outlines, gone, sets = matching.outlines(labels), 0, [members for members in labels["sets"] if len(members) > 2]
    for *_, under, over in sets:
        shown = _laid_half_on(photo, outlines[over], outlines[under])
        found = reader.locator.find(shown)
        found = found[[k for k, place in enumerate(found.outlines) if not _lie_together(place, outlines[under])]]
        tiles = reader.read_at(shown, found).tiles
        gone += not any(_lie_together(tile.corners, outlines[under]) for tile in tiles)
    assert len(sets) >= 5
    assert gone <= 1


def _laid_half_on(photo: np.ndarray, tile: quads.Corners, other: quads.Corners) -> np.ndarray:
    """The photo with a tile moved half a width towards the other one, its place as bare as the table."""
    shift = (quads.centre(other) - quads.centre(tile)) / 2
    mask = cv2.fillConvexPoly(np.zeros(photo.shape[:2], np.uint8), np.round(tile).astype(np.int32), (1,))
    bare = photo.copy()
    bare[cv2.dilate(mask, np.ones((11, 11), np.uint8)) > 0] = np.median(photo, axis=(0, 1))
    moved = [
        cv2.warpAffine(layer, np.array([[1, 0, shift[0]], [0, 1, shift[1]]]), photo.shape[1::-1])
        for layer in (photo, mask)
    ]
    return np.where(moved[1][..., None] > 0, moved[0], bare)


def _lie_together(one: quads.Corners, other: quads.Corners) -> bool:
    """Whether two outlines are less than a third of a tile's width apart."""
    return bool(np.linalg.norm(quads.centre(one) - quads.centre(other)) < quads.width(other) / 3)


def test_a_damaged_model_is_named(tmp_path: Path) -> None:
    (tmp_path / ModelFile.VERIFIER).write_bytes(b"[]")
    with pytest.raises(ModelError, match=r"verifier\.onnx.*install tileref again"):
        Verifier(models=tmp_path)
