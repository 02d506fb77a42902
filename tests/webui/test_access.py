"""This machine is let in, others with the code; other web pages press no buttons here."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from tests.live.stage import Played
from tests.webui.away import party
from tests.webui.staged import THREE
from tests.webui.visiting import PATIENCE
from webui import Access, create_app
from webui.proxy import is_loopback
from webui.tries import WRONG, TooManyTriesError, place_of

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
    assert guest.get("/state").status_code == 200


@pytest.mark.parametrize(
    ("asked", "beyond"),
    [
        ("/stage", "/stage"),
        ("/stage?overlay", "/stage?overlay"),
        ("/desk?evening=12", "/desk"),
        ("/evenings", "/evenings"),
        ("/camera", "/camera"),
    ],
)
def test_the_door_leads_to_the_page_that_was_asked_for(
    guest: FlaskClient, access: Access, asked: str, beyond: str
) -> None:
    door = guest.get(asked).headers["Location"]
    assert f'data-beyond="{beyond}"' in guest.get(door).text
    guest.post("/door", json={"code": access.code})
    assert guest.get(door).headers["Location"] == beyond


@pytest.mark.parametrize(
    "elsewhere", ["//evil.example", "https://evil.example/stage", "/stage/../..", "/state", "javascript:alert(1)", "/"]
)
def test_the_door_leads_to_no_address_of_others(guest: FlaskClient, access: Access, elsewhere: str) -> None:
    assert 'data-beyond="/"' in guest.get("/door", query_string={"to": elsewhere}).text
    guest.post("/door", json={"code": access.code})
    assert guest.get("/door", query_string={"to": elsewhere}).headers["Location"] == "/"


BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@pytest.mark.parametrize("who", ["client", "guest"])
def test_whoever_mistypes_an_address_finds_the_way_to_the_table_and_the_stage(
    who: str, request: pytest.FixtureRequest
) -> None:
    browser: FlaskClient = request.getfixturevalue(who)
    answer = browser.get("/stge", headers={**BROWSER, "Accept-Language": "de"})
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert "Unter dieser Adresse gibt es keine Seite." in answer.text
    assert 'href="/"' in answer.text
    assert 'href="/stage"' in answer.text


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("/Stage", "/stage"), ("/stage/", "/stage"), ("/STAGE/?overlay", "/stage?overlay"), ("/Camera", "/camera")],
)
def test_a_page_is_found_with_a_capital_letter_and_with_a_slash(guest: FlaskClient, typed: str, meant: str) -> None:
    answer = guest.get(typed, headers=BROWSER)
    assert (answer.status_code, answer.headers["Location"]) == (302, meant)


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/stge", {}, 404),
        ("/stge", {"Accept": "*/*"}, 404),
        ("/stge", {"Accept": "application/json"}, 404),
        ("/api/stge/more", BROWSER, 404),
        ("/api/end", BROWSER, 405),
        ("/evening/7", BROWSER, 404),
        ("/stge", {**BROWSER, "Host": "evil.example"}, 421),
    ],
)
def test_programs_are_refused_as_json(client: FlaskClient, path: str, headers: dict[str, str], status: int) -> None:
    answer = client.get(path, headers=headers)
    assert (answer.status_code, set(answer.get_json())) == (status, {"error", "code"})


def test_without_the_code_nobody_is_told_which_routes_there_are(guest: FlaskClient) -> None:
    for path, headers in (("/stge", {}), ("/api/end", BROWSER), ("/evening/7", BROWSER)):
        assert guest.get(path, headers=headers).status_code == 401


@pytest.mark.slow
def test_a_television_comes_through_the_door_to_the_stage_and_again_when_it_was_sent_out(
    browser: Browser, tmp_path: Path
) -> None:
    with party("turn", THREE, tmp_path) as table:
        page = browser.new_context(locale="en-GB").new_page()
        page.goto(f"{table.away}/stage")
        for _ in range(2):
            page.get_by_role("textbox").fill(table.access.code)
            page.keyboard.press("Enter")
            expect(page.locator("#turn-of")).to_have_text("Anna", timeout=PATIENCE)
            assert urlsplit(page.url).path == "/stage"
            for device in table.access.guests.every():
                table.access.guests.send_out(device.device)
            table.played.live.bulletin.change()
            expect(page).to_have_url(re.compile("/door"), timeout=PATIENCE)


@pytest.mark.slow
def test_two_tables_on_one_computer_leave_each_others_devices_in(browser: Browser, tmp_path: Path) -> None:
    with party("turn", THREE, tmp_path / "one") as one, party("turn", THREE, tmp_path / "other") as other:
        page = one.join(browser)
        page.goto(f"{other.away}/door/{other.access.invitation}")
        for table in (one, other):
            page.goto(table.away)
            expect(page.get_by_role("button", name=THREE[0])).to_be_visible(timeout=PATIENCE)


def test_a_guests_page_does_not_show_the_code(guest: FlaskClient, access: Access) -> None:
    guest.post("/door", json={"code": access.code})
    assert access.code not in guest.get("/").text


def test_guessing_is_stopped_even_when_the_right_code_comes_at_last(guest: FlaskClient, access: Access) -> None:
    for _ in range(WRONG.each):
        assert guest.post("/door", json={"code": wrong(access)}).status_code == 403
    assert guest.post("/door", json={"code": access.code}).status_code == 429
    assert guest.get("/state").status_code == 401


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_who_was_refused_is_told_how_long_to_wait(guest: FlaskClient, access: Access) -> None:
    for _ in range(WRONG.each):
        guest.post("/door", json={"code": wrong(access)})
    answer = guest.post("/door", json={"code": access.code})
    assert 0 < answer.get_json()["seconds"] <= WRONG.seconds
    assert answer.headers["Retry-After"] == str(answer.get_json()["seconds"])


def test_a_device_waits_until_its_oldest_wrong_code_is_forgotten() -> None:
    clock = Clock()
    access = Access("0.0.0.0", clock=clock)  # noqa: S104 - nothing listens here
    for _ in range(WRONG.each):
        access.enter("192.168.1.77", wrong(access))
        clock.now += 10.0
    with pytest.raises(TooManyTriesError) as refused:
        access.enter("192.168.1.77", access.code)
    clock.now += refused.value.seconds - 1
    with pytest.raises(TooManyTriesError):
        access.enter("192.168.1.77", access.code)
    clock.now += 2
    assert access.enter("192.168.1.77", access.code) is not None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.168.1.7", "192.168.1.8", False),
        ("192.168.1.7", "::ffff:192.168.1.7", True),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("2001:db8::1", "2001:db8:1::1", False),
    ],
)
def test_a_device_is_known_by_its_address_whatever_it_makes_of_it(one: str, other: str, same: bool) -> None:  # noqa: FBT001 - a parameter of the table above
    assert (place_of(one) == place_of(other)) is same


def test_the_hosts_invitation_lets_in_whoever_else_guesses(guest: FlaskClient, access: Access) -> None:
    for _ in range(WRONG.each):
        guest.post("/door", json={"code": wrong(access)})
    assert guest.get("/door/" + "x" * 22).headers["Location"] == "/"
    assert guest.get("/state").status_code == 401
    assert guest.get(f"/door/{access.invitation}").headers["Location"] == "/"
    assert guest.get("/state").status_code == 200


def test_the_hosts_page_shows_the_invitation_as_a_qr_code_and_a_guests_does_not(
    client: FlaskClient, guest: FlaskClient, access: Access
) -> None:
    assert "invitation.svg" in client.get("/").text
    drawn = client.get("/invitation.svg")
    assert (drawn.status_code, drawn.mimetype) == (200, "image/svg+xml")
    guest.get(f"/door/{access.invitation}")
    assert guest.get("/invitation.svg").status_code == 404
    assert "invitation.svg" not in guest.get("/").text


def test_a_phone_that_changes_its_address_stays_a_guest(guest: FlaskClient, access: Access) -> None:
    guest.post("/door", json={"code": access.code})
    guest.environ_base["REMOTE_ADDR"] = "10.9.8.7"
    assert guest.get("/state").status_code == 200


def test_the_journal_says_who_pressed(client: FlaskClient, guest: FlaskClient, access: Access, played: Played) -> None:
    name = guest.post("/door", json={"code": access.code}).get_json()["device"]
    client.post("/api/start", json=START)
    guest.post("/role", json={"role": "player", "player": "Anna"})
    guest.post("/api/first-turn", json={})
    client.post("/role", json={"role": "button", "device": name})
    guest.post("/api/pause", json={})
    client.post("/role", json={"role": "host", "device": name})
    guest.post("/api/resume", json={})
    written = played.live.record.journal.events()
    assert [(event.kind, event.data.get("by")) for event in written] == [
        ("device-let-in", None),
        ("round-started", "host"),
        ("first-turn", f"guest {name}, player Anna"),
        ("role-given", "host"),
        ("paused", f"guest {name}, button"),
        ("role-given", "host"),
        ("resumed", f"guest {name}, host"),
    ]
    cookie = guest.get_cookie(access.cookie)
    assert cookie is not None
    assert name not in cookie.value


def test_on_the_loopback_alone_there_are_no_guests(played: Played) -> None:
    access = Access("127.0.0.1")
    assert not access.open
    guest = create_app(played.live, played.read, access).test_client()
    guest.environ_base["REMOTE_ADDR"] = "192.168.1.77"
    assert guest.post("/door", json={"code": access.code}).status_code == 403
    assert access.code not in create_app(played.live, played.read, access).test_client().get("/").text


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
