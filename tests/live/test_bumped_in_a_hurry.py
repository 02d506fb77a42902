"""A camera is pushed over a cloth that looks alike everywhere, at a table in a hurry: only tiles tell where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from live.deciding.choice import WaitsFor
from live.game.state import State
from live.watching.lag import DEVICE
from referee.verdict import Outcome
from tests.live.stage import Stage
from tests.live.world import Moment, Sets, World
from vision.scene.landmarks import Landmarks

pytestmark = pytest.mark.slow

RUN = "R1 R2 R3"
SHORT = "R1 R2"
FAR = (60, -30)
"""A push after which the cloth looks as if an arm lay over it."""
NEAR = (-5, -13)
"""One after which it does not."""

Begin = Callable[[float], World]


@pytest.fixture
def begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    """Three sets lie on a striped cloth, and it is Anna's turn again; a picture takes so many seconds to be read."""
    with ExitStack() as stack:

        def begun(reading: float) -> World:
            world = World(tmp_path, lag=0.0, reading=reading, limit=DEVICE, stage=Stage().stripe())
            stack.callback(world.live.close)
            world.play(3)
            monkeypatch.setattr(
                Landmarks, "find", lambda *_, **__: (None, 0.0)
            )  # stripe by stripe, all places look alike
            return world

        yield begun


def lay_with_a_push(world: World, laid: str, push: tuple[int, int]) -> Sets:
    """Anna pushes the camera as her hand comes in, and lays something; the sets on the table."""
    world.wait(3.0)
    world.reach(0.5)
    world.push(*push)
    world.lay((*world.table, laid))
    return world.now.sets


@pytest.mark.parametrize(
    ("laid", "then", "outcome"),
    [
        pytest.param(RUN, SHORT, Outcome.LEGAL, id="spoils a set"),
        pytest.param(SHORT, RUN, Outcome.ILLEGAL, id="mends a set"),
    ],
)
@pytest.mark.parametrize("push", [FAR, NEAR])
@pytest.mark.parametrize(
    ("reading", "calm"),
    [
        pytest.param(0.9, 0.9, id="before the picture was read"),
        pytest.param(0.9, 1.4, id="as the camera was found"),
        pytest.param(1.4, 1.8, id="to a slow computer"),
    ],
)
def test_the_table_is_judged_as_it_lay_before_the_next_hand_came_that(
    begin: Begin, reading: float, calm: float, push: tuple[int, int], laid: str, then: str, outcome: Outcome
) -> None:
    world = begin(reading)
    sets = lay_with_a_push(world, laid, push)
    world.leave()
    world.end()
    world.wait(calm)
    world.lay((*world.table, then), seconds=3.0)
    world.leave()
    assert world.wait_until(State.TURN, State.RESTORE)
    judged = world.live.game.judged
    assert judged is not None
    assert judged.verdict.outcome is outcome
    assert [" ".join(str(tile.tile) for tile in row) for row in judged.case.seen.sets] == list(sets)


@pytest.mark.parametrize("reading", [0.2, 0.9, 1.4])
def test_an_arm_that_rests_over_a_pushed_cloth_is_no_cloth(begin: Begin, reading: float) -> None:
    world = begin(reading)
    lay_with_a_push(world, RUN, FAR)
    world.now = Moment(world.now.sets, 3)  # over two tiles of the run
    world.end()
    world.wait(1.8)
    world.reach(1.0)
    assert world.state is State.READING
    assert world.live.sitting.waits_for is WaitsFor.HAND
    world.leave()
    assert world.wait_until(State.TURN, State.RESTORE)
    assert world.wrongs() == []
    assert world.is_known(world.now.sets)
