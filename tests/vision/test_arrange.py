from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import pytest

from referee.tiles import Tile
from tests.vision.outlines import turned
from vision.quads import Corners
from vision.reading.arrange import into_sets, on_rack, where_it_may_go_on

WIDTH, HEIGHT = 40.0, 56.0


def tile(x: float, y: float, degrees: float = 0.0) -> Corners:
    """A tile's outline, centred at x and y, turned clockwise on the screen."""
    return turned(x, y, degrees, WIDTH, HEIGHT)


def row(count: int, x: float, y: float, degrees: float = 0.0, gap: float = 1.0) -> list[Corners]:
    """`count` tiles side by side, the first centred at x and y, reading along `degrees`."""
    step = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))]) * (WIDTH + gap)
    return [tile(x + k * step[0], y + k * step[1], degrees) for k in range(count)]


def half(outline: Corners, *, left: bool) -> Corners:
    """The left or the right half of a tile's outline."""
    top_left, top_right, bottom_right, bottom_left = outline
    top, bottom = (top_left + top_right) / 2, (bottom_left + bottom_right) / 2
    return np.stack([top_left, top, bottom, bottom_left] if left else [top, top_right, bottom_right, bottom])


def test_no_tiles_are_no_sets() -> None:
    assert into_sets([]) == ()


@pytest.mark.parametrize("degrees", range(0, 360, 15))
def test_a_row_is_one_set_in_reading_order_whichever_way_it_lies(degrees: int) -> None:
    outlines = row(5, 400, 400, degrees)
    shuffled = [outlines[i] for i in (3, 0, 4, 2, 1)]
    assert into_sets(shuffled) == ((1, 4, 3, 0, 2),)


def test_a_tile_twice_as_large_belongs_to_no_set_of_smaller_ones() -> None:
    outlines = [*row(3, 400, 400), *(tile(0, 0) * 2 + (400 + 3 * WIDTH + WIDTH / 2, 400) for _ in range(1))]
    assert into_sets(outlines) == ((0, 1, 2), (3,))


def test_rows_that_touch_above_each_other_stay_apart() -> None:
    outlines = row(4, 100, 100) + row(4, 100, 100 + HEIGHT)
    assert into_sets(outlines) == ((0, 1, 2, 3), (4, 5, 6, 7))


def test_a_gap_of_a_tile_parts_two_sets_of_one_row() -> None:
    outlines = row(3, 100, 100) + row(3, 100 + 4 * WIDTH, 100)
    assert into_sets(outlines) == ((0, 1, 2), (3, 4, 5))


@pytest.mark.parametrize("height", range(100, 100 + int(HEIGHT), 4))
def test_sets_of_one_row_come_from_left_to_right_wherever_the_row_lies(height: int) -> None:
    outlines = row(3, 400, height) + row(3, 100, height + 2) + row(3, 250, height + 2 * HEIGHT)
    assert into_sets(outlines) == ((3, 4, 5), (0, 1, 2), (6, 7, 8))


def test_a_staggered_row_is_one_set() -> None:
    outlines = [tile(100 + k * (WIDTH + 2), 100 + offset) for k, offset in enumerate((0, 12, -8, 10))]
    assert into_sets(outlines) == ((0, 1, 2, 3),)


def test_a_run_round_a_bend_is_one_set() -> None:
    outlines, x, y, heading = [], 200.0, 200.0, 0.0
    for _ in range(8):
        outlines.append(tile(x, y, heading))
        heading += 12
        x += (WIDTH + 5) * np.cos(np.radians(heading - 6))
        y += (WIDTH + 5) * np.sin(np.radians(heading - 6))
    assert into_sets(outlines) == (tuple(range(8)),)


def test_a_tile_upside_down_belongs_to_the_set_it_lies_in() -> None:
    outlines = row(4, 100, 100)
    x, y = outlines[1].mean(axis=0)
    outlines[1] = tile(float(x), float(y), 180)
    assert into_sets(outlines) == ((0, 1, 2, 3),)


def test_tiles_that_lie_about_are_alone() -> None:
    places = [(100, 100, 20), (300, 90, 200), (180, 260, 75)]
    assert sorted(into_sets([tile(*place) for place in places])) == [(0,), (1,), (2,)]


def test_every_tile_is_in_exactly_one_set() -> None:
    rng = np.random.default_rng(1)
    outlines = [tile(rng.uniform(0, 600), rng.uniform(0, 600), rng.uniform(0, 360)) for _ in range(60)]
    assert sorted(itertools.chain.from_iterable(into_sets(outlines))) == list(range(60))


def first_tiles(sets: Sequence[Sequence[int]]) -> list[int]:
    return [members[0] for members in sets]


def test_sets_come_from_top_to_bottom() -> None:
    outlines = row(3, 100, 500) + row(3, 100, 100) + row(3, 100, 300)
    assert first_tiles(into_sets(outlines)) == [3, 6, 0]


@pytest.mark.parametrize("degrees", [0, 40, 200])
def test_a_gap_of_a_third_of_a_tile_parts_two_sets_of_one_row(degrees: int) -> None:
    step = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))]) * (3 * (WIDTH + 1) + WIDTH / 3)
    outlines = row(3, 400, 400, degrees) + row(4, 400 + step[0], 400 + step[1], degrees)
    assert sorted(into_sets(outlines)) == [(0, 1, 2), (3, 4, 5, 6)]


def test_a_row_that_lies_loosely_all_along_is_one_set() -> None:
    assert into_sets(row(5, 100, 100, gap=0.4 * WIDTH)) == ((0, 1, 2, 3, 4),)


@pytest.mark.parametrize("degrees", [0, 90, 200])
@pytest.mark.parametrize("left", [True, False])
def test_a_tile_of_which_half_is_seen_leaves_no_gap_in_its_set(degrees: int, *, left: bool) -> None:
    outlines = row(4, 400, 400, degrees)
    outlines[1] = half(outlines[1], left=left)
    assert into_sets(outlines, [None] * 4) == ((0, 1, 2, 3),)


def test_two_tiles_that_lie_four_tenths_of_a_tile_apart_are_alone() -> None:
    assert into_sets(row(2, 100, 100, gap=0.4 * WIDTH)) == ((0,), (1,))


def named(names: str) -> list[Tile | None]:
    return [None if name == "?" else Tile.parse(name) for name in names.split()]


def in_a_row(*gaps: float) -> list[Corners]:
    """Tiles in one row with these gaps between them, in tile widths."""
    places = [100 + WIDTH * (k + sum(gaps[:k])) for k in range(len(gaps) + 1)]
    return [tile(x, 100) for x in places]


@pytest.mark.parametrize(
    ("names", "gaps", "lengths"),
    [
        pytest.param("K10 K11 K12 B6 B7 B8", (0, 0, 0.2, 0, 0), [3, 3], id="two sets end to end"),
        pytest.param("K10 K11 K12 B6 B7 B8", (0, 0, 0, 0, 0), [3, 3], id="two sets that touch"),
        pytest.param("K10 K11 K12 K13", (0, 0, 0.35), [4], id="a tile put to a run at some distance"),
        pytest.param(
            "R5 B5 K5 O5 R5 B5 K5", (0, 0, 0, 0.2, 0, 0), [4, 3], id="the wider gap counts where either would do"
        ),
        pytest.param("R1 R2 R3 R4 R5 R6", (0, 0, 0.35, 0, 0), [3, 3], id="two sets that may be one"),
        pytest.param("R1 R2 R3 R4 R5 R6", (0, 0, 0.2, 0, 0), [6], id="one set that may be two"),
        pytest.param("K10 K11 K12 B6 B7", (0, 0, 0.2, 0), [5], id="not all of it sets"),
        pytest.param("K10 K11 K12 B6 B7", (0, 0, 0.35, 0), [3, 2], id="not all of it sets, and a gap"),
        pytest.param("K10 K11 K12 ? B7 B8", (0, 0, 0.2, 0, 0), [6], id="a tile that could not be read"),
        pytest.param("K10 K11 K12", (0, 0.7), [3], id="a tile pushed aside"),
        pytest.param("K10 K11 K12", (0.7, 0.6), [3], id="a set that lies apart"),
        pytest.param("K10 K11 K12", (0, 0.9), [2, 1], id="a tile as far away as another set"),
        pytest.param("K10 K11 K12 K13 B6 B7 B8", (0, 0, 0.7, 0.5, 0, 0), [4, 3], id="a tile apart from both"),
        pytest.param("K10 K11 K12 B6 B7", (0, 0, 0.6, 0), [3, 2], id="two tiles too few, apart from a set"),
        pytest.param("R1 R2 R3 R4 R5 R6", (0, 0, 0.6, 0, 0), [3, 3], id="two sets apart that may be one"),
        pytest.param("R1 R2 R3 B5 B5 R7 R8 R9", (0, 0, 0.6, 0, 0.6, 0, 0), [3, 2, 3], id="sets beside what is none"),
        pytest.param("K10 K11 ?", (0, 0.6), [2, 1], id="something unread that lies apart"),
        pytest.param("K9 ? K11 K12", (0, 0, 0.5), [4], id="a tile at some distance from a run with an unread one"),
        pytest.param("K9 ? K11 B12", (0, 0, 0.5), [3, 1], id="another tile at some distance from such a run"),
        pytest.param("K4 K5 K6 K7 R7 ?", (0, 0, 0, 0, 0), [6], id="what may be two sets with an unread tile"),
    ],
)
def test_a_row_is_divided_so_that_all_of_it_is_sets_where_that_can_be(
    names: str, gaps: tuple[float, ...], lengths: list[int]
) -> None:
    assert [len(members) for members in into_sets(in_a_row(*gaps), named(names))] == lengths


@pytest.mark.parametrize(
    ("rows", "rack"),
    [
        (["K3 R11 B5 O9", "R2 R3 K1"], True),
        (["K3 R11 B5 O9 K1", "R2 R3 R4"], True),
        (["K3 R11 B5 O9", "R2 R3 R4"], True),
        (["K3 R11 B5", "R2 R3 R4"], False),
        (["R2 R3 R4", "K1 B1 O1", "K3 K5 K6"], False),
        (["K3 R11", "B5", "O9 O1"], False),
        (["R2 R3 R4", "K3 ? B5 O9"], False),
        ([], False),
    ],
)
def test_a_rack_is_told_by_rows_that_are_no_sets(rows: list[str], *, rack: bool) -> None:
    sets = [[None if name == "?" else Tile.parse(name) for name in row.split()] for row in rows]
    assert on_rack(sets) is rack


@pytest.mark.parametrize("degrees", [0, 35, 90, 200])
def test_a_row_may_go_on_at_its_ends_and_in_its_gaps_and_nowhere_else(degrees: int) -> None:
    lying = row(7, 400, 400, degrees)
    there = [lying[0], half(lying[1], left=True), half(lying[4], left=False), lying[6]]
    beyond = [tile(100, 900), tile(900, 100)]
    assert where_it_may_go_on([lying[2], lying[3], lying[5]], [*beyond, lying[4]]) == [2]
    assert where_it_may_go_on(lying[2:4], [*beyond, *there]) == [3, 4]


@pytest.mark.parametrize("degrees", [0, 35, 90, 200])
@pytest.mark.parametrize("seen", [0.5, 0.7])
def test_a_tile_of_which_the_lower_part_is_hidden_belongs_to_its_set(degrees: int, seen: float) -> None:
    sevens = row(3, 400, 400, degrees)
    top_left, top_right, bottom_right, bottom_left = sevens[2]
    left, right = (top + seen * (bottom - top) for top, bottom in ((top_left, bottom_left), (top_right, bottom_right)))
    sevens[2] = np.stack([top_left, top_right, right, left])
    assert into_sets(sevens, [Tile.parse(name) for name in ("K7", "R7", "O7")]) == ((0, 1, 2),)


@pytest.mark.parametrize(
    "cut",
    [
        pytest.param(turned(400 + 2 * (WIDTH + 1) - 10, 402, 90, HEIGHT - 6, 20), id="turned"),
        pytest.param(turned(400 + 2 * (WIDTH + 1) - 6, 422, 8, 24, 34), id="low"),
    ],
)
def test_a_tile_that_the_border_cuts_is_one_of_the_set_that_it_ends(cut: Corners) -> None:
    outlines = [*row(2, 400, 400), cut, *row(3, 400, 520)]
    names = ["K9", "R9", "O9", "B1", "B2", "B3"]
    read = [Tile.parse(name) for name in names]
    assert into_sets(outlines, read) == ((0, 1, 2), (3, 4, 5))
    other = [*read[:2], Tile.parse("O8"), *read[3:]]
    assert into_sets(outlines, other) == ((0, 1), (2,), (3, 4, 5))
