"""The most that four colours can be worth together: what strikes off choices before anything is searched.

Taken by itself, a colour counts on the groups and the jokers that suit it best, whatever the others do, so the four colours
together promise too much. Prices set that right. A colour pays a price for its share of a number's groups, and for its share of
the jokers; for each choice, the prices of its four shares add up to nothing or more, so that what is promised stays a bound. At
one number after the other the prices are set so that every colour promises the same for its share of a choice: then the colours
agree on the best choice, and their sum is what that one can be worth. Going up and down the numbers like this never makes the
bound worse, and mostly brings it down to what can be had (min-sum diffusion; Werner, "A Linear Programming Approach to Max-sum
Problem: A Review", IEEE PAMI 29/7, 2007).
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from itertools import product
from operator import itemgetter
from typing import NamedTuple

from referee.sets import HIGHEST
from referee.solver.groups import Groups
from referee.solver.runs import (
    IMPOSSIBLE,
    Colour,
    Gains,
    best_gains,
    by_share,
    worth_after,
    worth_before,
    worth_more,
    worth_through,
)

ROUNDING = 1e-3
"""More than the rounding errors of all prices together; worths are whole numbers."""


class Deal(NamedTuple):
    """How many jokers each colour uses: the choice at number 0."""

    shares: tuple[int, ...]
    kept: int = 0


Choice = Groups | Deal


class Bound:
    """What the four colours can be worth together.

    Args:
        colours: what each can do.
        choices: the choices of groups by number, from 1 on.
        jokers: the least and the most jokers that the colours use together.
    """

    def __init__(self, colours: Sequence[Colour], choices: Sequence[Sequence[Groups]], jokers: tuple[int, int]) -> None:
        least, most = jokers
        deals = [Deal(used) for used in product(range(most + 1), repeat=len(colours)) if least <= sum(used) <= most]
        self.choices: list[Sequence[Choice]] = [deals, *choices]
        """By number, those that are not struck off."""
        self.later = [[*colour.later] for colour in colours]
        """By colour, number and state: what the colour is still to gain after that number at best, prices included."""
        self._reached: list[list[list[float]]] = [[[]] * (HIGHEST + 1) for _ in colours]
        self.moves = [[step.moves for step in colour.steps] for colour in colours]
        """By colour and number, what is not struck off of what the colour can do."""
        self._pays = [[step.pays for step in colour.steps] for colour in colours]
        self._settled = {
            n for n in range(1, HIGHEST + 1) if all(pays[n] and pays[n][-1][0] == 0 for pays in self._pays)
        }
        self._gains = [
            [best_gains(step.pays, prices) for step, prices in zip(colour.steps, colour.prices, strict=True)]
            for colour in colours
        ]

    @property
    def size(self) -> int:
        """How many choices, and ways for each colour to go on, are not struck off."""
        return sum(map(len, self.choices)) + sum(
            [len(row[3]) for moves in self.moves for step in moves for row in step]
        )

    def promised(self, deal: Choice) -> float:
        """What the colours promise together if they use so many jokers."""
        return sum([later[0][used] for later, used in zip(self.later, deal.shares, strict=True)])

    def copy(self) -> Bound:
        """The same, to be tightened by itself."""
        bound = copy(self)
        bound.choices = [*self.choices]
        bound.later = [[*later] for later in self.later]
        bound.moves = [[*moves] for moves in self.moves]
        bound._reached = [[*reached] for reached in self._reached]  # noqa: SLF001 # of this class
        bound._gains = [[*gains] for gains in self._gains]  # noqa: SLF001 # of this class
        bound._settled = {*self._settled}  # noqa: SLF001 # of this class
        return bound

    def tighten(self, above: float, *, strike_off: bool) -> bool:
        """Set the prices from 1 to 13 and back, and strike off choices; whether more than `above` may be had.

        Args:
            above: what is worth no more is struck off.
            strike_off: whether this goes for what the colours can do, too; worth the time where most is.
        """
        if not self._agree_on_jokers(above):
            return False
        for number in range(1, HIGHEST + 1):
            self._agree(number, above)
            if not self.choices[number]:
                return False
            for reached, moves, gains, later in zip(self._reached, self.moves, self._gains, self.later, strict=True):
                reached[number] = worth_after(moves[number], gains[number], reached[number - 1], len(later[number]))
        for number in range(HIGHEST, 0, -1):
            through = self._agree(number, above)
            if not self.choices[number]:
                return False
            if strike_off:
                self._strike_off(number, above, through)
            for later, moves, gains in zip(self.later, self.moves, self._gains, strict=True):
                later[number - 1] = worth_before(moves[number], gains[number], later[number], len(later[number - 1]))
        self.choices[0] = [deal for deal in self.choices[0] if self.promised(deal) > above]
        return bool(self.choices[0])

    def _through(self, number: int) -> list[Gains]:
        return [
            worth_through(moves[number], gains[number], reached[number - 1], later[number])
            for moves, gains, reached, later in zip(self.moves, self._gains, self._reached, self.later, strict=True)
        ]

    def _strike_off(self, number: int, above: float, through: Sequence[Gains]) -> None:
        """Strike off what a colour can do at `number` that is not worth more than `above`, whatever the others do."""
        rows = [*zip(through, self.moves, self._gains, self._reached, self.later, strict=True)]
        most = [
            max([w + gains[number][kind] for kind, w in own.items() if kind in gains[number]])
            for own, _, gains, *_ in rows
        ]
        together = sum(most)
        for best, (_, moves, gains, reached, later) in zip(most, rows, strict=True):
            least = above - (together - best) - ROUNDING
            moves[number] = worth_more(moves[number], gains[number], reached[number - 1], later[number], least)

    def _agree_on_jokers(self, above: float) -> bool:
        """The same as `_agree` for the shares of the jokers."""
        prices = self._prices(0, [dict(enumerate(later[0])) for later in self.later], above)
        for reached, later, own in zip(self._reached, self.later, prices, strict=True):
            reached[0] = [own.get(used, IMPOSSIBLE) for used in range(len(later[0]))]
        return bool(self.choices[0])

    def _agree(self, number: int, above: float) -> list[Gains]:
        """Set the prices of the shares of `number`, and strike off the choices that are not worth more than `above`.

        Returns:
            What each colour is worth altogether by what it does at the number, without what is gained there.
        """
        through = self._through(number)
        if number not in self._settled:
            promised = [by_share(pays[number], own) for pays, own in zip(self._pays, through, strict=True)]
            prices = self._prices(number, promised, above)
            for gains, pays, own in zip(self._gains, self._pays, prices, strict=True):
                gains[number] = best_gains(pays[number], own)
            if len(self.choices[number]) == 1:
                self._settled.add(number)
        return through

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
        prices = []
        for colour, own in enumerate(promised):
            agreed = {
                choice.shares[colour]: worth for worth, choice in left
            }  # of equal shares the last, the best, stays
            prices.append({share: worth / len(promised) - own[share] for share, worth in agreed.items()})
        return prices
