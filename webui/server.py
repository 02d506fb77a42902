"""The web server, hypercorn: it closes connections that ask for nothing, and keeps those open that are told of changes."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from hypercorn.asyncio import serve
from hypercorn.config import Config

from webui.certified import Certified
from webui.identity import Identity
from webui.site import Site

IDLE = 10.0
"""Seconds after which a connection is closed that has not asked for anything, or not to the end."""

THREADS = 16
"""Maximum number of requests that are answered at a time; those that are told of changes take none."""

LARGEST_HEAD = 16 * 1024
"""Maximum bytes of a request before its body."""

GRACE = 1.0
"""Seconds that open requests are given when the server ends."""

FILES = 8192
"""Open files and connections that the system is asked to allow."""


class Server:
    """Serves a site on a socket that listens, which it takes and closes at the end."""

    def __init__(
        self,
        site: Site,
        listener: socket.socket,
        identity: Callable[[], Identity] | None = None,
        plain: socket.socket | None = None,
    ) -> None:
        """`identity` tells the certificate by which it identifies itself over https at the time, None for http; on `plain` it serves http beside https."""
        self._site, self._identity = site, identity
        self._doors = [door.detach() for door in (listener, plain) if door is not None]
        self._loop: asyncio.AbstractEventLoop | None = None
        self._asked = asyncio.Event()
        self._is_asked = False

    def run(self) -> None:
        """Serves until `stop`; in a program's main thread until Ctrl-C or a polite request to end, too."""
        _allow_files()
        asyncio.run(self._run())

    def stop(self) -> None:
        """Makes the server end, also where it has not begun yet; safe from any thread."""
        self._is_asked = True
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._asked.set)

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        if self._is_asked:
            self._asked.set()
        self._loop.set_default_executor(ThreadPoolExecutor(THREADS, thread_name_prefix="page"))
        if threading.current_thread() is threading.main_thread():
            self._heed_signals()
        await serve(self._site, self._config(), shutdown_trigger=self._until_asked, mode="asgi")

    async def _until_asked(self) -> None:
        await self._asked.wait()
        self._site.close()
        await self._let_nobody_in()

    async def _let_nobody_in(self) -> None:
        """Who is let in while the server closes would be nobody's: asyncio loses that socket, and hypercorn does not wait for it."""
        with contextlib.suppress(NotImplementedError):  # Windows waits for connections in another way
            for door in self._doors:
                asyncio.get_running_loop().remove_reader(door)
            await asyncio.sleep(0)

    def _heed_signals(self) -> None:
        for number in {getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)}:
            signal.signal(number, lambda *_: self.stop())

    def _config(self) -> Config:
        config = Config() if self._identity is None else Certified(self._identity)
        config.bind, config.insecure_bind = [f"fd://{self._doors[0]}"], [f"fd://{door}" for door in self._doors[1:]]
        config.keep_alive_timeout = IDLE
        if self._identity is None:  # over https, to agree on keys anew for each picture would cost a phone its battery
            # A phone that slept does not know which of its lines are dead: each press takes a new one.
            config.keep_alive_max_requests = 1
        config.h11_max_incomplete_size = LARGEST_HEAD
        config.include_server_header = False
        config.loglevel = "ERROR"
        config.graceful_timeout = GRACE
        return config


def _allow_files() -> None:
    """Asks for room for more connections than a system gives unasked; 1,024 is usual."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft < most:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
