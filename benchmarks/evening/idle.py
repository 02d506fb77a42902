"""What the program takes of a core while it watches a table at which nobody moves: the camera of a simulated evening over a full table.

usage: python -m benchmarks.evening.idle [--seconds N] [--turns N] [--size 1080p]

The program is started as people start it, its processes together are counted (Linux), and nobody looks at its page. The first seconds,
in which it starts and reads the table, do not count.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from benchmarks.evening.__main__ import SIZES
from benchmarks.evening.camera import Camera
from benchmarks.evening.conditions import SCENARIOS
from benchmarks.evening.rig import RULEBOOK
from benchmarks.evening.script import script
from benchmarks.evening.server import Server
from benchmarks.evening.stage import Stage
from referee.rulebook import load

SETTLING = 8.0
"""Seconds after which the table has been read and only looking is left."""

_PROC = Path("/proc")
_PARENT, _USER, _SYSTEM = 1, 11, 12  # fields of /proc/PID/stat after the name in brackets (proc(5))


def family(pid: int) -> dict[int, float]:
    """The seconds that a process and each of those that it started have computed so far, by their numbers."""
    parents, spent = {}, {}
    for entry in _PROC.iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has just ended
            parents[int(entry.name)] = int(fields[_PARENT])
            spent[int(entry.name)] = (int(fields[_USER]) + int(fields[_SYSTEM])) / os.sysconf("SC_CLK_TCK")
    members = {pid}
    while grown := {each for each, parent in parents.items() if parent in members} - members:
        members |= grown
    return {each: spent[each] for each in members if each in spent}


def main(arguments: Sequence[str] | None = None) -> int:
    """Watches, and prints a line for each process and one for all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30.0, help="for how long to count (default 30)")
    parser.add_argument("--turns", type=int, default=25, help="of a round that lie on the table (default 25)")
    parser.add_argument("--size", choices=list(SIZES), default="1080p", help="of the pictures (default 1080p)")
    args = parser.parse_args(arguments)
    stage = Stage(SCENARIOS["calm"], SIZES[args.size], seed=1)
    step = list(islice(script(1, load(RULEBOOK), stage.half, 0.0, 0.0), args.turns))[-1]
    stage.world.change(0.0, pixels=stage.picture(step.after, {}))
    with (
        tempfile.TemporaryDirectory(prefix="idle-") as folder,
        Camera(stage.world, 0.0) as camera,
        Server(camera.address, Path(folder)) as server,
    ):
        time.sleep(SETTLING)
        before, began = family(server.pid), time.monotonic()
        time.sleep(args.seconds)
        after, passed = family(server.pid), time.monotonic() - began
    shares = {pid: (seconds - before.get(pid, 0.0)) / passed for pid, seconds in after.items()}
    tiles = sum(len(laid.pieces) for laid in step.after.sets)
    for pid, share in sorted(shares.items()):
        print(f"process {pid}: {share:.1%} of a core")
    print(f"{args.size}, {tiles} tiles at rest, {passed:.0f} s: {sum(shares.values()):.1%} of a core")
    return 0


if __name__ == "__main__":
    sys.exit(main())
