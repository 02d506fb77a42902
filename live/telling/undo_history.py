"""What undo, redo and late verdicts mean for an evening that is told from the journal, turn by turn or summed up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from journal import StoredEvent
from live.game import events


class _Told(Protocol):
    """An evening, as far as its events have told it."""

    @property
    def waits(self) -> bool:
        """Whether the last turn waits for its verdict."""


Told = TypeVar("Told", bound=_Told)


class UndoHistory(Generic[Told]):
    """What was told before each event, and before each undo: undo and redo lead back to it."""

    def __init__(self) -> None:
        self._before: dict[int, Told] = {}
        self._undone: dict[int, Told] = {}

    def after(self, told: Told, written: StoredEvent, change: Callable[[Told], Told]) -> Told:
        """What is told after an event.

        An undo or a redo of what is not remembered changes nothing.

        Args:
            told: what was told before the event.
            written: the event.
            change: makes of what was told before an event that is neither undo nor redo what is told after it.
        """
        if written.kind == events.Undone.kind:
            self._undone[written.data["event"]] = told
            return self._before.get(written.data["event"], told)
        if written.kind == events.Redone.kind:
            return self._undone.get(written.data["event"], told)
        replaced = written.data.get("replaces") if written.kind == events.VerdictGiven.kind else None
        if replaced is not None and told.waits:
            self._change_since(replaced, change)
        self._before[written.id] = told
        return change(told)

    def _change_since(self, replaced: int, change: Callable[[Told], Told]) -> None:
        """Changes what was told before each event after the verdict that a late one has `replaced`.

        Undoing the press that came before a late verdict does not undo the verdict.
        """
        for number, before in self._before.items():
            if number > replaced:
                self._before[number] = change(before)
