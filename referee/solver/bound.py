"""The most that four colours can be worth together: what strikes off choices before anything is searched.

Taken by itself, a colour counts on the groups and the jokers that suit it best, whatever the others do, so the four
colours together promise too much. Prices set that right. A colour pays a price for its share of a number's groups, and
for its share of the jokers; for each choice, the prices of its four shares add up to nothing or more, so that what is
promised stays a bound. At one number after the other the prices are set so that every colour promises the same for its
share of a choice: then the colours agree on the best choice, and their sum is what that one can be worth. Going up the
numbers like this never makes the bound worse, and mostly brings it down to what can be had, or close to it (min-sum
diffusion; Werner, "A Linear Programming Approach to Max-sum Problem: A Review", IEEE PAMI 29/7, 2007).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from operator import itemgetter
from typing import NamedTuple

from referee.sets import HIGHEST
from referee.solver.groups import Groups
from referee.solver.runs import (
    IMPOSSIBLE,
    ColourRuns,
    best_gains,
    by_label,
    by_share,
    worth_after,
    worth_before,
    worth_through,
)

ROUNDING = 1e-3
"""A tolerance larger than the rounding errors of all prices together; worths are whole numbers."""


class JokerDeal(NamedTuple):
    """How many jokers each colour uses: the choice at number 0."""

    shares: tuple[int, ...]
    kept: int = 0


Choice = Groups | JokerDeal


class Bound:
    """What the four colours can be worth together.

    Args:
        colours: what each can do.
        choices: the choices of groups by number, from 1 on.
        jokers: the least and the most jokers that the colours use together.
    """

    def __init__(
        self, colours: Sequence[ColourRuns], choices: Sequence[Sequence[Groups]], jokers: tuple[int, int]
    ) -> None:
        least, most = jokers
        deals = [
            JokerDeal(used) for used in product(range(most + 1), repeat=len(colours)) if least <= sum(used) <= most
        ]
        self.choices: list[Sequence[Choice]] = [deals, *choices]
        """The choices by number that are not struck off; at 0, how many jokers each colour uses."""
        self.later = [[*colour.later] for colour in colours]
        """By colour, number and state: what the colour can still gain at best after that number, prices included."""
        self._reached: list[list[list[float]]] = [[[]] * (HIGHEST + 1) for _ in colours]
        self._steps = [colour.steps for colour in colours]
        self._pays = [[step.pays for step in colour.steps] for colour in colours]
        self._gains = [
            [best_gains(step.pays, prices) for step, prices in zip(colour.steps, colour.prices, strict=True)]
            for colour in colours
        ]

    @property
    def size(self) -> int:
        """Number of choices, plus the number of ways in which the colours can go on."""
        return sum(map(len, self.choices)) + sum([sum(map(len, step.moves)) for steps in self._steps for step in steps])

    def promised(self, deal: Choice) -> float:
        """What the colours promise together if they use jokers as `deal` says."""
        return sum([later[0][used] for later, used in zip(self.later, deal.shares, strict=True)])

    def tighten(self, above: float) -> bool:
        """Sets the prices from 1 to 13, and strikes off choices that are worth no more than `above`.

        Returns whether more may be had.
        """
        if not self._agree_on_jokers(above):
            return False
        for number in range(1, HIGHEST + 1):
            if len(self.choices[number]) > 1:
                self._agree(number, above)
                if not self.choices[number]:
                    return False
            for c, reached in enumerate(self._reached):
                gain = by_label(self._steps[c][number].labels, self._gains[c][number])
                reached[number] = worth_after(
                    self._steps[c][number].moves, gain, reached[number - 1], len(self.later[c][number])
                )
        for number in range(HIGHEST, 0, -1):
            for c, later in enumerate(self.later):
                gain = by_label(self._steps[c][number].labels, self._gains[c][number])
                later[number - 1] = worth_before(self._steps[c][number].moves, gain, later[number])
        self.choices[0] = [deal for deal in self.choices[0] if self.promised(deal) > above]
        return bool(self.choices[0])

    def _agree_on_jokers(self, above: float) -> bool:
        """Sets the prices of the shares of the jokers, as `_agree` does for a number.

        Returns whether any choice is left.
        """
        prices = self._prices(0, [dict(enumerate(later[0])) for later in self.later], above)
        for reached, later, own in zip(self._reached, self.later, prices, strict=True):
            reached[0] = [own.get(used, IMPOSSIBLE) for used in range(len(later[0]))]
        return bool(self.choices[0])

    def _agree(self, number: int, above: float) -> None:
        """Sets the prices of the shares of `number`, and strikes off the choices that are worth no more than `above`."""
        promised = []
        for c, steps in enumerate(self._steps):
            through = worth_through(steps[number], self._reached[c][number - 1], self.later[c][number])
            promised.append(by_share(self._pays[c][number], through))
        prices = self._prices(number, promised, above)
        for gains, pays, own in zip(self._gains, self._pays, prices, strict=True):
            gains[number] = best_gains(pays[number], own)

    def _prices(self, number: int, promised: Sequence[dict[int, float]], above: float) -> list[dict[int, float]]:
        """By colour, the prices at which each promises the same for every share of a choice that is worth more than `above`."""
        a, b, c, d = promised
        left = [
            (worth, choice)
            for choice in self.choices[number]
            for i, j, k, m in (choice.shares,)
            if (worth := a[i] + b[j] + c[k] + d[m] + choice.kept) > above
        ]
        left.sort(key=itemgetter(0))
        self.choices[number] = [choice for _, choice in left]
        agreed: tuple[dict[int, float], ...] = ({}, {}, {}, {})
        first, second, third, fourth = agreed
        for worth, choice in left:  # of equal shares the last, the best, stays
            i, j, k, m = choice.shares
            first[i] = second[j] = third[k] = fourth[m] = worth
        return [
            {share: worth / len(promised) - own[share] for share, worth in row.items()}
            for row, own in zip(agreed, promised, strict=True)
        ]
