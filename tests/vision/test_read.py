"""The real models on the project's own pictures: what no other test may stub."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.inference import ModelError, Network
from vision.photo import load_photo
from vision.read import Reader
from vision.reading import Photo, TableReading

PHOTOS = Path(__file__).parents[2] / "sample_images" / "photos"
TRUTH: dict[str, Any] = json.loads((PHOTOS / "truth.json").read_text())
LEAST_RIGHT = {"marble.jpg": 0.8}
"""Share of tiles that must be right where it is not 0.97: tiles seen from the side are not all found."""
Outline = NDArray[np.float32]


@pytest.fixture(scope="session")
def reader() -> Reader:
    return Reader()


def within(outline: Outline, corners: Outline) -> bool:
    shared, _ = cv2.intersectConvexConvex(outline, corners)
    return bool(shared > 0.5 * cv2.contourArea(outline))


def right_tiles(reading: TableReading, truth: dict[str, Any]) -> int:
    """How many labelled tiles were read right, each at its place."""
    labels = [(label["tile"], np.array(label["outline"], np.float32)) for label in truth["tiles"]]
    return sum(
        any(str(tile.tile) == name and within(outline, tile.corners) for tile in reading.tiles)
        for name, outline in labels
    )


@pytest.mark.parametrize("name", sorted(TRUTH))
def test_a_rendered_photo_is_read(reader: Reader, name: str) -> None:
    truth = TRUTH[name]
    reading = reader.read(load_photo(PHOTOS / name))
    assert (reading.width, reading.height) == tuple(truth["size"])
    assert right_tiles(reading, truth) >= LEAST_RIGHT.get(name, 0.97) * len(truth["tiles"])
    sure = Counter(str(tile.tile) for tile in reading.tiles if not tile.doubt)
    assert not sure - Counter(label["tile"] for label in truth["tiles"]), "a tile is misread, and nothing says so"


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_turning_the_photo_turns_nothing_else(reader: Reader, quarters: int) -> None:
    photo = load_photo(PHOTOS / "directions.jpg")
    turned = reader.read(np.ascontiguousarray(np.rot90(photo, quarters)))
    assert Counter(str(tile.tile) for tile in turned.tiles) == Counter(
        str(tile.tile) for tile in reader.read(photo).tiles
    )


def test_only_what_lies_in_the_play_area_counts(reader: Reader) -> None:
    photo = load_photo(PHOTOS / "directions.jpg")
    height, width = photo.shape[:2]
    area = np.array([[0, 0], [width / 2, 0], [width / 2, height], [0, height]], np.float32)
    reading = reader.read(photo, area)
    everything = reader.read(photo)
    assert 0 < len(reading.tiles) < len(everything.tiles)
    assert all(tile.corners[:, 0].mean() <= width / 2 for tile in reading.tiles)


def test_more_tiles_of_a_kind_than_a_box_holds_are_doubted(reader: Reader) -> None:
    photo = load_photo(PHOTOS / "white-table.jpg")
    twice = reader.read(np.concatenate([photo, photo, photo]))
    counts = Counter(tile.tile for tile in twice.tiles if not tile.doubt)
    assert max(count for tile, count in counts.items() if tile is not None) <= 2
    with_four = reader.read(np.concatenate([photo, photo, photo]), copies=4)
    assert len(with_four.doubtful) < len(twice.doubtful)


@pytest.mark.parametrize("photo", [np.zeros((480, 640, 3), np.uint8), np.full((64, 4000, 3), 255, np.uint8)])
def test_a_photo_without_tiles_gives_an_empty_reading(reader: Reader, photo: Photo) -> None:
    reading = reader.read(photo)
    assert not reading.tiles
    assert not reading.sets


def test_nothing_is_named_in_pure_noise(reader: Reader) -> None:
    photo = np.random.default_rng(5).integers(0, 256, (600, 800, 3)).astype(np.uint8)
    assert all(tile.doubt and tile.tile is None for tile in reader.read(photo).tiles)


def test_the_json_is_the_contract_s(reader: Reader) -> None:
    photo = load_photo(PHOTOS / "rack.jpg")
    reading = reader.read(photo).to_json()
    assert [len(members) for members in reading["sets"]] == [
        sum(tile["set"] == index for tile in reading["tiles"]) for index in range(len(reading["sets"]))
    ]
    for tile in reading["tiles"]:
        assert tile["alternatives"][0] == [tile["tile"], tile["confidence"]] or tile["tile"] == "?"
        assert len(tile["corners"]) == 4


def test_a_damaged_model_is_one_line_that_says_what_to_do(tmp_path: Path) -> None:
    model = tmp_path / "locator.onnx"
    model.write_bytes(b"no model")
    with pytest.raises(ModelError, match="install tileref again"):
        Network(model)
