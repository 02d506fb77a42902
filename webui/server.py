"""The web server: uvicorn's HTTP/1.1 on connections that are admitted here, so many from each address."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable

from uvicorn.config import Config
from uvicorn.server import ServerState

from referee.errors import UserError
from webui.identity import Identity
from webui.lines import IDLE, LARGEST_HEAD, Line, Lines
from webui.site import Site

PACE = 5.0
"""Seconds after which whoever connects next has the addresses looked at again."""


class Certified:
    """Gives whoever connects the certificate that holds at that time."""

    def __init__(self, current: Callable[[], Identity]) -> None:
        """`current` tells that certificate, and makes it where there is none yet."""
        self._current = current
        self._identity, self._looked = current(), time.monotonic()
        self.context = self._newest = self._made()
        """By which connections are encrypted; each asks for the newest as it begins."""

    def _made(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self._identity.certificate, self._identity.key)
        context.set_alpn_protocols(["http/1.1"])
        context.sni_callback = self._meet
        return context

    def _meet(self, line: ssl.SSLSocket | ssl.SSLObject, _name: str | None, _context: ssl.SSLContext) -> None:
        if time.monotonic() - self._looked >= PACE:
            self._looked = time.monotonic()
            with contextlib.suppress(
                UserError, OSError
            ):  # a disk that takes nothing: the certificate that there is goes on
                identity = self._current()
                if identity != self._identity:
                    self._identity = identity
                    self._newest = self._made()
        line.context = self._newest


GRACE = 1.0
"""Seconds that open requests are given when the server ends."""

FILES = 8192
"""Open files and connections that the system is asked to allow."""

SENT_AHEAD = 128 * 1024
"""Bytes that the system is asked to take of an answer before the other side has: few, so that it is seen where that takes nothing."""

PAUSE = 1.0
"""Seconds for which nobody is let in where the system has no room for a connection."""

QUIET = 60.0
"""Seconds between two lines on the terminal about connections."""


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
        self._site = site
        self._doors = [(listener, None if identity is None else Certified(identity).context)]
        if plain is not None:
            self._doors.append((plain, None))
        self._config = _config(site, keeps_lines=identity is not None)
        self._state = ServerState()
        self._state.default_headers = self._config.encoded_headers
        self._said = float("-inf")  # when it last said something on the terminal
        self._loop: asyncio.AbstractEventLoop | None = None
        self._asked = asyncio.Event()
        self._is_asked = False

    def run(self) -> None:
        """Serves until `stop`; in a program's main thread until Ctrl-C or a polite request to end, too."""
        asyncio.run(self._run())

    def stop(self) -> None:
        """Makes the server end, also where it has not begun yet, or has ended; safe from any thread."""
        self._is_asked = True
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # its loop is closed: it has ended
                self._loop.call_soon_threadsafe(self._asked.set)

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        if self._is_asked:
            self._asked.set()
        if threading.current_thread() is threading.main_thread():
            for number in {
                getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)
            }:
                signal.signal(number, lambda *_: self.stop())
        lines = Lines(_allow_files())
        with contextlib.ExitStack() as stack:
            for door, _ in self._doors:
                stack.enter_context(door).settimeout(0)
            letting_in = [asyncio.create_task(self._let_in(door, tls, lines)) for door, tls in self._doors]
            await self._asked.wait()
            for task in letting_in:
                task.cancel()
            await asyncio.gather(*letting_in, return_exceptions=True)
        self._site.close()
        await lines.end(GRACE)

    async def _let_in(self, listener: socket.socket, tls: ssl.SSLContext | None, lines: Lines) -> None:
        """Lets in whoever comes, as long as there is room."""
        while True:
            await asyncio.sleep(0)  # those who are in have their turn, however many come
            try:
                door, address = await _come(listener)
            except ConnectionError:  # who came has left
                continue
            except OSError as error:
                self._say(f"nobody can be let in: {error.strerror}")
                await asyncio.sleep(PAUSE)
                continue
            line = Line(self._config, self._state, door, address[0])
            if rivals := lines.rivals(line):
                self._say(
                    f"{line.place} wants more connections than there is room for: those that ask for nothing are closed"
                )
            if rivals and not lines.part_with_one(rivals):
                line.drop()
            else:
                lines.add(line, asyncio.create_task(self._serve(line, tls)))

    async def _serve(self, line: Line, tls: ssl.SSLContext | None) -> None:
        patience = None if tls is None else IDLE
        with contextlib.suppress(OSError):  # who came has left, or speaks no TLS
            line.door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT_AHEAD)
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: line, line.door, ssl=tls, ssl_handshake_timeout=patience, ssl_shutdown_timeout=patience
            )
            await line.ended.wait()

    def _say(self, text: str) -> None:
        """Says it on the terminal, unless something was said just now: a flood must not bury what else stands there."""
        if time.monotonic() - self._said > QUIET:
            self._said = time.monotonic()
            logging.getLogger(__name__).warning("tileref: %s", text)


async def _come(listener: socket.socket) -> tuple[socket.socket, tuple[str, int]]:
    """Waits for whoever comes next: the connection, and the address that it comes from.

    asyncio's own way loses a connection that comes as it is cancelled, but for Windows, where there is no other.
    """
    loop = asyncio.get_running_loop()
    if sys.platform == "win32":
        return await loop.sock_accept(listener)
    while True:
        with contextlib.suppress(BlockingIOError):
            door, address = listener.accept()
            door.settimeout(0)
            return door, address
        comes = asyncio.Event()
        loop.add_reader(listener, comes.set)
        try:
            await comes.wait()
        finally:
            loop.remove_reader(listener)


def _config(site: Site, *, keeps_lines: bool) -> Config:
    """How uvicorn answers a request. What comes in by the way of a proxy is not its business."""
    # Without https, a phone that slept does not know which of its lines are dead: each press takes a new one. To agree
    # on keys anew for each picture would cost it its battery.
    headers = [] if keeps_lines else [("Connection", "close")]
    config = Config(
        site,
        http=Line,
        ws="none",
        lifespan="off",
        interface="asgi3",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        headers=headers,
        log_config=None,
        log_level=logging.ERROR,
        timeout_keep_alive=round(IDLE),
        h11_max_incomplete_event_size=LARGEST_HEAD,
    )
    config.load()
    return config


def _allow_files() -> int | None:
    """Asks for room for more connections than a system gives unasked (1,024 is usual), and says how many there is; None where that is unknown."""
    if sys.platform == "win32":
        return None
    import resource  # noqa: PLC0415 - not on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft < most:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
