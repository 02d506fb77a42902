"""How soon everybody is told of a press, with many pages open and with many connections that never ask for anything.

usage: python -m workshop.benchmarks.listeners [--pages 100] [--idle 0] [--presses 40]

Starts the demo round as people do, opens so many pages on it from another process, presses a button now and then, and
prints how long after the press the pages have its state: the median and the 95th percentile over all pages and presses.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from urllib.parse import urlsplit

from workshop.benchmarks import command_line

WARM = 6.0
"""Seconds that the demo round plays before it is measured, so that tiles lie on the table."""
PAUSE = 0.5
"""Seconds between two presses."""
AREAS = ([[0.01, 0.01], [0.99, 0.01], [0.99, 0.99], [0.01, 0.99]], None)
"""Play areas that are marked in turn: a press that is never refused."""
PATIENCE = 30.0
"""Seconds after which a page that was told nothing counts as never told."""


class Page:
    """One page that listens; notes when each version came."""

    def __init__(self) -> None:
        self.came: dict[int, float] = {}
        self._newer = asyncio.Event()

    async def listen(self, host: str, port: int) -> None:
        """Takes events until it is cancelled."""
        reader, writer = await asyncio.open_connection(host, port, limit=1 << 22)
        writer.write(f"GET /events HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        try:
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    self.came[int(line[4:])] = time.perf_counter()
                    self._newer.set()
                    self._newer = asyncio.Event()
        finally:
            writer.close()

    async def has(self, version: int) -> float:
        """When it was told of that version, or of a later one."""
        while not any(came >= version for came in self.came):
            await self._newer.wait()
        return min(at for came, at in self.came.items() if came >= version)


async def press(host: str, port: int, command: str, body: dict[str, object]) -> int:
    """Presses a button; gives the version that the answer names."""
    reader, writer = await asyncio.open_connection(host, port)
    data = json.dumps(body).encode()
    head = f"POST /api/{command} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\nConnection: close\r\n"
    writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
    answer = (await reader.read()).partition(b"\r\n\r\n")[2]
    writer.close()
    return int(json.loads(answer)["version"])


async def measure(host: str, port: int, args: argparse.Namespace) -> list[float]:
    """Seconds from a press to each page."""
    pages = [Page() for _ in range(args.pages)]
    async with AsyncExitStack() as stack:
        for _ in range(args.idle):
            _, writer = await asyncio.open_connection(host, port)
            writer.write(b"GET / HTTP/1.1\r\nX: ")
            stack.callback(writer.close)
        lines = [asyncio.create_task(page.listen(host, port)) for page in pages]
        await asyncio.gather(*(page.has(0) for page in pages))
        await press(host, port, "demo", {"byItself": False})
        took = []
        for number in range(args.presses):
            await asyncio.sleep(PAUSE)
            began = time.perf_counter()
            version = await press(host, port, "area", {"area": AREAS[number % 2]})
            async with asyncio.timeout(PATIENCE):
                took += [at - began for at in await asyncio.gather(*(page.has(version) for page in pages))]
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)
    return sorted(took)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--pages", type=int, default=100, help="that are open (default 100)")
    parser.add_argument(
        "--idle", type=int, default=0, help="connections besides that never finish their request (default 0)"
    )
    parser.add_argument("--presses", type=int, default=40, help="default 40")
    args = parser.parse_args(arguments)
    command = [sys.executable, "-m", "cli.main", "serve", "--demo", "--port", "0", "--json"]
    with subprocess.Popen(command, text=True, stdout=subprocess.PIPE) as server:  # noqa: S603 - our own program
        try:
            line = server.stdout.readline() if server.stdout is not None else ""
            where = urlsplit(json.loads(line)["address"])
            time.sleep(WARM)
            took = asyncio.run(measure(str(where.hostname), int(where.port or 0), args))
        finally:
            server.terminate()
    middle, late = took[len(took) // 2], took[round(0.95 * (len(took) - 1))]
    print(
        f"{args.pages} pages, {args.idle} idle connections: told after {1000 * middle:.0f} ms, p95 {1000 * late:.0f} ms"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
