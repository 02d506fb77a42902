"""Turns are judged although something in the picture never comes to rest, or the camera sends few pictures."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from live.deciding.choice import WaitsFor
from live.game.state import State
from tests.live.world import Moment, World
from vision.frame import Frame
from webui.snapshot import snapshot

pytestmark = pytest.mark.slow


class Clocked(World):
    """A table in whose picture a clock runs, at the top left, above all tiles or over the first set."""

    top = 0

    def _frame(self, moment: Moment) -> Frame:
        photo = super()._frame(moment).photo
        painted = photo.copy()
        cv2.rectangle(painted, (0, self.top), (420, self.top + 56), (0, 0, 0), -1)
        text = f"12:30:{int(self.stage.seconds) % 60:02d}.{int(self.stage.seconds * 1013) % 1000:03d}"
        cv2.putText(painted, text, (8, self.top + 44), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (255, 255, 255), 4)
        self.stage.know(painted, self.stage.shows(photo), lambda x: self.top > 0 and x < 300)
        return Frame(painted, self.stage.seconds)


def test_a_turn_is_judged_beside_a_clock_in_the_picture_and_the_page_says_what_is_left_out(tmp_path: Path) -> None:
    world = Clocked(tmp_path, lag=0.2, reading=0.2, limit=2.5)
    world.wait(26.0)
    assert snapshot(world.live)["camera"]["leftOut"] == ["top left"]
    assert snapshot(world.live)["camera"]["leftOutParts"] == ["top-left"]
    world.table = world.play(1)
    assert (world.wrongs(), world.is_known(world.table)) == ([], True)


def test_what_was_laid_where_a_clock_runs_counts_as_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Clocked, "top", 72)
    world = Clocked(tmp_path, lag=0.2, reading=0.2, limit=2.5)
    world.wait(26.0)
    world.lay(("R10 R11 R12",))
    world.leave()
    world.end()
    world.wait(8.0)
    assert (world.state, world.live.sitting.waits_for, world.live.sitting.witness.where) == (
        State.READING,
        WaitsFor.HIDDEN,
        "top left",
    )


@pytest.mark.parametrize("every", [10, 20])
def test_turns_are_judged_with_a_camera_that_sends_a_picture_in_a_second_or_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    monkeypatch.setattr(World, "every", every)
    world = World(tmp_path, lag=0.5, reading=0.3, limit=2.5)
    world.wait(5.0)
    world.play(1)
    world.wait(3.0)
    world.lay((*world.table, "O10 O11 O12"))
    world.leave()
    world.end()
    world.wait(0.7)
    world.reach(1.0)
    world.leave()
    assert world.wait_until(State.TURN, State.QUESTION)
    assert world.wrongs() == []
