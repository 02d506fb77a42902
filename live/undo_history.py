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

    def tell(self, event: int, told: Told, change: Callable[[Told], Told], late_on: int | None = None) -> Told:
        """What is told after an event, which an undo of the event takes back.

        Args:
            event: number of the event.
            told: what was told before it.
            change: makes of what was told before the event what is told after it.
            late_on: where the event is a verdict on a turn that came only after the next press, the number of the
                verdict that it replaces; else None. What was told before each event since that one is changed, too:
                undoing the press does not undo the verdict.
        """
        if late_on is not None:
            for number, before in self._before.items():
                if number > late_on:
                    self._before[number] = change(before)
        self._before[event] = told
        return change(told)

    def undo(self, event: int, told: Told) -> Told:
        """What was told before the `event` that is undone, or `told`, if that is not remembered.

        A redo leads back to `told`.
        """
        self._undone[event] = told
        return self._before.get(event, told)

    def redo(self, event: int, told: Told) -> Told:
        """What was told before `event` was undone, or `told`, if that is not remembered."""
        return self._undone.get(event, told)
