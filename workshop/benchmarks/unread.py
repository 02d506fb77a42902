"""How long a verdict takes where two tiles could not be read.

usage: python -m workshop.benchmarks.unread [--turns N] [--seed N] [--rulebook ID]

The turns are those of tests/referee/chains.py, made of legal steps, under all rulebooks, with one box and with two; in
every fourth a joker was put elsewhere afterwards. In each, two tiles drawn at random, before or after the turn, are
unread. Prints how many of the verdicts are undecided, of how many the steps were used up, and the distribution of the
seconds of processor time. Ends with exit code 1 if one took longer than 0.8 s.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from statistics import median, quantiles

from referee.described import DescribedTurn
from referee.joker import turn_budget
from referee.rulebook import available, load
from referee.tiles import JOKER, UNREAD, Table, format_tiles
from tests.referee.chains import chain
from workshop.benchmarks import command_line
from workshop.benchmarks.chains import turn_of

LIMIT = 0.8
"""Maximum seconds of a verdict."""

BOOKS = tuple(book + players for book in available() for players in ("", "+players=6"))


JOKERS_MOVED = 0.25
"""Share of the turns in which a joker was put elsewhere afterwards."""


def drawn(book: str, seed: int) -> dict[str, object] | None:
    """A turn as JSON with two unread tiles; None where the seed makes none."""
    rng, made = random.Random(seed), chain(book.partition("+")[0], seed)
    if made is None:
        return None
    turn = turn_of(made)
    before, after = (
        as_lists(turn.before),
        as_lists(moved(turn.after, rng) if rng.random() < JOKERS_MOVED else turn.after),
    )
    if "players" in book and seed % 3:  # a second table, of the second box, beside the first
        other = next(
            found for n in range(seed + 1, seed + 99) if (found := chain(book.partition("+")[0], n)) is not None
        )
        before, after = before + as_lists(turn_of(other).before), after + as_lists(turn_of(other).after)
    places = [(table, i, k) for table in (before, after) for i, tiles in enumerate(table) for k in range(len(tiles))]
    for table, i, k in rng.sample(places, 2):
        table[i][k] = UNREAD
    return {"rulebook": book, "before": before, "after": after, "opened": turn.opened}


def as_lists(table: Table) -> list[list[str]]:
    """The table as JSON has it."""
    return [format_tiles(tiles) for tiles in table]


def moved(table: Table, rng: random.Random) -> Table:
    """The table with a joker laid at the end of another set."""
    sets = [index for index, tiles in enumerate(table) if JOKER in tiles and len(tiles) > 3]  # noqa: PLR2004  # a set
    others = [index for index in range(len(table)) if index not in sets]
    if not sets or not others:
        return table
    index, to = rng.choice(sets), rng.choice(others)
    place = table[index].index(JOKER)
    changed = {index: table[index][:place] + table[index][place + 1 :], to: (*table[to], JOKER)}
    return tuple(changed.get(i, tiles) for i, tiles in enumerate(table))


def main() -> int:
    """Draw, judge, and print how long it took."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--turns", type=int, default=5000, help="turns over all rulebooks (default 5000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first turn (default 0)")
    parser.add_argument("--rulebook", metavar="ID", choices=BOOKS, help="only this one")
    args = parser.parse_args()
    times, said, slowest, over = list[float](), Counter[str](), (0.0, ""), 0
    seed = args.seed
    for book in BOOKS:
        load(book)
    while len(times) < args.turns:
        book = args.rulebook or BOOKS[seed % len(BOOKS)]
        data = drawn(book, seed)
        if data is not None:
            budget, start = turn_budget(), time.process_time()
            verdict = DescribedTurn.parse(data).settle(budget).verdict
            times.append(time.process_time() - start)
            said[verdict.outcome.value] += 1
            over += budget.over
            slowest = max(slowest, (times[-1], f"seed {seed}, {book}"))
        seed += 1
    cuts = quantiles(times, n=1000)
    print(
        f"{len(times)} turns: {', '.join(f'{number} {word}' for word, number in sorted(said.items()))}; steps used up: {over}"
    )
    print(
        f"seconds: median {median(times):.3f}, 90 % {cuts[899]:.3f}, 99 % {cuts[989]:.3f}, 99.9 % {cuts[998]:.3f}, "
        f"slowest {slowest[0]:.3f} ({slowest[1]}); limit {LIMIT}"
    )
    return int(slowest[0] > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
