"""What everybody at the table is told: that there is something new to see, and what is wrong."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

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
    lean: UserError | None = None
    """Why the game goes on without photos; it holds until one is kept again."""


class Bulletin:
    """Tells everybody who waits for it. Thread-safe."""

    def __init__(self, lock: threading.RLock) -> None:
        """`lock` guards what is told of: nobody is told of a change before it is whole."""
        self._changed = threading.Condition(lock)
        self._troubles = Troubles()
        self.version = 0
        """Counts the changes of what can be seen from outside."""
        self.closed = False
        """Whether nothing will change any more."""

    @property
    def trouble(self) -> UserError | None:
        """What is wrong, the gravest of all; None where nothing is."""
        return self._troubles.ended or self._troubles.unwritten or self._troubles.news or self._troubles.lean

    def tell(self, **found: UserError | None) -> None:
        """Tells everybody once what is wrong or is so no more, by its name in `Troubles`."""
        with self._changed:
            before, self._troubles = self.trouble, replace(self._troubles, **found)
            if str(before) != str(self.trouble):
                self.change()

    def change(self) -> None:
        """Tells everybody who waits that there is something new to see."""
        with self._changed:
            self.version += 1
            self._changed.notify_all()

    def wait(self, version: int, timeout: float) -> None:
        """Returns when something has changed since `version`, after `timeout` seconds at the latest."""
        with self._changed:
            self._changed.wait_for(lambda: self.version != version or self.closed, timeout)

    def close(self) -> None:
        """Says that nothing will change any more: nobody waits on."""
        self.closed = True
        self.change()
