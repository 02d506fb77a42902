"""What holds for every table: legal turns are legal, planted faults are named, and the order of sets means nothing."""

from collections import Counter
from itertools import chain

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from referee.rulebook import available, load
from referee.tiles import BOX, JOKER, Colour, Table, Tile, TileSet
from referee.turn import Turn, Verdict, judge

BOX_COUNT = Counter(BOX)


def runs() -> st.SearchStrategy[TileSet]:
    return st.builds(
        lambda colour, first, length: tuple(Tile(colour, n) for n in range(first, min(first + length, 14))),
        st.sampled_from(Colour),
        st.integers(1, 11),
        st.integers(3, 6),
    )


def groups() -> st.SearchStrategy[TileSet]:
    return st.builds(
        lambda number, colours, size: tuple(Tile(colour, number) for colour in colours[:size]),
        st.integers(1, 13),
        st.permutations(list(Colour)),
        st.integers(3, 4),
    )


@st.composite
def tables(draw: st.DrawFn, least: int = 0) -> Table:
    """Valid sets without jokers that one box can hold."""
    laid: list[TileSet] = []
    left = BOX_COUNT.copy()
    for tiles in draw(st.lists(runs() | groups(), min_size=least, max_size=7)):
        if not Counter(tiles) - left:
            laid.append(tiles)
            left -= Counter(tiles)
    assume(len(laid) >= least)
    return tuple(laid)


def codes(verdict: Verdict) -> set[str]:
    return {violation.code.value for violation in verdict.violations}


@given(st.sampled_from(available()), tables(least=1), st.data())
def test_laying_whole_sets_is_legal(book: str, table: Table, data: st.DataObject) -> None:
    kept = data.draw(st.integers(0, len(table) - 1))
    after = tuple(data.draw(st.permutations(table)))
    assert not codes(judge(Turn(table[:kept], after, opened=True), load(book)))


@given(st.sampled_from(available()), tables(least=2), st.data())
@settings(max_examples=60)
def test_exchanging_a_joker_and_laying_it_in_a_new_set_is_legal(book: str, table: Table, data: st.DataObject) -> None:
    """Legal under every rulebook: its tile comes from the rack, and the new set's other tiles do."""
    place = data.draw(st.integers(0, len(table[0]) - 1))
    with_joker = (*table[0][:place], JOKER, *table[0][place + 1 :])
    new = data.draw(runs() | groups())
    at = data.draw(st.integers(0, len(new) - 1))
    after = (*table, (*new[:at], JOKER, *new[at + 1 :]))
    assume(not Counter(chain.from_iterable(after)) - BOX_COUNT)
    turn = Turn((with_joker, *table[1:]), tuple(data.draw(st.permutations(after))), opened=True)
    assert not codes(judge(turn, load(book)))


@given(st.sampled_from(available()), tables(least=1), st.data())
def test_a_tile_taken_is_missing(book: str, table: Table, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(table) - 1))
    after = (*table[:index], table[index][1:], *table[index + 1 :])
    verdict = judge(Turn(table, after, opened=True, drew=1), load(book))
    assert "tile-missing" in codes(verdict)
    assert ("set-invalid" in codes(verdict)) == (len(table[index]) == 3)


@given(st.sampled_from(available()), tables(), tables(), st.booleans(), st.integers(0, 1), st.data())
@settings(max_examples=60)
def test_the_order_of_sets_changes_no_verdict(
    book: str,
    before: Table,
    after: Table,
    opened: bool,  # noqa: FBT001  # drawn, not given by a person
    drew: int,
    data: st.DataObject,
) -> None:
    one = judge(Turn(before, after, opened, drew), load(book))
    shuffled = Turn(tuple(data.draw(st.permutations(before))), tuple(data.draw(st.permutations(after))), opened, drew)
    other = judge(shuffled, load(book))
    assert (one.outcome, one.played, one.points) == (other.outcome, other.played, other.points)
    assert codes(one) == codes(other)


@pytest.mark.parametrize("book", available())
@given(table=tables(least=1))
@settings(max_examples=30)
def test_a_first_lay_down_is_worth_its_tiles(book: str, table: Table) -> None:
    worth = sum(tile.number for tiles in table for tile in tiles)
    found = judge(Turn((), table, opened=False), load(book))
    assert found.points == worth
    assert codes(found) == ({"opening-below-30"} if worth < 30 else set())
