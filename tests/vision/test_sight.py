"""A tile of which a part is covered is never sure, one that is whole is not doubted for it.

``covered/README.md`` says what the photos are.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from referee.tiles import KIND_INDEX, NUMBERS, TILE_KINDS, Tile
from vision.camera.photo import load_photo
from vision.reading.reader import Reader
from vision.reading.sight import SEVERAL, Sight, half_seen, least_odds
from vision.reading.table_reading import SURE, TileReading
from workshop.evaluation import matching
from workshop.training.degradations import DEGRADATIONS

COVERED = Path(__file__).parent / "covered"
TRUTH: dict[str, Any] = json.loads((COVERED / "truth.json").read_text(encoding="utf-8"))
UNDER = {"K12", "R6"}
SAMPLES = Path(__file__).parents[2] / "sample_images" / "photos"


def face(left: float, top: float) -> np.ndarray:
    """An upright outline of 60 x 84 pixels."""
    return np.array([[left, top], [left + 60, top], [left + 60, top + 84], [left, top + 84]], np.float32)


def certain(text: str) -> np.ndarray:
    probabilities = np.zeros(len(TILE_KINDS), np.float32)
    probabilities[KIND_INDEX[Tile.parse(text)]] = 0.999
    return probabilities


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def readings(reader: Reader, name: str) -> dict[str, TileReading]:
    """What was read at the place of each labelled tile."""
    reading = reader.read(load_photo(COVERED / name))
    tiles = TRUTH[name]["tiles"]
    found = matching.match([tile.corners for tile in reading.tiles], matching.outlines(TRUTH[name]))
    return {tiles[j]["tile"]: reading.tiles[i] for i, j in found.items()}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(name for name in TRUTH if "covered" in name))
def test_of_a_covered_table_the_half_seen_tiles_are_in_doubt_and_the_others_are_read(reader: Reader, name: str) -> None:
    read = readings(reader, name)
    assert not [label for label in UNDER if label in read and not read[label].doubt and str(read[label].tile) != label]
    assert "K12" not in read or read["K12"].doubt  # half of it is a 2
    sure = [label for label, tile in read.items() if label not in UNDER and not tile.doubt]
    assert len(sure) >= 8
    assert all(str(read[label].tile) == label for label in sure)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(TRUTH))
def test_what_is_read_can_be_written_down(reader: Reader, name: str) -> None:
    reading = reader.read(load_photo(COVERED / name))
    told = json.loads(json.dumps(reading.to_json()))
    assert [tile["doubt"] for tile in told["tiles"]] == [tile.doubt for tile in reading.tiles]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(name for name in TRUTH if "whole" in name))
def test_the_same_tiles_are_sure_where_nothing_lies_over_them(reader: Reader, name: str) -> None:
    read = readings(reader, name)
    assert {str(read[label].tile) for label in UNDER} == UNDER
    assert not [label for label in UNDER if read[label].doubt]


def test_a_two_of_which_a_part_is_hidden_may_be_a_twelve() -> None:
    tile = TileReading(face(10, 10), half_seen(certain("K2"), 0.98), doubt=True)
    assert tile.confidence < SURE
    assert {str(kind) for kind, _ in tile.alternatives(2)} == {"K2", "K12"}


def test_a_six_of_which_a_part_is_hidden_may_be_any_of_its_colour_or_a_joker_and_no_other() -> None:
    tile = TileReading(face(10, 10), half_seen(certain("R6"), 0.9), doubt=True)
    assert tile.confidence < SURE
    assert {str(kind) for kind, _ in tile.alternatives(53, 1e-4)} == {"J", *(f"R{number}" for number in NUMBERS)}


def test_a_number_of_two_digits_of_which_a_part_is_hidden_may_be_any_other_first_of_all() -> None:
    tile = TileReading(face(10, 10), half_seen(certain("B11"), 0.9), doubt=True)
    assert {str(kind) for kind, _ in tile.alternatives(4)} == {"B10", "B11", "B12", "B13"}


def test_a_joker_of_which_a_part_is_hidden_may_be_any_tile() -> None:
    tile = TileReading(face(10, 10), half_seen(certain("J"), 0.9), doubt=True)
    assert tile.tile == Tile.parse("J")
    assert len(tile.alternatives(53, 5e-3)) == 53


def test_a_tile_of_which_a_part_is_hidden_is_still_more_likely_what_is_seen_of_it() -> None:
    tile = TileReading(face(10, 10), half_seen(certain("K11"), 1.0), doubt=True)
    assert (tile.tile, len(tile.alternatives(2))) == (Tile.parse("K11"), 2)
    assert half_seen(certain("K11"), 1.0).max() > 0.5


def test_among_tiles_that_all_look_a_little_hidden_only_one_that_departs_from_them_counts_as_half_seen() -> None:
    alike = np.full(SEVERAL, 4.0)
    assert least_odds(alike) > 4.0
    assert least_odds(np.full(SEVERAL, -9.0)) == least_odds(np.zeros(0))


@pytest.mark.parametrize(
    ("number", "height", "is_cut"), [(6, 100, True), (9, 100, True), (9, 140, False), (7, 100, False)]
)
def test_a_six_or_nine_by_itself_that_is_as_wide_as_high_is_cut(number: int, height: int, *, is_cut: bool) -> None:
    """Of a 9 whose lower half is hidden the rest may be the upper half of a 6 that lies upside down."""
    photo = np.full((400, 400, 3), 230, np.uint8)
    outline = np.array([[100, 100], [200, 100], [200, 100 + height], [100, 100 + height]], np.float32)
    (hidden,) = Sight().hidden(photo, [outline], [1.0], np.array([number]), np.array([True]))
    assert (hidden == 1.0) == is_cut


@pytest.mark.parametrize(
    ("number", "width", "is_cut"), [(1, 70, True), (2, 70, True), (3, 70, True), (2, 100, False), (5, 70, False)]
)
def test_a_one_two_or_three_by_itself_that_is_twice_as_high_as_wide_is_cut(
    number: int, width: int, *, is_cut: bool
) -> None:
    """Of a 12 whose left half is hidden the rest is a 2."""
    photo = np.full((400, 400, 3), 230, np.uint8)
    outline = np.array([[100, 100], [100 + width, 100], [100 + width, 240], [100, 240]], np.float32)
    (hidden,) = Sight().hidden(photo, [outline], [1.0], np.array([number]), np.array([True]))
    assert (hidden == 1.0) == is_cut


@pytest.mark.parametrize(("number", "height", "is_cut"), [(14, 57, True), (5, 57, False), (5, 52, True)])
def test_what_is_read_in_an_outline_too_small_for_a_tile_is_half_of_something(
    number: int, height: int, *, is_cut: bool
) -> None:
    """A 3 on its side in what is left of its face is taken for a picture, a 5 for a 10."""
    photo = np.full((400, 700, 3), 230, np.uint8)
    whole = [face(100 * column + 50, 150 * row + 50) for column in range(5) for row in range(2)]
    low = np.array([[550, 50], [610, 50], [610, 50 + height], [550, 50 + height]], np.float32)
    outlines = [*whole, low]
    numbers = np.array([*[0] * len(whole), number])
    (hidden,) = Sight().hidden(photo, outlines, [0.5] * len(outlines), numbers, numbers > 0)
    assert (hidden == 1.0) == is_cut


def test_what_is_in_full_view_stays_as_it_was_read() -> None:
    assert (half_seen(certain("O13"), 0.0) == certain("O13")).all()


@pytest.mark.parametrize("hidden", [0.0, 0.3, 1.0])
def test_how_probable_a_tile_is_there_does_not_hang_on_what_covers_it(hidden: float) -> None:
    assert half_seen(certain("B11"), hidden).sum() == pytest.approx(0.999, abs=1e-5)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed"), [("directions.jpg", 1), ("rack.jpg", 0)])
def test_no_tile_under_fingers_vanishes_without_a_trace(reader: Reader, name: str, seed: int) -> None:
    labels = json.loads((SAMPLES / "truth.json").read_text(encoding="utf-8"))[name]
    shown = DEGRADATIONS["fingers"](load_photo(SAMPLES / name), labels, np.random.default_rng(seed))
    found = matching.counted(reader.read(shown.photo), shown.labels)
    assert shown.covered <= set(found.any_label_of.values())
