"""Motion JPEG is taken from all kinds of cameras; what is none is named in one line, and nothing waits for ever."""

from __future__ import annotations

import base64
import socket
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera import mjpeg, network
from vision.camera.capture_process import ROOM, Capture, LostError, Shot
from vision.camera.mjpeg import Http
from vision.camera.picture_limits import size_of
from vision.frame import Jpeg

SHAPE = (48, 64, 3)


def jpeg(level: int = 90, shape: tuple[int, ...] = SHAPE) -> bytes:
    return cv2.imencode(".jpg", np.full(shape, level, np.uint8))[1].tobytes()


class Answer(BaseHTTPRequestHandler):
    """Says what the test wants said, then closes, or hangs until the test is over."""

    kind = "multipart/x-mixed-replace; boundary=cut"
    body = b""
    status = 200
    hangs = False
    key: str | None = None
    over: threading.Event

    def do_GET(self) -> None:
        if (
            self.key is not None
            and self.headers["Authorization"] != f"Basic {base64.b64encode(self.key.encode()).decode()}"
        ):
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="camera"')
            self.end_headers()
            return
        self.send_response(self.status)
        self.send_header("Content-Type", self.kind)
        self.end_headers()
        self.wfile.write(self.body)
        if self.hangs:
            self.over.wait()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the name is the base class's
        """Keeps the test's output clean."""


@pytest.fixture
def serve() -> Iterator[Callable[..., str]]:
    servers, over = [], threading.Event()

    def start(**what: object) -> str:
        handler = type("Asked", (Answer,), {**what, "over": over})
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_address[1]}/video"

    yield start
    over.set()
    for server in servers:
        server.shutdown()
        server.server_close()


Serve = Callable[..., str]


def part(picture: bytes, *headers: bytes, boundary: bytes = b"--cut") -> bytes:
    return b"\r\n".join([boundary, *headers, b"", picture, b""])


def sized(picture: bytes) -> bytes:
    return part(picture, b"Content-Type: image/jpeg", b"Content-Length: %d" % len(picture))


def taken(capture: Capture, memory: bytearray) -> tuple[Shot, bytes]:
    shot = capture.put(memoryview(memory))
    return shot, bytes(memory[: shot.size])


def pictures(address: str, count: int) -> list[bytes]:
    memory = bytearray(1 << 18)
    capture = Http(address).open()
    found = [taken(capture, memory)[1]]
    for _ in range(count - 1):
        capture.grab()
        found.append(taken(capture, memory)[1])
    capture.release()
    return found


def refusal(address: str) -> str:
    with pytest.raises(LostError) as caught:
        Http(address).open()
    assert "\n" not in str(caught.value)
    return str(caught.value)


FIRST, SECOND = jpeg(60), jpeg(200)
GRAIN = np.random.default_rng(0).integers(0, 255, (96, 128, 3), np.uint8)
NOISY = cv2.imencode(".jpg", GRAIN)[1].tobytes()


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("boundary=cut", sized(FIRST) + sized(SECOND)),
        ('boundary="cut"', sized(FIRST) + sized(SECOND)),
        ("boundary=--cut", sized(FIRST) + sized(SECOND)),
        ("boundary=cut", b"\r\nhello\r\n" + sized(FIRST) + b"\r\n\r\n" + sized(SECOND)),
        ("boundary=cut", part(FIRST) + part(SECOND) + b"--cut\r\n"),
        ("boundary=--cut", part(FIRST, b"content-type: image/jpeg") + part(SECOND) + b"--cut--\r\n"),
        ("boundary=cut", sized(FIRST + b"\0\0\0") + sized(SECOND)),
        ("boundary=cut", sized(FIRST) + sized(FIRST[:200]) + sized(b"no picture") + sized(SECOND)),
        ("boundary=cut", sized(FIRST + b"\xff" * 64) + sized(SECOND + b"\xff" * 64)),
        ("boundary=cut", sized(FIRST + b"\x12\x34\x56" * 40) + sized(SECOND)),
        ("boundary=cut", sized(FIRST + jpeg(10, (8, 8, 3))) + sized(SECOND)),
        ("boundary=cut", sized(b"\xff\xd8" + FIRST) + sized(bytes(range(256)) * 9 + SECOND)),
        ("boundary=cut", part(FIRST, b"Content-Length: 99999") + part(SECOND, b"Content-Length: 50")),
        ("boundary=other", part(FIRST) + part(SECOND)),
        ("boundary=cut", part(FIRST, boundary=b"cut") + part(SECOND, boundary=b"cut")),
        ("charset=x", part(FIRST) + part(SECOND)),
        ("boundary=cut", (sized(FIRST) + sized(SECOND)).replace(b"\r\n", b"\n")),
        ("boundary=cut", sized(FIRST[:-2]) + part(SECOND[:-2])),
        ("boundary=cut", sized(FIRST) + sized(NOISY[:-2000]) + sized(NOISY[:-2000] + b"\xff\xd8") + sized(SECOND)),
    ],
    ids=[
        "plain",
        "quoted",
        "dashes",
        "preamble",
        "no-length",
        "closed",
        "padded",
        "broken-between",
        "padded-with-marks",
        "junk-behind",
        "smaller-one-behind",
        "junk-before",
        "wrong-length",
        "other-boundary",
        "no-dashes",
        "no-boundary",
        "bare-newlines",
        "no-end",
        "cut-between",
    ],
)
def test_pictures_come_as_they_were_sent_however_they_are_wrapped(serve: Serve, kind: str, body: bytes) -> None:
    assert pictures(serve(kind=f"multipart/x-mixed-replace; {kind}", body=body), 2) == [FIRST, SECOND]


@pytest.mark.parametrize("how", [[cv2.IMWRITE_JPEG_RST_INTERVAL, 1], [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]])
def test_restart_markers_and_several_scans_end_no_picture(serve: Serve, how: list[int]) -> None:
    picture = cv2.imencode(".jpg", GRAIN, how)[1].tobytes()
    assert pictures(serve(body=part(picture) + part(FIRST)), 2) == [picture, FIRST]


def test_a_picture_within_a_picture_is_a_part_of_it(serve: Serve) -> None:
    small = jpeg(10, (8, 8, 3))
    picture = FIRST[:2] + b"\xff\xe1" + (len(small) + 2).to_bytes(2, "big") + small + FIRST[2:]
    assert pictures(serve(body=part(picture) + part(SECOND)), 2) == [picture, SECOND]


@pytest.mark.parametrize("kind", ["image/jpeg", "image/jpg", "application/octet-stream"])
def test_a_camera_that_answers_with_one_picture_is_asked_again(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(mjpeg, "_ASK_EVERY", 0.0)
    levels = iter(range(0, 250, 10))
    shown: list[bytes] = []

    class Shots(Answer):
        def do_GET(self) -> None:
            shown.append(jpeg(next(levels) // 20))  # each twice
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(shown[-1])))
            self.end_headers()
            self.wfile.write(shown[-1])

    found = pictures(serve(do_GET=Shots.do_GET), 4)
    assert found == [jpeg(level) for level in range(4)]
    assert len(shown) == 7


def test_an_address_that_has_one_picture_for_ever_is_lost(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mjpeg, "_ASK_EVERY", 0.01)
    monkeypatch.setattr(mjpeg, "_REPEATED", 0.05)
    capture = Http(serve(kind="image/jpeg", body=FIRST)).open()
    with pytest.raises(LostError, match="the same picture again and again"):
        capture.grab()


def test_a_picture_bears_its_size_and_the_cameras_own_time(serve: Serve) -> None:
    body = part(FIRST, b"Content-Length: %d" % len(FIRST), b"X-Timestamp: 12.5")
    shot, data = taken(Http(serve(body=body)).open(), bytearray(1 << 16))

    assert (shot.width, shot.height, shot.is_jpeg, shot.stamp) == (64, 48, True, 12.5)
    decoded = Jpeg(data, shot.width, shot.height)
    assert decoded.photo.shape == SHAPE
    assert abs(decoded.photo.mean() - 60) < 2


def test_a_picture_that_lies_about_its_orientation_is_taken_as_it_comes(serve: Serve) -> None:
    turned = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    picture = FIRST[:2] + b"\xff\xe1" + (len(turned) + 2).to_bytes(2, "big") + turned + FIRST[2:]
    shot, data = taken(Http(serve(body=sized(picture))).open(), bytearray(1 << 16))
    assert Jpeg(data, shot.width, shot.height).photo.shape == SHAPE


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ({"status": 404}, "answers 404 Not Found; check the address"),
        ({"status": 503}, "answers 503 Service Unavailable; check the address"),
        ({"status": 599}, "answers 599; check the address"),
        ({"kind": "text/html; charset=utf-8", "body": b"<h1>IP camera</h1>"}, "answers with a web page"),
        ({"key": "anna:open sesame"}, "asks for a user and a password"),
        ({"body": bytes(range(256)) * 400}, "answers with something that is no picture"),
        ({"body": sized(b"no picture") * 30}, "answers with something that is no picture"),
        ({"body": part(b"", b"Content-Length: 99999999999")}, "answers with something that is no picture"),
        ({"body": part(b"", b"Content-Length: many") * 30}, "answers with something that is no picture"),
        ({"body": sized(FIRST)[:-300]}, "answers with something that is no picture"),
        ({"kind": "text/plain", "body": b"not at home"}, "gives no picture"),
        ({"kind": "image/gif", "body": b""}, "gives no picture"),
    ],
    ids=["404", "503", "599", "page", "locked", "noise", "text", "huge", "no-number", "cut", "plain", "empty"],
)
def test_what_answers_without_pictures_is_named_in_one_line(serve: Serve, what: dict[str, object], line: str) -> None:
    assert line in refusal(serve(**what))


def test_a_user_and_a_password_in_the_address_open_a_camera_that_asks_for_them(serve: Serve) -> None:
    address = serve(key="anna:open sesame", body=sized(FIRST))
    assert pictures(address.replace("//", "//anna:open%20sesame@"), 1) == [FIRST]


def test_a_picture_larger_than_any_is_refused_before_it_is_decoded(serve: Serve) -> None:
    at = FIRST.index(b"\xff\xc0") + 5
    picture = FIRST[:at] + b"\x40\x00\x40\x00" + FIRST[at + 4 :]
    capture = Http(serve(body=sized(picture))).open()
    with pytest.raises(LostError, match="larger than 4096 x 3072 pixels"):
        capture.put(memoryview(bytearray(ROOM)))


@pytest.mark.parametrize("body", [b"", sized(FIRST)[:300], sized(FIRST)], ids=["at-once", "in-a-picture", "after-one"])
def test_a_stream_that_stalls_with_its_line_open_is_lost(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, body: bytes
) -> None:
    monkeypatch.setattr(mjpeg, "STALLED", 0.2)
    with pytest.raises(LostError, match="sends no more pictures"):
        Http(serve(body=body, hangs=True)).open().grab()


def test_an_address_that_never_answers_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mjpeg, "STALLED", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        assert "gives no picture; check the address" in refusal(f"http://127.0.0.1:{silent.getsockname()[1]}/video")


def test_an_address_where_nobody_is_or_that_makes_no_sense_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "_CONNECTING", 0.1)
    for address in ("http://127.0.0.1:1/video", f"http://{'a' * 70}.invalid/", "http://127.0.0.1:1/\n"):
        assert "gives no picture; check the address" in refusal(address)


def test_a_stream_of_another_kind_is_decoded_by_ffmpeg(serve: Serve, tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, SHAPE[1::-1])
    for level in range(0, 250, 25):
        writer.write(np.full(SHAPE, level, np.uint8))
    writer.release()
    capture = Http(serve(kind="video/x-msvideo", body=path.read_bytes())).open()
    capture.grab()
    shot, data = taken(capture, bytearray(1 << 16))
    capture.release()

    assert (shot.width, shot.height, shot.is_jpeg, len(data)) == (64, 48, False, 64 * 48 * 3)
    assert abs(data[0] - 25) <= 3


def test_the_size_of_a_jpeg_stands_in_its_header() -> None:
    assert size_of(jpeg(shape=(30, 50, 3))) == (50, 30)
    with pytest.raises(ValueError, match="no size"):
        size_of(b"\xff\xd8no picture at all")
