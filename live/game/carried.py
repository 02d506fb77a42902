"""What a round takes over from those before it: with that, replaying a journal can begin with the round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from live.game.amending import Struck
from referee.score import Column
from vision.scene.viewpoint import Viewpoint


@dataclass(frozen=True)
class Carried:
    """What a new round takes over from the rounds before it."""

    undo_from: int
    """The event that began the previous round, with which a replay may begin: nothing before that round can be undone
    from here on. 0 for the beginning of the journal."""
    columns: tuple[Column, ...]
    """The score sheet."""
    viewpoint: Viewpoint
    """Where the camera stands."""
    struck: tuple[Struck, ...] = ()
    """What was amended on the score sheet."""

    def to_json(self) -> dict[str, Any]:
        """What the journal keeps of it."""
        columns = [column.to_json() for column in self.columns]
        struck = [one.to_json() for one in self.struck]
        return {
            "undo_from": self.undo_from,
            "columns": columns,
            "viewpoint": self.viewpoint.to_json(),
            "struck": struck,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """What was carried over, as `to_json` wrote it.

        Raises:
            KeyError, TypeError: a field is missing, or of the wrong type.
        """
        columns = tuple(map(Column.from_json, data["columns"]))
        struck = tuple(map(Struck.from_json, data.get("struck", ())))
        return cls(data["undo_from"], columns, Viewpoint.from_json(data["viewpoint"]), struck)
