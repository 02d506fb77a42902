"""How much memory `tileref serve` holds while a camera sends thirty pictures a second of a table on which something happens.

usage: python -m benchmarks.resident [--minutes 25] [--fps 30]

The real program looks at a camera of 1920 x 1080 on the loopback, two pages listen and fetch its pictures, a turn is ended every few
seconds and the table changes with each. Prints a line for each minute: the memory of the program and of its processes together, shared pages
counted once each (`Pss` of proc(5); Linux only), and the most that it was in that minute.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from benchmarks.evening.camera import Camera
from benchmarks.evening.server import Server, ServerError
from benchmarks.evening.world import Scene, World
from vision.photo import load_photo

DEMO = Path(__file__).parents[1] / "sample_images" / "demo"
SIZE = (1920, 1080)
"""Pixels of the camera's pictures."""
TURN = 8.0
"""Seconds from one change of the table to the next."""
LOOK = 1.0
"""Seconds between two pictures that a page fetches."""
SAMPLE = 2.0
"""Seconds between two looks at the memory."""
MINUTE = 60.0
PAGES = 2
PLAYERS = ["Anna", "Ben", "Cleo"]
RULEBOOK = "jumbo-original-2016"


class Minute(NamedTuple):
    """What the program held in a minute, in megabytes of 10^6 bytes."""

    minutes: float
    """Since the camera gave its first picture."""
    program: float
    """The program alone, at the end of the minute."""
    together: float
    """With the process that looks through the camera, and whatever others it started."""
    most: float
    """The largest `program` in that minute."""


def held(pid: int) -> float:
    """Megabytes that a process holds, its share of what several hold together; 0 where it has gone."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024 / 1e6
    return 0.0


def family(pid: int) -> list[int]:
    """The process and all that it has started."""
    found = [pid]
    for one in found:
        with suppress(OSError):
            for thread in Path(f"/proc/{one}/task").iterdir():
                found += map(int, (thread / "children").read_text("ascii").split())
    return found


def play(server: Server, world: World, over: threading.Event) -> None:
    """Changes the table and ends turns until it is over."""
    photos = [np.asarray(cv2.resize(load_photo(path), SIZE), np.uint8) for path in sorted(DEMO.glob("turn-*.jpg"))]
    server.press("start", players=PLAYERS, rulebook=RULEBOOK)
    server.press("first-turn")
    with suppress(ServerError):
        for photo in itertools.cycle(photos):
            if over.wait(TURN):
                return
            world.change(time.monotonic(), pixels=photo)
            state = server.ask()
            if state["state"] == "turn":
                server.press("end", turn=state["turn"])
            elif state["state"] == "question":
                server.press("rule", outcome="legal", reason="we all saw it")
            elif state["state"] == "restore":
                server.press("resume", anyway=True)
            elif state["state"] == "over":
                server.press("score", blocked=True, racks=dict.fromkeys(PLAYERS, 10))
                server.press("next")
                server.press("first-turn")


def watch(host: str, over: threading.Event) -> None:
    """A page: fetches the camera's picture now and then."""
    while not over.wait(LOOK):
        with (
            suppress(OSError, http.client.HTTPException),
            closing(http.client.HTTPConnection(host, timeout=10)) as line,
        ):
            line.request("GET", "/camera.jpg")
            line.getresponse().read()


def minutes(number: int, fps: float) -> Iterator[Minute]:
    """So many minutes of play."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="resident-")))
        first = np.asarray(cv2.resize(load_photo(DEMO / "turn-01.jpg"), SIZE), np.uint8)
        world = World(Scene(first))
        camera = stack.enter_context(Camera(world, lag=0.0, fps=fps))
        server = stack.enter_context(Server(camera.address, folder))
        over = threading.Event()
        stack.callback(over.set)
        threading.Thread(target=play, args=(server, world, over), daemon=True).start()
        for _ in range(PAGES):
            threading.Thread(target=watch, args=(server.host, over), daemon=True).start()
        began = time.monotonic()
        for count in range(1, number + 1):
            most = 0.0
            while time.monotonic() < began + count * MINUTE:
                time.sleep(SAMPLE)
                most = max(most, held(server.pid))
            yield Minute(count, held(server.pid), sum(map(held, family(server.pid))), most)


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=int, default=25, help="of real time (default 25)")
    parser.add_argument("--fps", type=float, default=30.0, help="pictures a second (default 30)")
    args = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # so that no server outlives this
    print("minutes  program MB  together MB  most MB")
    for row in minutes(args.minutes, args.fps):
        print(f"{row.minutes:7.0f} {row.program:11.1f} {row.together:12.1f} {row.most:8.1f}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
