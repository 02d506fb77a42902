"""What lies the same in both photos is one tile, seen twice.

What the photos contradict each other about is in doubt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from audit.untouched import Compared, compare
from tests.conftest import MakeReading
from vision.reading.table_reading import TableReading

Doubts = Mapping[tuple[int, int], Mapping[str, float]]

REST = ["K1 B1 O1", "R10 R11 R12"]
"""Sets that both photos show in the same places."""
SIX: Doubts = {(2, 2): {"R6": 0.6, "R9": 0.39}}
NINE: Doubts = {(2, 2): {"R9": 0.6, "R6": 0.3}}


def known(found: Compared) -> dict[int, str]:
    """What each untouched tile may be, by its index after the turn."""
    return {pair.after: "|".join(map(str, pair.seen.candidates())) for pair in found.pairs}


def scattered(reading: TableReading) -> TableReading:
    """The same tiles, thrown somewhere else, so that nothing shows where anything lay."""
    tiles = tuple(
        replace(tile, corners=tile.corners[::-1] + np.float32(37 * at * at)) for at, tile in enumerate(reading.tiles)
    )
    return replace(reading, tiles=tiles)


def test_a_tile_sure_in_one_photo_is_known_in_both(make_reading: MakeReading) -> None:
    sure, doubtful = make_reading([*REST, "R4 R5 R6"]), make_reading([*REST, "R4 R5 R6"], SIX)
    assert known(compare(sure, doubtful))[8] == "R6"
    assert known(compare(doubtful, sure))[8] == "R6"


def test_a_tile_doubtful_in_both_may_be_what_either_says(make_reading: MakeReading) -> None:
    one, other = make_reading([*REST, "R4 R5 R6"], SIX), make_reading([*REST, "R4 R5 R9"], NINE)
    assert known(compare(one, other))[8] == "R9|R6"


def test_a_tile_that_looks_like_another_is_not_the_one_that_lay_there(make_reading: MakeReading) -> None:
    sure, other = make_reading([*REST, "R4 R5 R6"]), make_reading([*REST, "R4 R5 R9"], NINE)
    assert 8 not in known(compare(sure, other))
    assert compare(sure, other).disputed == {"before": {}, "after": {}}


def test_a_set_that_was_only_added_to_lies_there_still(make_reading: MakeReading) -> None:
    before, after = make_reading([*REST, "R4 R5 R6"], SIX), make_reading([*REST, "R4 R5 R6 R7"])
    assert known(compare(before, after)) == dict(enumerate(" ".join([*REST, "R4 R5 R6"]).split()))


def test_a_tile_doubtful_since_too_many_of_its_kind_were_read_stays_so(make_reading: MakeReading) -> None:
    sure = make_reading([*REST, "R4 R5 R6"])
    too_many = make_reading([*REST, "R4 R5 R6"], {(2, 2): {"R6": 0.985, "O6": 0.012}})
    assert known(compare(sure, too_many))[8] == "R6|O6"


def test_two_sure_tiles_in_one_place_put_each_other_in_doubt_where_either_may_be_the_other(
    make_reading: MakeReading,
) -> None:
    """Either the one was exchanged for the other, or one of the two is misread."""
    before = make_reading([*REST, "K7 B7 O7"])
    assert compare(before, make_reading([*REST, "K7 B7 R7"])).disputed == {"before": {}, "after": {}}
    hesitant = make_reading([*REST, "K7 B7 R7"], {(2, 2): {"R7": 0.97, "O7": 0.02}})
    sure = replace(hesitant, tiles=tuple(replace(tile, doubt=False) for tile in hesitant.tiles))
    disputed = compare(before, sure).disputed
    assert [*map(str, disputed["after"][8].candidates())] == ["R7", "O7"]
    assert disputed["before"] == {}


def test_without_a_common_constellation_a_set_is_found_by_what_it_holds(make_reading: MakeReading) -> None:
    before, after = make_reading(["R4 R5 R6"], {(0, 2): SIX[2, 2]}), make_reading(["B1 B2 B3", "R4 R5 R6"])
    assert known(compare(before, scattered(after))) == {3: "R4", 4: "R5", 5: "R6"}


def test_a_set_with_two_counterparts_is_neither(make_reading: MakeReading) -> None:
    before, after = make_reading(["R4 R5 R6"], {(0, 2): SIX[2, 2]}), make_reading(["R4 R5 R6", "R4 R5 R6"])
    assert known(compare(before, scattered(after))) == {}


def test_what_a_set_holds_says_nothing_where_none_of_it_is_sure(make_reading: MakeReading) -> None:
    unread = make_reading(["?"])
    assert known(compare(unread, scattered(make_reading(["?"])))) == {}
