"""A photo that a verdict was drawn from, with what was read in it, in the form in which the journal keeps it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from vision.reading.table_reading import TableReading


@dataclass(frozen=True)
class VerdictPhoto:
    """A photo that a verdict was drawn from."""

    photo: str
    """Name of the photo."""
    reading: str | None = None
    """What was read in it, as JSON text that a replay need not parse: nothing that follows depends on it."""

    @classmethod
    def of(cls, photo: str, reading: TableReading) -> Self:
        """The photo of that name with what was read from it."""
        return cls(photo, json.dumps(reading.to_json(), separators=(",", ":")))

    def to_json(self) -> dict[str, Any]:
        """What the journal keeps of it."""
        return {"photo": self.photo} if self.reading is None else {"photo": self.photo, "reading": self.reading}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The photo that `to_json` wrote, also in an earlier version, which wrote the reading as a JSON object.

        Raises:
            KeyError: it names no photo.
        """
        reading = data.get("reading")
        return cls(data["photo"], reading if reading is None or isinstance(reading, str) else json.dumps(reading))
