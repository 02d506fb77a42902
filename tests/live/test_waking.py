"""Seconds in which the program did not run count for nobody, whichever clock the computer sleeps by."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from journal import Journal
from live.game.state import State
from live.table import LiveTable
from live.watching.feed import CameraFeed, NoCamera
from live.watching.waking import WakingClock
from tests.live.stage import RULEBOOK, Played, press, state_of
from vision.camera.frames import Source
from vision.frame import Frame

PHOTO = np.zeros((90, 160, 3), np.uint8)


class Computer:
    """Its two clocks; the monotonic one counts on in its sleep, or stands still."""

    def __init__(self, *, counts_on: bool = True) -> None:
        self.monotonic = self.elapsed = 100.0
        self._counts_on = counts_on

    def clock(self) -> WakingClock:
        return WakingClock(lambda: self.monotonic, lambda: self.elapsed)

    def run(self, seconds: float) -> None:
        self.monotonic += seconds
        self.elapsed += seconds

    def sleep(self, seconds: float) -> None:
        self.elapsed += seconds
        self.monotonic += seconds if self._counts_on else 0.0


@pytest.fixture(params=[True, False], ids=["monotonic counts on", "monotonic stands still"])
def computer(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Computer:
    found = Computer(counts_on=request.param)
    monkeypatch.setattr("live.watching.feed.WakingClock", found.clock)
    return found


def test_a_computer_that_slept_in_a_turn_leaves_its_clock_where_it_was_and_says_so(
    computer: Computer, tmp_path: Path
) -> None:
    with Journal(tmp_path / "data") as journal:
        live = LiveTable(journal, NoCamera(), profile=tmp_path / "table.toml")
        press(live, "start", {"players": ["Anna", "Ben"], "rulebook": RULEBOOK, "deal": False})
        for _ in range(6):
            computer.run(0.5)
            live.note_beat()
        computer.sleep(63.0)
        computer.run(0.5)
        live.take(None)
        told = state_of(live)
        assert told["clock"]["elapsed"] == 3.0
        assert (told["trouble"]["code"], told["trouble"]["values"]) == ("slept", {"seconds": 64})
        press(live, "end", {})
        assert state_of(live)["trouble"] is None
        assert live.game.unjudged is not None
        assert live.game.unjudged.press.seconds == 3.0


def test_a_thread_that_is_starved_for_two_seconds_sleeps_no_second(computer: Computer) -> None:
    clock = computer.clock()
    computer.run(2.0)
    assert (clock.now(), clock.slept) == (102.0, 0.0)


def test_every_sleep_is_left_out_and_pictures_caught_before_it_keep_their_moment() -> None:
    computer = Computer()
    clock = computer.clock()
    for _ in range(2):
        computer.run(1.0)
        clock.now()
        computer.sleep(60.0)
        clock.now()
    assert [clock.at(seconds) for seconds in (161.5, 162.0, 200.0, 222.0)] == [101.5, 102.0, 102.0, 102.0]
    computer.run(1.0)
    assert (clock.now(), clock.slept) == (103.0, 120.0)


class Camera(Source):
    """Gives a picture each second, and the computer sleeps between the second and the third."""

    is_live = True

    def __init__(self, computer: Computer) -> None:
        super().__init__()
        self._computer = computer

    def __iter__(self) -> Iterator[Frame | None]:
        for slept in (0.0, 0.0, 30.0, 0.0):
            self._computer.run(1.0)
            self._computer.sleep(slept)
            yield Frame(PHOTO, self._computer.monotonic)


def test_the_time_of_a_camera_s_pictures_goes_on_as_if_nobody_had_slept(
    computer: Computer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("live.watching.feed.open_source", lambda _, **__: Camera(computer))
    feed = CameraFeed("0")
    frames = feed.frames()
    times = [frame.seconds for frame in (next(frames) for _ in range(4)) if frame is not None]
    assert times == sorted(times)
    assert times[-1] == feed.now() < 105
    feed.close()


def test_a_sleep_is_on_record_and_a_replay_gives_the_same_game(played: Played) -> None:
    played.begin(watched=False)
    played.stage.seconds += 10
    played.stage.slept += 63
    played.live.take(None)
    assert played.events()[-1] == "slept"
    before = played.live.game
    played.again()
    assert (played.live.game.round, played.live.game.undo_from) == (before.round, before.undo_from)
    assert played.told()["clock"]["elapsed"] == 10.0
    played.buttons.undo()
    assert played.live.game.state is State.SETUP


def test_a_sleep_between_rounds_is_nobody_s_and_no_word_is_lost_on_it(played: Played) -> None:
    played.stage.slept += 8 * 3600
    played.live.take(None)
    played.begin()
    played.live.take(None)
    assert "slept" not in played.events()
    assert played.told()["trouble"] is None
