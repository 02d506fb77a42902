"""Hypothesis strategies for the referee: tiles, sets, valid tables, legal turns, and turns that commit each violation.

Everything drawn is possible with one box, unless `TILE_IMPOSSIBLE` is what is planted.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from hypothesis import assume
from hypothesis import strategies as st

from files.rulebook import load
from referee.faceup import FaceUp
from referee.rulebook import Rulebook
from referee.sets import SMALLEST_SET
from referee.tiles import BOX, JOKER, TILE_KINDS, Colour, Table, Tile, TileSet
from referee.turn import Turn
from referee.verdict import Code

BOX_COUNT = Counter(BOX)

ALL = ("jumbo-original-2016", "hertzano-original", "jumbo-compact-2007", "jumbo-fortuna-2005", "piatnik-xxl")
OLD = ("hertzano-original",)
BOUND = ("hertzano-original", "piatnik-xxl")
"""The rulebooks that bind a freed joker."""
TWO_DRAWN = str(Path(__file__).with_name("two_drawn.toml"))
TIMED = tuple(name for name in ALL if name != "jumbo-compact-2007")


def tiles() -> st.SearchStrategy[Tile]:
    """Any tile, the joker too."""
    return st.sampled_from(TILE_KINDS)


@st.composite
def runs(
    draw: st.DrawFn, least: int = 3, most: int = 7, highest: int = 13, colours: Iterable[Colour] = tuple(Colour)
) -> TileSet:
    """Runs without jokers, in ascending order, none above `highest`, of one of the `colours`."""
    length = draw(st.integers(least, most))
    first = draw(st.integers(1, highest + 1 - length))
    colour = draw(st.sampled_from(sorted(colours)))
    return tuple(Tile(colour, number) for number in range(first, first + length))


@st.composite
def groups(draw: st.DrawFn, least: int = 3) -> TileSet:
    """Groups without jokers, in any order of colours."""
    colours = draw(st.permutations(list(Colour)))[: draw(st.integers(least, 4))]
    number = draw(st.integers(1, 13))
    return tuple(Tile(colour, number) for colour in colours)


def sets() -> st.SearchStrategy[TileSet]:
    """Groups and runs without jokers."""
    return runs() | groups()


@st.composite
def sets_with_jokers(draw: st.DrawFn) -> tuple[TileSet, TileSet]:
    """A set without jokers, and the same with up to two of its tiles replaced by jokers."""
    whole = draw(runs(most=13) | groups())
    places = draw(st.sets(st.integers(0, len(whole) - 1), max_size=2))
    return whole, tuple(JOKER if place in places else tile for place, tile in enumerate(whole))


def _colours(tiles: TileSet) -> set[Colour | None]:
    return {tile.colour for tile in tiles}


def possible(*tables: Table) -> bool:
    """Whether one box can lay each of `tables`."""
    return all(Counter(chain.from_iterable(table)) <= BOX_COUNT for table in tables)


@st.composite
def tables(draw: st.DrawFn, least: int = 0, *, jokers: bool = False) -> Table:
    """Valid tables that one box can lay, of `least` to seven sets; with up to two jokers where asked."""
    laid: list[TileSet] = []
    left = BOX_COUNT.copy()
    for one in draw(
        st.lists(sets_with_jokers() if jokers else sets().map(lambda s: (s, s)), min_size=least, max_size=7)
    ):
        if Counter(one[1]) <= left:
            laid.append(one[1])
            left -= Counter(one[1])
    assume(len(laid) >= least)
    return tuple(laid)


def _laying(before: Table, after: Table, **circumstances: object) -> Turn:
    assume(possible(before, after))
    return Turn(before, after, **{"opened": True, **circumstances})  # type: ignore[arg-type]  # fields of a turn


@st.composite
def drawing(draw: st.DrawFn) -> Turn:
    """Turns that only draw."""
    table = draw(tables(jokers=True))
    return Turn(table, table, opened=draw(st.booleans()), drew=1)


@st.composite
def laying_sets(draw: st.DrawFn) -> Turn:
    """Turns of one or two whole sets from a rack that is known, with a tile left on it."""
    table, new = draw(tables(jokers=True)), draw(st.lists(sets(), min_size=1, max_size=2))
    rack = (*chain.from_iterable(new), draw(tiles()))
    return _laying(table, (*table, *new), rack=rack, seconds=draw(st.floats(0, 60)))


@st.composite
def adding(draw: st.DrawFn) -> Turn:
    """Turns that add a tile to an end of a run, or the fourth to a group."""
    table = draw(tables())
    if draw(st.booleans()):
        run = draw(runs(least=4))
        before, after = (run[1:] if draw(st.booleans()) else run[:-1]), run
    else:
        after = draw(groups(least=4))
        before = after[:-1]
    return _laying((*table, before), (*table, after))


@st.composite
def splitting(draw: st.DrawFn) -> Turn:
    """Turns that split a run with a second copy of one of its tiles."""
    table, run = draw(tables()), draw(runs(least=5))
    at = draw(st.integers(2, len(run) - 3))
    return _laying((*table, run), (*table, run[: at + 1], run[at:]))


@st.composite
def exchanging(draw: st.DrawFn) -> Turn:
    """Turns that put the tile from the rack in a joker's place and lay the joker in a new set: legal in every booklet."""
    table, whole, new = draw(tables()), draw(sets()), draw(sets())
    place, at = draw(st.integers(0, len(whole) - 1)), draw(st.integers(0, len(new) - 1))
    with_joker = (*whole[:place], JOKER, *whole[place + 1 :])
    freed = (*new[:at], JOKER, *new[at + 1 :])
    return _laying((*table, with_joker), (*table, whole, freed))


@st.composite
def opening(draw: st.DrawFn) -> Turn:
    """First lay-downs of 30 points and more, nothing else touched."""
    table, own = draw(tables(jokers=True)), draw(st.lists(sets(), min_size=1, max_size=3))
    assume(sum(tile.number for tile in chain.from_iterable(own)) >= 30)
    return _laying(table, (*table, *own), opened=False)


@st.composite
def legal_turns(draw: st.DrawFn) -> Turn:
    """Turns that every booklet allows, the sets of both tables in any order."""
    turn = draw(st.one_of(drawing(), laying_sets(), adding(), splitting(), exchanging(), opening()))
    return draw(shuffled(turn))


@st.composite
def shuffled(draw: st.DrawFn, turn: Turn) -> Turn:
    """The turn with the sets of both tables in another order."""
    before, after = tuple(draw(st.permutations(turn.before))), tuple(draw(st.permutations(turn.after)))
    return Turn(before, after, turn.opened, turn.drew, turn.rack, turn.seconds, turn.pool, turn.face_up)


class Planted(NamedTuple):
    """Turns that commit one violation, among whatever else comes with it."""

    turns: Callable[[Rulebook], st.SearchStrategy[Turn]]
    books: tuple[str, ...]
    """Under which rulebooks it is one."""


def _no_set(draw: st.DrawFn) -> TileSet:
    kind = draw(st.sampled_from(["short", "mixed", "gap", "wrap", "twice"]))
    run = draw(runs(least=4, most=6))
    colour = run[0].colour
    return {
        "short": run[:2],
        "mixed": (*run[:2], Tile(next(other for other in Colour if other is not colour), run[2].number)),
        "gap": (*run[:2], run[3]),
        "wrap": (Tile(colour, 12), Tile(colour, 13), Tile(colour, 1)),
        "twice": (run[0], run[1], run[1]),
    }[kind]


@st.composite
def _set_invalid(draw: st.DrawFn, _: Rulebook) -> Turn:
    turn = draw(laying_sets())
    return _laying(turn.before, (*turn.after, _no_set(draw)))


@st.composite
def _tile_missing(draw: st.DrawFn, _: Rulebook) -> Turn:
    table, new = draw(tables(least=1, jokers=True)), draw(sets())
    index = draw(st.integers(0, len(table) - 1))
    gone = table[index][draw(st.integers(0, len(table[index]) - 1))]
    assume(gone not in new)
    kept = list(table[index])
    kept.remove(gone)
    return _laying(table, (*table[:index], tuple(kept), *table[index + 1 :], new))


@st.composite
def _tile_impossible(draw: st.DrawFn, _: Rulebook) -> Turn:
    table, new = draw(tables()), draw(sets())
    return Turn(table, (*table, new, new, new), opened=True)


@st.composite
def _nothing_played(draw: st.DrawFn, _: Rulebook) -> Turn:
    table = draw(tables(jokers=True))
    return Turn(table, table, opened=draw(st.booleans()), pool=draw(st.none() | st.integers(1, 50)))


@st.composite
def _laid_and_drew(draw: st.DrawFn, _: Rulebook) -> Turn:
    turn = draw(laying_sets() | adding() | splitting())
    return Turn(turn.before, turn.after, opened=True, drew=1)


@st.composite
def _drew_too_few(draw: st.DrawFn, _: Rulebook) -> Turn:
    table = draw(tables(jokers=True))
    return Turn(table, table, opened=True, drew=1)


@st.composite
def _drew_too_many(draw: st.DrawFn, _: Rulebook) -> Turn:
    table = draw(tables(jokers=True))
    return Turn(table, table, opened=True, drew=draw(st.integers(2, 5)))


@st.composite
def _not_from_rack(draw: st.DrawFn, _: Rulebook) -> Turn:
    table, new = draw(tables()), draw(sets())
    rack = list(new)
    del rack[draw(st.integers(0, len(new) - 1))]
    return _laying(table, (*table, new), rack=tuple(rack))


@st.composite
def _opening_below(draw: st.DrawFn, _: Rulebook) -> Turn:
    table, own = draw(tables(jokers=True)), draw(sets())
    assume(sum(tile.number for tile in own) < 30)
    return _laying(table, (*table, own), opened=False)


@st.composite
def _opening_touches(draw: st.DrawFn, _: Rulebook) -> Turn:
    turn = draw(adding() | splitting())
    return Turn(turn.before, turn.after, opened=False)


@st.composite
def _joker_set_split(draw: st.DrawFn, _: Rulebook) -> Turn:
    run = draw(runs(least=6, most=10, highest=12))
    table = tuple(tiles for tiles in draw(tables()) if run[0].colour not in _colours(tiles))
    with_joker = (*run[:1], JOKER, *run[2:])
    longer = (*with_joker[3:], Tile(run[0].colour, run[-1].number + 1))
    return _laying((*table, with_joker), (*table, with_joker[:3], longer))


@st.composite
def _joker_not_exchanged(draw: st.DrawFn, _: Rulebook) -> Turn:
    table, run = draw(tables()), draw(runs(least=4))
    new = draw(sets())
    assume(run[0] not in new)
    return _laying((*table, (JOKER, *run[1:-1])), (*table, (*run[1:-1], JOKER), new))


@st.composite
def _joker_not_in_new_set(draw: st.DrawFn, _: Rulebook) -> Turn:
    whole = draw(runs() | groups().map(lambda tiles: tiles[:3]))
    others = set(Colour) - _colours(whole)  # else the sets may have been rebuilt from each other
    # of a longer run the joker and two tiles were a set, and the others were one without them
    run = draw(runs(least=4, most=2 * SMALLEST_SET - 1, colours=others))
    # nor does a tile of the run fit into the group, so that two were left to be laid with the joker
    assume(whole[0].colour is whole[1].colour or whole[0].number not in {tile.number for tile in run[:-1]})
    place = draw(st.integers(0, len(whole) - 1))
    return _laying(((*whole[:place], JOKER, *whole[place + 1 :]), run[:-1]), (whole, (*run[:-1], JOKER)))


@st.composite
def _drawn_tile_played(draw: st.DrawFn, _: Rulebook) -> Turn:
    turn = draw(adding())
    assume(turn.before)
    (drawn,) = (Counter(chain.from_iterable(turn.after)) - Counter(chain.from_iterable(turn.before))).elements()
    rack = tuple(tile for tile in draw(st.lists(tiles(), max_size=5)) if tile != drawn)
    return Turn(turn.before, turn.after, opened=True, drew=1, rack=rack)


@st.composite
def _overtime(draw: st.DrawFn, book: Rulebook) -> Turn:
    turn = draw(st.one_of(drawing(), adding(), opening()))
    assert book.time.seconds is not None
    seconds = draw(st.floats(book.time.seconds, book.time.seconds * 9, exclude_min=True))
    return Turn(turn.before, turn.after, turn.opened, turn.drew, seconds=seconds)


@st.composite
def _nothing_taken(draw: st.DrawFn, _: Rulebook) -> Turn:
    turn = draw(adding() | laying_sets())
    return Turn(turn.before, turn.after, opened=True, face_up=FaceUp(draw(tiles())))


@st.composite
def _nothing_discarded(draw: st.DrawFn, _: Rulebook) -> Turn:
    turn = draw(laying_sets())
    return Turn(turn.before, turn.after, opened=True, drew=1, rack=turn.rack)


@st.composite
def _discard_not_laid(draw: st.DrawFn, _: Rulebook) -> Turn:
    turn = draw(adding())
    (added,) = (Counter(chain.from_iterable(turn.after)) - Counter(chain.from_iterable(turn.before))).elements()
    return Turn(turn.before, turn.after, opened=True, face_up=FaceUp(draw(tiles()), took_discard=added))


@st.composite
def _open_tile_not_out(draw: st.DrawFn, _: Rulebook) -> Turn:
    turn = draw(laying_sets())
    return Turn(turn.before, turn.after, opened=True, rack=turn.rack, face_up=FaceUp(took_open=draw(tiles())))


PLANTED = {
    Code.SET_INVALID: Planted(_set_invalid, ALL),
    Code.TILE_MISSING: Planted(_tile_missing, ALL),
    Code.TILE_IMPOSSIBLE: Planted(_tile_impossible, ALL),
    Code.NOTHING_PLAYED: Planted(_nothing_played, ALL),
    Code.LAID_AND_DREW: Planted(_laid_and_drew, ALL),
    Code.DREW_TOO_FEW: Planted(_drew_too_few, (TWO_DRAWN,)),
    Code.DREW_TOO_MANY: Planted(_drew_too_many, ALL),
    Code.NOTHING_TAKEN: Planted(_nothing_taken, ("hertzano-original+discard",)),
    Code.NOTHING_DISCARDED: Planted(_nothing_discarded, ("hertzano-original+discard",)),
    Code.NOT_FROM_RACK: Planted(_not_from_rack, ALL),
    Code.OPENING_BELOW: Planted(_opening_below, ALL),
    Code.OPENING_TOUCHES_TABLE: Planted(_opening_touches, ALL),
    Code.JOKER_SET_SPLIT: Planted(_joker_set_split, OLD),
    Code.JOKER_NOT_EXCHANGED: Planted(_joker_not_exchanged, OLD),
    Code.JOKER_NOT_IN_NEW_SET: Planted(_joker_not_in_new_set, BOUND),
    Code.DRAWN_TILE_PLAYED: Planted(_drawn_tile_played, OLD),
    Code.DISCARD_NOT_LAID: Planted(_discard_not_laid, ("hertzano-original+discard",)),
    Code.OPEN_TILE_NOT_OUT: Planted(_open_tile_not_out, ("hertzano-original+open-last-stack",)),
    Code.OVERTIME: Planted(_overtime, TIMED),
}
"""For each violation, turns that commit it."""


@st.composite
def illegal_turns(draw: st.DrawFn, code: Code, book: str) -> Turn:
    """Turns that commit the violation `code` under the rulebook `book`, the sets of both tables in any order."""
    return draw(shuffled(draw(PLANTED[code].turns(load(book)))))
