"""A tile that something lies over is hidden, not gone; one whose place shows the table is gone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from audit.evidence import Exhibit, gather
from audit.turn import audit
from referee.rulebook import DEFAULT, load
from referee.tiles import Tile
from referee.verdict import Code, Outcome
from vision import quads
from vision.image import Photo
from vision.reading.table_reading import TableReading

MakeReading = Callable[..., TableReading]

LAY = ("R4 R5 R6 R7", "K1 B1 O1", "K10 K11 K12", "B7 B8 B9")
RED, CUP, BLACK = (60, 60, 200), (228, 232, 235), (25, 25, 25)


def without(reading: TableReading, *gone: str) -> TableReading:
    """What a photo shows from which the sure tiles `gone` are missing, each once."""
    left = [Tile.parse(each) for each in gone]
    kept = []
    for index, tile in enumerate(reading.tiles):
        if tile.tile in left:
            left.remove(tile.tile)
        else:
            kept.append(index)
    rows = (tuple(kept.index(i) for i in members if i in kept) for members in reading.sets)
    return replace(reading, tiles=tuple(reading.tiles[i] for i in kept), sets=tuple(row for row in rows if row))


def table(seed: int, light: float = 1.0) -> Photo:
    """Wood with grain, in a photo of 800 x 600."""
    grain = cv2.GaussianBlur(np.random.default_rng(seed).normal(0, 60, (600, 800)), (0, 0), sigmaX=40, sigmaY=2)
    noise = np.random.default_rng(seed + 1).normal(0, 3, (600, 800, 3))
    return np.clip((np.array([60.0, 90.0, 130.0]) + grain[..., None] + noise) * light, 0, 255).astype(np.uint8)


def photo_of(reading: TableReading, name: str, light: float = 1.0) -> Exhibit:
    picture = table(1, light)
    for tile in reading.tiles:
        cv2.fillConvexPoly(picture, tile.corners.astype(np.int32), (225, 235, 240))
    return gather(name, picture, reading, lambda _: None)


def with_disc(photo: Exhibit, at: np.ndarray, radius: int, colour: tuple[int, int, int]) -> Exhibit:
    """The photo with something round lying there."""
    picture = photo.photo.copy()
    cv2.circle(picture, [round(v) for v in at.tolist()], radius, colour, -1)
    return replace(photo, photo=picture)


@pytest.mark.parametrize("colour", [RED, CUP, BLACK])
@pytest.mark.parametrize("light", [1.0, 0.7])
def test_a_tile_under_a_thing_is_not_missing(
    make_reading: MakeReading, colour: tuple[int, int, int], light: float
) -> None:
    before = make_reading(LAY)
    place = quads.centre(before.tiles[3].corners)
    after = with_disc(photo_of(without(before, "R7"), "after.jpg", light), place, 55, colour)
    result = audit(after, photo_of(before, "before.jpg"), load(DEFAULT))
    assert result.verdict.outcome is Outcome.UNDECIDED
    (remark,) = result.remarks
    assert (remark.code.value, remark.photo) == ("covered", "after")
    assert "after.jpg" in remark.message
    assert "R7" in remark.message


@pytest.mark.parametrize("colour", [RED, CUP, BLACK])
@pytest.mark.parametrize(("x", "outcome"), [(2, Outcome.UNDECIDED), (8, Outcome.ILLEGAL)])
def test_nobody_is_condemned_for_a_set_that_may_go_on_under_a_thing(
    make_reading: MakeReading, colour: tuple[int, int, int], x: int, outcome: Outcome
) -> None:
    whole = make_reading((*LAY, "R10 R11 R12"))
    place = quads.centre(whole.tiles[-1].corners + np.array([62 * (x - 2), 0], np.float32))
    after = with_disc(photo_of(without(whole, "R12"), "after.jpg"), place, 45, colour)
    result = audit(after, photo_of(make_reading(LAY), "before.jpg"), load(DEFAULT))
    assert result.verdict.outcome is outcome
    assert [remark.code.value for remark in result.remarks] == ["covered"] * (outcome is Outcome.UNDECIDED)


@pytest.mark.parametrize("light", [1.0, 0.7])
def test_a_tile_whose_place_shows_the_table_is_missing(make_reading: MakeReading, light: float) -> None:
    before = make_reading(LAY)
    after = with_disc(photo_of(without(before, "R7"), "after.jpg", light), np.array([600.0, 500.0]), 55, RED)
    result = audit(after, photo_of(before, "before.jpg"), load(DEFAULT))
    assert result.verdict.outcome is Outcome.ILLEGAL
    assert [violation.code for violation in result.verdict.violations] == [Code.TILE_MISSING]
    assert not [remark for remark in result.remarks if remark.code.value == "covered"]


def test_a_tile_in_whose_place_another_one_lies_is_missing(make_reading: MakeReading) -> None:
    before, after = make_reading(LAY), make_reading(("R4 R5 R6 O7", *LAY[1:]))
    result = audit(photo_of(after, "after.jpg"), photo_of(before, "before.jpg"), load(DEFAULT))
    assert result.verdict.outcome is Outcome.ILLEGAL
    assert Code.TILE_MISSING in [violation.code for violation in result.verdict.violations]


def test_what_is_illegal_whatever_lies_hidden_stays_illegal(make_reading: MakeReading) -> None:
    before = make_reading(LAY)
    place = quads.centre(before.tiles[3].corners)
    laid = without(make_reading((*LAY, "K5 R9")), "R7")
    after = with_disc(photo_of(laid, "after.jpg"), place, 55, RED)
    result = audit(after, photo_of(before, "before.jpg"), load(DEFAULT))
    assert result.verdict.outcome is Outcome.ILLEGAL
