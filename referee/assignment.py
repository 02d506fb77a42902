"""Pairs each of some things with another of its own, so that all pairs together are worth the most."""

from __future__ import annotations

from collections.abc import Sequence

_FAR = 10**6
"""More than any pair is worth."""

_FREE = -1


def assign(worth: Sequence[Sequence[int]]) -> list[int]:
    """Assigns each row a column of its own, so that the worths add up to the most.

    The Hungarian method with potentials: row by row, the cheapest path that gives the row a column.

    Args:
        worth: the worth of each row with each column, from 0 on; there must be no more rows than columns.

    Returns:
        The column of each row.
    """
    rows, columns = len(worth), max((len(row) for row in worth), default=0)
    row_price, column_price = [0] * rows, [0] * columns
    owner = [_FREE] * columns
    for start in range(rows):
        slack, came_from = [_FAR] * columns, [-1] * columns
        done: list[int] = []
        row, column = start, -1
        while True:
            for other in range(columns):
                if other not in done:
                    cost = -worth[row][other] - row_price[row] - column_price[other]
                    if cost < slack[other]:
                        slack[other], came_from[other] = cost, column
            following = min((other for other in range(columns) if other not in done), key=slack.__getitem__)
            step = slack[following]
            row_price[start] += step
            for other in done:
                row_price[owner[other]] += step
                column_price[other] -= step
            slack = [price if other in done else price - step for other, price in enumerate(slack)]
            column = following
            if owner[column] == _FREE:
                break
            done.append(column)
            row = owner[column]
        while column >= 0:
            earlier = came_from[column]
            owner[column] = owner[earlier] if earlier >= 0 else start
            column = earlier
    return [owner.index(row) for row in range(rows)]
