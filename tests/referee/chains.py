"""Turns made of single legal steps, written from the booklets alone and sharing no code with `referee`.

A turn is illegal only if no legal way leads to its table. Here are the ways: from a legal table and a rack, every table
that one step reaches, each step one that a booklet shows or names (sections "Manipulieren" and "Joker" of all of them),
and each leaving valid sets only. Whatever a chain of steps leads to, the referee may not call illegal.

Tiles are plain text, ``K1`` to ``O13`` and ``J``. A step takes tiles from the rack or off sets that stay sets without
them, and

- **adds** one to a set: at an end of a run, as a group's fourth colour, or into a run that is split there;
- **builds** a new set of three;
- **splits** a run, or **joins** two;
- **exchanges** a joker for the tile it stands for, and lays it in a new set (where jokers are free, in any);
- **frees** a joker by taking it off its set, or by moving its neighbours to other sets, and lays it likewise;
- turns three runs over the same numbers into **groups**.

What the old original forbids (section "Joker": a set that holds a joker may not be split, and the tile comes from the
player who has it) is left out for it, and that is all that differs.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

COLOURS = "KRBO"
JOKER = "J"
FREE = ("jumbo-original-2016", "jumbo-compact-2007", "jumbo-fortuna-2005")
"""Rulebooks under which a freed joker may go into any set."""
OLD, PIATNIK = "hertzano-original", "piatnik-xxl"
BOX = Counter({JOKER: 2} | {f"{colour}{number}": 2 for colour in COLOURS for number in range(1, 14)})


OPENING = 30
"""Points that a first lay-down needs."""


class Lying(NamedTuple):
    """A set as the players understand it: jokers know what they stand for."""

    stands: tuple[str, ...]
    """What each place stands for: of a run in ascending order, of a group the colours in any order."""
    tiles: tuple[str, ...]
    """What lies there: the same, or a joker."""

    @property
    def is_run(self) -> bool:
        return self.stands[0][0] == self.stands[1][0]

    @property
    def has_joker(self) -> bool:
        return JOKER in self.tiles


Sets = tuple[Lying, ...]


@dataclass(frozen=True)
class State:
    """A moment of a turn at which every set is valid."""

    sets: Sets
    rack: tuple[str, ...]

    def table(self) -> tuple[tuple[str, ...], ...]:
        """What a photo shows: the tiles of every set."""
        return tuple(lying.tiles for lying in self.sets)


def number(tile: str) -> int:
    return int(tile[1:])


def is_set(stands: tuple[str, ...]) -> bool:
    """Whether tiles without jokers are a set, a run in ascending order."""
    colours, numbers = [tile[0] for tile in stands], [number(tile) for tile in stands]
    if len(stands) < 3:
        return False
    if len(set(numbers)) == 1:
        return len(set(colours)) == len(stands)
    return len(set(colours)) == 1 and numbers == list(range(numbers[0], numbers[0] + len(stands)))


class Steps:
    """The steps of a rulebook."""

    def __init__(self, book: str) -> None:
        self.binds = book == OLD
        self.free = book in FREE

    def every(self, state: State) -> Iterator[State]:
        """Every moment that one step leads to."""
        for kind in (self._all_added_one, self._all_built, self._divided, self._joker_moved):
            yield from kind(state)

    def following(self, state: State, rng: random.Random) -> State | None:
        """A moment that one step leads to; None where there is no step."""
        kinds = [self._all_added_one, self._all_built, self._divided, self._joker_moved]
        rng.shuffle(kinds)
        for kind in kinds:
            if found := [*kind(state)]:
                return rng.choice(found)
        return None

    def _all_added_one(self, state: State) -> Iterator[State]:
        for tile, rest in self._sources(state):
            yield from self._added(tile, rest)

    def _all_built(self, state: State) -> Iterator[State]:
        for stands in within_reach(state, missing=0):
            yield from self._built(stands, stands, state)
        if JOKER in state.rack:
            yield from self._joker_built(without_rack(state, JOKER))

    def _divided(self, state: State) -> Iterator[State]:
        yield from self._split(state)
        yield from self._joined(state)
        yield from self._regrouped(state)

    def _joker_moved(self, state: State) -> Iterator[State]:
        for rest in self._joker_freed(state):
            yield from self._joker_built(rest)
            if self.free:
                yield from self._added(JOKER, rest)

    def _sources(self, state: State) -> Iterator[tuple[str, State]]:
        """Each tile that can be had without breaking a set, and what is left."""
        for tile in dict.fromkeys(state.rack):
            yield tile, without_rack(state, tile)
        for index, lying in enumerate(state.sets):
            if self.binds and lying.has_joker:
                continue
            for place, tile in enumerate(lying.tiles):
                if tile != JOKER:
                    yield from ((tile, rest) for rest in taken(state, index, place))

    def _added(self, tile: str, state: State) -> Iterator[State]:
        """`tile` added to a set; a joker as whatever fits there."""
        for index, lying in enumerate(state.sets):
            rest = state.sets[:index] + state.sets[index + 1 :]
            grown = self._grown_run(tile, lying) if lying.is_run else grown_group(tile, lying)
            yield from (replace(state, sets=(*rest, *sets)) for sets in grown)

    def _grown_run(self, tile: str, lying: Lying) -> Iterator[Sets]:
        """What becomes of a run to which `tile` is added: at an end, or in the middle, where it is split."""
        colour, first, last = lying.stands[0][0], number(lying.stands[0]), number(lying.stands[-1])
        before, after = f"{colour}{first - 1}", f"{colour}{last + 1}"
        if first > 1 and tile in (before, JOKER):
            yield (Lying((before, *lying.stands), (tile, *lying.tiles)),)
        if last < 13 and tile in (after, JOKER):
            yield (Lying((*lying.stands, after), (*lying.tiles, tile)),)
        if self.binds and lying.has_joker:
            return
        for place, here in enumerate(lying.stands):
            if tile in (here, JOKER) and 2 <= place <= len(lying.stands) - 3:
                front = Lying(lying.stands[: place + 1], (*lying.tiles[:place], tile))
                yield front, Lying(lying.stands[place:], lying.tiles[place:])

    def _built(self, stands: tuple[str, ...], left: tuple[str, ...], state: State) -> Iterator[State]:
        """A new set of exactly these tiles."""
        if not left:
            yield replace(state, sets=(*state.sets, Lying(stands, stands)))
            return
        for tile, rest in self._sources(state):
            if tile in left:
                at = left.index(tile)
                yield from self._built(stands, left[:at] + left[at + 1 :], rest)

    def _joker_built(self, state: State) -> Iterator[State]:
        """A new set with the joker in hand."""
        for stands in within_reach(state, missing=1):
            yield from self._with_joker(stands, state)

    def _with_joker(self, stands: tuple[str, ...], state: State) -> Iterator[State]:
        """A new set in which a joker in hand stands for one of the tiles."""
        for place in range(len(stands)):
            others = stands[:place] + stands[place + 1 :]
            for built in self._built(others, others, state):
                tiles = (*stands[:place], JOKER, *stands[place + 1 :])
                yield replace(built, sets=(*built.sets[:-1], Lying(stands, tiles)))

    def _split(self, state: State) -> Iterator[State]:
        for index, lying in enumerate(state.sets):
            if lying.is_run and not (self.binds and lying.has_joker):
                rest = state.sets[:index] + state.sets[index + 1 :]
                for at in range(3, len(lying.stands) - 2):
                    parts = (
                        Lying(lying.stands[:at], lying.tiles[:at]),
                        Lying(lying.stands[at:], lying.tiles[at:]),
                    )
                    yield replace(state, sets=(*rest, *parts))

    def _joined(self, state: State) -> Iterator[State]:
        for one in state.sets:
            for other in state.sets:
                if (
                    one.is_run
                    and other.is_run
                    and one.stands[-1][0] == other.stands[0][0]
                    and number(one.stands[-1]) + 1 == number(other.stands[0])
                ):
                    rest = [*state.sets]
                    rest.remove(one)
                    rest.remove(other)
                    yield replace(state, sets=(*rest, Lying(one.stands + other.stands, one.tiles + other.tiles)))

    def _regrouped(self, state: State) -> Iterator[State]:
        runs = [lying for lying in state.sets if lying.is_run and not lying.has_joker]
        for three in combinations(runs, 3):
            numbers = {tuple(map(number, lying.stands)) for lying in three}
            if len(numbers) == 1 and len({lying.stands[0][0] for lying in three}) == 3:
                rest = [lying for lying in state.sets if lying not in three]
                groups = [Lying(tiles, tiles) for tiles in zip(*(lying.tiles for lying in three), strict=True)]
                if len(rest) + 3 == len(state.sets):
                    yield replace(state, sets=(*rest, *groups))

    def _joker_freed(self, state: State) -> Iterator[State]:
        """A joker in hand, and the rest: exchanged, taken off, or its neighbours moved away."""
        for index, lying in enumerate(state.sets):
            for place in (place for place, tile in enumerate(lying.tiles) if tile == JOKER):
                yield from self._exchanged(state, index, place)
                if self.binds:
                    continue
                yield from taken(state, index, place)
                if lying.tiles.count(JOKER) == 1 and len(lying.tiles) <= 4:
                    others = [tile for tile in lying.tiles if tile != JOKER]
                    rest = replace(state, sets=state.sets[:index] + state.sets[index + 1 :])
                    yield from self._all_added(others, rest)

    def _exchanged(self, state: State, index: int, place: int) -> Iterator[State]:
        lying = state.sets[index]
        if lying.is_run:
            fitting = [lying.stands[place]]
        else:
            named = {tile for tile in lying.tiles if tile != JOKER}
            fitting = [t for t in (f"{colour}{lying.stands[0][1:]}" for colour in COLOURS) if t not in named]
        for tile in fitting:
            ways = [without_rack(state, tile)] if tile in state.rack else []
            if not self.binds:
                elsewhere = replace(state, sets=tuple(s for i, s in enumerate(state.sets) if i != index))
                for found, rest in self._sources(elsewhere):
                    if found == tile and rest.rack == state.rack:
                        ways.append(replace(rest, sets=(*rest.sets, lying)))
            for way in ways:
                sets = [*way.sets]
                at = sets.index(lying)
                tiles = (*lying.tiles[:place], tile, *lying.tiles[place + 1 :])
                sets[at] = Lying(lying.stands, tiles) if lying.is_run else regrouped(tiles, lying)
                yield replace(way, sets=tuple(sets))

    def _all_added(self, tiles: list[str], state: State) -> Iterator[State]:
        if not tiles:
            yield state
            return
        for rest in self._added(tiles[0], state):
            yield from self._all_added(tiles[1:], rest)


def within_reach(state: State, missing: int) -> list[tuple[str, ...]]:
    """The sets of three of which the rack and the sets together have all tiles but so many."""
    there = Counter(state.rack)
    for lying in state.sets:
        there.update(lying.tiles)
    return [stands for stands in NEW if sum(not there[tile] for tile in stands) <= missing]


def without_rack(state: State, tile: str) -> State:
    rack = [*state.rack]
    rack.remove(tile)
    return replace(state, rack=tuple(rack))


def taken(state: State, index: int, place: int) -> Iterator[State]:
    """The state without one tile of a set, if sets are left; the tile is in hand."""
    lying, rest = state.sets[index], state.sets[:index] + state.sets[index + 1 :]
    if lying.is_run:
        parts = [
            Lying(lying.stands[part], lying.tiles[part])
            for part in (slice(place), slice(place + 1, None))
            if lying.stands[part]
        ]
        if all(len(part.stands) >= 3 for part in parts):
            yield replace(state, sets=(*rest, *parts))
    elif len(lying.stands) == 4:
        yield replace(state, sets=(*rest, regrouped(lying.tiles[:place] + lying.tiles[place + 1 :], lying)))


def grown_group(tile: str, lying: Lying) -> Iterator[Sets]:
    """What becomes of a group to which `tile` is added."""
    fits = tile == JOKER or (tile[1:] == lying.stands[0][1:] and tile not in lying.tiles)
    if fits and len(lying.stands) < len(COLOURS):
        yield (regrouped((*lying.tiles, tile), lying),)


def regrouped(tiles: tuple[str, ...], lying: Lying) -> Lying:
    """The group of these tiles, its jokers standing for colours that are missing."""
    missing = [t for t in (f"{colour}{lying.stands[0][1:]}" for colour in COLOURS) if t not in tiles]
    stands = tuple(tile if tile != JOKER else missing.pop(0) for tile in tiles)
    return Lying(stands, tiles)


def _new() -> Iterator[tuple[str, ...]]:
    for n in range(1, 14):
        yield from (tuple(f"{colour}{n}" for colour in colours) for colours in combinations(COLOURS, 3))
    for colour in COLOURS:
        yield from (tuple(f"{colour}{n + i}" for i in range(3)) for n in range(1, 12))


NEW = tuple(_new())
"""Every set of three tiles."""


def start(rng: random.Random) -> State:
    """A legal table with one or two jokers, and a rack with what they stand for and what lies beside them."""
    low = rng.randint(1, 8)
    numbers = range(low, min(14, low + rng.randint(4, 8)))
    colours = rng.sample(COLOURS, rng.randint(2, 4))
    left = Counter(BOX)
    sets: list[Lying] = []
    for _ in range(rng.randint(1, 5)):
        stands = _some_set(rng, numbers, colours)
        if stands and all(left[tile] for tile in stands):
            left -= Counter(stands)
            sets.append(Lying(stands, stands))
    for _ in range(rng.choice((1, 1, 2))):
        if not sets:
            break
        index = rng.randrange(len(sets))
        place = rng.randrange(len(sets[index].tiles))
        tile = sets[index].tiles[place]
        if tile != JOKER:
            left[JOKER] -= 1
            left[tile] += 1
            sets[index] = Lying(
                sets[index].stands, (*sets[index].tiles[:place], JOKER, *sets[index].tiles[place + 1 :])
            )
    wanted = [tile for lying in sets for tile, lies in zip(lying.stands, lying.tiles, strict=True) if lies == JOKER]
    near = [f"{colour}{n}" for colour in colours for n in numbers]
    rack: list[str] = []
    for tile in (*wanted, *rng.choices(near, k=rng.randint(2, 6)), *([JOKER] if rng.random() < 0.1 else [])):
        if left[tile] > 0:
            left[tile] -= 1
            rack.append(tile)
    return State(tuple(sets), tuple(rack))


def _some_set(rng: random.Random, numbers: range, colours: list[str]) -> tuple[str, ...]:
    if rng.random() < 0.35 and len(colours) >= 3:
        n = rng.choice(numbers)
        return tuple(f"{colour}{n}" for colour in rng.sample(colours, rng.randint(3, len(colours))))
    colour, first, length = rng.choice(colours), rng.choice(numbers), rng.randint(3, 6)
    return tuple(f"{colour}{n}" for n in range(first, first + length)) if first + length <= 14 else ()


class Chain(NamedTuple):
    """A turn: every moment that it led through, the table before the first step among them."""

    states: tuple[State, ...]
    opened: bool

    def __str__(self) -> str:
        tables = (" / ".join(" ".join(tiles) for tiles in state.table()) for state in self.states)
        return f"{'' if self.opened else 'opening '}[{' '.join(self.states[0].rack)}]  " + "  ->  ".join(tables)


def chain(book: str, seed: int, most: int = 6) -> Chain | None:
    """A turn of up to `most` steps under a rulebook, every fifth a player's first.

    It is None where the player cannot lay anything.
    """
    rng, steps = random.Random(seed), Steps(book)
    states, opened = [start(rng)], bool(seed % 5)
    if not opened:
        before, after = opening(states[0], rng)
        states = [before, after]
    if opened or book == OLD:  # elsewhere a first lay-down leaves the table alone
        for _ in range(rng.randint(1, most)):
            following = steps.following(states[-1], rng)
            if following is None:
                break
            states.append(following)
    laid = len(states[-1].rack) < len(states[0].rack)
    return Chain(tuple(states), opened) if laid else None


def opening(state: State, rng: random.Random) -> tuple[State, State]:
    """The same table with sets on the rack that are worth enough, and with those laid."""
    left = BOX - Counter(state.rack)
    for lying in state.sets:
        left -= Counter(lying.tiles)
    sets: list[Lying] = []
    while sum(number(tile) for lying in sets for tile in lying.stands) < OPENING:
        stands = rng.choice(NEW)
        tiles = tuple(JOKER if rng.random() < 0.1 else tile for tile in stands)
        if not Counter(tiles) - left and sum(tile == JOKER for tile in tiles) <= 1:
            left -= Counter(tiles)
            sets.append(Lying(stands, tiles))
    rack = (*state.rack, *(tile for lying in sets for tile in lying.tiles))
    return replace(state, rack=rack), replace(state, sets=(*state.sets, *sets))
