"""Bots play whole rounds under every rulebook, and what a round promises is checked at every moment.

usage: python -m workshop.benchmarks.rounds [--rounds N] [--rulebook ID]

Every event is judged and taken as at a table; replayed from the start they give the same state; all tiles of the box
are there at every moment; the score sheet's column adds up. Prints for each rulebook how many rounds ended how.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from referee.round import Round
from referee.rulebook import Rulebook, available, load
from referee.score import Column, Rack, score_round
from referee.sets import fault
from referee.solver.play import best_play
from referee.tiles import JOKER, TILE_KINDS, Table, Tile, TileSet
from referee.turn import Turn, judge
from referee.verdict import Outcome, Verdict
from workshop.benchmarks import command_line

ROUNDS = 400
TIMID_EVERY = 4
"""Every so many rounds nobody touches the table, so that some are blocked."""
MOST_TURNS = 400
"""A round that takes longer goes nowhere."""


class PlayerView(NamedTuple):
    """What a player faces."""

    table: Table
    rack: TileSet
    opened: bool


class BotTurn(NamedTuple):
    """What the player on turn did."""

    after: Table
    drew: int
    seconds: float


class BrokenPromiseError(AssertionError):
    """A round that is not what it should be."""


@dataclass
class BotRound:
    """One round with real tiles in real racks, beside the referee's `Round`, which only counts."""

    rulebook: Rulebook
    players: tuple[str, ...]
    seed: int
    faulty: float = 0.05
    """How often a bot does something illegal."""
    timid: bool = False
    """Whether nobody touches what lies on the table, nor shows a rack that would tell who could; such a round is often
    blocked."""
    racks: dict[str, list[Tile]] = field(default_factory=dict)
    pool: list[Tile] = field(default_factory=list)
    events: list[BotTurn] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Deal."""
        self.random = random.Random(self.seed)
        box = self.rulebook.box
        self.box = Counter({tile: box.jokers if tile == JOKER else box.copies for tile in TILE_KINDS})
        self.pool = list(self.box.elements())
        self.random.shuffle(self.pool)
        self.racks = {name: [self.pool.pop() for _ in range(self.rulebook.deal.tiles)] for name in self.players}
        self.state = Round.start(self.players, self.rulebook)

    def play(self) -> Iterator[PlayerView]:
        """Play the round to its end; yields every position as a player faces it."""
        while not self.state.over and self.state.turns < MOST_TURNS:
            name = self.state.on_turn
            position = PlayerView(self.state.table, tuple(self.racks[name]), name in self.state.opened)
            yield position
            honest = self.random.random() >= self.faulty
            self.take(self.choose(position) if honest else self.blunder(position), honest=honest)
            self.check()

    def choose(self, position: PlayerView) -> BotTurn:
        """The best play, of a timid bot with its own tiles alone; or a tile drawn."""
        untouched, table = (position.table, ()) if self.timid else ((), position.table)
        play = best_play(table, position.rack, self.rulebook, opened=position.opened)
        if not play.played:
            return BotTurn(position.table, min(self.rulebook.play.draw, len(self.pool)), 10.0)
        shuffled = [*untouched, *play.table]
        self.random.shuffle(shuffled)
        return BotTurn(tuple(shuffled), 0, 10.0)

    def blunder(self, position: PlayerView) -> BotTurn:
        """Something illegal: loose tiles laid, time lost, or a legal play and a drawn tile."""
        loose = tuple(self.random.sample(position.rack, min(2, len(position.rack))))
        kind = self.random.choice(("loose", "late", "both"))
        if kind == "late":
            return BotTurn(position.table, 0, 1000.0)
        if kind == "both" and self.pool:
            return BotTurn((*position.table, loose), 1, 10.0)
        return BotTurn((*position.table, loose), 0, 10.0)

    def verdict(self, state: Round, event: BotTurn, rack: TileSet | None) -> Verdict:
        """What the referee says about `event`."""
        opened = state.on_turn in state.opened
        turn = Turn(state.table, event.after, opened, event.drew, rack, event.seconds, state.pool)
        return judge(turn, self.rulebook)

    def take(self, event: BotTurn, *, honest: bool) -> None:
        """Do what `event` says with the real tiles, and have the round take it.

        Raises:
            BrokenPromiseError: the referee objects to an `honest` play.
        """
        name = self.state.on_turn
        rack = self.racks[name]
        verdict = self.verdict(self.state, event, None if self.timid else tuple(rack))
        if honest and verdict.outcome is not Outcome.LEGAL:
            raise BrokenPromiseError(f"seed {self.seed}, turn {self.state.turns}: {verdict.violations[0].message}")
        penalty = verdict.penalty
        kept = event.drew - (0 if penalty is None else penalty.put_back)
        rack += [self.pool.pop() for _ in range(kept)]
        if penalty is None:
            self._lay(rack, verdict.played)
        else:
            if not penalty.restore:
                laid = Counter(verdict.played)
                rack += (Counter(penalty.take) - laid).elements()
                self._lay(rack, tuple((laid - Counter(penalty.take)).elements()))
            rack += [self.pool.pop() for _ in range(min(penalty.draw, len(self.pool)))]
        self.events.append(event)
        self.state = self.state.after_turn(verdict, event.after, event.drew)

    def _lay(self, rack: list[Tile], tiles: TileSet) -> None:
        for tile in tiles:
            rack.remove(tile)

    def check(self) -> None:
        """Raise where the round's state is not what the real tiles are.

        Raises:
            BrokenPromiseError: it is not.
        """
        state = self.state
        there = Counter(chain(self.pool, *self.racks.values(), *state.table))
        if there != self.box:
            raise BrokenPromiseError(f"seed {self.seed}, turn {state.turns}: tiles of the box are missing or too many")
        counts = {name: len(rack) for name, rack in self.racks.items()}
        if dict(state.counts) != counts or state.pool != len(self.pool):
            raise BrokenPromiseError(
                f"seed {self.seed}, turn {state.turns}: the counts are {state.counts}, not {counts}"
            )
        if any(fault(tiles) for tiles in state.table):
            raise BrokenPromiseError(f"seed {self.seed}, turn {state.turns}: a set on the table is none")

    def replay(self) -> Round:
        """The round that the events give when taken again from the start."""
        state = Round.start(self.players, self.rulebook)
        for event in self.events:
            state = state.after_turn(self.verdict(state, event, None), event.after, event.drew)
        return state

    def column(self) -> Column | None:
        """The round's column of the score sheet; None where the round has not ended."""
        if not self.state.over:
            return None
        racks: dict[str, Rack] = {name: tuple(rack) for name, rack in self.racks.items() if rack}
        winner = self.state.winner or (self._lowest() if self.state.blocked else None)
        return score_round(racks, self.rulebook, winner, blocked=self.state.blocked)

    def _lowest(self) -> str:
        points = self.rulebook.joker.points
        worth = {name: (sum(tile.number or points for tile in rack), len(rack)) for name, rack in self.racks.items()}
        return min(worth, key=worth.__getitem__)


def played(seed: int, rulebook: Rulebook) -> BotRound:
    """A round played to its end by two to four bots, in every fourth round timid ones, with everything checked.

    Raises:
        BrokenPromiseError: something was not as it should be.
    """
    players = ("Anna", "Ben", "Cleo", "Dora")[: 2 + seed % 3]
    game = BotRound(rulebook, players, seed, timid=seed % TIMID_EVERY == TIMID_EVERY - 1)
    for _ in game.play():
        pass
    if game.replay() != game.state:
        raise BrokenPromiseError(f"seed {seed}: the events give another state when replayed")
    column = game.column()
    if column is None:
        raise BrokenPromiseError(f"seed {seed}: no end after {game.state.turns} turns")
    if (not column.blocked or rulebook.blocked.adds_up_to_zero) and column.control:
        raise BrokenPromiseError(f"seed {seed}: the column adds up to {column.control}")
    return game


def main() -> None:
    """Play."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"under each rulebook (default {ROUNDS})")
    parser.add_argument("--rulebook", metavar="ID", help="only this one")
    args = parser.parse_args()
    for name in [args.rulebook] if args.rulebook else available():
        book = load(name)
        ends: Counter[str] = Counter()
        turns = 0
        for seed in range(args.rounds):
            game = played(seed, book)
            ends["blocked" if game.state.blocked else "gone out"] += 1
            turns += len(game.events)
        print(f"{name}: {args.rounds} rounds, {turns} turns; {ends['gone out']} gone out, {ends['blocked']} blocked")


if __name__ == "__main__":
    main()
