"""The real program as people start it, driven over HTTP alone (`docs/http.md`)."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Self
from urllib.parse import urlsplit

from workshop.benchmarks.evening.program import Answer, Listener, ServerError, State

START = 60.0
"""Seconds that the program may take to answer."""
SLICE = 0.1
"""Seconds in which a slow computer has its share of computing."""
NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class Server:
    """``tileref serve`` with a camera, for as long as the ``with`` block lasts.

    Args:
        camera: its address.
        folder: of journal and log.
        cpu: share of the time in which it computes at all; below 1 a slow computer.
    """

    def __init__(self, camera: str, folder: Path, cpu: float = 1.0) -> None:
        self._log = folder / "server.log"
        command = [sys.executable, "-m", "cli.main", "serve", "--camera", camera, "--port", "0", "--json"]
        with self._log.open("w", encoding="utf-8") as log:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [*command, "--data", str(folder / "data")], stdout=subprocess.PIPE, stderr=log, start_new_session=True
            )
        self._cpu = cpu
        self._listener = Listener()
        self._changed = threading.Condition()
        self._closed = threading.Event()
        self._host = ""

    def __enter__(self) -> Self:
        """Waits until it answers.

        Raises:
            ServerError: it does not.
        """
        assert self._process.stdout is not None  # noqa: S101 - it was asked for
        line = self._process.stdout.readline()
        if not line:
            raise ServerError(f"the server did not start: {self.complaint}")
        self._host = urlsplit(json.loads(line)["address"]).netloc
        threading.Thread(target=self._listen, name="events", daemon=True).start()
        if self._cpu < 1:
            threading.Thread(target=self._hold_back, name="slow", daemon=True).start()
        if self.wait(lambda state: state["frame"] is not None, START) is None:
            raise ServerError(f"the server shows no picture: {self.complaint}")
        return self

    def __exit__(self, *_: object) -> None:
        """Ends it."""
        self.close()

    def close(self) -> None:
        """Ends it politely, then not; a second time does nothing."""
        self._closed.set()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGCONT)
        self._process.terminate()
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def host(self) -> str:
        """Where it is asked, a name with a port."""
        return self._host

    @property
    def complaint(self) -> str:
        """The last line of what it said on standard error."""
        lines = self._log.read_text(encoding="utf-8").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    @property
    def state(self) -> State:
        """The newest state that it has told.

        Raises:
            ServerError: it has ended.
        """
        if self._process.poll() is not None:
            raise ServerError(f"the server has ended: {self.complaint}")
        with self._changed:
            if self._listener.newest is None:
                raise ServerError("the server has told nothing yet")
            return self._listener.newest

    def now(self) -> float:
        """The present moment on the monotonic clock."""
        return time.monotonic()

    def sleep_until(self, moment: float) -> None:
        """Sleeps until then."""
        time.sleep(max(0.0, moment - time.monotonic()))

    def wait(self, fits: Callable[[State], bool], timeout: float) -> State | None:
        """The first state for which `fits` is true, None where none came in time."""
        with self._changed:
            self._changed.wait_for(lambda: self._listener.newest is not None and fits(self._listener.newest), timeout)
            newest = self._listener.newest
            return newest if newest is not None and fits(newest) else None

    def waited(self, since: float, until: float) -> Mapping[str, float]:
        """The seconds between two moments of the monotonic clock by what the verdict waited for."""
        with self._changed:
            return self._listener.waited(since, until)

    def press(self, command: str, **body: object) -> Answer:
        """Presses a button."""
        return self._posted(f"/api/{command}", body)

    def blink(self, turns: Sequence[float]) -> Answer:
        """Says when a screen has turned."""
        return self._posted("/camera/blink", {"turns": turns})

    def _posted(self, path: str, body: Mapping[str, object]) -> Answer:
        return self._said("POST", path, json.dumps(body), {"Content-Type": "application/json"})

    def ask(self) -> State:
        """The state at this moment."""
        return self._said("GET", "/state").body

    def kill(self) -> None:
        """Kills it without a word of warning."""
        self._closed.set()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _said(self, method: str, path: str, body: str | None = None, headers: Mapping[str, str] = NO_HEADERS) -> Answer:
        line = http.client.HTTPConnection(self._host, timeout=60)
        try:
            line.request(method, path, body, dict(headers))
            answer = line.getresponse()
            return Answer(answer.status, json.loads(answer.read()))
        except OSError as error:
            raise ServerError(f"the server does not answer: {self.complaint}") from error
        finally:
            line.close()

    def _listen(self) -> None:
        while not self._closed.is_set():
            with contextlib.suppress(OSError, http.client.HTTPException):
                line = http.client.HTTPConnection(self._host, timeout=60)
                line.request("GET", "/events")
                answer = line.getresponse()
                for told in answer:
                    if told.startswith(b"data: "):
                        with self._changed:
                            self._listener.hear(json.loads(told.removeprefix(b"data: ")), time.monotonic())
                            self._changed.notify_all()
                    if self._closed.is_set():
                        break
                line.close()
            self._closed.wait(0.2)

    def _hold_back(self) -> None:
        """Lets the program compute only for its share of the time, as a slow computer would."""
        while not self._closed.is_set():
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGSTOP)
                time.sleep(SLICE * (1 - self._cpu))
                os.killpg(self._process.pid, signal.SIGCONT)
            time.sleep(SLICE * self._cpu)
