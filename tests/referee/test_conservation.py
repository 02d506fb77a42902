"""Everything seen at a moment fits together, or what contradicts what is named."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from referee.conservation import contradictions
from referee.round import Round
from referee.rulebook import load
from referee.tiles import TileSet, parse_tiles
from tests.notation import parse_table

TABLE = parse_table("R4 R5 R6 / K1 K2 K3")
STATE = Round(load("jumbo-original-2016"), ("Anna", "Ben"), 0, {"Anna": 3, "Ben": 20}, 77, frozenset(), TABLE)


def racks(**names: str) -> Mapping[str, TileSet]:
    return {player: parse_tiles(text.split()) for player, text in names.items()}


def said(state: Round = STATE, /, **seen: Mapping[str, TileSet]) -> list[str]:
    return [contradiction.message for contradiction in contradictions(state, **seen)]


@pytest.mark.parametrize(
    "seen",
    [
        {},
        {"racks": racks(Anna="R4 R5 J")},
        {"held": racks(Anna="R4", Ben="K1")},
        {"racks": racks(Anna="R4 R5 J"), "held": racks(Anna="J R5")},
    ],
)
def test_what_fits_together(seen: Mapping[str, Mapping[str, TileSet]]) -> None:
    assert said(**seen) == []


def test_a_tile_seen_more_often_than_the_box_holds_it_and_where() -> None:
    found = contradictions(STATE, racks=racks(Anna="R4 R4 J"))
    assert [contradiction.to_json() for contradiction in found] == [
        {
            "kind": "too-many",
            "message": "R4 was seen 3 times (the table 1, Anna's rack 2), but the box holds 2",
            "tiles": ["R4"],
            "player": None,
            "values": {"count": 3, "most": 2},
            "found": [
                {"place": "table", "player": None, "count": 1},
                {"place": "rack", "player": "Anna", "count": 2},
            ],
        }
    ]


def test_draws_count_where_the_rack_was_not_seen() -> None:
    assert said(held=racks(Ben="R4 R4")) == ["R4 was seen 3 times (the table 1, Ben's draws 2), but the box holds 2"]
    assert said(racks=racks(Anna="R4 J K9"), held=racks(Anna="R4")) == []


def test_jokers_are_counted_by_themselves() -> None:
    assert said(racks=racks(Anna="J J J")) == ["J was seen 3 times (Anna's rack 3), but the box holds 2"]
    two = replace(STATE, rulebook=load("jumbo-original-2016+players=6"), pool=183)
    assert said(two, racks=racks(Anna="J J J")) == []


def test_discards_count() -> None:
    state = replace(STATE, discards={"Ben": parse_tiles(["R4", "R4"])}, pool=75)
    assert said(state) == ["R4 was seen 3 times (the table 1, Ben's discards 2), but the box holds 2"]


def test_racks_with_too_many_or_too_few_tiles() -> None:
    assert said(racks=racks(Anna="K9 K10")) == ["Anna's rack holds 2 tiles, but must hold 3"]


def test_a_tile_that_was_drawn_and_is_nowhere() -> None:
    found = contradictions(STATE, racks=racks(Anna="K9 K10 K11"), held=racks(Anna="B7 K9 B7"))
    assert [(c.kind, c.message, c.tiles) for c in found] == [
        (
            "drawn-gone",
            "Anna held B7 B7 earlier and has not laid it, but it is not on the rack",
            parse_tiles(["B7", "B7"]),
        )
    ]


def test_a_round_that_does_not_add_up() -> None:
    found = contradictions(replace(STATE, pool=76, discards={"Ben": parse_tiles(["K9", "K9"])}))
    assert [(c.kind, c.message) for c in found] == [
        (
            "total",
            "23 on racks, 76 in the pool, 6 on the table, 2 discarded make 107 tiles, but the box holds 106",
        )
    ]


def test_somebody_who_does_not_play() -> None:
    with pytest.raises(KeyError):
        contradictions(STATE, racks=racks(Zoe="K9"))
