"""How fast the best play is found and a turn judged, beside rummikub-solver from PyPI, under every rulebook.

usage: python -m workshop.benchmarks.solver [--positions N] [--rulebook ID]... [--kind KIND]... [--warm] [--svg FILE] [--cpu]
       [--repeat N] python -m workshop.benchmarks.solver --states N

Measures so many positions of played rounds and so many random full tables (`workshop.benchmarks.full_tables`), and prints
median, 99th percentile and maximum in milliseconds. Each position is met as a fresh process meets it: what the referee
remembers of others is cleared first, unless ``--warm`` is given. With ``--repeat``, each is met so many times, by both
solvers, and the shortest time counts: what other programs on the computer add is less then. Where rummikub-solver is
installed (`pip install rummikub-solver highspy`; nothing else needs it) and the rulebook lets jokers go anywhere, it
solves the same positions in the same run, turn about. It knows the rules of Jumbo, where it must lay as many tiles.
With ``--states``, compares the solver with the integer program of the tests on so many random states instead, and speed
is not measured.
"""

from __future__ import annotations

import gc
import importlib
import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any, NamedTuple

from referee.clauses import Freed
from referee.rulebook import DEFAULT, available, load
from referee.solver.play import BestPlay, best_play
from referee.tiles import KIND_INDEX, Tile
from referee.turn import Turn, judge
from referee.verdict import Outcome
from workshop.benchmarks import command_line
from workshop.benchmarks.full_tables import full_tables
from workshop.benchmarks.rounds import BotRound, PlayerView
from workshop.benchmarks.solver_plot import Curve, plot, quantile

POSITIONS = 300
Clock = Callable[[], float]
"""Seconds since whenever."""
_NAMES = ("Anna", "Ben", "Cleo", "Dora")


class Timed(NamedTuple):
    """One position: tiles on table and rack, and milliseconds."""

    tiles: int
    ours: float
    theirs: float | None
    judging: dict[str, float]
    """For each rulebook, to judge the play that was found."""
    exact: bool = True
    """Whether the play is known to be the best."""
    most: bool = True
    """Whether it is known that no more tiles can be laid."""
    outdone: bool = False
    """Whether rummikub-solver lays fewer tiles."""


class Theirs:
    """rummikub-solver, asked for the same as `best_play`."""

    def __init__(self, module: Any) -> None:
        self._rules = module.RuleSet()
        self._state = module.GameState
        self.backend = str(self._rules.backend)

    def prepare(self, position: PlayerView) -> Callable[[], Any]:
        """What is to be timed: the position is converted beforehand."""
        tiles = [self._numbers(row) for row in ([tile for row in position.table for tile in row], position.rack)]
        state = self._rules.new_game()
        state.add_table(*tiles[0])
        state.add_rack(*tiles[1])
        state.initial = not position.opened
        return lambda: self._rules.solve(state)

    @staticmethod
    def _numbers(tiles: Iterable[Tile]) -> list[int]:
        return [KIND_INDEX[tile] + 1 for tile in tiles]


def find_theirs() -> Theirs | None:
    """rummikub-solver, if it is installed."""
    try:
        return Theirs(importlib.import_module("rummikub_solver"))
    except ImportError:
        return None


def faced(number: int, book: str) -> Iterator[PlayerView]:
    """Yields `number` positions that bots face in rounds, each before the bot looks for a play itself."""
    rounds = (BotRound(load(book), _NAMES[: 2 + seed % 3], seed, faulty=0).play() for seed in count())
    return islice((position for one in rounds for position in one), number)


KINDS: dict[str, Callable[[int, str], Iterator[PlayerView]]] = {
    "rounds": faced,
    "full tables": lambda number, _: full_tables(number),
}
"""The kinds of position: how to come by so many of them under a rulebook."""


def forget() -> None:
    """Clears what the referee's functions remember of other positions, rulebooks apart."""
    for name in [name for name in sys.modules if name.startswith("referee.")]:
        for thing in vars(sys.modules[name]).values():
            if thing is not load and callable(getattr(thing, "cache_clear", None)):
                thing.cache_clear()


def is_free(book: str) -> bool:
    """Whether the rulebook lets a joker go anywhere, as rummikub-solver does."""
    rule = load(book).joker
    return rule.split and rule.freed is Freed.ANY_SET


def timed(
    work: Callable[[], Any],
    clock: Clock = time.perf_counter,
    repeat: int = 1,
    before: Callable[[], None] = lambda: None,
) -> tuple[Any, float]:
    """What `work` gives, and the milliseconds it takes by `clock`: the fewest of some runs, each after `before`."""
    result, fewest = None, math.inf
    for _ in range(repeat):
        before()
        began = clock()
        result = work()
        fewest = min(fewest, (clock() - began) * 1000)
    return result, fewest


def measure(
    position: PlayerView,
    book: str,
    theirs: Theirs | None,
    clock: Clock = time.perf_counter,
    *,
    warm: bool = False,
    repeat: int = 1,
) -> Timed:
    """Both solvers and the judge on one position.

    Raises:
        AssertionError: the play is not legal, or the other solver lays more tiles than are said to be the most.
    """
    rules = load(book)
    play: BestPlay
    play, ours = timed(
        lambda: best_play(position.table, position.rack, rules, opened=position.opened),
        clock,
        repeat,
        (lambda: None) if warm else forget,
    )
    other, outdone = None, False
    if theirs is not None and is_free(book):
        found, other = timed(theirs.prepare(position), clock, repeat)
        if position.opened and book == DEFAULT:
            counts = len(play.played), len(found.tiles) if found else 0
            outdone = counts[0] > counts[1]
            if counts[0] < counts[1] and play.most:
                raise AssertionError(f"{counts[0]} tiles can be laid, or {counts[1]}: {position}")
    judging = judged(position, play, book, clock) if play.played else {}
    tiles = sum(map(len, position.table)) + len(position.rack)
    return Timed(tiles, ours, other, judging, play.exact, play.most, outdone)


def judged(position: PlayerView, play: BestPlay, book: str, clock: Clock) -> dict[str, float]:
    """How many milliseconds the play takes to be judged under each rulebook.

    Raises:
        AssertionError: it is not legal under that by which it was found.
    """
    turn = Turn(position.table, play.table, position.opened, rack=position.rack, seconds=10)
    times = {}
    for name in available():
        verdict, times[name] = timed(partial(judge, turn, load(name)), clock)
        if name == book and verdict.outcome is not Outcome.LEGAL:
            raise AssertionError(f"the play that was found is {verdict.outcome.value}: {position}")
    return times


def summary(name: str, values: Sequence[float]) -> str:
    """How many there are, median, 99th percentile and maximum as a line."""
    shown = (f"{quantile(values, share):9.2f}" for share in (0.5, 0.99, 1))
    return f"  {name:32}{len(values):7}{''.join(shown)}" if values else f"  {name:32}      0"


def curves(rows: Sequence[Timed]) -> list[Curve]:
    """What is plotted: the times of both solvers and of judging, by the number of tiles on table and rack."""
    return [
        Curve("rummikub-solver", "#c2410c", [(row.tiles, row.theirs) for row in rows if row.theirs is not None]),
        Curve("tileref solve", "#1d4ed8", [(row.tiles, row.ours) for row in rows]),
        Curve("tileref judge", "#15803d", [(row.tiles, row.judging[DEFAULT]) for row in rows if row.judging]),
    ]


def compare_states(number: int) -> int:
    """Print the states that the solver and the integer program value differently; returns how many.

    What the solver is not sure of does not count: how often that is, how often it is right all the same, and how many
    tiles short.
    """
    from tests.referee.states import compare, random_state  # noqa: PLC0415  # needs highspy

    different, unsure, best, short = 0, 0, 0, Counter[int]()
    for seed in range(number):
        found = compare(random_state(seed))
        ours, theirs = ((0, 0) if laid is None else laid for laid in (found.ours, found.theirs))
        if not found.exact:
            unsure += 1
            best += ours == theirs
            short[theirs[0] - ours[0]] += 1
        if ours != theirs if found.exact else found.most and ours[0] != theirs[0]:
            different += 1
            print(f"state {seed}: {found}")
        if not (seed + 1) % 1000:
            print(f"{seed + 1} states, {different} differences, {unsure} unsure", file=sys.stderr)
    print(
        f"{number} states, {different} differences; {unsure} unsure, {best} of them best; too few tiles: {dict(short)}"
    )
    return different


def report(book: str, kind: str, rows: Sequence[Timed], theirs: Theirs | None) -> None:
    """Prints what was measured of positions of one kind under the rulebook `book`."""
    unsure, fewer = sum(not row.exact for row in rows), sum(not row.most for row in rows)
    print(f"{book}, {kind}: {unsure} plays may not be the best, {fewer} of them may lay too few tiles")
    print(summary("best play, tileref", [row.ours for row in rows]))
    others = [row.theirs for row in rows if row.theirs is not None]
    if theirs is not None and others:
        print(summary(f"best play, rummikub-solver ({theirs.backend})", others))
        print(f"  rummikub-solver lays fewer tiles in {sum(row.outdone for row in rows)}")
    judged = [row.judging[book] for row in rows if book in row.judging]
    print(summary("judge the play", judged), flush=True)


def main() -> int:
    """Measures, or compares."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--positions", type=int, default=POSITIONS, help=f"of each kind (default {POSITIONS})")
    parser.add_argument("--rulebook", metavar="ID", action="append", help="played by; all of them unless given")
    parser.add_argument("--warm", action="store_true", help="let the referee remember the positions before")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="write a plot against the number of tiles")
    parser.add_argument(
        "--states", type=int, metavar="N", help="compare so many random states with the integer program"
    )
    parser.add_argument("--kind", choices=KINDS, action="append", help="of position; both unless given")
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="the shortest of so many times counts")
    parser.add_argument("--cpu", action="store_true", help="count processor time, where other programs run too")
    args = parser.parse_args()
    if args.states is not None:
        return int(compare_states(args.states) > 0)
    theirs = find_theirs()
    gc.collect()
    gc.freeze()  # what was made so far is not looked through again while the clock runs
    clock = time.process_time if args.cpu else time.perf_counter
    everything: list[Timed] = []
    print(f"{'milliseconds':34} number   median      p99  maximum")
    for book in args.rulebook or available():
        for kind in args.kind or KINDS:
            some = KINDS[kind](args.positions, book)
            rows = [measure(each, book, theirs, clock, warm=args.warm, repeat=args.repeat) for each in some]
            everything += rows if book == DEFAULT else ()
            report(book, kind, rows, theirs)
    if args.svg:
        args.svg.write_text(plot(curves(everything)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
