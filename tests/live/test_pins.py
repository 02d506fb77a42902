"""What people confirmed holds exactly as long as nobody touches the tile; rules have no say in it."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from live.game.pins import Pin, add_pin, apply_pins, pin_of, pins_of
from live.game.seen import SeenTable, SeenTile
from referee.doubt import Spot
from referee.tiles import TILE_KINDS, Tile, parse_tiles
from tests.live.stage import Played
from vision.reading.table_reading import TableReading, TileReading


def seen(x: float, *likely: tuple[str, float], doubt: bool = False) -> SeenTile:
    corners = ((x, 0.0), (x + 40, 0.0), (x + 40, 60.0), (x, 60.0))
    pairs = tuple((Tile.parse(name), p) for name, p in likely)
    return SeenTile(corners, pairs, doubt or not pairs, pairs[0][0] if pairs else None)


def table(*tiles: SeenTile) -> SeenTable:
    return SeenTable((tiles,), 1280, 720)


def by_hand(placed: SeenTile, read: SeenTable, tile: Tile) -> Pin:
    return pin_of(read, replace(placed, by_hand=True), tile)


SIX = seen(100, ("B6", 0.6), ("B9", 0.39), doubt=True)
PIN = Pin.at(SIX, table(SIX), Tile.parse("B9"))


@pytest.mark.parametrize(
    ("later", "name"),
    [
        pytest.param(SIX, "B9", id="the same look"),
        pytest.param(seen(104, ("B9", 0.5), ("B6", 0.49), doubt=True), "B9", id="the camera wavers"),
        pytest.param(seen(100, ("R6", 0.99)), "R6", id="another tile in its place"),
        pytest.param(seen(120, ("B6", 0.6), ("B9", 0.39), doubt=True), "B9", id="moved"),
        pytest.param(seen(120, ("B6", 0.99)), "B6", id="a sure one elsewhere"),
        pytest.param(seen(100), "B9", id="not readable any more"),
        pytest.param(seen(115), "B9", id="not readable, and the middle of what is in sight is elsewhere"),
        pytest.param(seen(130), "?", id="not readable, and not in its place"),
    ],
)
def test_a_confirmed_tile_is_known_while_it_lies_and_looks_as_it_did(later: SeenTile, name: str) -> None:
    (found,) = apply_pins(table(later), [PIN]).tiles
    assert str(found.tile or "?") == name
    assert found.confirmed is (name == "B9")


def test_a_tile_in_doubt_parts_no_row_that_may_be_a_set_when_another_becomes_known() -> None:
    """The 8 lies half under the 9, which therefore lies apart from the 10."""
    row = [
        seen(300, ("O7", 0.99)),
        seen(337, ("O6", 0.4), ("O8", 0.3), doubt=True),
        seen(366, ("O9", 0.99)),
        seen(430, ("O10", 0.99)),
    ]
    whole = SeenTable(((SIX,), tuple(row)), 1280, 720)
    assert [len(members) for members in apply_pins(whole, [PIN]).sets] == [1, 4]


def test_what_a_person_says_to_be_no_tile_joins_no_sets_that_lie_on_both_sides_of_it() -> None:
    spot = seen(220)
    row = [*(seen(100 + 40 * k, (name, 0.99)) for k, name in enumerate(("K3", "O3", "B3"))), spot]
    row += [seen(260 + 40 * k, (name, 0.99)) for k, name in enumerate(("B7", "O7", "K7"))]
    whole = table(*row)
    parted = apply_pins(whole, [Pin.at(spot, whole, None)])
    assert [[str(tile.tile) for tile in members] for members in parted.sets] == [["K3", "O3", "B3"], ["B7", "O7", "K7"]]
    assert whole.without({Spot("after", 0, 3)}).sets == parted.sets


def test_what_cannot_be_read_is_no_known_tile_that_is_read_elsewhere() -> None:
    assert [
        str(tile.tile or "?") for tile in apply_pins(table(seen(100), seen(200, ("B9", 0.7), doubt=True)), [PIN]).tiles
    ] == [
        "?",
        "B9",
    ]


@pytest.mark.parametrize(
    ("later", "name"),
    [
        pytest.param(seen(101, ("B3", 0.51), ("B13", 0.47), doubt=True), "B13", id="half of its number read for once"),
        pytest.param(seen(101, ("B3", 0.61), ("B13", 0.06), doubt=True), "B13", id="half of it seen"),
        pytest.param(seen(106, ("B3", 0.51), ("B13", 0.47), doubt=True), "B3", id="laid there anew"),
        pytest.param(seen(100, ("B3", 0.94), ("B13", 0.05), doubt=True), "B3", id="hardly the same"),
    ],
)
def test_a_tile_that_lies_exactly_where_it_lay_is_what_it_may_still_be(later: SeenTile, name: str) -> None:
    before = seen(100, ("B13", 0.997))
    (found,) = apply_pins(table(later), [Pin.at(before, table(before), Tile.parse("B13"))]).tiles
    assert str(found.tile) == name


def test_a_pin_for_no_tile_takes_it_off_the_table_and_its_set() -> None:
    stray = seen(500, ("K1", 0.8), doubt=True)
    whole = SeenTable(((SIX,), (stray,)), 1280, 720)
    assert apply_pins(whole, [Pin.at(stray, whole, None)]).sets == ((SIX,),)


def test_a_tile_laid_where_there_was_none_is_one_whatever_the_cloth_looked_like() -> None:
    cloth, laid = seen(500, ("B7", 0.008), ("J", 0.007), ("O7", 0.006), doubt=True), seen(500, ("B7", 0.997))
    none = Pin.at(cloth, table(cloth), None)
    assert apply_pins(table(cloth), [none]).sets == ()
    assert apply_pins(table(laid), [none]).table() == (parse_tiles(["B7"]),)


@pytest.mark.parametrize("x", [500, 506])
def test_what_was_said_to_be_no_tile_stays_none_whatever_little_is_made_of_it(x: float) -> None:
    then = seen(500, ("B6", 0.025), ("B9", 0.014), ("J", 0.009), doubt=True)
    later = seen(x, ("B9", 0.021), ("B6", 0.019), ("J", 0.008), doubt=True)
    assert apply_pins(table(later), [Pin.at(then, table(then), None)]).sets == ()


def test_the_last_word_on_a_place_counts() -> None:
    pins = add_pin(add_pin((), PIN), Pin.at(SIX, table(SIX), Tile.parse("B6")))
    assert [pin.tile for pin in pins] == [Tile.parse("B6")]


def test_a_confirmed_table_is_known_in_the_next_turn() -> None:
    whole = table(SIX, seen(142, ("R6", 0.99)))
    pins = pins_of(whole, (parse_tiles(["B9", "R6"]),))
    assert apply_pins(whole, pins).candidates() == (((Tile.parse("B9"),), (Tile.parse("R6"),)),)


def test_candidates_are_one_where_sure_the_likely_in_doubt_and_all_where_unread() -> None:
    sure, doubtful, unread = table(seen(0, ("K1", 0.99)), SIX, seen(300)).candidates()[0]
    assert sure == (Tile.parse("K1"),)
    assert doubtful == (Tile.parse("B6"), Tile.parse("B9"))
    assert unread == TILE_KINDS


def test_a_table_comes_back_from_the_journal_as_it_was() -> None:
    whole = table(SIX, seen(200, ("J", 0.99)), seen(300))
    assert SeenTable.from_json(whole.to_json()) == whole


@pytest.mark.parametrize(
    "pin",
    [
        PIN,
        Pin.at(SIX, table(SIX), None),
        by_hand(seen(200, ("R7", 1.0)), table(SIX), Tile.parse("R7")),
        by_hand(seen(200, ("R7", 1.0)), table(), Tile.parse("R7")),
    ],
)
def test_what_was_said_of_a_tile_comes_back_from_the_journal(pin: Pin) -> None:
    found = Pin.from_json(json.loads(json.dumps(pin.to_json())))
    assert found.to_json() == pin.to_json()
    assert (found.tile, found.likely) == (pin.tile, pin.likely)


def test_a_tile_that_a_person_named_stays_known_where_it_is_moved(played: Played) -> None:
    six = {"B6": {"B6": 0.6, "B9": 0.39}}
    played.begin()
    played.turn("R10 R11 R12", "K6 R6 B6", doubts=six)
    question = played.told()["questions"][0]
    played.buttons.answer(question["set"], question["index"], Tile.parse("B6"))
    played.turn("R10 R11 R12", "K6 R6 B6", drew=True, doubts=six)
    played.turn("R10 R11 R12", "K6 R6 O6", "B4 B5 B6", doubts=six)
    state = played.told()
    assert (state["verdict"]["outcome"], state["questions"]) == ("legal", [])
    assert state["verdict"]["played"] == ["B4", "B5", "O6"]
    assert state["verdict"]["laid"] == ["O6", "B4", "B5"]


def test_of_two_that_look_alike_a_person_is_asked_again(played: Played) -> None:
    either = {"B6": {"B6": 0.6, "B9": 0.39}, "B9": {"B9": 0.6, "B6": 0.39}}
    played.begin()
    played.turn("R10 R11 R12", "K6 R6 B6", "K9 R9 B9", doubts=either)
    while questions := played.told()["questions"]:
        question = questions[0]
        row = played.told()["verdict"]["table"]["sets"][question["set"]][question["index"]]["corners"][0][1]
        played.buttons.answer(question["set"], question["index"], Tile.parse("B6" if row < 100 else "B9"))
    played.turn("R10 R11 R12", "K6 R6 B6", "K9 R9 B9", drew=True, doubts=either)
    played.turn("R10 R11 R12", "K6 R6 O6", "K9 R9 O9", "B6 B7 B8 B9", doubts=either)
    assert played.told()["verdict"]["outcome"] == "undecided"


def test_a_tile_that_lies_face_down_is_none_of_the_table() -> None:
    corners = np.array([[0, 0], [40, 0], [40, 60], [0, 60]], np.float32)
    back = TileReading.of(corners, {Tile.parse("R7"): 0.001}, doubt=True)
    face = TileReading.of(corners + 200, {Tile.parse("R7"): 0.999})
    reading = TableReading((back, face), ((0, 1),), 640, 480)
    assert [str(tile) for tiles in SeenTable.from_reading(reading).table() for tile in tiles] == ["R7"]


def test_a_moved_tile_is_known_again_although_the_other_of_its_kind_lies_where_it_lay() -> None:
    other = seen(600, ("B9", 0.99))
    pins = (PIN, Pin.at(other, table(other), Tile.parse("B9")))
    moved = seen(300, ("B6", 0.6), ("B9", 0.39), doubt=True)
    assert [str(tile.tile) for tile in apply_pins(table(moved, other), pins).tiles] == ["B9", "B9"]


RUN = tuple(seen(100 + 42 * k, (name, 0.99)) for k, name in enumerate(["K11", "K12", "K13"]))
GROUP = tuple(seen(226 + 42 * k, (name, 0.99)) for k, name in enumerate(["K6", "R6", "B6"]))
SHORT = replace(RUN[1], corners=tuple((x, 0.7 * y) for x, y in RUN[1].corners))
ENDS, LEFT = seen(352, ("O6", 0.99)), seen(58, ("K10", 0.99))
BETWEEN = seen(163, ("K9", 0.99))


@pytest.mark.parametrize(
    ("lies", "names"),
    [
        pytest.param([RUN[:1], (SHORT,), RUN[2:], GROUP], ["K11 K12 K13", "K6 R6 B6"], id="one outline ends short"),
        pytest.param([(LEFT, RUN[0]), RUN[1:], GROUP], ["K10 K11 K12 K13", "K6 R6 B6"], id="a new tile at one end"),
        pytest.param([RUN[:2], (RUN[2], *GROUP)], ["K11 K12 K13", "K6 R6 B6"], id="a part of it joined to another"),
        pytest.param([(*RUN, *GROUP, ENDS)], ["K11 K12 K13", "K6 R6 B6 O6"], id="two that lie end to end"),
        pytest.param([RUN[::-1], GROUP], ["K11 K12 K13", "K6 R6 B6"], id="read the other way round"),
        pytest.param([RUN[:2], (BETWEEN, RUN[2]), GROUP], ["K11 K12", "K9 K13", "K6 R6 B6"], id="a new tile between"),
        pytest.param([(*RUN, LEFT, *GROUP)], ["K11 K12 K13 K10 K6 R6 B6"], id="a new tile between two sets"),
        pytest.param([RUN[:2], (seen(400, ("K13", 0.99)),)], ["K11 K12", "K13"], id="a tile moved away"),
        pytest.param([RUN[:2], (seen(184, ("K7", 0.99)),)], ["K11 K12", "K7"], id="another tile in its place"),
    ],
)
def test_a_set_that_nobody_touched_stays_the_set_that_it_was(
    lies: list[tuple[SeenTile, ...]], names: list[str]
) -> None:
    before = SeenTable((RUN, GROUP), 1280, 720)
    pins = pins_of(before, before.table())
    found = apply_pins(SeenTable(tuple(lies), 1280, 720), pins)
    assert [" ".join(str(tile.tile) for tile in members) for members in found.sets] == names


def test_a_tile_that_is_named_stays_in_its_set() -> None:
    before = SeenTable((RUN, GROUP), 1280, 720)
    named = add_pin(pins_of(before, before.table()), Pin.at(RUN[1], before, Tile.parse("B12")))
    found = apply_pins(SeenTable((RUN[:1], (SHORT,), RUN[2:], GROUP), 1280, 720), named)
    assert [" ".join(map(str, tiles)) for tiles in found.table()] == ["K11 B12 K13", "K6 R6 B6"]


def test_a_tile_added_by_hand_that_lies_alone_stays() -> None:
    placed = replace(seen(300, ("B6", 0.9)), by_hand=True)
    pin = by_hand(placed, SeenTable((), 1280, 720), Tile.parse("B6"))
    (found,) = apply_pins(SeenTable((), 1280, 720), [pin]).tiles
    assert (str(found.tile), found.confirmed, found.by_hand) == ("B6", True, True)


def test_what_was_known_of_a_place_is_forgotten_once_the_tile_was_moved_away(played: Played) -> None:
    alike = {"B6": {"B6": 0.6, "B9": 0.39}, "B9": {"B6": 0.6, "B9": 0.39}}
    played.begin()
    played.turn("R10 R11 R12", "K6 R6 O6 B6", doubts=alike)
    played.buttons.answer(1, 3, Tile.parse("B6"))
    played.turn("R10 R11 R12", "K6 R6 O6 B6", drew=True, doubts=alike)
    played.turn("R10 R11 R12", "K6 R6 O6", "B4 B5 B6", doubts=alike)
    assert played.told()["verdict"]["outcome"] == "legal"
    played.turn("R10 R11 R12", "K6 R6 O6", "B4 B5 B6", drew=True, doubts=alike)
    played.turn("R10 R11 R12", "K6 R6 O6 B9", "B4 B5 B6", doubts=alike)  # where the six lay
    assert [(q["set"], q["index"]) for q in played.told()["questions"]] == [(1, 3)]


def test_an_outline_that_takes_in_half_of_a_hidden_tile_takes_no_place_but_its_own() -> None:
    corners = ((70.0, 100.0), (124.0, 100.0), (124.0, 160.0), (70.0, 160.0))
    wide = SeenTile(corners, ((Tile.parse("K10"), 0.99),), doubt=False, tile=Tile.parse("K10"))
    pin = Pin.at(seen(100, ("K9", 0.99)), table(wide), Tile.parse("K9"))
    assert wide.has(121, 130)
    assert not pin.is_taken_by(wide, table(wide))
    assert pin.is_taken_by(seen(110, ("K8", 0.99)), table(wide))


@pytest.mark.parametrize("likely", [(), (("J", 0.2),)])
def test_what_a_person_names_is_that_tile_also_where_another_of_its_kind_was_laid(
    likely: tuple[tuple[str, float], ...],
) -> None:
    other, unread = seen(300, ("J", 0.99)), replace(seen(100, *likely), tile=None, doubt=True)
    pin = Pin.at(unread, table(unread), Tile.parse("J"))
    assert [str(tile.certain) for tile in apply_pins(table(unread, other), [pin]).tiles] == ["J", "J"]


def test_what_cannot_be_read_is_not_the_tile_that_lay_there_once_that_lies_elsewhere() -> None:
    burnt = seen(100)
    pin = Pin.at(burnt, table(burnt), Tile.parse("K4"))
    known = apply_pins(table(seen(101), seen(300, ("K4", 0.999))), [pin])
    assert [tile.tile for tile in known.tiles] == [None, Tile.parse("K4")]
    assert [str(tile.tile) for tile in apply_pins(table(seen(101), seen(300, ("K5", 0.999))), [pin]).tiles] == [
        "K4",
        "K5",
    ]


@pytest.mark.parametrize(("elsewhere", "name"), [("J", "B8"), ("K1", "J")])
def test_a_tile_in_the_place_of_a_joker_that_lies_elsewhere_now_is_what_it_looks_like(
    elsewhere: str, name: str
) -> None:
    joker = seen(100, ("J", 0.74), ("B8", 0.26), doubt=True)
    pin = Pin.at(joker, table(joker), Tile.parse("J"))
    known = apply_pins(table(seen(101, ("B8", 0.999)), seen(300, (elsewhere, 0.99))), [pin])
    assert [str(tile.tile) for tile in known.tiles] == [name, elsewhere]


def test_a_tile_that_was_named_otherwise_than_it_looks_stays_so_where_another_of_its_kind_is_laid() -> None:
    misread = seen(100, ("B8", 0.999))
    pin = Pin.at(misread, table(misread), Tile.parse("K8"))
    known = apply_pins(table(seen(101, ("B8", 0.998)), seen(300, ("K8", 0.99))), [pin])
    assert [str(tile.tile) for tile in known.tiles] == ["K8", "K8"]


def half(x: float, *likely: tuple[str, float]) -> SeenTile:
    corners = ((x, 0.0), (x + 20, 0.0), (x + 20, 60.0), (x, 60.0))
    return replace(seen(x, *likely, doubt=True), corners=corners, tile=None)


def test_the_two_halves_of_a_known_tile_in_a_glare_are_that_one_tile() -> None:
    whole = seen(100, ("R11", 0.99))
    pin = Pin.at(whole, table(whole), Tile.parse("R11"))
    known = apply_pins(table(half(100, ("R1", 0.06)), half(120)), [pin])
    assert [str(tile.tile) for tile in known.tiles] == ["R11"]


def test_what_is_in_doubt_beside_a_known_tile_is_another() -> None:
    whole = seen(100, ("R11", 0.99))
    pin = Pin.at(whole, table(whole), Tile.parse("R11"))
    known = apply_pins(table(whole, half(140)), [pin])
    assert [tile.tile for tile in known.tiles] == [Tile.parse("R11"), None]
