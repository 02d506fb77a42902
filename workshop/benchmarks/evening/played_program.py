"""The program in played time, pressed as a page presses it: the same each time, however busy the computer is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from flask import Flask

from referee.errors import UserError
from vision.reading.table_reading import TableReading
from webui import Access, create_app
from webui.snapshot import snapshot
from workshop.benchmarks.evening.played_table import PlayedTable
from workshop.benchmarks.evening.program import Answer, Listener, State


class PlayedProgram:
    """A `workshop.benchmarks.evening.program.Program` whose time passes only while somebody waits.

    Args:
        table: the running table.
    """

    def __init__(self, table: PlayedTable) -> None:
        self._table = table
        self._listener = Listener()
        self._client = _app(table).test_client()
        self._listen()

    @property
    def state(self) -> State:
        """The newest state."""
        return self._listen()

    def now(self) -> float:
        """The moment in played time."""
        return self._table.now()

    def sleep_until(self, moment: float) -> None:
        """Lets time pass."""
        self.wait(lambda _: False, moment - self.now())

    def wait(self, fits: Callable[[State], bool], timeout: float) -> State | None:
        """The first state for which `fits` is true, None where none came in time."""
        return self.state if self._table.wait(self.now() + timeout, lambda: fits(self._listen())) else None

    def waited(self, since: float, until: float) -> Mapping[str, float]:
        """The seconds between two moments by what the verdict waited for."""
        return self._listener.waited(since, until)

    def press(self, command: str, **body: object) -> Answer:
        """Presses a button."""
        return self._post(f"/api/{command}", body)

    def blink(self, turns: Sequence[float]) -> Answer:
        """Says when a screen has turned."""
        return self._post("/camera/blink", {"turns": turns})

    def _post(self, path: str, body: Mapping[str, object]) -> Answer:
        answer = self._client.post(path, json=body)
        return Answer(answer.status_code, answer.json or {})

    def _listen(self) -> State:
        """The state as it is; what has changed since the last one is taken note of."""
        newest = self._listener.newest
        if newest is None or newest["version"] != self._table.live.bulletin.version:
            newest = snapshot(self._table.live)
            self._listener.hear(newest, self.now())
        return newest


def _app(table: PlayedTable) -> Flask:
    """The page of the table; nobody sends it photos."""

    def read(*_: object) -> TableReading:
        raise UserError("no photo is read in played time")

    return create_app(table.live, read, Access())
