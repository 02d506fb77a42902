"""A phone's pictures come in its own time, from one phone at a time, and none that is broken."""

from __future__ import annotations

import multiprocessing
import threading

import cv2
import numpy as np
import psutil
import pytest

from tests.vision.here import Here
from tests.vision.scans import many_scans
from vision.camera import phone
from vision.camera.frames import SourceError
from vision.camera.phone import LATE, OLDEST, Light, Phone
from vision.frame import Frame

HERE = pytest.mark.usefixtures("here")


def jpeg(brightness: int = 120, size: tuple[int, int] = (48, 64)) -> bytes:
    return cv2.imencode(".jpg", np.full((*size, 3), brightness, np.uint8))[1].tobytes()


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phone, "Worker", Here)


class Clock:
    seconds = 1000.0

    def monotonic(self) -> float:
        return self.seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(phone, "time", clock)
    return clock


def newest(source: Phone) -> Frame:
    frame = next(iter(source))
    assert frame is not None
    return frame


@HERE
def test_the_newest_picture_is_taken_and_older_ones_are_let_go() -> None:
    source = Phone()
    for brightness in (10, 100, 200):
        source.take("one", jpeg(brightness))
    assert abs(int(newest(source).photo.mean()) - 200) <= 1


@HERE
def test_a_picture_that_was_long_on_its_way_is_as_old_as_it_is(clock: Clock) -> None:
    source = Phone()
    source.take("one", jpeg(), stamp=7.0)
    first = newest(source).seconds
    clock.seconds += 1.8
    source.take("one", jpeg(), stamp=8.0)
    assert (first, newest(source).seconds) == pytest.approx((1000.0, 1001.0))


@HERE
@pytest.mark.parametrize(
    ("light", "caught", "lag"),
    [
        pytest.param(Light(999.4, 0.02), 999.4, LATE + 0.02, id="compared"),
        pytest.param(Light(1000.1, 0.12), 1000.0, LATE + 0.12, id="a little later than it came"),
        pytest.param(Light(1000.5, 0.02), 1000.0, None, id="much later than it came"),
        pytest.param(Light(1000.0 - OLDEST - 1, 0.02), 1000.0, None, id="by a clock that stood still"),
        pytest.param(Light(999.4, 0.9), 1000.0, None, id="compared over a line that is too slow"),
        pytest.param(Light(999.4, -0.1), 1000.0, None, id="compared by nobody"),
        pytest.param(None, 1000.0, None, id="not compared"),
    ],
)
@pytest.mark.usefixtures("clock")
def test_a_phone_that_compared_clocks_says_when_the_light_was_caught(
    light: Light | None, caught: float, lag: float | None
) -> None:
    source = Phone()
    source.take("one", jpeg(), 7.0, light)
    assert newest(source).seconds == pytest.approx(caught)
    assert source.lag == lag


@HERE
@pytest.mark.usefixtures("clock")
def test_no_picture_is_older_than_the_one_before() -> None:
    source = Phone()
    source.take("one", jpeg(), stamp=7.0)
    before = newest(source).seconds
    source.take("one", jpeg(), stamp=6.5)
    assert newest(source).seconds >= before


@HERE
def test_trouble_is_told_before_the_first_picture_and_when_no_more_come(clock: Clock) -> None:
    source = Phone()
    assert source.trouble == phone.NOBODY
    source.take("one", jpeg())
    assert source.trouble is None
    clock.seconds += phone.SILENCE + 0.1
    assert source.trouble == phone.SILENT


@HERE
def test_a_second_phone_does_not_come_between_unless_it_takes_over_or_the_first_has_left(clock: Clock) -> None:
    source = Phone()
    source.take("one", jpeg())
    with pytest.raises(SourceError) as refused:
        source.take("two", jpeg())
    assert (refused.value.code, source.connections) == ("other-phone", 0)
    source.take("two", jpeg(), take_over=True)
    clock.seconds += phone.LEFT + 0.1
    source.take("one", jpeg())
    assert source.connections == 2


@HERE
def test_a_phone_that_was_away_for_long_begins_anew(clock: Clock) -> None:
    source = Phone()
    source.take("one", jpeg(), stamp=7.0)
    clock.seconds += 60
    source.take("one", jpeg(), stamp=8.0)  # its clock stood still while it slept
    assert (newest(source).seconds, source.connections) == (1060.0, 1)


@HERE
@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"GIF89a", id="no JPEG"),
        pytest.param(jpeg()[:40], id="cut short in its header"),
        pytest.param(jpeg(size=(4, 5000)), id="too large"),
        pytest.param(many_scans(5000), id="drawn in thousands of scans"),
    ],
)
def test_what_is_no_picture_is_refused_and_the_last_one_stays(data: bytes) -> None:
    source = Phone()
    source.take("one", jpeg(200))
    with pytest.raises(SourceError):
        source.take("one", data)
    assert abs(int(newest(source).photo.mean()) - 200) <= 1


@HERE
def test_it_ends_when_it_is_closed() -> None:
    source = Phone()
    threading.Timer(0.05, source.close).start()
    assert [frame for frame in source if frame is not None] == []


@HERE
def test_who_may_not_be_the_camera_has_nothing_decoded() -> None:
    source = Phone()
    source.take("one", jpeg())
    for _ in range(3):
        with pytest.raises(SourceError, match="another phone"):
            source.take("two", many_scans(20))
    assert source._decoder.asked == 1  # type: ignore[attr-defined] # noqa: SLF001 - `Here` is


@pytest.mark.slow
def test_a_picture_that_takes_too_long_is_refused_and_the_next_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with Phone() as source:
        others = set(multiprocessing.active_children())
        source.take("one", jpeg(20))
        (decoder,) = set(multiprocessing.active_children()) - others
        psutil.Process(decoder.pid).suspend()
        monkeypatch.setattr(phone, "_DECODING", 0.1)
        with pytest.raises(SourceError, match="no JPEG"):
            source.take("one", jpeg(90))
        monkeypatch.undo()
        source.take("one", jpeg(160))
        assert abs(int(newest(source).photo.mean()) - 160) <= 1
