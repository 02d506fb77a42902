"""What attacks from the network cost those who play: how soon they are answered meanwhile, and what is left afterwards.

usage: python -m workshop.benchmarks.door [--tls] [ATTACK ...]

Starts the demo round as people do who let others in, with no more than 1,024 files, and attacks it from this machine's
address in the network:

    nothing    for comparison
    preface    250 connections, one after the other, that ask by HTTP/2 with a window of nothing, and leave
    pipeline   16 connections that send 200 requests each and read nothing
    half-open  1,500 connections that never finish their request
    events     a guest who opens the stream of events 400 times
    pictures   a guest who sends 18 pictures of 5,000 scans each, to a table that is looked at through a phone

During each, the host and a guest ask for the page every tenth of a second. Printed are the median and the longest that
took, in milliseconds, how many of their requests failed, and how many more sockets, megabytes and bytes on the terminal
the server has ten seconds after the attacker has left.
"""

from __future__ import annotations

import contextlib
import http.client
import io
import json
import resource
import socket
import ssl
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import urlsplit

from PIL import Image

from workshop.benchmarks import command_line
from workshop.benchmarks.processes import megabytes_of_family

FILES = 1024
"""Files and connections that the server may have open, as many systems allow."""
WARM = 6.0
"""Seconds that the demo round plays before it is attacked."""
LASTING = 8.0
"""Seconds that an attack lasts at least."""
LEFT = 10.0
"""Seconds after an attack in which the server forgets it."""
PACE = 0.1
"""Seconds between two requests of somebody who means well."""
PATIENCE = 20.0
"""Seconds after which one of these counts as failed."""

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
"""The beginning of HTTP/2 (RFC 9113, 3.4)."""
NO_WINDOW = b"\0\0\6\4\0\0\0\0\0" + b"\0\4\0\0\0\0"
"""Settings (RFC 9113, 6.5) by which nothing of an answer may be sent."""
FIELDS = b"\x82\x86\x04\x05/door\x01\x09127.0.0.1"
"""``GET /door`` to 127.0.0.1 (RFC 7541, appendix A)."""
ASKING = len(FIELDS).to_bytes(3, "big") + b"\1\5\0\0\0\1" + FIELDS
"""The frame with that request."""

SCAN, END = b"\xff\xda", b"\xff\xd9"
"""Markers of a JPEG (ITU-T T.81, table B.1)."""


class Target:
    """The server: the address that guests know, and the cookie of one of them."""

    def __init__(self, where: tuple[str, int], *, tls: bool, cookie: str = "") -> None:
        self.where, self.cookie = where, cookie
        self._tls = ssl._create_unverified_context() if tls else None  # noqa: S323, SLF001 - our own server

    def line(self, sent: bytes = b"") -> socket.socket:
        """A connection on which that was sent. It takes next to nothing until it is read."""
        plain = socket.socket()
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plain.settimeout(PATIENCE)
        plain.connect(self.where)
        line = plain if self._tls is None else self._tls.wrap_socket(plain)
        line.sendall(sent)
        return line

    def get(self, path: str) -> bytes:
        """A request for `path`."""
        return f"GET {path} HTTP/1.1\r\nHost: {self.where[0]}\r\nCookie: {self.cookie}\r\n\r\n".encode()

    def ask(self, path: str, host: str | None = None) -> http.client.HTTPResponse:
        """The answer to one who means well; as the host, where `host` is an address of this machine itself."""
        place = (host or self.where[0], self.where[1])
        line = (
            http.client.HTTPConnection(*place, timeout=PATIENCE)
            if self._tls is None
            else http.client.HTTPSConnection(*place, timeout=PATIENCE, context=self._tls)
        )
        with closing(line):
            line.request("GET", path, headers={"Cookie": self.cookie, "Connection": "close"})
            answer = line.getresponse()
            answer.read()
            return answer


def preface(target: Target, _: ExitStack) -> None:
    """HTTP/2, begun again and again."""
    for _attempt in range(250):
        with contextlib.suppress(OSError), closing(target.line(PREFACE + NO_WINDOW + ASKING)) as line:
            line.settimeout(0.1)
            while line.recv(1 << 16):
                pass


def pipeline(target: Target, stack: ExitStack) -> None:
    """Requests whose answers nobody reads."""
    for _ in range(16):
        with contextlib.suppress(OSError):
            line = stack.enter_context(closing(target.line()))
            line.settimeout(1.0)
            line.sendall(target.get("/static/game.css") * 200)


def half_open(target: Target, stack: ExitStack) -> None:
    """Requests that never end."""
    for _ in range(1500):
        with contextlib.suppress(OSError):
            stack.enter_context(closing(target.line(b"GET / HTTP/1.1\r\nX: ")))


def events(target: Target, stack: ExitStack) -> None:
    """Streams of a guest."""
    for _ in range(400):
        with contextlib.suppress(OSError):
            stack.enter_context(closing(target.line(target.get("/events"))))


def pictures(target: Target, stack: ExitStack) -> None:
    """Pictures that take their time to decode."""
    file = io.BytesIO()
    Image.new("RGB", (1920, 1080), "green").save(file, "JPEG", progressive=True)
    whole = file.getvalue().removesuffix(END)
    body = whole + whole[whole.rfind(SCAN) :] * 5000 + END
    head = f"POST /camera/picture?phone=x HTTP/1.1\r\nHost: {target.where[0]}\r\nCookie: {target.cookie}\r\nContent-Type: image/jpeg\r\n"
    for _ in range(18):
        with contextlib.suppress(OSError):
            stack.enter_context(closing(target.line(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)))


def nothing(_: Target, __: ExitStack) -> None:
    """No attack: what the demo round takes by itself."""


ATTACKS: dict[str, Callable[[Target, ExitStack], None]] = {
    "nothing": nothing,
    "preface": preface,
    "pipeline": pipeline,
    "half-open": half_open,
    "events": events,
    "pictures": pictures,
}


class Honest:
    """Asks for the page every tenth of a second, and notes how long that takes."""

    def __init__(self, ask: Callable[[], http.client.HTTPResponse]) -> None:
        self._ask = ask
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._go_on)
        self.took: list[float] = []
        self.failed = 0
        self._thread.start()

    def stop(self) -> str:
        """Ends, and says how it went."""
        self._is_over.set()
        self._thread.join()
        if not self.took:
            return f"never, {self.failed} failed"
        return f"{1000 * statistics.median(self.took):.0f}, {1000 * max(self.took):.0f} ms, {self.failed} failed"

    def _go_on(self) -> None:
        while not self._is_over.wait(PACE):
            began = time.perf_counter()
            try:
                is_answered = self._ask().status < http.HTTPStatus.BAD_REQUEST
            except (OSError, http.client.HTTPException):
                is_answered = False
            if is_answered:
                self.took.append(time.perf_counter() - began)
            else:
                self.failed += 1


def sockets(pid: int) -> int:
    """How many sockets a process has open."""
    count = 0
    for file in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            count += str(file.readlink()).startswith("socket:")
    return count


@contextlib.contextmanager
def serving(source: Sequence[str], *, tls: bool) -> Iterator[tuple[Target, int, Path]]:
    """The server, its process, and what it says on the terminal."""
    command = [sys.executable, "-m", "cli.main", "serve", *source, "--port", "0", "--json", "--host", "0.0.0.0"]  # noqa: S104 - guests come from the network
    with (
        tempfile.NamedTemporaryFile(prefix="door-") as terminal,
        subprocess.Popen(  # noqa: S603 - our own program
            [*command, *(["--tls"] if tls else [])],
            text=True,
            stdout=subprocess.PIPE,
            stderr=terminal,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES)),  # noqa: PLW1509 - before any thread
        ) as server,
    ):
        try:
            told = json.loads(server.stdout.readline() if server.stdout is not None else "")
            address = urlsplit(told["address"])
            target = Target((str(address.hostname), int(address.port or 0)), tls=tls)
            time.sleep(WARM)
            target.cookie = str(target.ask(urlsplit(told["invitation"]).path).headers["Set-Cookie"]).partition(";")[0]
            yield target, server.pid, Path(terminal.name)
        finally:
            server.terminate()


def measure(name: str, *, tls: bool) -> None:
    """Attacks a server of its own, and prints how it did."""
    with (
        tempfile.TemporaryDirectory(prefix="door-") as folder,
        serving(["--camera", "phone", "--data", folder] if name == "pictures" else ["--demo"], tls=tls) as (
            target,
            pid,
            terminal,
        ),
    ):
        host, guest = Honest(lambda: target.ask("/state", "127.0.0.1")), Honest(lambda: target.ask("/state"))
        time.sleep(1.0)
        before = sockets(pid), megabytes_of_family(pid), terminal.stat().st_size
        began = time.monotonic()
        with ExitStack() as stack:
            ATTACKS[name](target, stack)
            time.sleep(max(0.0, began + LASTING - time.monotonic()))
        asked = host.stop(), guest.stop()
        time.sleep(LEFT)
        after = sockets(pid), megabytes_of_family(pid), terminal.stat().st_size
    more = [late - early for late, early in zip(after, before, strict=True)]
    print(
        f"{name}: host {asked[0]}; guest {asked[1]}; {more[0]} sockets, {more[1]:.0f} MB, {more[2]} bytes said",
        flush=True,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures."""
    parser = command_line.parser(__doc__)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=f"of {', '.join(ATTACKS)}; default: all")
    parser.add_argument("--tls", action="store_true", help="over https")
    args = parser.parse_args(arguments)
    if unknown := [name for name in args.attacks if name not in ATTACKS]:
        parser.error(f"{unknown[0]}: no such attack")
    for name in args.attacks or ATTACKS:
        measure(name, tls=args.tls)
    return 0


if __name__ == "__main__":
    sys.exit(main())
