"""A program that is killed right after an event, of whatever kind, has that event on the disk and every one before it."""

from __future__ import annotations

import itertools
import json
import os
import random
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from journal import Journal, StoredEvent
from live.game import events
from live.game.events import KINDS
from live.record import Record
from tests.live.test_events import HAPPENED, MARK
from workshop.benchmarks.cameraless import CameralessGame

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a process cannot be forked there")

KILLS = 20


def killed(
    act: Callable[[Callable[[StoredEvent], None]], None], enough: Callable[[StoredEvent], bool]
) -> list[StoredEvent]:
    """Runs `act` in a process of its own, which is killed as soon as it has acknowledged an event that is `enough`.

    Returns the events that it acknowledged.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)

        def acknowledge(event: StoredEvent) -> None:
            os.write(writing, json.dumps([event.id, event.time, event.kind, event.data]).encode() + b"\n")

        try:
            act(acknowledge)
        finally:
            os._exit(1)
    os.close(writing)
    told = []
    with os.fdopen(reading, "rb") as answers:
        for line in answers:
            told.append(StoredEvent(*json.loads(line)))
            if enough(told[-1]):
                os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "it ended by itself"
    return told


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_nothing_is_lost_by_a_kill_after_an_event_of_any_kind(tmp_path: Path, kind: str) -> None:
    def write_on(acknowledge: Callable[[StoredEvent], None]) -> None:
        journal = Journal(tmp_path)
        for event in itertools.cycle(HAPPENED):
            acknowledge(journal.append(event.kind, events.write(event, MARK)))

    told = killed(write_on, lambda event: event.kind == kind)
    with Journal(tmp_path) as journal:
        assert journal.events()[: len(told)] == told
        assert journal.loss is None


class Loud(Journal):
    """A journal that says of each event that it is written."""

    def __init__(self, folder: Path, acknowledge: Callable[[StoredEvent], None]) -> None:
        super().__init__(folder)
        self._acknowledge = acknowledge

    def append(self, kind: str, data: Mapping[str, Any]) -> StoredEvent:
        event = super().append(kind, data)
        self._acknowledge(event)
        return event


def test_a_game_that_is_killed_again_and_again_goes_on_where_it_was(tmp_path: Path) -> None:
    rng = random.Random(7)
    known: list[StoredEvent] = []
    for seed in range(KILLS):

        def play(acknowledge: Callable[[StoredEvent], None], seed: int = seed) -> None:
            game = CameralessGame(Loud(tmp_path, acknowledge), seed=seed)
            while True:
                game.press()

        number = itertools.count(1)
        most = rng.randrange(1, 30)
        told = killed(play, lambda _, number=number, most=most: next(number) >= most)  # type: ignore[misc] # types of a lambda
        with Journal(tmp_path) as journal:
            written = journal.events()
            assert written[: len(known) + len(told)] == [*known, *told]
            assert Record(journal, 0.0).game.last_event == written[-1].id
        known = written
