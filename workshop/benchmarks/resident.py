"""How much memory `tileref serve` holds while a camera sends it thirty pictures a second of a table in play.

usage: python -m workshop.benchmarks.resident [--minutes 25] [--fps 30]

The real program looks at a camera of 1920 x 1080 on the loopback, two pages listen and fetch its pictures, a turn is
ended every few seconds and the table changes with each. Prints a line for each minute: the memory of the program and of
its processes together, shared pages counted once each (`Pss` of proc(5); Linux only), and the most that it was in that
minute.
"""

from __future__ import annotations

import http.client
import itertools
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import NamedTuple

from referee.rulebook import DEFAULT
from workshop.benchmarks import command_line
from workshop.benchmarks.demo_turns import DEMO_TURNS, demo_turn
from workshop.benchmarks.evening.camera import Camera
from workshop.benchmarks.evening.program import ServerError
from workshop.benchmarks.evening.server import Server
from workshop.benchmarks.evening.world import Scene, World
from workshop.benchmarks.processes import megabytes, megabytes_of_family

TURN = 8.0
"""Seconds from one change of the table to the next."""
LOOK = 1.0
"""Seconds between two pictures that a page fetches."""
SAMPLE = 2.0
"""Seconds between two looks at the memory."""
MINUTE = 60.0
PAGES = 2
PLAYERS = ["Anna", "Ben", "Cleo"]


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


def play(server: Server, world: World, over: threading.Event) -> None:
    """Changes the table and ends turns until it is over."""
    photos = list(map(demo_turn, range(1, DEMO_TURNS + 1)))
    server.press("start", players=PLAYERS, rulebook=DEFAULT)
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
    """Plays `number` minutes with `fps` pictures a second; yields what each came to."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="resident-")))
        world = World(Scene(demo_turn(1)))
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
                most = max(most, megabytes(server.pid))
            yield Minute(count, megabytes(server.pid), megabytes_of_family(server.pid), most)


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays and prints."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--minutes", type=int, default=25, help="of real time (default 25)")
    parser.add_argument("--fps", type=float, default=30.0, help="pictures a second (default 30)")
    args = parser.parse_args(arguments)
    command_line.exit_on_sigterm()
    print("minutes  program MB  together MB  most MB")
    for row in minutes(args.minutes, args.fps):
        print(f"{row.minutes:7.0f} {row.program:11.1f} {row.together:12.1f} {row.most:8.1f}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
