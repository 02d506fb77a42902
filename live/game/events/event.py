"""What all events have in common: who pressed, how the journal keeps them, and how the clock stood."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self

from live.game.codecs import CODECS, PLAIN, Codec

_OR_NONE = " | None"

BY = "by"
"""Name of the field that says who pressed."""


class ClockMark(NamedTuple):
    """How the turn clock stood when an event was written."""

    was: float
    """Seconds on it before the event."""
    spent: float
    """Seconds on it after the event."""
    running: bool
    """Whether it runs on from there."""


@dataclass(frozen=True)
class Event:
    """Something that happened at the table."""

    kind: ClassVar[str]
    by: str | None = dataclasses.field(default=None, kw_only=True)
    """Who pressed: ``host``, or ``guest``, the device's name and, after a comma, its role; None for the program itself,
    and where nobody noted it."""

    def to_json(self) -> dict[str, Any]:
        """The event's own fields by name, as the journal keeps them."""
        data = {field.name: getattr(self, field.name) for field in dataclasses.fields(self) if field.name != BY}
        for name, codec in self._codecs(data):
            data[name] = codec.write(data[name])
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The event that `to_json` wrote.

        Raises:
            KeyError, TypeError, ValueError: a field is missing, or holds what it cannot.
        """
        values = {field.name: data[field.name] for field in dataclasses.fields(cls) if field.name in data}
        for name, codec in cls._codecs(values):
            values[name] = codec.read(values[name])
        return cls(**values)

    @classmethod
    def _codecs(cls, values: Mapping[str, Any]) -> Iterator[tuple[str, Codec]]:
        """Yields the name and codec of each field among `values` that JSON cannot hold as it is."""
        for field in dataclasses.fields(cls):
            declared = str(field.type).removesuffix(_OR_NONE)
            is_none = values.get(field.name) is None and str(field.type).endswith(_OR_NONE)
            if declared not in PLAIN and declared not in CODECS:
                raise NotImplementedError(
                    f"{cls.__name__}.{field.name} is a {declared}, which the journal does not know"
                )
            if field.name in values and declared in CODECS and not is_none:
                yield field.name, CODECS[declared]
