"""What a person says of a tile in a photo stands in place of what was read there, and of no other tile."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from audit.answers import Answer, answered
from referee.errors import UserError
from referee.tiles import Tile
from vision.reading.table_reading import TableReading

MakeReading = Callable[..., TableReading]


def shown(reading: TableReading) -> list[str]:
    """The sets as they were read, as text."""
    return [" ".join(str(reading.tiles[i].tile) for i in members) for members in reading.sets]


def test_a_tile_that_was_named_is_in_doubt_no_more(make_reading: MakeReading) -> None:
    reading = make_reading(["R10 R11 R12", "O6 R6 B6"], {(1, 2): {"B6": 0.6, "B9": 0.39}})
    doubtful = reading.tiles[reading.sets[1][2]]
    assert doubtful.doubt
    found = answered(reading, [Answer(doubtful.corners, Tile.parse("B9"))])
    assert shown(found) == ["R10 R11 R12", "O6 R6 B9"]
    assert found.doubtful == ()


def test_of_two_words_on_a_tile_the_last_one_stands(make_reading: MakeReading) -> None:
    reading = make_reading(["R10 R11 R12"])
    corners = reading.tiles[reading.sets[0][0]].corners
    said = [Answer(corners, None), Answer(corners, Tile.parse("B10"))]
    assert shown(answered(reading, said)) == ["B10 R11 R12"]


def test_what_is_no_tile_leaves_its_set_and_a_set_of_nothing_is_none(make_reading: MakeReading) -> None:
    reading = make_reading(["R9", "R10 R11 R12 K1"])
    none = [Answer(reading.tiles[reading.sets[at][place]].corners, None) for at, place in ((0, 0), (1, 3))]
    assert shown(answered(reading, none)) == ["R10 R11 R12"]


def test_a_word_on_a_tile_that_nobody_read_is_refused(make_reading: MakeReading) -> None:
    far = np.full((4, 2), 9_000, np.float32)
    for reading in (make_reading(["R10 R11 R12"]), make_reading([])):
        with pytest.raises(UserError, match="no tile was read there"):
            answered(reading, [Answer(far, Tile.parse("R6"))])
