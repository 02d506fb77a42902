"""Things that are kept by column: what is alike of each of them stands in one array, and an index names one of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

Which = slice | Sequence[int] | NDArray[np.intp] | NDArray[np.bool_]
"""Names some of the rows."""


@dataclass(frozen=True, eq=False)
class Columns:
    """A dataclass whose fields are arrays, or columns themselves, all with one row for each thing."""

    @property
    def columns(self) -> list[Any]:
        """The columns, in the order of the fields."""
        names: tuple[str, ...] = self.__match_args__
        return [getattr(self, name) for name in names]

    def __len__(self) -> int:
        return len(self.columns[0])

    def __getitem__(self, which: Which) -> Self:
        """Some of the things, in that order."""
        rows = np.asarray(which, np.intp) if isinstance(which, list | tuple) else which
        return type(self)(*[column[rows] for column in self.columns])

    def __add__(self, other: Self) -> Self:
        return self.together([self, other])

    @classmethod
    def together(cls, parts: Sequence[Self]) -> Self:
        """The things of several parts, one part at least."""
        some = [part for part in parts if len(part)] or parts[:1]
        if len(some) == 1:
            return some[0]
        columns = zip(*(part.columns for part in some), strict=True)
        return cls(
            *(np.concatenate(each) if isinstance(each[0], np.ndarray) else each[0].together(each) for each in columns)
        )

    def without(self, which: Iterable[int]) -> Self:
        """All but those of these indices."""
        kept = np.ones(len(self), np.bool_)
        kept[[*which]] = False
        return self[kept]

    def put(self, which: NDArray[np.intp], others: Self) -> Self:
        """The same things with others in the place of those that are named."""
        if not len(others):
            return self
        rows = np.arange(len(self))
        rows[which] = len(self) + np.arange(len(others))
        return (self + others)[rows]
