"""A camera that is lost is told and opened again; a recording ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from live.watching.feed import CameraFeed
from live.watching.lag import NETWORK
from vision.camera.frames import Source, SourceError
from vision.frame import Frame

PHOTO = np.full((90, 160, 3), 90, np.uint8)


class Camera(Source):
    """Gives a frame, then none, then one again."""

    is_live = True

    def __init__(self) -> None:
        super().__init__()
        self.ails = False

    @property
    def trouble(self) -> str | None:
        return "camera http gives no picture" if self.ails else None

    def __iter__(self) -> Iterator[Frame | None]:
        yield Frame(PHOTO, 7.0)
        self.ails = True
        yield None
        self.ails = False
        yield Frame(PHOTO, 9.0)
        self._closed.wait()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("live.watching.feed.PAUSE", 0.01)


def test_a_camera_that_is_lost_is_told_while_it_is_and_its_frames_bear_their_own_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("live.watching.feed.open_source", lambda _, **__: Camera())
    feed = CameraFeed("http://anna:hunter2@192.168.1.20/user=anna&password=hunter2")
    frames = feed.frames()
    seen = [(None if frame is None else frame.seconds, feed.trouble) for frame in (next(frames) for _ in range(3))]
    feed.close()

    assert seen == [(7.0, None), (None, "camera http gives no picture"), (9.0, None)]
    assert feed.name == "http"
    assert list(frames) == []


def test_a_recording_plays_once_and_its_time_then_stands_still(tmp_path: Path) -> None:
    for i in range(2):
        cv2.imwrite(str(tmp_path / f"{i}.png"), PHOTO)
    feed = CameraFeed(str(tmp_path))
    frames = feed.frames()
    assert [frame.seconds for frame in (next(frames), next(frames)) if frame is not None] == [0.0, 0.5]
    assert next(frames) is None
    assert feed.trouble == f"{tmp_path.name}: the recording is over"  # guests read it: not where it lies
    assert (feed.now(), feed.rate) == (0.5, 0.0)
    assert next(frames) is None
    feed.close()
    assert list(frames) == []


def test_of_a_broken_recording_guests_are_told_its_name_and_not_where_it_lies(tmp_path: Path) -> None:
    (tmp_path / "1.jpg").write_bytes(b"no photo")
    feed = CameraFeed(str(tmp_path))
    assert next(feed.frames()) is None
    assert (feed.trouble or "").startswith("1.jpg: is not a photo")
    feed.close()


def test_a_source_that_is_not_there_is_told_at_once() -> None:
    with pytest.raises(SourceError, match="no such file"):
        CameraFeed("no-such-video.mp4")


def test_a_phone_may_be_as_late_as_any_camera_of_the_network() -> None:
    feed = CameraFeed("phone")
    try:
        assert feed.lag == NETWORK
    finally:
        feed.close()
