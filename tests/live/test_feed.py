"""A camera that is lost is told and opened again; a recording ends."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from live.feed import CameraFeed
from vision.frame import Frame
from vision.source import Source, SourceError

PHOTO = np.full((90, 160, 3), 90, np.uint8)


class Camera(Source):
    """Gives two frames, then breaks."""

    live = True

    def __iter__(self) -> Iterator[Frame]:
        yield Frame(PHOTO, 0.0)
        yield Frame(PHOTO, 0.1)
        raise SourceError("camera 0 gives no picture; check that it is plugged in")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("live.feed.RETRY", 0.01)


def test_a_lost_camera_is_told_and_comes_back_without_time_running_backwards(monkeypatch: pytest.MonkeyPatch) -> None:
    answers: list[Source | SourceError] = [Camera(), SourceError("camera 0 is still away"), Camera()]

    def open_again(_: str, *, paced: bool) -> Source:
        assert paced
        answer = answers.pop(0)
        if isinstance(answer, SourceError):
            raise answer
        return answer

    monkeypatch.setattr("live.feed.open_source", open_again)
    feed = CameraFeed("0")
    seen: list[tuple[bool, str | None]] = []
    times: list[float] = []
    for frame in feed.frames():
        seen.append((frame is not None, feed.trouble))
        if frame is not None:
            times.append(frame.seconds)
        if len(times) == 4:
            feed.close()
    assert seen == [
        (True, None),
        (True, None),
        (False, "camera 0 gives no picture; check that it is plugged in"),
        (False, "camera 0 is still away"),
        (True, None),
        (True, None),
    ]
    assert times == sorted(times)


def test_a_camera_that_falls_silent_is_in_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("live.feed.open_source", lambda _, **__: Camera())
    monkeypatch.setattr("live.feed.SILENCE", -1.0)
    assert "gives no picture" in (CameraFeed("0").trouble or "")


def test_a_recording_plays_once_and_its_time_then_stands_still(tmp_path: Path) -> None:
    for i in range(2):
        cv2.imwrite(str(tmp_path / f"{i}.png"), PHOTO)
    feed = CameraFeed(str(tmp_path))
    frames = feed.frames()
    assert [frame.seconds for frame in (next(frames), next(frames)) if frame is not None] == [0.0, 0.5]
    assert next(frames) is None
    assert "the recording is over" in (feed.trouble or "")
    assert (feed.now(), feed.rate) == (0.5, 0.0)
    feed.close()
    assert list(frames) == []


def test_a_source_that_is_not_there_is_told_at_once() -> None:
    with pytest.raises(SourceError, match="no such file"):
        CameraFeed("no-such-video.mp4")
