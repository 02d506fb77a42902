"""The most that four colours can be worth together: what strikes off the choices of groups for `referee.solver.arrange`.

Taken by itself, a colour counts on the groups that suit it best, whatever the others do, so the four colours together promise
too much. Prices set that right. A colour pays a price for its share of a number's groups, the same that the choice of groups as
a whole gets back, so that no arrangement is worth more or less by them. At one number after the other the prices are set so that
every colour promises the same for its share of a choice: then the colours agree on the best choice, and their sum is what that
one can be worth. Going up and down the numbers like this never makes the bound worse, and mostly brings it down to what can be
had (min-sum diffusion; Werner, "A Linear Programming Approach to Max-sum Problem: A Review", IEEE PAMI 29/7, 2007).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from referee.sets import HIGHEST
from referee.solver.groups import Groups
from referee.solver.runs import (
    Chain,
    ColourRuns,
    best_gains,
    by_share,
    worth_after,
    worth_before,
    worth_through,
)


class Bound:
    """What the four colours can be worth together.

    Args:
        colours: what each can do.
        chains: for each colour, what it can do with the jokers that it uses.
        choices: the choices of groups by number.
    """

    def __init__(
        self, colours: Sequence[ColourRuns], chains: Sequence[Chain], choices: Sequence[Sequence[Groups]]
    ) -> None:
        self.choices: list[Sequence[Groups]] = [*choices]
        """By number, those that are not struck off."""
        self.later = [[*chain.worth] for chain in chains]
        """By colour, number and state: what the colour is still to gain after that number at best, prices included."""
        self._reached: list[list[list[float]]] = [[[0.0], *[[]] * HIGHEST] for _ in chains]
        self._moves = [chain.moves for chain in chains]
        self._pays = [[step.pays for step in colour.steps] for colour in colours]
        self._settled = {n for n in range(1, HIGHEST + 1) if all(pays[n][-1][0] == 0 for pays in self._pays)}
        self._gains = [[step.gains for step in colour.steps] for colour in colours]

    @property
    def size(self) -> int:
        """How many choices are not struck off."""
        return sum(map(len, self.choices))

    def tighten(self, above: float) -> bool:
        """Set the prices from 1 to 13 and back, and strike off choices; whether more than `above` may be had."""
        for number in range(1, HIGHEST + 1):
            if not self._agree(number, above):
                return False
            for reached, moves, gains, later in zip(self._reached, self._moves, self._gains, self.later, strict=True):
                reached[number] = worth_after(moves[number], gains[number], reached[number - 1], len(later[number]))
        for number in range(HIGHEST, 0, -1):
            if not self._agree(number, above):
                return False
            for later, moves, gains in zip(self.later, self._moves, self._gains, strict=True):
                later[number - 1] = worth_before(moves[number], gains[number], later[number], len(later[number - 1]))
        return True

    def _agree(self, number: int, above: float) -> bool:
        """Set the prices of the shares of `number`, and strike off the choices that are not worth more than `above`."""
        if number in self._settled:
            return True
        promised = [
            by_share(pays[number], worth_through(moves[number], gains[number], reached[number - 1], later[number]))
            for pays, moves, gains, reached, later in zip(
                self._pays, self._moves, self._gains, self._reached, self.later, strict=True
            )
        ]
        a, b, c, d = promised
        left = [
            (worth, choice)
            for choice in self.choices[number]
            for i, j, k, m in (choice.places,)
            if (worth := a[i] + b[j] + c[k] + d[m]) > above
        ]
        left.sort(key=itemgetter(0))
        self.choices[number] = [choice for _, choice in left]
        if len(left) == 1:
            self._settled.add(number)
        for colour, (gains, pays, own) in enumerate(zip(self._gains, self._pays, promised, strict=True)):
            agreed = {
                choice.places[colour]: worth for worth, choice in left
            }  # of equal places the last, the best, stays
            prices = {share: worth / len(promised) - own[share] for share, worth in agreed.items()}
            gains[number] = best_gains(pays[number], prices)
        return bool(left)
