"""How much of a core the program takes while it watches a full table at which nobody moves.

The camera is that of a simulated evening.

usage: python -m workshop.benchmarks.evening.idle [--seconds N] [--turns N] [--size 1080p]

The program is started as people start it, its processes together are counted (Linux), and nobody looks at its page. The
first seconds, in which it starts and reads the table, do not count.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from referee.rulebook import DEFAULT, load
from workshop.benchmarks import command_line
from workshop.benchmarks.evening.camera import SIZES, Camera
from workshop.benchmarks.evening.conditions import SCENARIOS
from workshop.benchmarks.evening.script import script
from workshop.benchmarks.evening.server import Server
from workshop.benchmarks.evening.stage import Stage
from workshop.benchmarks.processes import seconds_of_family

SETTLING = 8.0
"""Seconds after which the table has been read and only looking is left."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Watches, and prints a line for each process and one for all."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--seconds", type=float, default=30.0, help="for how long to count (default 30)")
    parser.add_argument("--turns", type=int, default=25, help="of a round that lie on the table (default 25)")
    parser.add_argument("--size", choices=list(SIZES), default="1080p", help="of the pictures (default 1080p)")
    args = parser.parse_args(arguments)
    stage = Stage(SCENARIOS["calm"], SIZES[args.size], seed=1)
    step = list(islice(script(1, load(DEFAULT), stage.half, 0.0, 0.0), args.turns))[-1]
    stage.world.change(0.0, pixels=stage.picture(step.after, {}))
    with (
        tempfile.TemporaryDirectory(prefix="idle-") as folder,
        Camera(stage.world, 0.0) as camera,
        Server(camera.address, Path(folder)) as server,
    ):
        time.sleep(SETTLING)
        before, began = seconds_of_family(server.pid), time.monotonic()
        time.sleep(args.seconds)
        after, passed = seconds_of_family(server.pid), time.monotonic() - began
    shares = {pid: (seconds - before.get(pid, 0.0)) / passed for pid, seconds in after.items()}
    tiles = sum(len(laid.pieces) for laid in step.after.sets)
    for pid, share in sorted(shares.items()):
        print(f"process {pid}: {share:.1%} of a core")
    print(f"{args.size}, {tiles} tiles at rest, {passed:.0f} s: {sum(shares.values()):.1%} of a core")
    return 0


if __name__ == "__main__":
    sys.exit(main())
