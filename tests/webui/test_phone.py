"""A phone becomes the table's camera: its page asks for what it needs, its pictures arrive, and nobody else's do."""

from __future__ import annotations

import json
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import cv2
import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect

from tests.browser import PHONE, chromium
from tests.live.stage import EndlessStage
from tests.vision.here import Here
from tests.webui.looking import barriers
from vision.camera import phone
from vision.camera.phone import Phone
from vision.camera.picture_limits import MOST_POSTED_BY_PHONE
from webui import Access
from webui.cameras import PATH

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "sample_images" / "demo" / "turn-05.jpg"
PICTURE = cv2.imencode(".jpg", np.full((90, 160, 3), 90, np.uint8))[1].tobytes()
SECONDS = 1000
"""Milliseconds for Playwright."""


class PhoneStage(EndlessStage):
    """A stage that is looked at through a phone."""

    def __init__(self) -> None:
        super().__init__()
        self.phone: Phone = Phone()


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> PhoneStage:
    monkeypatch.setattr(phone, "Worker", Here)
    return PhoneStage()


def sent(client: FlaskClient, data: bytes = PICTURE, kind: str = "image/jpeg", query: str = "?phone=one&at=1") -> int:
    return client.post(PATH + query, data=data, content_type=kind).status_code


def test_a_picture_is_taken(client: FlaskClient, stage: PhoneStage) -> None:
    assert sent(client) == 200
    frame = next(iter(stage.phone))
    assert frame is not None
    assert frame.size == (160, 90)


def test_a_device_that_has_not_given_the_code_sends_no_pictures(guest: FlaskClient, stage: PhoneStage) -> None:
    assert sent(guest) == 401
    assert guest.get("/camera").location == "/door?to=/camera"
    assert stage.phone.trouble is not None


@pytest.mark.parametrize(
    ("data", "kind", "query", "status"),
    [
        pytest.param(b"no picture", "image/jpeg", "?phone=one", 400, id="no picture"),
        pytest.param(PICTURE, "application/json", "?phone=one", 415, id="said to be something else"),
        pytest.param(b"\xff" * (MOST_POSTED_BY_PHONE + 1), "image/jpeg", "?phone=one", 413, id="too large"),
        pytest.param(PICTURE, "image/jpeg", "?phone=one&at=nan", 200, id="a clock that says nothing"),
        pytest.param(PICTURE, "image/jpeg", "?phone=one&light=inf&within=x", 200, id="clocks compared by nobody"),
        pytest.param(PICTURE, "image/jpeg", "?phone=two", 409, id="of another phone"),
        pytest.param(PICTURE, "image/jpeg", "?phone=two&over=1", 200, id="of another phone that takes over"),
    ],
)
def test_what_comes_is_answered_in_one_line(
    client: FlaskClient, data: bytes, kind: str, query: str, status: int
) -> None:
    sent(client)
    answer = client.post(PATH + query, data=data, content_type=kind)
    assert answer.status_code == status
    assert status == 200 or len(answer.get_json()["error"].splitlines()) == 1


def test_a_guest_s_phone_takes_no_other_one_s_place(client: FlaskClient, guest: FlaskClient, access: Access) -> None:
    assert sent(client) == 200
    guest.get(f"/door/{access.invitation}")
    assert sent(guest, query="?phone=two&over=1") == 409
    guest.get(f"/door/{access.appointment}")
    assert sent(guest, query="?phone=two&over=1") == 200


def test_another_page_sends_no_pictures(client: FlaskClient) -> None:
    answer = client.post(PATH, data=PICTURE, content_type="image/jpeg", headers={"Origin": "https://elsewhere.example"})
    assert answer.status_code == 403


def test_a_table_with_another_camera_says_so(app: Flask, stage: PhoneStage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stage, "phone", None)
    assert sent(app.test_client()) == 409


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """What the browser's camera sees."""
    path = tmp_path / "table.mjpeg"
    path.write_bytes(TABLE.read_bytes() * 3)
    return path


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The program as people start it for a phone: its address, and its folder."""
    data = tmp_path / "data"
    command = [sys.executable, "-m", "cli.main", "serve", "--camera", "phone", "--tls", "--port", "0", "--json"]
    with subprocess.Popen([*command, "--data", str(data)], cwd=ROOT, text=True, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())["address"], data
        process.terminate()


@pytest.fixture
def camera(film: Path) -> Iterator[Browser]:
    options = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    with chromium(*options, f"--use-file-for-fake-video-capture={film}") as browser:
        yield browser


def state(page: Page, address: str) -> dict[str, object]:
    found: dict[str, object] = page.request.get(f"{address}/state").json()
    return found


@pytest.mark.slow
def test_the_table_reads_what_the_phone_shows(served: tuple[str, Path], camera: Browser) -> None:
    address, _ = served
    page = camera.new_page(ignore_https_errors=True)
    page.set_viewport_size(PHONE)
    page.goto(f"{address}/camera")
    with page.expect_request(lambda request: "light=" in request.url, timeout=20 * SECONDS) as sending:
        page.get_by_role("button", name="This phone is the camera").click()
    said = parse_qs(sending.value.url)
    assert -3 < float(said["light"][0]) - time.monotonic() < float(said["within"][0])  # one clock for all processes
    expect(page.get_by_text("The table sees this picture.")).to_be_visible(timeout=20 * SECONDS)
    assert barriers(page) == []
    page.wait_for_function(
        "fetch('/state').then((answer) => answer.json()).then((state) => state.table?.sets.length > 2)",
        timeout=60 * SECONDS,
    )
    told: Any = state(page, address)["camera"]
    assert (told["trouble"], told["lag"]) == (None, None)  # its pictures bear the time of their light
    page.get_by_role("button", name="Stop").click()
    page.wait_for_function(
        "fetch('/state').then((answer) => answer.json()).then((state) => state.camera.trouble)", timeout=20 * SECONDS
    )


@pytest.mark.slow
def test_a_phone_whose_camera_gives_no_picture_says_so(served: tuple[str, Path], camera: Browser) -> None:
    page = camera.new_page(ignore_https_errors=True)
    page.add_init_script(
        "navigator.mediaDevices.getUserMedia = async () => document.createElement('canvas').captureStream(0)"
    )
    page.goto(f"{served[0]}/camera")
    page.get_by_role("button", name="This phone is the camera").click()
    expect(page.get_by_text("This device gives no picture")).to_be_visible(timeout=20 * SECONDS)
    assert barriers(page) == []


@pytest.mark.slow
def test_who_trusts_the_authority_sees_no_warning_and_it_stays_the_same(served: tuple[str, Path]) -> None:
    address, data = served
    trusting = ssl.create_default_context(cafile=data / "tls" / "authority.pem")
    with urllib.request.urlopen(f"{address}/state", context=trusting, timeout=20) as answer:  # noqa: S310 - our own server
        assert answer.status == 200
    with urllib.request.urlopen(f"{address}/authority.crt", context=trusting, timeout=20) as answer:  # noqa: S310 - our own server
        given = answer.read()
    assert ssl.DER_cert_to_PEM_cert(given) == (data / "tls" / "authority.pem").read_text()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(f"{address}/state", context=ssl.create_default_context(), timeout=20)  # noqa: S310 - our own server
