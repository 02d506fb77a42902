"""What a table looks through is chosen while it runs, and kept; the film is left for the game that people play, and leaves no trace in it."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import calibration
from calibration import TableProfile
from calibration.profile import FILE_NAME
from journal import Journal
from live import camera_choice as cameras
from live.camera_choice import DEMO, Cameras, folder_of, open_feed
from live.demo import DemoFeed
from live.game import commands
from live.game.commands import RefusedError
from live.game.state import State
from live.table import LiveTable
from live.watching.feed import NO_CAMERA, Feed, NoCamera
from tests.live.stage import RULEBOOK, Stage, state_of
from vision.camera.frames import SourceError

AREA = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
DEAD = "http://10.0.0.1/dead"


@pytest.fixture(autouse=True)
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The cameras that were opened: one gives no picture, the others show a stage."""
    asked: list[str] = []

    def open_camera(camera: str) -> Feed:
        if camera in {NO_CAMERA, DEMO}:
            return open_feed(camera)
        asked.append(camera)
        if camera == DEAD:
            raise SourceError("http://10.0.0.1/...: gives no picture")
        stage = Stage()
        stage.name = camera
        return stage

    monkeypatch.setattr(cameras, "open_feed", open_camera)
    monkeypatch.setattr("vision.camera.source.first_camera", lambda: None)
    return asked


class Started:
    """A table as `tileref serve` starts it."""

    def __init__(self, home: Path, camera: str, stack: contextlib.ExitStack) -> None:
        self.home = home
        feed = cameras.open_feed(camera)
        folder = stack.enter_context(folder_of(feed, home))
        self.live = LiveTable(Journal(folder), feed, profile=folder / FILE_NAME)
        if isinstance(feed, DemoFeed):
            feed.attach(self.live)
        self.cameras = Cameras(self.live, home, camera)
        stack.callback(self.cameras.close)
        stack.callback(self.live.close)

    def choose(self, camera: str | None) -> None:
        self.cameras.choose(camera, "host")

    @property
    def told(self) -> dict[str, Any]:
        return state_of(self.live)

    @property
    def profile(self) -> TableProfile:
        return calibration.load(self.home / FILE_NAME)

    def begin(self) -> None:
        self.live.do(commands.start_round, ("Anna", "Ben"), self.live.shelf.load(RULEBOOK), deal=False)


@pytest.fixture
def stack() -> Iterator[contextlib.ExitStack]:
    with contextlib.ExitStack() as stack:
        yield stack


@pytest.fixture
def film(tmp_path: Path, stack: contextlib.ExitStack) -> Started:
    return Started(tmp_path / "home", DEMO, stack)


@pytest.fixture
def own(tmp_path: Path, stack: contextlib.ExitStack) -> Started:
    return Started(tmp_path / "home", "0", stack)


def test_the_film_is_left_for_a_game_that_is_kept(film: Started) -> None:
    film.choose(None)
    assert (film.told["demo"], film.told["phase"], film.told["camera"]["name"]) == (None, "setup", NO_CAMERA)
    film.begin()
    film.live.close()
    with Journal(film.home) as journal:
        assert [event.kind for event in journal.events()] == ["round-started"]


def test_the_next_start_goes_on_with_that_game_though_no_camera_answers(film: Started) -> None:
    film.choose(None)
    assert film.profile.camera == NO_CAMERA


def test_the_film_leaves_the_game_that_people_play_as_it_is(own: Started) -> None:
    own.begin()
    own.choose(DEMO)
    frames = iter(own.live.feed.frames())
    next(frames)
    assert own.told["demo"] == {"byItself": True, "over": False}
    assert [player["name"] for player in own.told["players"]] == ["Anna", "Ben", "Carla"]
    own.choose(None)
    assert ([player["name"] for player in own.told["players"]], own.told["state"]) == (["Anna", "Ben"], "turn")
    assert (own.told["camera"]["name"], own.told["watched"]) == ("0", True)
    assert own.live.game.chosen == 0  # the same camera looks again, in whose picture all lies where it lay


def test_a_film_that_was_left_presses_no_button_of_the_game(film: Started) -> None:
    feed = film.live.feed
    assert isinstance(feed, DemoFeed)
    frames = iter(feed.frames())
    next(frames)
    film.choose(None)
    film.begin()
    before = film.live.game
    for _ in frames:
        pass
    assert film.live.game is before


def test_a_camera_chosen_during_the_film_looks_at_the_own_game(film: Started) -> None:
    film.choose("1")
    film.begin()
    assert (film.told["demo"], film.told["camera"]["name"], film.told["watched"]) == (None, "1", True)
    assert film.profile.camera == "1"


def test_where_the_camera_kept_gives_no_picture_the_film_is_left_all_the_same(film: Started) -> None:
    calibration.save(TableProfile(camera=DEAD), film.home / FILE_NAME)
    film.choose(None)
    assert (film.told["demo"], film.told["camera"]["name"]) == (None, NO_CAMERA)
    assert film.profile.camera == DEAD  # for the next start


@pytest.mark.parametrize("start", ["own", "film"])
def test_a_camera_that_gives_no_picture_changes_nothing(start: str, request: pytest.FixtureRequest) -> None:
    table: Started = request.getfixturevalue(start)
    feed, profile = table.live.feed, table.profile
    with pytest.raises(RefusedError, match="gives no picture") as refused:
        table.choose(DEAD)
    assert refused.value.code == "camera-fails"
    assert (table.live.feed, table.profile) == (feed, profile)
    table.live.do(commands.start_round, ("Anna", "Ben"), table.live.shelf.load(RULEBOOK), deal=False)
    assert table.live.game.state is State.TURN


def test_the_choice_is_kept_for_the_next_start(own: Started) -> None:
    for camera in ("1", "phone", NO_CAMERA):
        own.choose(camera)
        assert own.profile.camera == camera


def test_a_play_area_belongs_to_the_camera_in_whose_picture_it_was_marked(own: Started) -> None:
    path = own.home / FILE_NAME
    calibration.save(dataclasses.replace(own.profile, area=AREA), path)
    own.choose("0")
    assert own.profile.area == AREA
    own.choose("1")
    assert own.profile.area is None
    assert own.told["area"] is None


def test_the_camera_that_is_looked_through_is_not_opened_a_second_time(own: Started, opened: list[str]) -> None:
    own.begin()
    own.live.do(commands.leave_camera)
    own.choose("0")
    assert opened == ["0"]
    assert own.told["watched"]


def test_the_film_is_chosen_and_left_again_and_again_and_keeps_nothing(own: Started) -> None:
    own.begin()
    folders = set()
    for _ in range(2):
        own.choose(DEMO)
        folders.add(own.live.record.journal.folder)
        own.choose(None)
    assert len(folders) == 2
    assert not any(folder.exists() for folder in folders)
    assert own.told["state"] == "turn"


def test_who_chose_is_recorded(own: Started) -> None:
    own.cameras.choose("1", "guest 3fa29c, host")
    *_, last = own.live.record.journal.events()
    assert (last.kind, last.data["by"], last.data["name"]) == ("camera-chosen", "guest 3fa29c, host", "1")


def test_without_a_camera_feed_time_is_the_computers_own(own: Started) -> None:
    own.begin()
    own.choose(NO_CAMERA)
    assert isinstance(own.live.feed, NoCamera)
    assert own.told["clock"]["running"]
    assert own.told["clock"]["elapsed"] < 60
