"""A photo of a running game's table: what it hides of the table that a photo before it shows is not gone."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest

from audit.evidence import gather
from audit.in_play import seen_in
from live.game.case import NO_TILES, Case, Press
from live.game.judging import judge_in_doubt
from live.game.seen import SeenTable
from referee.round import Round
from referee.rulebook import DEFAULT, load
from referee.tiles import Place, Tile, parse_tiles
from referee.verdict import Outcome
from tests.audit.test_covered import LAY, RED, MakeReading, photo_of, table, with_disc, without
from vision import quads


def case(seen: SeenTable) -> Case:
    """Of a turn that began on the table `LAY`, and laid something."""
    before = replace(
        Round.start(["Anna", "Ben"], load(DEFAULT)),
        table=tuple(tuple(parse_tiles(text.split())) for text in LAY),
        opened=frozenset({"Anna"}),
        counts=MappingProxyType({"Anna": 14, "Ben": 14}),
    )
    return Case(Press("Anna", 0, 30.0), before, seen, (), NO_TILES, by_photo=True)


@pytest.mark.parametrize(
    ("gone", "disc", "outcome"),
    [
        pytest.param("R7", "R7", Outcome.UNDECIDED, id="a hand over it"),
        pytest.param("R7", "", Outcome.ILLEGAL, id="the table where it lay"),
    ],
)
def test_a_tile_under_a_hand_is_asked_about_and_not_missing(
    make_reading: MakeReading, gone: str, disc: str, outcome: Outcome
) -> None:
    before, after = make_reading(LAY), make_reading((*LAY, "O1 O2 O3"))
    at = np.array([600.0, 500.0])
    if disc:
        at = quads.centre(next(tile.corners for tile in after.tiles if tile.tile == Tile.parse(disc)))
    photo = with_disc(photo_of(without(after, gone), "after"), at, 45, RED)
    found, ruling = judge_in_doubt(case(seen_in(photo, photo_of(before, "before"))))
    assert ruling.verdict.outcome is outcome
    asked = [found.known.sets[index][place] for index, place in ruling.questions]
    assert [str(tile.likely[0][0]) for tile in asked] == [gone] * bool(disc)


def test_a_doubtful_tile_that_nobody_touched_is_what_the_photo_before_shows(make_reading: MakeReading) -> None:
    before = make_reading(LAY)
    after = make_reading((*LAY, "O1 O2 O3"), {(1, 1): {"B1": 0.6, "B7": 0.39}})
    _, ruling = judge_in_doubt(case(seen_in(photo_of(after, "after"), photo_of(before, "before"))))
    assert ruling.verdict.outcome is Outcome.LEGAL


def test_a_number_that_the_second_reader_reads_is_one_more_candidate(make_reading: MakeReading) -> None:
    reading = make_reading((*LAY, "O1 O2 O3"), {(4, 2): {"O3": 0.7, "O5": 0.29}})
    seen = seen_in(gather("after", table(1), reading, lambda _: 8), None)
    assert Tile.parse("O8") in seen.candidates()[4][2]
    _, ruling = judge_in_doubt(case(seen))
    assert (ruling.verdict.outcome, ruling.questions) == (Outcome.UNDECIDED, (Place(4, 2),))
