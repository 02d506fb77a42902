"""What lies where somebody's photo ends, or on a rack at its edge, is held against nobody."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from live.game.case import NO_TILES, Case, Press
from live.game.judging import judge_in_doubt
from live.game.seen import SeenTable, SeenTile
from referee.round import Round
from referee.rulebook import load
from referee.tiles import Table, Tile, parse_tiles
from referee.verdict import Outcome
from tests.live.stage import RULEBOOK
from tests.vision.outlines import upright

WIDTH, HEIGHT = 1280, 720
RUN = ("R10 R11 R12", 400, 300)
RACK = "K1 R5 B9 O2 K7"


def shown(*rows: tuple[str, int, int]) -> SeenTable:
    """A photo of tiles of 42 x 60 pixels in rows, each with the corner at which it begins."""
    sets = (
        tuple(_tile(Tile.parse(name), x + 44 * i, y) for i, name in enumerate(names.split())) for names, x, y in rows
    )
    return SeenTable(tuple(sets), WIDTH, HEIGHT)


def _tile(tile: Tile, x: float, y: float) -> SeenTile:
    return replace(SeenTile.unread(upright(x, y, 42, 60)), tile=tile, likely=((tile, 0.9999),), doubt=False)


def judged(seen: SeenTable, *lay: str, by_photo: bool = True, drew: int = 0) -> tuple[Outcome, str | None]:
    """The verdict on a turn that left that table, and why it is undecided, by its code; `lay` is the table before."""
    table: Table = tuple(map(tuple, (parse_tiles(text.split()) for text in lay)))
    before = replace(Round.start(["Anna", "Ben"], load(RULEBOOK)), table=table, opened=frozenset({"Anna"}))
    before = replace(before, counts=MappingProxyType({"Anna": 14, "Ben": 14}))
    _, ruling = judge_in_doubt(Case(Press("Anna", drew, 30.0), before, seen, (), NO_TILES, by_photo=by_photo))
    return ruling.verdict.outcome, None if ruling.objection is None else ruling.objection.code


@pytest.mark.parametrize(
    "rack",
    [
        pytest.param((RACK, 400, 658), id="cut by the lower edge"),
        pytest.param(("O4 O6", 400, 658), id="cut, with two tiles left"),
        pytest.param((RACK, 400, 600), id="whole, at the lower edge"),
        pytest.param((RACK, 400, 20), id="whole, at the upper edge"),
        pytest.param(("R1 R2", 1196, 300), id="a set that goes on beyond the right edge"),
    ],
)
def test_a_photo_s_edge_condemns_nobody_where_a_camera_s_picture_may(rack: tuple[str, int, int]) -> None:
    assert judged(shown(RUN, rack)) == (Outcome.UNDECIDED, "cut-off")
    assert judged(shown(RUN, rack), by_photo=False) == (Outcome.ILLEGAL, None)


def test_both_tiers_of_a_rack_stand_on_it() -> None:
    assert judged(shown(RUN, (RACK, 400, 640), ("K3 O9", 444, 570))) == (Outcome.UNDECIDED, "cut-off")


@pytest.mark.parametrize("wrong", [(RACK, 400, 400), ("R1 R2 R4", 400, 560)])
def test_what_was_laid_wrongly_within_the_photo_stays_wrong(wrong: tuple[str, int, int]) -> None:
    assert judged(shown(RUN, wrong)) == (Outcome.ILLEGAL, None)


def test_in_a_play_area_that_was_marked_no_rack_stands() -> None:
    seen = shown(RUN, (RACK, 400, 600))
    area = ((0.0, 0.0), (WIDTH - 1.0, 0.0), (WIDTH - 1.0, HEIGHT - 1.0), (0.0, HEIGHT - 1.0))
    assert judged(replace(seen, within=area)) == (Outcome.ILLEGAL, None)


def test_a_set_that_goes_on_beyond_the_play_area_is_not_too_short() -> None:
    seen = shown(RUN, ("R1 R2", 600, 500))
    assert judged(replace(seen, within=((0, 0), (690, 0), (690, 719), (0, 719)))) == (Outcome.UNDECIDED, "cut-off")


def test_tiles_that_lay_at_the_end_of_a_set_beyond_the_edge_are_not_missing() -> None:
    seen = shown(RUN, ("B5 B6 B7", 1148, 300))
    assert judged(seen, "B5 B6 B7 B8 B9") == (Outcome.UNDECIDED, "not-in-photo")
    whole = shown(RUN, ("B5 B6 B7", 900, 300))
    assert judged(whole, "B5 B6 B7 B8 B9") == (Outcome.ILLEGAL, None)


def test_what_a_photo_shows_is_kept_with_its_play_area_and_what_may_lie_hidden() -> None:
    hidden = replace(SeenTile.unread(upright(700, 300, 42, 60)), likely=((Tile.parse("K5"), 1.0),))
    seen = replace(shown(RUN), perhaps=(hidden,), within=((0.0, 0.0), (640.0, 0.0), (640.0, 719.0)))
    assert SeenTable.from_json(seen.to_json()) == seen
