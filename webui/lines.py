"""The connections to the server: so many of an address, none that asks for nothing, and none that takes nothing of its answer."""

from __future__ import annotations

import asyncio
import socket
from asyncio import TimerHandle, Transport

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from webui.proxy import is_loopback
from webui.tries import place_of

IDLE = 10.0
"""Seconds after which a connection is closed that has not asked for anything, or not to the end, or has taken nothing of what it asked for."""

LARGEST_HEAD = 16 * 1024
"""Maximum bytes of a request before its body."""

EACH = 64
"""Maximum number of connections from an address; a browser takes six."""

TOGETHER = 1024
"""Maximum number of connections of all other machines."""

OWN = 512
"""Maximum number of this machine's own connections."""


class Line(H11Protocol):
    """A connection."""

    def __init__(self, config: Config, state: ServerState, door: socket.socket, address: str) -> None:
        """`config` and `state` are uvicorn's, `door` is where it came in, `address` where it comes from."""
        super().__init__(config, state, {}, asyncio.get_running_loop())
        self.door = door
        self.place = place_of(address)
        """What counts as one machine (`tries.place_of`)."""
        self.is_own = is_loopback(address)
        """Whether it comes from this machine."""
        self.ended = asyncio.Event()
        """Is set when the connection has ended."""
        self._made: Transport | None = None
        self._asking: TimerHandle | None = None
        self._taking: TimerHandle | None = None

    @property
    def waits(self) -> bool:
        """Whether the server waits for a request, and owes no answer."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Begins; what is written counts as taken when the system has taken all of it."""
        super().connection_made(transport)
        self._made = transport
        transport.set_write_buffer_limits(high=1)  # of 0, asyncio's TLS never says that it is reached again
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends."""
        super().connection_lost(exc)
        _cancel(self._asking, self._taking)
        self.ended.set()

    def eof_received(self) -> bool:  # type: ignore[override] # uvicorn hangs up
        """The other side has said all: it gets the answer that it waits for. One that has begun is that of a listener, who leaves."""
        is_asked = self.cycle is not None and not self.cycle.more_body and not self.cycle.response_started
        return is_asked and self.scheme == "http"  # a TLS connection ends as a whole

    def on_response_complete(self) -> None:
        """Waits for the next request."""
        super().on_response_complete()
        self._wait()

    def pause_writing(self) -> None:
        """The other side is to take what was written."""
        super().pause_writing()
        self._taking = self.loop.call_later(IDLE, self.drop)

    def resume_writing(self) -> None:
        """It has taken all of it."""
        super().resume_writing()
        _cancel(self._taking)

    def drop(self) -> None:
        """Ends the connection at once, whatever is left unsaid."""
        if self._made is None:
            self.door.close()
        else:
            self._made.abort()

    def leave(self) -> None:
        """Ends the connection once the answer that is under way has been given."""
        if self._made is not None and not self._made.is_closing():
            self.shutdown()

    def _wait(self) -> None:
        _cancel(self._asking)
        self._asking = self.loop.call_later(IDLE, self._give_up)

    def _give_up(self) -> None:
        if not self.waits:
            return
        if self._made is None or self._made.is_closing():  # it has been left, but takes not even what was said last
            self.drop()
        else:
            self.leave()
            self._wait()


def _cancel(*timers: TimerHandle | None) -> None:
    for timer in timers:
        if timer is not None:
            timer.cancel()


class Lines:
    """The connections that there are, each with the task that serves it, and who may have one more."""

    def __init__(self, files: int | None) -> None:
        """`files` is how many files and connections the system allows; None where that is not known."""
        room = TOGETHER + OWN if files is None else min(TOGETHER + OWN, files * 3 // 4)  # the program opens others, too
        self._together = room * TOGETHER // (TOGETHER + OWN)
        self._own = room - self._together
        self._tasks: dict[Line, asyncio.Task[None]] = {}  # in the order in which they came

    def rivals(self, line: Line) -> list[Line]:
        """Those of whom one has to make way for one more; none where there is room for it."""
        rivals = [other for other in self._tasks if other.is_own == line.is_own]
        if not line.is_own and len(rivals) < self._together:
            rivals = [other for other in rivals if other.place == line.place]
        return rivals if len(rivals) >= (self._own if line.is_own else min(EACH, self._together)) else []

    def part_with_one(self, rivals: list[Line]) -> bool:
        """Ends that of them which has kept the server waiting for longest; False where all are being answered."""
        last = next((line for line in rivals if line.waits), None)
        if last is not None:
            self._tasks.pop(last).cancel()
        return last is not None

    def add(self, line: Line, task: asyncio.Task[None]) -> None:
        """Counts a connection for as long as its task runs."""
        self._tasks[line] = task
        task.add_done_callback(lambda _: self._forget(line))

    def _forget(self, line: Line) -> None:
        self._tasks.pop(line, None)
        line.drop()

    async def end(self, seconds: float) -> None:
        """Ends all of them; what is being answered has so many seconds left."""
        tasks = list(self._tasks.values())
        for line in self._tasks:
            line.leave()
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
