"""Undo and redo for what is told from a journal: both lead back to what was told before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Told = TypeVar("Told")


class UndoHistory(Generic[Told]):
    """What was told before each event, and before each undo."""

    def __init__(self) -> None:
        self._before: dict[int, Told] = {}
        self._undone: dict[int, Told] = {}

    def keep(self, event: int, told: Told) -> None:
        """Remembers what was told before `event`."""
        self._before[event] = told

    def undo(self, event: int, told: Told) -> Told:
        """What was told before the `event` that is undone, or `told`, if that is not remembered; a redo leads back to `told`."""
        self._undone[event] = told
        return self._before.get(event, told)

    def redo(self, event: int, told: Told) -> Told:
        """What was told before `event` was undone, or `told`, if that is not remembered."""
        return self._undone.get(event, told)

    def amend_after(self, event: int, amended: Callable[[Told], Told]) -> None:
        """Amends what was told before every event that came after `event`."""
        for number, told in self._before.items():
            if number > event:
                self._before[number] = amended(told)
