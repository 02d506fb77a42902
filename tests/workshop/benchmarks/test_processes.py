"""What a process takes counts what it has started, too."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from workshop.benchmarks.processes import family, megabytes, megabytes_of_family, seconds_of_family

pytestmark = pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="the system does not tell")


@pytest.fixture
def child() -> Iterator[int]:
    """A process that this one has started, and that has computed a little."""
    work = "sum(range(3_000_000)); print('done', flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", work], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process.pid
        process.kill()


def test_a_family_holds_more_than_the_process_alone(child: int) -> None:
    own = os.getpid()
    assert family(own)[0] == own
    assert child in family(own)
    assert megabytes(child) > 1
    assert megabytes_of_family(own) > megabytes(own)


def test_what_each_has_computed_is_told_apart(child: int) -> None:
    spent = seconds_of_family(os.getpid())
    assert spent[child] > 0
    assert spent[os.getpid()] > 0


def test_a_process_that_has_gone_holds_nothing(child: int) -> None:
    gone = 2**22 + child  # beyond the largest number that Linux gives
    assert megabytes(gone) == 0
    assert seconds_of_family(gone) == {}
