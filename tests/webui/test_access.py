"""This machine is let in, others with the code; other web pages press no buttons here."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.live.stage import Played
from webui import Access, create_app
from webui.access import TRIES, TRIES_OF_ALL, WINDOW, TooManyTriesError, is_loopback

START = {"players": ["Anna", "Ben"], "rulebook": "jumbo-original-2016"}


def wrong(access: Access) -> str:
    return f"{(int(access.code) + 1) % 10**6:06d}"


def test_this_machine_needs_no_code_and_shows_it_to_its_user(client: FlaskClient, access: Access) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert access.code in page.text
    assert "http://192.168.1.5:8000" in page.text


def test_a_guest_is_sent_to_the_door_and_let_in_with_the_code(guest: FlaskClient, access: Access) -> None:
    assert guest.get("/").headers["Location"] == "/door"
    assert guest.get("/door").status_code == 200
    for path in ("/state", "/events", "/camera.jpg", "/photos/" + "0" * 64 + ".jpg"):
        assert guest.get(path).status_code == 401
    assert guest.post("/api/start", json=START).status_code == 401
    answer = guest.post("/door", json={"code": access.code})
    assert answer.status_code == 200
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert "SameSite=Strict" in answer.headers["Set-Cookie"]
    assert guest.post("/api/start", json=START).status_code == 200


def test_a_guests_page_does_not_show_the_code(guest: FlaskClient, access: Access) -> None:
    guest.post("/door", json={"code": access.code})
    assert access.code not in guest.get("/").text


def test_guessing_is_stopped_even_when_the_right_code_comes_at_last(guest: FlaskClient, access: Access) -> None:
    for _ in range(TRIES):
        assert guest.post("/door", json={"code": wrong(access)}).status_code == 403
    assert guest.post("/door", json={"code": access.code}).status_code == 429
    assert guest.get("/state").status_code == 401


def test_many_devices_together_guess_no_faster() -> None:
    now = [0.0]
    access = Access("0.0.0.0", clock=lambda: now[0])  # noqa: S104 - nothing listens here
    for i in range(TRIES_OF_ALL):
        assert access.enter(f"192.168.1.{i}", wrong(access)) is None
    with pytest.raises(TooManyTriesError):
        access.enter("192.168.1.200", access.code)
    now[0] = WINDOW + 1
    assert access.enter("192.168.1.200", access.code) is not None


def test_on_the_loopback_alone_there_are_no_guests(played: Played) -> None:
    access = Access("127.0.0.1")
    assert not access.open
    guest = create_app(played.live, played.runner.read, access).test_client()
    guest.environ_base["REMOTE_ADDR"] = "192.168.1.77"
    assert guest.post("/door", json={"code": access.code}).status_code == 403
    assert access.code not in create_app(played.live, played.runner.read, access).test_client().get("/").text


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "localhost.evil.example", "[::1", "127.0.0.1.evil.example"]
)
def test_a_name_that_is_not_ours_gets_nothing(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code in {400, 421}
    assert client.post("/api/start", json=START, headers={"Host": host}).status_code in {400, 421}


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.1.5:8000"])
def test_addresses_of_this_machine_are_answered(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9999"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_other_web_pages_press_no_buttons(client: FlaskClient, headers: dict[str, str], played: Played) -> None:
    assert client.post("/api/start", json=START, headers=headers).status_code == 403
    assert played.events() == []


def test_our_own_page_presses_buttons(client: FlaskClient) -> None:
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/start", json=START, headers=headers).status_code == 200


def test_a_form_of_another_page_presses_no_buttons(client: FlaskClient, played: Played) -> None:
    assert client.post("/api/start", data='{"players":["A","B"]}', content_type="text/plain").status_code == 415
    assert client.get("/api/start").status_code == 405
    assert played.events() == []


def test_every_answer_forbids_foreign_content_and_frames(client: FlaskClient) -> None:
    for path in ("/", "/state", "/static/main.js", "/nowhere"):
        with client.get(path) as answer:
            headers = answer.headers
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("address", "own"),
    [
        ("127.0.0.1", True),
        ("127.8.9.1", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.168.1.2", False),
        ("::ffff:10.0.0.1", False),
        ("", False),
        (None, False),
    ],
)
def test_this_machine_is_known_by_its_address(address: str | None, own: bool) -> None:  # noqa: FBT001 - a parameter of the table above
    assert is_loopback(address) is own
