"""What an evening's pictures took is given back, however many small things were made among them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import os, sys
from cli.memory import hold_little
if sys.argv[1] == "little":
    hold_little()
kept = []
for _ in range(4):
    pictures = []
    for _ in range(40):
        pictures.append(bytearray(b"x" * 2_000_000))
        kept.append(bytes(100_000))
    del pictures
print(int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6 - len(kept) / 10)
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux says so, and needs it")
def test_pictures_that_are_gone_take_no_memory() -> None:
    def megabytes(how: str) -> float:
        ran = subprocess.run(
            [sys.executable, "-c", PROGRAM, how], capture_output=True, text=True, check=True, timeout=60
        )
        return float(ran.stdout)

    assert megabytes("little") < 40 < megabytes("as ever")
