"""Where a screen that blinked has shown how late the camera is, a verdict waits for that and no longer, and nobody is wronged."""

from __future__ import annotations

import random
from pathlib import Path

import cv2
import pytest

from live.game.state import State
from live.watching.lag import DEVICE, NETWORK
from live.watching.lateness import MARGIN, Lateness
from referee.errors import UserError
from tests.live.stage import OPENING
from tests.live.world import STEP, World
from vision.camera.blink import BEFORE
from vision.frame import Frame

LATE = 1.5
"""Seconds."""

SETTLED = 2.7
"""Seconds after its last turn for which the screen is held there."""


def blink(world: World, lateness: Lateness, late: float = LATE) -> list[float]:
    """Somebody holds a screen before the camera, and it blinks; the moments at which it turned."""
    rng, turns = random.Random(4), [world.stage.seconds + BEFORE]
    while len(turns) < 12:
        turns.append(turns[-1] + rng.uniform(0.34, 0.85))
    bare = world.stage.paint(world.now.sets)
    while world.stage.seconds < turns[-1] + SETTLED:
        world.stage.seconds += STEP
        photo, turned = bare.copy(), sum(turn <= world.stage.seconds - late for turn in turns)
        cv2.rectangle(photo, (700, 300), (900, 420), (230, 230, 230) if turned % 2 else (15, 15, 15), -1)
        frame = Frame(photo, world.stage.seconds)
        lateness.see(frame)
        world.live.take(frame)
    return turns


def tell(world: World, lateness: Lateness) -> None:
    """The feed says what is known of how late it is."""
    world.stage.lag, world.stage.ahead, world.stage.connections = lateness.lag, lateness.ahead, lateness.known.times


def measured(folder: Path) -> tuple[World, Lateness]:
    """A table under a camera that is `LATE`, as was measured."""
    world, lateness = World(folder, lag=LATE, reading=0.05, limit=NETWORK), Lateness(NETWORK)
    assert lateness.measure(blink(world, lateness)) == pytest.approx(LATE, abs=0.1)
    tell(world, lateness)
    world.wait(3.0)
    return world, lateness


@pytest.mark.parametrize(("sets", "state"), [((OPENING,), State.TURN), (("R10 R11",), State.RESTORE)])
def test_a_verdict_waits_for_the_lag_that_was_measured_and_no_longer(
    tmp_path: Path, sets: tuple[str, ...], state: State
) -> None:
    world, _ = measured(tmp_path)
    world.lay(sets)
    world.leave()
    pressed = world.stage.seconds
    world.end()
    assert world.wait_until(State.TURN, State.RESTORE)
    took = world.stage.seconds - pressed
    assert (world.state, world.wrongs()) == (state, [])
    assert LATE < took < LATE + 0.8


def test_what_is_known_holds_until_the_camera_is_connected_anew(tmp_path: Path) -> None:
    world, lateness = measured(tmp_path)
    witness = world.live.sitting.witness
    assert (witness.lag.most, lateness.lag) == (DEVICE, DEVICE)
    assert lateness.ahead == pytest.approx(LATE - MARGIN, abs=0.1)
    lateness.forget()
    tell(world, lateness)
    world.wait(0.2)
    assert (witness.lag.most, lateness.lag, lateness.ahead) == (NETWORK, NETWORK, 0)


def test_a_camera_that_is_not_late_is_measured_too(tmp_path: Path) -> None:
    world, lateness = World(tmp_path, lag=0.0, reading=0.05, limit=NETWORK), Lateness(NETWORK)
    assert lateness.measure(blink(world, lateness, 0.1)) == pytest.approx(0.1, abs=0.1)
    assert (lateness.ahead, lateness.lag) == (0, DEVICE)


def test_nothing_is_measured_of_a_screen_that_was_not_seen_or_of_another_connection(tmp_path: Path) -> None:
    world, lateness = World(tmp_path, lag=0.0, reading=0.05, limit=NETWORK), Lateness(NETWORK)
    turns = blink(world, lateness)
    with pytest.raises(UserError, match="nearer to the camera"):
        lateness.measure([turn + 60 for turn in turns])
    lateness.forget()
    with pytest.raises(UserError, match="nearer to the camera"):
        lateness.measure(turns)
    assert lateness.known.measured is None


@pytest.mark.parametrize("late", [0.0, 2.3])
def test_a_press_that_waits_while_another_camera_is_put_up_may_be_as_late_as_any(tmp_path: Path, late: float) -> None:
    world, lateness = measured(tmp_path)
    world.lay((OPENING,))
    world.leave()
    world.end()
    lateness.forget()
    tell(world, lateness)
    world.connect_anew(lag=late)
    world.wait(0.7)
    world.lay((OPENING, "B1 B2 B3"), seconds=0.4)  # by the next player
    world.leave()
    assert world.wait_until(State.TURN, State.RESTORE)
    assert (world.state, world.wrongs(), world.is_known((OPENING,))) == (State.TURN, [], True)


def test_a_lag_that_is_measured_while_a_press_waits_counts_for_that_press(tmp_path: Path) -> None:
    world, lateness = World(tmp_path, lag=LATE, reading=0.05, limit=NETWORK), Lateness(NETWORK)
    turns = blink(world, lateness)
    world.wait(4.0)
    world.lay((OPENING,), seconds=0.4)
    world.leave()
    world.end()
    lateness.measure(turns)
    tell(world, lateness)
    assert world.wait_until(State.TURN, State.RESTORE)
    assert (world.state, world.wrongs(), world.is_known((OPENING,))) == (State.TURN, [], True)
