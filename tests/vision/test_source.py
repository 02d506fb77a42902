"""Frames come in order with their times, live sources never lag, and what gives no frames says so in one line."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera import devices, live_camera
from vision.camera import source as sources
from vision.camera.frames import SourceError
from vision.camera.source import first_camera, is_device, open_recording, open_source, shown
from vision.frame import Frame

pytestmark = pytest.mark.slow

SHAPE = (48, 64, 3)


def grey(value: int) -> np.ndarray:
    return np.full(SHAPE, value, np.uint8)


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """Ten frames at 10 a second, each lighter than the one before."""
    path = tmp_path / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, SHAPE[1::-1])
    for index in range(10):
        writer.write(grey(index * 25))
    writer.release()
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three frames whose names sort differently as text than as numbers, and files that are no frames."""
    place = tmp_path / "frames"
    place.mkdir()
    for number in (10, 9, 1):
        cv2.imwrite(str(place / f"turn {number}.png"), grey(number * 20))
    (place / "notes.txt").write_text("no frame")
    (place / ".DS_Store").write_bytes(b"no frame")
    return place


class Pictures(BaseHTTPRequestHandler):
    """An MJPEG camera as phone apps offer it. `frames` pictures a connection, the next lighter than the last."""

    frames = 400
    pause = 0.01

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=cut")
        self.end_headers()
        try:
            for index in range(self.frames):
                body = cv2.imencode(".jpg", grey(min(index, 255)))[1].tobytes()
                self.wfile.write(b"--cut\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(body))
                self.wfile.write(body + b"\r\n")
                time.sleep(self.pause)
        except OSError:
            return  # the viewer left

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the name is the base class's
        """Keeps the test's output clean."""


@pytest.fixture
def serve() -> Iterator[Callable[[type[Pictures]], str]]:
    servers = []

    def start(handler: type[Pictures]) -> str:
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_address[1]}/video"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


def refusal(spec: str) -> str:
    with pytest.raises(SourceError) as caught:
        open_source(spec)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_video_gives_every_frame_with_its_own_time(video: Path) -> None:
    with open_recording(str(video)) as source:
        frames = list(source)

    assert [round(f.seconds, 2) for f in frames] == [round(i / 10, 2) for i in range(10)]
    assert all(later.photo.mean() > earlier.photo.mean() for earlier, later in pairwise(frames))
    assert frames[0].photo.shape == SHAPE
    assert not source.is_live


def test_a_paced_video_takes_its_own_time(video: Path) -> None:
    with open_recording(str(video), paced=True) as source:
        began = time.monotonic()
        arrived = [(time.monotonic() - began, frame.seconds) for frame in source]

    assert arrived
    assert all(at >= seconds - 0.01 for at, seconds in arrived)


def test_a_paced_video_passes_over_what_its_taker_missed(video: Path) -> None:
    with open_recording(str(video), paced=True) as source:
        frames = iter(source)
        next(frames)
        time.sleep(0.55)
        second = next(frames)

    assert second.seconds >= 0.4


def test_a_folder_plays_in_natural_order_at_a_fixed_rate(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "_FOLDER_RATE", 4)
    with open_recording(str(folder)) as source:
        frames = list(source)

    assert [int(f.photo.mean()) for f in frames] == [20, 180, 200]
    assert [f.seconds for f in frames] == [0, 0.25, 0.5]


def test_closing_ends_a_paced_source_that_is_waiting(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "_FOLDER_RATE", 0.001)
    with open_recording(str(folder), paced=True) as source:
        frames = iter(source)
        next(frames)
        threading.Timer(0.05, source.close).start()

        assert next(frames, None) is None


def test_a_broken_frame_in_a_folder_is_named(folder: Path) -> None:
    (folder / "turn 2.png").write_bytes(b"not a picture")

    with open_recording(str(folder)) as source, pytest.raises(SourceError, match=r"turn 2\.png: is not a photo"):
        list(source)


def test_a_stream_is_followed_and_opened_again_where_it_ends(serve: Callable[[type[Pictures]], str]) -> None:
    class Brief(Pictures):
        frames = 8
        connections = 0

        def do_GET(self) -> None:
            type(self).connections += 1
            super().do_GET()

    frames: list[Frame] = []
    with open_source(serve(Brief)) as source:
        for frame in source:
            frames += [] if frame is None else [frame]
            if Brief.connections > 1 and frame is not None:
                break

    assert source.is_live
    assert {frame.photo.shape for frame in frames} == {SHAPE}
    assert all(later.seconds > earlier.seconds for earlier, later in pairwise(frames))


def test_an_address_where_nobody_listens_is_an_error() -> None:
    assert "gives no picture" in refusal("http://127.0.0.1:1/video")
    assert "gives no picture" in refusal("rtsp://127.0.0.1:1/stream")


def test_an_address_that_never_answers_does_not_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_camera, "_STARTING", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert "gives no picture" in refusal(f"http://127.0.0.1:{silent.getsockname()[1]}/video")


def test_a_password_in_an_address_is_not_repeated() -> None:
    message = refusal("rtsp://guest:hunter2@127.0.0.1:1/stream")

    assert message.startswith("rtsp://127.0.0.1:1/...: ")
    assert "hunter2" not in message


@pytest.mark.parametrize(
    "address",
    [
        "rtsp://guest:hunter2@192.168.1.20:99999/stream",
        "rtsp://guest:hunter2@[::1/video",
        "rtsp://guest:hunter2@/stream",
        "rtsp://guest:hun/hunter2@192.168.1.20/stream",
        "rtsp://guest:12/hunter2@127.0.0.1:1/stream",
        "rtsp:/guest:hunter2@127.0.0.1/stream",
        "http://127.0.0.1:1/video?password=hunter2",
        "http://127.0.0.1:1/user=admin&password=hunter2",
        "rtsp://127.0.0.1:1/live/user=admin_password=hunter2_channel=1.sdp",
        "http://127.0.0.1:1/video;password=hunter2",
        "http://127.0.0.1:1/admin/hunter2/video.cgi",
        "http://127.0.0.1:1#hunter2",
        "rtsp:///user=admin&password=hunter2",
        "guest:hunter2@127.0.0.1/video",
        "guest:hunter2@http://127.0.0.1/video",
        "gu est:hunter2@127.0.0.1://video",
    ],
)
def test_a_password_in_a_mistyped_address_is_not_repeated(address: str) -> None:
    assert "hunter2" not in refusal(address)


def test_of_an_address_the_machine_is_shown_and_a_file_as_it_is() -> None:
    assert shown("http://192.168.1.20:8080/video/main") == "http://192.168.1.20:8080/..."
    assert shown("http://192.168.1.20:8080/") == "http://192.168.1.20:8080"
    assert shown("tables/round=1;final.mp4") == "tables/round=1;final.mp4"


@pytest.mark.parametrize("spec", ["ftp://127.0.0.1/video", "file:///etc/passwd", "http://", "http://[::1/video"])
def test_an_address_of_another_kind_is_refused(spec: str) -> None:
    assert "is no" in refusal(spec)


def test_a_dead_camera_number_is_an_error_without_noise(capfd: pytest.CaptureFixture[str]) -> None:
    assert refusal("97") == (
        "camera 97 gives no picture; check that it is plugged in and that no other program uses it"
    )
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("spec", ["/dev/video97", "/dev/v4l/by-id/usb-Maker_Model_1234-video-index0"])
def test_a_camera_may_be_named_by_its_file(spec: str) -> None:
    assert is_device(spec)
    assert refusal(spec) == f"{spec}: gives no picture; check that it is plugged in and that no other program uses it"


def test_a_link_leads_to_the_camera_that_it_names_now(tmp_path: Path) -> None:
    link = tmp_path / "webcam"
    assert not is_device(str(link))
    for number in (97, 98):
        link.unlink(missing_ok=True)
        link.symlink_to(f"/dev/video{number}")
        assert is_device(str(link))
        assert devices.number_of(link) == number


@pytest.mark.parametrize("password", ["a#b", "a/b", "a?b", "1#2", "12/@3"])
def test_an_address_whose_password_has_signs_of_its_own_says_how_to_write_them(password: str) -> None:
    told = refusal(f"rtsp://admin:{password}@192.168.1.20/stream")
    assert "@ as %40, # as %23, / as %2F" in told
    assert password not in told


def test_a_file_that_is_no_video_is_an_error_without_noise(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "letter.mp4"
    path.write_bytes(b"dear players, " * 500)

    assert "is no video" in refusal(str(path))
    assert capfd.readouterr().err == ""


def test_a_video_larger_than_any_camera_is_refused_before_it_plays(tmp_path: Path) -> None:
    path = str(tmp_path / "huge.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 5.0, (4352, 64))
    for _ in range(2):
        writer.write(np.zeros((64, 4352, 3), np.uint8))
    writer.release()

    assert "larger than 4096 x 3072" in refusal(path)


def test_missing_file_and_empty_folder_are_told_apart(tmp_path: Path) -> None:
    assert "no such file or folder" in refusal(str(tmp_path / "gone.mp4"))
    assert "no photos in this folder" in refusal(str(tmp_path))
    assert "no such file or folder" in refusal("")


def test_where_no_camera_is_plugged_in_none_is_found(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(devices, "may_be_there", lambda _: False)
    assert first_camera() is None
    assert capfd.readouterr().err == ""


def test_cameras_that_give_no_picture_are_tried_without_noise(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(devices, "may_be_there", lambda _: True)
    assert first_camera() is None
    assert capfd.readouterr().err == ""
