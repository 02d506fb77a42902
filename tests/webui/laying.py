"""Tiles laid on a stage in real time, for tests without a browser of their own."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.live.stage import EndlessStage, Played

PATIENCE = 30.0
"""Seconds that something may take on a busy machine."""


def until(played: Played, holds: Callable[[], bool]) -> None:
    """Waits until something holds at the table."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"it never came to that: {played.told()['state']}"
        played.live.bulletin.wait(played.live.bulletin.version, 0.2)


def shown(played: Played) -> list[str]:
    """The sets that the page shows."""
    table = played.told()["table"]
    return [" ".join(tile["tile"] for tile in members) for members in table["sets"]] if table else []


def lay(played: Played, stage: EndlessStage, *sets: str) -> None:
    """The sets lie on the table, and every frame that a verdict takes has been read."""
    stage.now_show(*sets)
    until(played, lambda: shown(played) == list(sets) and played.live.sitting.observer.is_read)


def take_turn(played: Played, stage: EndlessStage, *sets: str) -> None:
    """Somebody ends a turn that leaves these sets on the table, and the verdict comes."""
    turn = played.told()["turn"]
    lay(played, stage, *sets)
    played.buttons.end_turn(turn=turn)
    until(played, lambda: bool(played.told()["turn"] == turn + 1))
