"""What is wrong at the table, each for as long as it holds."""

from __future__ import annotations

from dataclasses import dataclass

from referee.errors import UserError


@dataclass(frozen=True)
class Troubles:
    """What everybody at the table is told to be wrong."""

    ended: UserError | None = None
    """What the program does no more until it is started again."""
    unwritten: UserError | None = None
    """Why the last thing to be recorded was not; it holds until something is."""
    news: UserError | None = None
    """What has happened once, such as events that are missing; it is told until somebody presses a button."""

    @property
    def gravest(self) -> UserError | None:
        """What is told of them; None where nothing is wrong."""
        return self.ended or self.unwritten or self.news
