"""A long evening takes no more memory than a short one: what nobody can ask for any more is let go."""

from __future__ import annotations

import gc
from collections import Counter
from pathlib import Path

import pytest

from live.game.commands import RefusedError
from live.game.state import UNDOS
from live.watching.rest import FRAMES
from tests.live.stage import Played
from tests.live.world import World
from workshop.benchmarks.endurance import play_round

OWN = ("live", "vision", "referee", "journal", "calibration")


def kept() -> Counter[str]:
    """How many objects of the program's own classes there are."""
    gc.collect()
    classes = (type(each) for each in gc.get_objects())
    return Counter(each.__name__ for each in classes if str(each.__module__).partition(".")[0] in OWN)


def test_presses_of_many_hours_are_not_all_kept_in_memory(played: Played) -> None:
    played.begin()
    counts = []
    for _ in range(3):
        for number in range(UNDOS):
            played.buttons.begin_with(["Ben", "Anna"][number % 2])
        counts.append(kept())
    assert counts[2] == counts[1]
    for _ in range(UNDOS):
        played.buttons.undo()
    with pytest.raises(RefusedError, match="nothing to undo"):
        played.buttons.undo()
    before = played.told()
    played.again()
    assert played.told()["players"] == before["players"]


@pytest.mark.slow
def test_rounds_that_are_over_are_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("live.game.event.UNDOS", 5)  # as after a long evening
    world = World(tmp_path, lag=0.0, reading=0.2, limit=0.6)
    play_round(world)
    play_round(world)
    earlier = kept()
    play_round(world)
    play_round(world)
    more = kept() - earlier
    world.live.close()
    assert (
        more - Counter(Column=2, Frame=FRAMES) == Counter()
    )  # the score sheet's, and what waits to be read at the moment
