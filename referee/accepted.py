"""Sets that were none before a turn, and that the players had accepted as they lay: for as long as they lie there unchanged, they are nobody's fault."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from referee.rulebook import Rulebook
from referee.sets import fault
from referee.solver.search import Budget
from referee.tiles import Table, TileSet
from referee.turn import Turn, judge
from referee.verdict import Verdict, Violation


def no_sets(before: Table, rulebook: Rulebook) -> Counter[TileSet]:
    """The invalid sets that lay on the table before the turn, and which the players had accepted as they lay."""
    return Counter(tiles for tiles in before if fault(tiles, ordered=rulebook.sets.ordered) is not None)


def judge_without(stayed: Counter[TileSet], turn: Turn, rulebook: Rulebook, budget: Budget | None = None) -> Verdict:
    """The verdict on a turn without those of the `stayed` sets that still lie on the table.

    Its set indices are those of the whole turn; the `budget` is that of `judge`.
    """
    if not stayed:
        return judge(turn, rulebook, budget)
    lying = stayed & Counter(turn.after)
    left = lying.copy()
    judged: list[int] = []
    for index, tiles in enumerate(turn.after):
        if left[tiles]:
            left[tiles] -= 1
        else:
            judged.append(index)
    rest = tuple((Counter(turn.before) - lying).elements())
    verdict = judge(replace(turn, before=rest, after=tuple(turn.after[index] for index in judged)), rulebook, budget)

    def placed(found: tuple[Violation, ...]) -> tuple[Violation, ...]:
        return tuple(one if one.set_index is None else replace(one, set_index=judged[one.set_index]) for one in found)

    return replace(verdict, violations=placed(verdict.violations), notices=placed(verdict.notices))
