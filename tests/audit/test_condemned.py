"""Nobody is condemned by an audit for what a photo does not show, or for a reading that may be wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from audit.evidence import Exhibit, gather
from audit.remarks import RemarkCode
from audit.turn import Audit, audit
from live.game.edges import ROW
from referee.rulebook import DEFAULT, load
from referee.verdict import Outcome
from vision import quads
from vision.reading.table_reading import TableReading

MakeReading = Callable[..., TableReading]

FIVE = ("R4 R5 R6", "K1 B1 O1", "K10 K11 K12", "B7 B8 B9", "O2 O3 O4")
"""Lying one below the other, 110 pixels apart, in a photo 600 pixels high."""


def photo_of(reading: TableReading, name: str = "table.jpg") -> Exhibit:
    picture = np.zeros((reading.height, reading.width, 3), np.uint8)
    return gather(name, picture, reading, lambda _: None)


def cut(reading: TableReading, height: int) -> TableReading:
    """What a photo shows that ends at that height: the rows above it."""
    kept = [
        members for members in reading.sets if all(quads.centre(reading.tiles[i].corners)[1] < height for i in members)
    ]
    order = [i for members in kept for i in members]
    sets = tuple(tuple(order.index(i) for i in members) for members in kept)
    return replace(reading, tiles=tuple(reading.tiles[i] for i in order), sets=sets, height=height)


def sure(reading: TableReading, *places: tuple[int, int]) -> TableReading:
    """The same with these tiles in no doubt."""
    known = {reading.sets[index][place] for index, place in places}
    tiles = (replace(tile, doubt=tile.doubt and i not in known) for i, tile in enumerate(reading.tiles))
    return replace(reading, tiles=tuple(tiles))


def judged(after: TableReading, before: TableReading | None = None, *, opened: bool = True) -> Audit:
    return audit(photo_of(after), None if before is None else photo_of(before), load(DEFAULT), opened=opened)


def replaced(sets: Sequence[str], index: int, text: str) -> list[str]:
    return [text if i == index else each for i, each in enumerate(sets)]


def test_a_set_whose_place_the_photo_after_does_not_show_is_not_gone(make_reading: MakeReading) -> None:
    after = cut(make_reading(replaced(FIVE, 0, "R4 R5 R6 R7")), 440)  # the fifth set lies below its border
    result = judged(after, make_reading(FIVE))
    assert result.verdict.outcome is Outcome.UNDECIDED
    assert any(remark.photo == "after" for remark in result.remarks)


def test_a_set_whose_place_the_photo_before_does_not_show_was_not_laid(make_reading: MakeReading) -> None:
    sets = replaced(FIVE, 4, "B10 O10 K10")
    after = make_reading([*replaced(sets, 1, "K1 B1 O1 R1")])
    result = judged(after, cut(make_reading(sets), 440))
    assert result.verdict.outcome is Outcome.UNDECIDED or [str(tile) for tile in result.verdict.played] == ["R1"]


def test_an_opening_is_not_made_of_sets_that_the_photo_before_does_not_show(make_reading: MakeReading) -> None:
    lay = ("R4 R5 R6", "K1 B1 O1", "O2 O3 O4", "K12 B12 O12")  # the last one was somebody else's
    before = cut(make_reading(lay), 330)
    after = make_reading([*lay, "B1 B2 B3"])  # laid: six points
    assert judged(after, before, opened=False).verdict.outcome is not Outcome.LEGAL


def test_a_tile_surely_misread_condemns_nobody(make_reading: MakeReading) -> None:
    guess: Mapping[tuple[int, int], Mapping[str, float]] = {(0, 3): {"R1": 0.975, "R7": 0.02}}
    after = sure(make_reading(["R4 R5 R6 R1", "K1 B1 O1"], guess), (0, 3))
    result = judged(after, make_reading(["R4 R5 R6", "K1 B1 O1"]))
    assert result.verdict.outcome is Outcome.UNDECIDED
    assert [tuple(question.spot) for question in result.questions] == [("after", 0, 3)]


def test_a_tile_surely_misread_before_the_turn_condemns_nobody(make_reading: MakeReading) -> None:
    """The run was taken apart and laid elsewhere; its 7 was surely read as a 1 before."""
    guess: Mapping[tuple[int, int], Mapping[str, float]] = {(0, 3): {"R1": 0.975, "R7": 0.02}}
    before = sure(make_reading(["R4 R5 R6 R1", "K1 B1 O1"], guess), (0, 3))
    result = judged(make_reading(["R4 R5 R6", "K1 B1 O1", "R7 B7 O7"]), before)
    assert result.verdict.outcome is Outcome.UNDECIDED
    assert [tuple(question.spot) for question in result.questions] == [("before", 0, 3)]


@pytest.mark.parametrize("sets", [("K1 B1 O1", "R4 R5 R6 R9"), ("K1 B1 O1", "R4 R5 R6", "R9")])
def test_what_may_be_no_tile_condemns_nobody(make_reading: MakeReading, sets: Sequence[str]) -> None:
    last = (len(sets) - 1, len(sets[-1].split()) - 1)
    doubts = {last: {"R9": 0.4, "K9": 0.2}}  # 40 in 100 that it is no tile (`live.game.seen.A_TILE`)
    result = judged(make_reading(sets, doubts), make_reading(["K1 B1 O1"]))
    assert result.verdict.outcome is Outcome.UNDECIDED
    assert [tuple(question.spot) for question in result.questions] == [("after", *last)]


def test_what_may_be_no_tile_was_not_taken_away(make_reading: MakeReading) -> None:
    before = make_reading(["K1 B1 O1", "R9"], {(1, 0): {"R9": 0.4, "K9": 0.2}})
    result = judged(make_reading(["K1 B1 O1 R1"]), before)
    assert result.verdict.outcome is Outcome.UNDECIDED


def test_a_set_that_goes_on_beyond_the_border_of_the_only_photo_is_not_too_short(make_reading: MakeReading) -> None:
    """The photo ends right behind the second tile: nobody can see how many follow."""
    whole = make_reading(["K6 K7", "R1 B1", "O2 O3"])
    assert judged(replace(whole, width=165)).verdict.outcome is Outcome.UNDECIDED


@pytest.mark.parametrize("row", ["O6", "O4 O6", "R11 R12 B4 B5 B10 O4 O6"])
def test_what_the_border_of_the_only_photo_cuts_all_along_may_stand_on_a_rack(
    make_reading: MakeReading, row: str
) -> None:
    whole = make_reading(["K6 K7 K8", "K1 B1 O1", "R4 B4 O4", row])
    lowest = max(float(tile.corners[:, 1].max()) for tile in whole.tiles)
    result = judged(replace(whole, height=round(lowest) + 2))
    assert (result.verdict.outcome, [remark.code for remark in result.remarks]) == (
        Outcome.UNDECIDED,
        [RemarkCode.CUT_OFF],
    )
    further_in = 60 if len(row.split()) < ROW else 300  # a whole rack may stand within the photo
    assert judged(replace(whole, height=round(lowest) + further_in)).verdict.outcome is Outcome.ILLEGAL


@pytest.mark.parametrize(
    ("row", "doubts"),
    [
        ("R11 R12 B4 B5 B10 O4 O6", {(1, 6): {"O6": 0.8, "O9": 0.15}}),  # as in sample_images/demo/turn-02.jpg
        ("O4 O6", {}),  # turn-12.jpg
        ("O6", {(1, 0): {"O6": 0.9, "O9": 0.09}}),  # turn-14.jpg
    ],
)
def test_what_was_no_set_before_the_turn_and_was_not_touched_is_not_silently_the_player_s_fault(
    make_reading: MakeReading, row: str, doubts: Mapping[tuple[int, int], Mapping[str, float]]
) -> None:
    result = judged(make_reading(["K1 B1 O1 R1", row], doubts), make_reading(["K1 B1 O1", row], doubts))
    assert result.verdict.outcome is not Outcome.ILLEGAL or [remark.code.value for remark in result.remarks] == [
        "racks"
    ]


@pytest.mark.parametrize(("laid", "gone"), [("R1", "O2 O3 O4"), ("", "R4 R5 R6")])
def test_a_whole_set_that_no_photo_shows_any_more_may_be_hidden(
    make_reading: MakeReading, laid: str, gone: str
) -> None:
    """A hand, a cup or a sleeve lies over it: in a game that is no verdict either (`live.game.judging`, not-in-photo)."""
    before = ["K1 B1 O1", "R4 R5 R6", "O2 O3 O4"]
    after = [f"K1 B1 O1 {laid}".strip(), *(each for each in before[1:] if each != gone)]
    result = judged(make_reading(after), make_reading(before))
    assert result.verdict.outcome is Outcome.UNDECIDED or result.remarks


def test_no_photo_shows_that_a_tile_was_drawn_so_none_is_put_back(make_reading: MakeReading) -> None:
    """A turn that laid nothing is judged as one that drew.

    Its penalty must not speak of a tile that nobody saw drawn.
    """
    for result in (judged(make_reading(["R1 R2"])), judged(make_reading(["R4 R5 R6"]), make_reading(["R4 R5 R6 R7"]))):
        assert result.verdict.outcome is Outcome.ILLEGAL
        assert result.verdict.penalty is not None
        assert result.verdict.penalty.put_back == 0


def test_a_tile_that_nobody_touched_and_both_photos_misread_condemns_nobody(make_reading: MakeReading) -> None:
    guess: Mapping[tuple[int, int], Mapping[str, float]] = {(0, 2): {"R9": 0.975, "R6": 0.02}}
    before, after = (sure(make_reading([row, "K1 B1 O1"], guess), (0, 2)) for row in ("R4 R5 R9", "R4 R5 R9 R7"))
    result = judged(after, before)
    assert result.verdict.outcome is Outcome.UNDECIDED
    assert [tuple(question.spot) for question in result.questions] == [("after", 0, 2)]


@pytest.mark.parametrize("rules", ["", "+order=strict"])
def test_a_run_whose_first_tile_the_photo_cuts_off_is_a_run(make_reading: MakeReading, rules: str) -> None:
    sets = ["R4 R5 R6 R7", "K1 K2 K3 K4", "K10 K11 K12 K13", "B7 B8 B9 B10", "O2 O3 O4 O5"]
    whole, left = make_reading([*sets[:4], "O2 O3 O4 O5 O6"]), 100
    kept = [i for i, tile in enumerate(whole.tiles) if tile.corners[:, 0].min() >= left]
    tiles = (replace(whole.tiles[i], corners=whole.tiles[i].corners - np.array([left, 0], np.float32)) for i in kept)
    rows = (tuple(kept.index(i) for i in members if i in kept) for members in whole.sets)
    after = replace(whole, tiles=tuple(tiles), sets=tuple(rows), width=whole.width - left)
    result = audit(photo_of(after), photo_of(make_reading(sets)), load(DEFAULT + rules))
    assert result.verdict.outcome is Outcome.UNDECIDED
    assert [remark.code.value for remark in result.remarks] == ["cut-off"]


@pytest.mark.parametrize("doubtful", [4, 5])
def test_a_row_that_is_hardly_read_is_no_rack(make_reading: MakeReading, doubtful: int) -> None:
    doubts = {(0, k): {f"R{k + 4}": 0.6, f"O{k + 4}": 0.39} for k in range(doubtful)}
    row = "R4 R5 R6 R7 R8"
    before, after = (make_reading([row, *others], doubts) for others in (["K1 B1 O1"], ["K1 B1 O1", "K7 B2 O3"]))
    result = judged(after, before)
    assert (result.verdict.outcome, result.remarks) == (Outcome.ILLEGAL, ())


def test_a_row_that_was_no_set_and_was_not_touched_excuses_nothing(make_reading: MakeReading) -> None:
    before, after = (make_reading(["K1 B1 O1", "R4 R5 R9 R10", *laid]) for laid in ([], ["K7 B2 O3"]))
    result = judged(after, before)
    assert (result.verdict.outcome, result.remarks) == (Outcome.ILLEGAL, ())
