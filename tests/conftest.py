"""What tests of every package share: plain surroundings for the commands that they start, and readings made up for them."""

from __future__ import annotations

import math
import os
import signal
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Protocol

import numpy as np
import pytest

from referee.tiles import TILE_KINDS, UNREAD, Tile
from tests.left import nothing_is_left_open
from vision.quads import Corners
from vision.reading.table_reading import TableReading, TileReading

__all__ = ["nothing_is_left_open"]


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Half as many workers again as pytest-xdist starts by itself: tests wait for pages and other processes a third of their time."""
    return math.ceil(1.5 * (yield))


@pytest.fixture(scope="session", autouse=True)
def plain_surroundings() -> Iterator[None]:
    """Commands that tests start meet none of the settings that this machine may have for Python, and hear Ctrl-C.

    A shell has what it starts in the background ignore that, and what is started from there as well.
    """
    handler = signal.getsignal(signal.SIGINT)
    if handler == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("PYTHON")]:
            patch.delenv(name)
        yield
    signal.signal(signal.SIGINT, handler)


class MakeReading(Protocol):
    """Makes a reading of sets in notation, every set a row of tiles of 60 x 90 pixels, in a photo of 800 x 600."""

    def __call__(
        self,
        sets: Sequence[str],
        doubts: Mapping[tuple[int, int], Mapping[str, float]] | None = None,
        face_down: int = 0,
        sure: Mapping[tuple[int, int], Mapping[str, float]] | None = None,
    ) -> TableReading:
        """`sets` like ``"R1 R2 ?"``.

        `doubts` gives the probabilities of the tile at (set, place), `sure` those of one in no doubt.
        """


def corners_at(row: int, column: int) -> Corners:
    x, y = 40 + 62 * column, 20 + 110 * row
    return np.array([[x, y], [x + 60, y], [x + 60, y + 90], [x, y + 90]], np.float32)


@pytest.fixture
def make_reading() -> MakeReading:
    def make(
        sets: Sequence[str],
        doubts: Mapping[tuple[int, int], Mapping[str, float]] | None = None,
        face_down: int = 0,
        sure: Mapping[tuple[int, int], Mapping[str, float]] | None = None,
    ) -> TableReading:
        shown = {**(doubts or {}), **(sure or {})}
        tiles: list[TileReading] = []
        members: list[tuple[int, ...]] = []
        for row, text in enumerate(sets):
            names = text.split()
            members.append(tuple(range(len(tiles), len(tiles) + len(names))))
            for column, name in enumerate(names):
                at = (row, column)
                given = shown.get(at, {} if name == UNREAD else {name: 0.999})
                is_unread = name == UNREAD and at not in shown
                probabilities = np.full(len(TILE_KINDS), 0.01 if is_unread else 0.0, np.float32)
                for kind, probability in given.items():
                    probabilities[TILE_KINDS.index(Tile.parse(kind))] = probability
                doubt = name == UNREAD or at in (doubts or {})
                tiles.append(TileReading(corners_at(row, column), probabilities, doubt))
        backs = tuple(corners_at(4, 10 - i) for i in range(face_down))
        return TableReading(tuple(tiles), tuple(members), 800, 600, backs, elapsed_ms=12.34)

    return make
