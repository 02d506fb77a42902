"""What a process and all that it has started take of memory and processor (Linux, proc(5))."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

_PROC = Path("/proc")
_USER, _SYSTEM = 11, 12  # fields of /proc/PID/stat after the name in brackets


def family(pid: int) -> list[int]:
    """The process and all that it has started."""
    found = [pid]
    for one in found:
        with suppress(OSError):
            for thread in (_PROC / str(one) / "task").iterdir():
                found += map(int, (thread / "children").read_text("ascii").split())
    return found


def megabytes(pid: int) -> float:
    """Megabytes of 10^6 bytes that a process holds, its share of what several hold together; 0 where it has gone."""
    with suppress(OSError):
        for line in (_PROC / str(pid) / "smaps_rollup").read_text("ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024 / 1e6
    return 0.0


def megabytes_of_family(pid: int) -> float:
    """Megabytes that a process and all processes that it has started hold together."""
    return sum(map(megabytes, family(pid)))


def seconds_of_family(pid: int) -> dict[int, float]:
    """The seconds that the process and each of those that it has started have computed so far, by their numbers."""
    spent = {}
    for one in family(pid):
        with suppress(OSError):
            fields = (_PROC / str(one) / "stat").read_text("utf-8").rpartition(")")[2].split()
            spent[one] = (int(fields[_USER]) + int(fields[_SYSTEM])) / os.sysconf("SC_CLK_TCK")
    return spent
