"""What the players of a simulated evening do: rounds as bots play them, some of the turns illegal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from referee.round import Round
from referee.rulebook import Rulebook
from referee.sets import read_set, value
from referee.solver.play import best_play
from referee.tiles import NUMBERS, Colour, Table, Tile, TileSet
from referee.turn import Turn, judge
from referee.verdict import Outcome, Verdict
from workshop.benchmarks.evening.layout import SEATS, Layout, LayoutError, Lies, Seat
from workshop.benchmarks.rounds import BotRound, BotTurn, PlayerView

NAMES = ("Anna", "Ben", "Cleo", "Dora")
OPENERS = 0.8
"""Share of the racks that are dealt tiles for a first lay-down, so that rounds do not begin with a dozen draws."""
ACROSS = 0.3
"""Share of the draws for which a hand crosses the table to the pool."""
HIGH = 10
"""A run from here on is worth 30 points and more."""
LAY = "lay"
"""The kind of an honest turn with tiles laid."""
LONG = 4
"""Minimum number of tiles of a set from which a player may take one."""


@dataclass(frozen=True)
class Step:
    """One turn as it is to be played, and what the referee must say to it."""

    number: int
    """In its round, from 0."""
    player: str
    seat: Seat
    kind: str
    """``lay``, ``draw``, ``pass`` with an empty pool, or what is illegal about it."""
    drew: bool
    """Whether it ends with the draw button."""
    reaches: bool
    """Whether a hand comes over the table."""
    before: Layout
    after: Layout
    restored: Layout
    """How the table lies before the next turn: after an illegal one put back, tiles that were moved not quite as they
    lay."""
    verdict: Verdict
    late: bool
    """Whether it takes longer than the clock gives."""
    ends_round: bool
    racks: dict[str, TileSet]
    """What everybody holds before it."""
    racks_after: dict[str, TileSet]
    """What everybody holds after it, a penalty drawn."""

    @property
    def legal(self) -> bool:
        """Whether the turn stands."""
        return self.verdict.outcome is Outcome.LEGAL


Blunder = Callable[[random.Random, PlayerView, BotTurn], BotTurn | None]
"""Something illegal in that position, where the honest turn would be that; None where it cannot be done here."""


def script(
    seed: int,
    rulebook: Rulebook,
    half: tuple[float, float],
    illegal: float,
    stacked: float = 0.0,
    late: float = 0.0,
    *,
    opener: int = 3,
    lies: Lies = Lies.ANYWHERE,
) -> Iterator[Step]:
    """One round, turn by turn, until somebody is out or nobody can go on.

    Args:
        seed: of every choice.
        rulebook: to play by.
        half: half the width and height of where sets are laid, tile widths.
        illegal: share of the turns that are.
        stacked: share of the turns after which a tile lies on another.
        late: share of the turns with tiles laid that take longer than the clock gives.
        opener: number of tiles of the sets for a first lay-down that players are dealt.
        lies: where new sets are laid.
    """
    rng = random.Random(seed)
    players = NAMES[: rng.choice((2, 3, 3, 4))]
    game = BotRound(rulebook, players, seed)
    _help_to_open(game, rng, opener)
    layout = Layout(half, lies=lies)
    while not game.state.over:
        step = _step(rng, game, layout, illegal, stacked, late)
        yield step
        layout = step.restored


def _step(rng: random.Random, game: BotRound, layout: Layout, illegal: float, stacked: float, late: float) -> Step:
    """Plays the next turn of `game`, on a table that lies like `layout`; the shares are those of `script`."""
    state, racks = game.state, _racks(game)
    seat = SEATS[len(state.players)][state.seat]
    kind, event, after = _choice(rng, game, layout, seat, illegal)
    if rng.random() < stacked:
        after = after.with_one_on_another(layout, rng)
    is_late = kind == LAY and rng.random() < late
    seconds = (game.rulebook.time.seconds or 0.0) + 1 if is_late else event.seconds
    verdict = verdict_on(state, event.after, event.drew, seconds)
    is_legal = verdict.outcome is Outcome.LEGAL
    game.take(BotTurn(after.table, event.drew, seconds), honest=is_legal)
    restored = after if is_legal else layout.put_back(after, rng)
    return Step(
        number=state.turns,
        player=state.on_turn,
        seat=seat,
        kind="overtime" if is_late else kind,
        drew=event.drew > 0,
        reaches=after is not layout or rng.random() < ACROSS,
        before=layout,
        after=after,
        restored=restored,
        verdict=verdict,
        late=is_late,
        ends_round=game.state.over,
        racks=racks,
        racks_after=_racks(game),
    )


def _racks(game: BotRound) -> dict[str, TileSet]:
    """What everybody holds."""
    return {name: tuple(tiles) for name, tiles in game.racks.items()}


def verdict_on(state: Round, after: Table, drew: int, seconds: float | None = None) -> Verdict:
    """What the referee must say to a turn of which it sees the table and the press.

    It may have taken any time unless `seconds` is given.
    """
    opened = state.on_turn in state.opened
    held = state.counts[state.on_turn]
    return judge(
        Turn(state.table, after, opened, drew, seconds=seconds, pool=state.pool, rack_size=held), state.rulebook
    )


def _choice(
    rng: random.Random, game: BotRound, layout: Layout, seat: Seat, illegal: float
) -> tuple[str, BotTurn, Layout]:
    """What the player does: its kind, the turn, and the table as it lies after it."""
    state = game.state
    position = PlayerView(state.table, tuple(game.racks[state.on_turn]), state.on_turn in state.opened)
    honest = _honest(game, position)
    kinds = list(BLUNDERS) if rng.random() < illegal else []
    rng.shuffle(kinds)
    for kind in [*kinds, "honest"]:
        event = honest if kind == "honest" else BLUNDERS[kind](rng, position, honest)
        if event is None:
            continue
        try:
            after = _laid(layout, event.after, seat, rng)
        except LayoutError:
            continue
        event = BotTurn(after.table, event.drew, event.seconds)
        outcome = verdict_on(state, event.after, event.drew).outcome
        if outcome is (Outcome.LEGAL if kind == "honest" else Outcome.ILLEGAL):
            name = "draw" if event.drew else LAY if after is not layout else "pass"
            return (kind if kind != "honest" else name), event, after
    return "draw", BotTurn(layout.table, min(1, len(game.pool)), 10.0), layout


def _laid(layout: Layout, table: Table, seat: Seat, rng: random.Random) -> Layout:
    if table == layout.table:
        return layout
    return layout.turned_into(table, seat, rng)


def _honest(game: BotRound, position: PlayerView) -> BotTurn:
    """The best play, or a tile drawn; with the pool empty nothing."""
    play = best_play(position.table, position.rack, game.rulebook, opened=position.opened)
    if not play.played:
        return BotTurn(position.table, min(game.rulebook.play.draw, len(game.pool)), 10.0)
    return BotTurn(play.table, 0, 10.0)


def _help_to_open(game: BotRound, rng: random.Random, length: int) -> None:
    """Deals most racks a run or a group that is worth a first lay-down, in exchange for other tiles."""
    for rack in game.racks.values():
        if rng.random() >= OPENERS:
            continue
        wanted = _opener(rng, length)
        if Counter(wanted) - Counter(game.pool):
            continue
        for tile in wanted:
            game.pool.remove(tile)
            game.pool.insert(0, rack.pop(0))
        rack.extend(wanted)


def _opener(rng: random.Random, length: int) -> list[Tile]:
    if length <= len(Colour) and rng.random() < 0.5:  # noqa: PLR2004 - as often one as the other
        number = rng.choice([n for n in NUMBERS if n >= HIGH])
        return [Tile(colour, number) for colour in rng.sample(list(Colour), length)]
    first = rng.choice([n for n in NUMBERS if HIGH + 2 - length <= n <= NUMBERS[-1] + 1 - length])
    colour = rng.choice(list(Colour))
    return [Tile(colour, number) for number in range(first, first + length)]


# What may be illegal


def _loose(rng: random.Random, position: PlayerView, _: BotTurn) -> BotTurn | None:
    """Two or three tiles that are no set."""
    some = tuple(rng.sample(position.rack, min(len(position.rack), rng.choice((2, 3)))))
    if not some or read_set(some) is not None:
        return None
    return BotTurn((*position.table, some), 0, 10.0)


def _wrong_tile_added(rng: random.Random, position: PlayerView, _: BotTurn) -> BotTurn | None:
    """A tile laid to a set that it does not fit."""
    if not position.table:
        return None
    at = rng.randrange(len(position.table))
    grown = (*position.table[at], rng.choice(position.rack))
    if read_set(grown) is not None:
        return None
    return BotTurn(_replaced(position.table, at, grown), 0, 10.0)


def _one_too_many(rng: random.Random, position: PlayerView, honest: BotTurn) -> BotTurn | None:
    """A good play, and one more tile beside it."""
    left = Counter(position.rack) - _laid_by(position, honest)
    if honest.drew or not left:
        return None
    return BotTurn((*honest.after, (rng.choice(list(left.elements())),)), 0, 10.0)


def _robbed(rng: random.Random, position: PlayerView, _: BotTurn) -> BotTurn | None:
    """A tile taken from the table onto the rack, sets left that are good."""
    long = [i for i, tiles in enumerate(position.table) if len(tiles) >= LONG]
    if not long:
        return None
    at = rng.choice(long)
    return BotTurn(_replaced(position.table, at, position.table[at][:-1]), 0, 10.0)


def _broken(rng: random.Random, position: PlayerView, _: BotTurn) -> BotTurn | None:
    """A tile taken from a set of three: two are left."""
    short = [i for i, tiles in enumerate(position.table) if len(tiles) < LONG]
    if not short:
        return None
    at = rng.choice(short)
    return BotTurn(_replaced(position.table, at, position.table[at][:-1]), 0, 10.0)


def _low_opening(rng: random.Random, position: PlayerView, _: BotTurn) -> BotTurn | None:
    """A first lay-down that is worth too little."""
    if position.opened:
        return None
    low = [tiles for tiles in _sets_of(position.rack) if value(tiles) < 30]  # noqa: PLR2004 - every booklet's
    return BotTurn((*position.table, rng.choice(low)), 0, 10.0) if low else None


def _opening_on_others(_: random.Random, position: PlayerView, __: BotTurn) -> BotTurn | None:
    """A tile laid to what lies there before the first lay-down."""
    if position.opened:
        return None
    fits = [
        _replaced(position.table, at, (*tiles, tile))
        for at, tiles in enumerate(position.table)
        for tile in position.rack
        if read_set((*tiles, tile)) is not None
    ]
    return BotTurn(fits[0], 0, 10.0) if fits else None


def _nothing(_: random.Random, position: PlayerView, __: BotTurn) -> BotTurn | None:
    """The button pressed, nothing laid and none drawn."""
    return BotTurn(position.table, 0, 10.0)


def _laid_and_drew(_: random.Random, __: PlayerView, honest: BotTurn) -> BotTurn | None:
    """A good play, and the draw button."""
    return None if honest.drew else BotTurn(honest.after, 1, 10.0)


BLUNDERS: dict[str, Blunder] = {
    "loose tiles": _loose,
    "wrong tile": _wrong_tile_added,
    "one too many": _one_too_many,
    "robbed": _robbed,
    "broken set": _broken,
    "low opening": _low_opening,
    "opening on others": _opening_on_others,
    "nothing": _nothing,
    "laid and drew": _laid_and_drew,
}


def _replaced(table: Table, at: int, tiles: TileSet) -> Table:
    return (*table[:at], tiles, *table[at + 1 :])


def _laid_by(position: PlayerView, honest: BotTurn) -> Counter[Tile]:
    return Counter(chain.from_iterable(honest.after)) - Counter(chain.from_iterable(position.table))


def _sets_of(rack: Sequence[Tile]) -> list[TileSet]:
    """Runs and groups of three without jokers that a rack holds."""
    held = {tile for tile in rack if not tile.is_joker}
    runs = [run for tile in held if set(run := tuple(Tile(tile.colour, tile.number + i) for i in range(3))) <= held]
    groups = [
        tuple(same[:3])
        for number in NUMBERS
        if len(same := [Tile(colour, number) for colour in Colour if Tile(colour, number) in held]) >= 3  # noqa: PLR2004
    ]
    return sorted([*runs, *groups], key=str)
