"""Cameras at the computer: large pictures are asked for, decoded where they are wanted, and what gives none is named."""

from __future__ import annotations

import multiprocessing
import sys
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from vision.camera import devices
from vision.camera.capture_process import ROOM, LostError
from vision.camera.devices import Decoded, Device, Stream, first, tell_first

SHAPE = (48, 64, 3)


class FakeCapture:
    """A camera as OpenCV presents it; those that give no picture open all the same."""

    def __init__(
        self, *, working: bool = True, shape: tuple[int, ...] = SHAPE, said: tuple[int, int] | None = None
    ) -> None:
        """`said` is the width and height that it has by its own account."""
        self.working, self.released, self.decoded = working, False, 0
        self.shape = shape
        self.asked: dict[int, float] = {}
        width, height = said or shape[1::-1]
        self.says = {cv2.CAP_PROP_FRAME_WIDTH: width, cv2.CAP_PROP_FRAME_HEIGHT: height, cv2.CAP_PROP_POS_MSEC: 2500}

    def set(self, setting: int, value: float) -> bool:
        self.asked[setting] = value
        return False

    def get(self, setting: int) -> float:
        return float(self.says[setting])

    def grab(self) -> bool:
        return self.working

    def retrieve(self, into: np.ndarray) -> tuple[bool, np.ndarray]:
        self.decoded += 1
        picture = np.full(self.shape, self.decoded, np.uint8)
        if into.shape == picture.shape:
            into[:] = picture
            return True, into
        return True, picture

    def release(self) -> None:
        self.released = True


@pytest.fixture(autouse=True)
def numbers_say_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on macOS and Windows, where no file tells which cameras there are."""
    monkeypatch.setattr(sys, "platform", "darwin")


def present(monkeypatch: pytest.MonkeyPatch, *cameras: FakeCapture) -> None:
    monkeypatch.setattr(cv2, "VideoCapture", dict(enumerate(cameras)).__getitem__)


def test_the_first_camera_that_gives_a_picture_is_found_and_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    cameras = FakeCapture(working=False), FakeCapture()
    present(monkeypatch, *cameras)
    ours, theirs = multiprocessing.Pipe()
    tell_first(theirs)

    assert ours.recv() == 1
    assert [camera.released for camera in cameras] == [True, True]


def test_no_camera_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    present(monkeypatch, *(FakeCapture(working=False) for _ in range(4)))
    assert first() is None


def test_a_camera_is_asked_for_pictures_large_enough_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    camera = FakeCapture()
    present(monkeypatch, camera)
    Device(0).open()
    assert (camera.asked[cv2.CAP_PROP_FRAME_WIDTH], camera.asked[cv2.CAP_PROP_FRAME_HEIGHT]) == (1920, 1080)


@pytest.mark.parametrize("said", [None, (640, 480)], ids=["as-said", "otherwise"])
def test_a_picture_is_decoded_when_it_is_wanted_whatever_its_size(said: tuple[int, int] | None) -> None:
    camera = FakeCapture(said=said)
    capture = Decoded(camera, "is gone")  # type: ignore[arg-type] # in OpenCV's place
    for _ in range(5):
        capture.grab()
    memory = bytearray(ROOM)
    shot = capture.put(memoryview(memory))

    assert camera.decoded == 1
    assert (shot.width, shot.height, shot.is_jpeg, shot.stamp) == (64, 48, False, 2.5)
    assert bytes(memory[: shot.size]) == bytes([1]) * (64 * 48 * 3)


@pytest.mark.parametrize(
    "camera",
    [FakeCapture(said=(16384, 16384)), FakeCapture(said=(64, 48), shape=(5000, 20, 3))],
    ids=["by-its-own-account", "as-it-comes"],
)
def test_pictures_larger_than_any_are_refused(camera: FakeCapture) -> None:
    capture = Decoded(camera, "is gone")  # type: ignore[arg-type] # in OpenCV's place
    with pytest.raises(LostError, match="set it to 1920 x 1080"):
        capture.put(memoryview(bytearray(ROOM)))


def test_a_camera_that_is_pulled_out_is_lost() -> None:
    camera = FakeCapture()
    capture = Decoded(camera, "is gone")  # type: ignore[arg-type] # in OpenCV's place
    camera.working = False
    with pytest.raises(LostError, match="is gone"):
        capture.grab()


def test_a_stream_that_nobody_sends_is_lost() -> None:
    with pytest.raises(LostError, match="gives no picture; check the address"):
        Stream("rtsp://127.0.0.1:1/stream").open()


def test_the_cameras_of_this_computer_are_named_in_their_order_and_none_is_opened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = [SimpleNamespace(index=2, name="Capture\x1b[2J"), SimpleNamespace(index=0, name="HD Webcam")]
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("cv2_enumerate_cameras.enumerate_cameras", lambda _: there)
    monkeypatch.setattr("vision.camera.devices.cv2.VideoCapture", None)
    named = devices.named()
    assert list(named) == [0, 2]
    assert named[0] == "HD Webcam"
    assert named[2].isprintable()


def test_where_no_names_are_told_there_are_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert devices.named() == dict.fromkeys(range(devices.PROBED), "")
