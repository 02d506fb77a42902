"""The threads that look, read and note the time: what a picture, a silent camera or a fault does to them, how they end."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from journal import Beat, Journal
from live.game.state import State
from tests.live.stage import EndlessStage, Played, Stage
from vision.frame import Frame
from vision.reading.table_reading import TableReading

PATIENCE = 30.0
"""Seconds that a busy computer is given."""


class Camera(EndlessStage):
    """Shows one table in real time, or nothing while it is silent."""

    def __init__(self) -> None:
        super().__init__()
        self.is_live = True
        self.silent = False

    def frames(self) -> Iterator[Frame | None]:
        for frame in super().frames():
            if not self.silent:
                yield frame


class Torn(Stage):
    """Cannot read the first picture that it is given, or so many more from then on that it is `torn`."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self._error = error
        self.torn = 1

    def read(self, *args: Any, **options: Any) -> TableReading:
        self.torn -= 1
        if self.torn >= 0:
            raise self._error
        return super().read(*args, **options)


@pytest.fixture
def camera(tmp_path: Path) -> Iterator[Played]:
    """A table that a camera looks at."""
    game = Played(tmp_path, Camera())
    game.begin()
    yield game
    game.runner.close()


def threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("live-")]


def wait_until(played: Played, holds: Callable[[], object]) -> None:
    """Waits for the page to be told of something new until it holds."""
    version, left = -1, 300
    while not holds() and left:
        played.live.bulletin.wait(version, PATIENCE / 300)
        version, left = played.live.bulletin.version, left - 1
    assert holds()


def test_one_picture_that_cannot_be_read_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    played = Played(tmp_path, Torn(ValueError("no tile lies there\nsomewhere")))
    played.stage.show("R10 R11 R12")
    played.run()
    assert played.told()["trouble"] == {
        "line": "a picture could not be read: no tile lies there",
        "code": "unreadable",
        "values": {},
    }
    assert [[tile["tile"] for tile in members] for members in played.told()["table"]["sets"]] == [["R10", "R11", "R12"]]
    played.runner.close()


def test_a_table_of_which_no_picture_can_be_read_keeps_no_turn_waiting(tmp_path: Path) -> None:
    played = Played(tmp_path, Torn(ValueError("no tile lies there")))
    stage = played.stage
    assert isinstance(stage, Torn)
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    table = stage.paint(["R10 R11 R12"])
    stage.hands().do(played.buttons.end_turn).do(lambda: setattr(stage, "torn", 4)).picture(table, 1).hands()
    played.run()
    assert (played.state(), stage.torn < 4) == (State.READING, True)
    stage.torn = 0
    stage.picture(table, 3)
    played.run()
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["played"]) == ("legal", ["R10", "R11", "R12"])
    played.runner.close()


def test_a_fault_while_watching_is_told_to_everybody(tmp_path: Path) -> None:
    played = Played(tmp_path, Torn(KeyError("model")))
    played.stage.show("R10 R11 R12")
    with pytest.raises(KeyError):
        played.run()
    assert played.told()["trouble"]["code"] == "blind"
    assert played.told()["trouble"]["line"] == (
        "the table is no longer watched: start tileref again, the game goes on where it was"
    )
    played.begin()
    assert played.told()["trouble"]["code"] == "blind"  # whatever is pressed since
    played.runner.close()


@pytest.mark.parametrize(("place", "what"), [((Stage, "read"), "read"), ((Journal, "note_beat"), "timed")])
def test_a_thread_that_ends_by_a_fault_is_told_to_everybody(
    camera: Played, monkeypatch: pytest.MonkeyPatch, place: tuple[type, str], what: str
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("model")

    ended = threading.Event()
    monkeypatch.setattr(threading, "excepthook", lambda _: ended.set())
    monkeypatch.setattr(*place, fail)
    camera.runner.start()
    assert ended.wait(PATIENCE)
    assert f"the table is no longer {what}: start tileref again" in camera.told()["trouble"]["line"]


def test_what_a_camera_shows_is_read_while_it_goes_on(camera: Played) -> None:
    assert isinstance(camera.stage, Camera)
    camera.stage.now_show("R10 R11 R12")
    camera.runner.start()
    wait_until(camera, lambda: camera.told()["table"] and camera.told()["table"]["sets"])
    assert {thread.name for thread in threads()} == {"live-run", "live-_read_on", "live-_note_on"}
    assert all(thread.daemon for thread in threads())  # none keeps a program alive that has failed


def test_a_camera_that_falls_silent_is_told_although_no_picture_comes(
    camera: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(camera.stage, Camera)
    monkeypatch.setattr("live.runner.TICK", 0.01)
    camera.stage.silent = True
    camera.runner.start()
    for trouble in ("the camera gives no picture", None):
        version = camera.live.bulletin.version
        camera.stage.trouble = trouble
        wait_until(camera, lambda version=version: camera.live.bulletin.version > version)  # type: ignore[misc]
        assert camera.told()["camera"]["trouble"] == trouble


def test_closing_ends_the_threads_and_whoever_waits_for_news(camera: Played) -> None:
    camera.runner.start()
    waiting = threading.Thread(target=lambda: camera.live.bulletin.wait(camera.live.bulletin.version, PATIENCE))
    waiting.start()
    camera.runner.close()
    waiting.join(PATIENCE)
    assert (threads(), waiting.is_alive(), camera.live.closed) == ([], False, True)
    camera.runner.close()


def test_closing_notes_the_clock(camera: Played) -> None:
    camera.stage.seconds = 40.0
    camera.runner.close()
    camera.again()
    assert camera.live.record.journal.last_beat() == Beat(event=1, elapsed=40.0)
    assert camera.told()["clock"]["elapsed"] == pytest.approx(40)


class Held(Stage):
    """Reads a picture only once it is allowed to."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.allowed = threading.Event(), threading.Event()

    def read(self, *args: Any, **options: Any) -> TableReading:
        self.begun.set()
        self.allowed.wait(PATIENCE)
        return super().read(*args, **options)


def test_a_recording_waits_until_each_of_its_frames_is_read(tmp_path: Path) -> None:
    stage = Held()
    played = Played(tmp_path, stage)
    stage.show("R10 R11 R12", seconds=60)
    played.runner.start()
    assert stage.begun.wait(PATIENCE)
    seconds = stage.seconds
    played.live.bulletin.wait(played.live.bulletin.version, 0.1)
    assert stage.seconds == seconds < 60
    stage.allowed.set()
    wait_until(played, lambda: played.told()["table"] and played.live.sitting.observer.is_read)
    played.runner.close()
