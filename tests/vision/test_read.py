"""The real models on the project's own pictures: what no other test may stub."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from threadpoolctl import threadpool_info, threadpool_limits

from referee.tiles import Tile
from vision.camera.photo import load_photo
from vision.image import Photo
from vision.reading.inference import ModelError, Network
from vision.reading.locate import Proposals
from vision.reading.reader import Reader
from vision.reading.refine import Refiner
from vision.reading.table_reading import LIKELY, Oddity, TableReading, TileReading

pytestmark = pytest.mark.slow

PHOTOS = Path(__file__).parents[2] / "sample_images" / "photos"
TRUTH: dict[str, Any] = json.loads((PHOTOS / "truth.json").read_text())
SCATTERED = Path(__file__).parent / "renders" / "006-scatter.jpg"
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


def test_a_mirrored_or_colourless_photo_is_named_as_that(reader: Reader) -> None:
    photo = load_photo(PHOTOS / "white-table.jpg")
    grey = cv2.cvtColor(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    tinted = np.clip(grey * np.array([0.7, 0.85, 1.0]), 0, 255)
    assert reader.read(photo).oddity is None
    assert reader.read(np.ascontiguousarray(photo[:, ::-1])).oddity is Oddity.MIRRORED
    for colourless in (grey, tinted):
        assert reader.read(np.asarray(colourless, np.uint8)).oddity is Oddity.COLOURLESS


@pytest.mark.parametrize("name", sorted(TRUTH))
def test_a_rendered_photo_is_read(reader: Reader, name: str) -> None:
    truth = TRUTH[name]
    reading = reader.read(load_photo(PHOTOS / name))
    assert (reading.width, reading.height) == tuple(truth["size"])
    assert right_tiles(reading, truth) >= LEAST_RIGHT.get(name, 0.97) * len(truth["tiles"])
    sure = Counter(str(tile.tile) for tile in reading.tiles if not tile.doubt)
    assert not sure - Counter(label["tile"] for label in truth["tiles"]), "a tile is misread, and nothing says so"


def test_a_tile_shows_under_a_place_that_looks_more_like_one_and_is_none(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lies across half of a tile may look more like a tile than the tile does.

    Alone on the table, no row tells that it is there.
    """
    photo = load_photo(SCATTERED)
    tiles = [tile for tile in reader.read(photo).tiles if not tile.doubt]
    monkeypatch.setattr(Refiner, "refine", lambda _, __, places: places)
    checked = 0
    for tile in tiles[:6]:
        below = np.asarray(tile.corners + 0.45 * (tile.corners[3] - tile.corners[0]), np.float32)
        covered = photo.copy()
        cv2.fillConvexPoly(covered, below.astype(np.int32), (60, 70, 60))
        across = reader.faces.read(covered, Proposals.at([below], 0.8))
        if (across.no_tile < LIKELY).any():
            continue  # it is taken for a tile face down
        others = at([other for other in tiles if other is not tile])
        read = reader.read_at(covered, others + across.places + Proposals.at([tile.corners], 0.5))
        assert len(read.tiles) == len(tiles)
        checked += 1
    assert checked >= 4


def at(tiles: Sequence[TileReading]) -> Proposals:
    """The places of those tiles, as if the locator had plainly found them."""
    return Proposals.at([tile.corners for tile in tiles], 0.9)


@pytest.mark.parametrize("name", ["directions.jpg", "rack.jpg"])
def test_the_end_of_a_row_is_read_though_nothing_was_found_there(reader: Reader, name: str) -> None:
    photo = load_photo(PHOTOS / name)
    everything = reader.read(photo)
    ends = [members[k] for members in everything.sets if len(members) > 2 for k in (0, -1)]
    assert ends
    for end in ends:
        others = [tile for k, tile in enumerate(everything.tiles) if k != end]
        assert everything.tiles[end].tile in [
            tile.tile
            for tile in reader.read_at(photo, at(others)).tiles
            if within(everything.tiles[end].corners, tile.corners)
        ]


def test_tiles_are_read_of_which_only_the_print_was_found(reader: Reader) -> None:
    photo = load_photo(SCATTERED)
    tiles = [tile for tile in reader.read(photo).tiles if not tile.doubt]
    found = 0
    for tile in tiles:
        middle = tile.corners.mean(axis=0)
        printed = Proposals.at([middle + (tile.corners - middle) / 2], 0.3)
        read = reader.read_at(photo, at([other for other in tiles if other is not tile]) + printed).tiles
        found += tile.tile in [one.tile for one in read if within(tile.corners, one.corners)]
    assert found >= 0.8 * len(tiles)


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
    sure = Counter(tile.tile for tile in twice.tiles if not tile.doubt)
    assert max(sure.values(), default=0) <= 2
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


@pytest.mark.parametrize("strength", [0.0, 0.1, 0.3])
@pytest.mark.parametrize("name", sorted(TRUTH))
def test_where_a_photo_hardly_shows_colours_none_is_sure_and_wrong(reader: Reader, name: str, strength: float) -> None:
    reading = reader.read(pale(load_photo(PHOTOS / name), strength))
    sure = [tile for tile in reading.tiles if not tile.doubt and tile.tile is not None]
    outlines: dict[str, list[Outline]] = {}
    for label in TRUTH[name]["tiles"]:
        outlines.setdefault(label["tile"], []).append(np.array(label["outline"], np.float32))
    assert len(reading.tiles) >= len(TRUTH[name]["tiles"])
    assert all(any(within(outline, tile.corners) for outline in outlines.get(str(tile.tile), [])) for tile in sure)
    assert strength < 0.3 or len(sure) > len(reading.tiles) / 2


def pale(photo: Photo, strength: float) -> Photo:
    """The photo with that share of its colours."""
    grey = cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY)[..., None].astype(np.float32)
    return np.clip(grey + strength * (photo - grey), 0, 255).astype(np.uint8)


def on_grey(name: str, colour: str) -> Photo:
    """The first tiles of that colour, cut from a photo and laid on a grey table."""
    photo, table = load_photo(PHOTOS / name), np.full((720, 1280, 3), 40, np.uint8)
    for k, label in enumerate([one for one in TRUTH[name]["tiles"] if one["tile"][0] == colour][:3]):
        outline = np.array(label["outline"])
        (left, top), (right, bottom) = (
            np.maximum(outline.min(axis=0) - 2, 0).astype(int),
            outline.max(axis=0).astype(int) + 3,
        )
        part = cv2.resize(photo[top:bottom, left:right], (64, round(64 * (bottom - top) / (right - left))))
        table[300 : 300 + part.shape[0], 200 + 300 * k : 200 + 300 * k + part.shape[1]] = part
    return table


@pytest.mark.parametrize("name", ["rack.jpg", "white-table.jpg"])
def test_blue_tiles_alone_are_read_on_a_grey_table_and_in_doubt_where_they_are_pale(reader: Reader, name: str) -> None:
    table = on_grey(name, "B")
    assert [str(tile.tile)[0] for tile in reader.read(table).tiles if not tile.doubt] == ["B"] * 3
    assert not [tile for tile in reader.read(pale(table, 0.2)).tiles if not tile.doubt]


@pytest.mark.parametrize("kept", [0.5, 0.6])
@pytest.mark.parametrize("name", sorted(TRUTH))
def test_a_number_cut_in_two_by_the_border_is_not_taken_for_another(reader: Reader, name: str, kept: float) -> None:
    photo, read = load_photo(PHOTOS / name), 0
    for label in TRUTH[name]["tiles"][::3]:
        outline = np.array(label["outline"], np.float32)
        left, right = outline[:, 0].min(), outline[:, 0].max()
        cut = photo[:, round(float(right - kept * (right - left))) :]
        shifted = outline - np.array([photo.shape[1] - cut.shape[1], 0], np.float32)
        middles = [(tile, tile.corners.mean(axis=0)) for tile in reader.read(cut).tiles]
        there = [
            tile
            for tile, (x, y) in middles
            if cv2.pointPolygonTest(shifted, (float(x), float(y)), measureDist=False) > 0
        ]
        read += len(there)
        assert all(tile.doubt or str(tile.tile) == label["tile"] for tile in there)
    assert read > 1


def test_a_tile_that_fills_the_picture_is_read(reader: Reader) -> None:
    photo = load_photo(PHOTOS / "rack.jpg")
    label = next(one for one in TRUTH["rack.jpg"]["tiles"] if one["tile"] == "K9")
    outline = np.array(label["outline"])
    (left, top), (right, bottom) = outline.min(axis=0).astype(int), outline.max(axis=0).astype(int)
    near = photo[top:bottom, left:right].repeat(10, axis=0).repeat(10, axis=1)
    assert "K9" in {str(tile.tile) for tile in reader.read(near).tiles}


def test_the_json_is_the_contract_s() -> None:
    corners = np.array([[10.04, 20], [40, 20], [40, 62], [10, 62]], np.float32)
    sure = TileReading.of(corners, {Tile.parse("R7"): 0.99})
    unread = TileReading.of(corners + 50, {Tile.parse("B1"): 0.2, Tile.parse("B7"): 0.1}, doubt=True)
    reading = TableReading((sure, unread), ((1,), (0,)), 640, 480, face_down=(corners,), elapsed_ms=84.23)
    assert reading.to_json() == {
        "width": 640,
        "height": 480,
        "tiles": [
            {
                "tile": "R7",
                "confidence": 0.99,
                "doubt": False,
                "set": 1,
                "corners": [[10.0, 20.0], [40.0, 20.0], [40.0, 62.0], [10.0, 62.0]],
                "alternatives": [["R7", 0.99]],
            },
            {
                "tile": "?",
                "confidence": 0.2,
                "doubt": True,
                "set": 0,
                "corners": [[60.0, 70.0], [90.0, 70.0], [90.0, 112.0], [60.0, 112.0]],
                "alternatives": [["B1", 0.2], ["B7", 0.1]],
            },
        ],
        "sets": [["?"], ["R7"]],
        "rows": [],
        "face_down": 1,
        "oddity": None,
        "elapsed_ms": 84.2,
    }


def test_a_reader_has_numpy_leave_the_cores_to_the_models() -> None:
    with threadpool_limits(2, user_api="blas"):
        Reader()
        assert {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"} == {1}


def test_a_damaged_model_is_one_line_that_says_what_to_do(tmp_path: Path) -> None:
    model = tmp_path / "locator.onnx"
    model.write_bytes(b"no model")
    with pytest.raises(ModelError, match="install tileref again"):
        Network(model)
