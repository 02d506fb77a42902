"""Whether any turn made of single legal steps is called illegal, over as many turns as one has patience for.

usage: python -m workshop.benchmarks.chains [--turns N] [--rulebook ID]

The turns are those of tests/referee/chains.py, which shares no code with the referee: up to six steps from a random
legal table, each fifth a player's first. Prints every turn that is not legal, and for each rulebook how many were
judged and how many of those were not. Ends with exit code 1 if any was not.
"""

from __future__ import annotations

import sys

from referee.rulebook import available, load
from referee.tiles import parse_tiles
from referee.turn import Turn, judge
from referee.verdict import Outcome
from tests.referee.chains import Chain, chain
from workshop.benchmarks import command_line


def turn_of(made: Chain) -> Turn:
    """A chain as the referee sees it: the table before and after, and the rack."""
    first, last = made.states[0], made.states[-1]
    before, after = (tuple(map(parse_tiles, state.table())) for state in (first, last))
    return Turn(before, after, made.opened, rack=parse_tiles(first.rack))


def main() -> int:
    """Make the turns and judge them."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--turns", type=int, default=10_000, help="turns for each rulebook (default 10000)")
    parser.add_argument("--rulebook", metavar="ID", choices=available(), help="only this one")
    args = parser.parse_args()
    wrong = 0
    for book in [args.rulebook] if args.rulebook else available():
        rules, judged, missed, seed = load(book), 0, 0, 0
        while judged < args.turns:
            made = chain(book, seed)
            seed += 1
            if made is None:
                continue
            verdict = judge(turn_of(made), rules)
            judged += 1
            if verdict.outcome is not Outcome.LEGAL:
                missed += 1
                print(f"{book}, seed {seed - 1}: {', '.join(v.code for v in verdict.violations)}: {made}")
        print(f"{book}: {judged} turns, {missed} not legal", flush=True)
        wrong += missed
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
