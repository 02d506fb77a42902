"""Who guesses, who comes in again and again, what lets a device in and for how long, and what the journal has of it."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from journal import Journal
from live.game.events import CodesWrong
from tests.live.stage import Played
from tests.webui.away import party
from tests.webui.staged import THREE
from tests.webui.test_access import Clock, wrong
from webui import Access
from webui.agents import browser_of
from webui.guests import Guests
from webui.keys import APPOINTED
from webui.knocks import Knocks
from webui.roles import Role
from webui.tries import ENTRIES, WRONG, Limit, TooManyTriesError, Tries

Join = Callable[[str], FlaskClient]
ANY = "0.0.0.0"  # noqa: S104 - nothing listens in these tests
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 "
    "Mobile/15E148 Safari/604.1"
)


@pytest.fixture
def join(app: Flask) -> Join:
    """A device that opens a link, from an address of its own."""
    hosts = itertools.count(100)

    def opened(secret: str) -> FlaskClient:
        client = app.test_client()
        client.environ_base["REMOTE_ADDR"] = f"192.168.1.{next(hosts)}"
        client.environ_base["HTTP_HOST"] = "192.168.1.5:8000"
        client.get(f"/door/{secret}", headers={"User-Agent": IPHONE})
        return client

    return opened


def written(played: Played) -> list[tuple[str, dict[str, object]]]:
    """What the journal has, without how the clock stood."""
    events = played.live.record.journal.events()
    return [(event.kind, {key: value for key, value in event.data.items() if key != "clock"}) for event in events]


def test_guessing_from_thousands_of_addresses_takes_weeks() -> None:
    clock = Clock()
    access = Access(ANY, clock=clock)
    heard = 0
    for k in range(4200):
        try:
            access.enter(f"10.0.{k // 200}.{k % 200}", wrong(access))
            heard += 1
        except TooManyTriesError:
            pass
        clock.now += WRONG.seconds * 6 / 4200  # an hour
    assert 10**6 / 2 / heard / 24 > 21


def test_who_types_the_right_code_is_let_in_once_the_siege_is_over_and_by_the_invitation_before() -> None:
    clock = Clock()
    access = Access(ANY, clock=clock)
    for k in range(WRONG.together):
        access.enter(f"10.0.0.{k}", wrong(access))
    with pytest.raises(TooManyTriesError):
        access.enter("192.168.1.7", access.code)
    assert access.accept("192.168.1.7", access.invitation) is not None
    clock.now = WRONG.seconds + 1
    assert access.enter("192.168.1.7", access.code) is not None


def test_wrong_codes_of_some_devices_keep_no_other_one_from_typing_the_right_one() -> None:
    access = Access(ANY, clock=Clock())
    for k in range(40):
        assert access.enter(f"192.168.1.{k // WRONG.each}", wrong(access)) is None
    assert access.enter("192.168.1.200", access.code) is not None


def test_what_is_remembered_of_those_who_guess_does_not_grow() -> None:
    tries = Tries(Limit(1, 3, 60.0), Clock())
    for k in range(9):
        tries.note(f"10.0.0.{k}")
    tries.forget()
    tries.check("10.0.0.8")


def test_a_guest_who_comes_in_again_and_again_puts_nobody_out(join: Join, app: Flask, access: Access) -> None:
    watching = join(access.invitation)
    watching.post("/role", json={"role": "watching"})
    again = app.test_client(use_cookies=False)
    again.environ_base["REMOTE_ADDR"] = "192.168.1.99"
    codes = [again.post("/door", json={"code": access.code}).status_code for _ in range(520)]
    assert codes == [200] * ENTRIES.each + [429] * (520 - ENTRIES.each)
    assert watching.get("/state").status_code == 200
    assert len(access.guests.every()) == ENTRIES.each + 1


def test_who_has_not_said_what_it_is_goes_first_where_too_many_are_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webui.guests.MOST", 2)
    guests = Guests()
    host, watching = guests.let_in(right=True), guests.let_in()
    guests.set_role(watching.guest.device, Role.WATCHING)
    new = guests.let_in()
    assert [guests.find(one.token) is not None for one in (host, watching, new)] == [True, True, False]


def test_an_appointment_makes_one_device_the_hosts_and_no_other(join: Join, access: Access) -> None:
    appointment = access.appointment
    first, second = join(appointment), join(appointment)
    assert first.get("/role").get_json()["role"] == "host"
    assert second.get("/state").status_code == 401


def test_a_host_who_was_sent_down_is_host_no_more_by_the_old_appointment(
    join: Join, client: FlaskClient, access: Access
) -> None:
    phone = join(access.appointment)
    device = phone.get("/role").get_json()["device"]
    client.post("/role", json={"device": device, "role": "watching"})
    phone.get(f"/door/{access.appointment}")
    assert phone.get("/role").get_json()["role"] == "watching"


def test_an_appointment_is_good_for_the_evening_for_which_the_program_was_started() -> None:
    clock = Clock()
    access = Access(ANY, clock=clock)
    clock.now = APPOINTED - 1
    late = Access(ANY, clock=clock)
    assert access.accept("192.168.1.7", access.appointment) is not None
    clock.now += APPOINTED + 1
    assert late.accept("192.168.1.7", late.appointment) is None


def test_what_looks_where_a_link_leads_does_not_use_it_up(guest: FlaskClient, access: Access) -> None:
    guest.head(f"/door/{access.appointment}")
    guest.get(f"/door/{access.appointment}")
    assert guest.get("/role").get_json()["role"] == "host"


def test_a_device_that_was_sent_out_comes_back_by_nothing_that_it_knew(
    join: Join, client: FlaskClient, access: Access
) -> None:
    code, invitation = access.code, access.invitation
    inside, phone = join(invitation), join(invitation)
    client.post("/role", json={"device": phone.get("/role").get_json()["device"], "role": "out"})
    phone.get(f"/door/{invitation}")
    assert phone.get("/state").status_code == 401
    assert phone.post("/door", json={"code": code}).status_code == 403
    assert inside.get("/state").status_code == 200
    phone.get(f"/door/{access.invitation}")  # the host has shown it the new one
    assert phone.get("/state").status_code == 200


def test_the_host_makes_a_new_code_and_is_shown_it_and_a_new_picture(client: FlaskClient, access: Access) -> None:
    code, picture = access.code, client.get("/invitation.svg").data
    told = client.post("/devices", json={"renew": True}).get_json()
    assert told["code"] == access.code != code
    assert client.get("/invitation.svg").data != picture


def test_the_host_sees_what_each_device_is_and_when_it_was_last_seen(
    join: Join, client: FlaskClient, access: Access
) -> None:
    phone = join(access.appointment)
    phone.post("/role", json={"role": "watching"})
    (told,) = client.get("/devices").get_json()["devices"]
    assert {key: told[key] for key in ("role", "player", "right", "browser", "ago")} == {
        "role": "watching", "player": None, "right": True, "browser": "Safari, iPhone", "ago": 0
    }  # fmt: skip


def test_when_a_device_was_last_seen_counts_from_its_last_request() -> None:
    now = [1000.0]
    guests = Guests(now=lambda: now[0])
    guest, token = guests.let_in()
    now[0] += 70
    assert guests.last_seen(guest) == 70
    guests.find(token)
    now[0] += 5
    assert guests.last_seen(guest) == 5


@pytest.mark.parametrize(
    ("agent", "known"),
    [
        (IPHONE, "Safari, iPhone"),
        ("Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0", "Firefox, Android"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 Edg/120.0",
            "Edge, Windows",
        ),
        ("curl/8.5.0", ""),
        ("<script>", ""),
        ("", ""),
    ],
)
def test_a_device_is_known_by_browser_and_kind_and_by_nothing_that_it_makes_up(agent: str, known: str) -> None:
    assert browser_of(agent) == known


def test_the_journal_has_who_came_in_rights_and_who_was_sent_out(
    join: Join, client: FlaskClient, access: Access, played: Played
) -> None:
    one, other = join(access.invitation), join(access.appointment)
    first, second = (phone.get("/role").get_json()["device"] for phone in (one, other))
    client.post("/role", json={"device": first, "role": "host"})
    one.post("/role", json={"device": second, "role": "out"})
    client.post("/devices", json={"renew": True})
    entry = {"browser": "Safari, iPhone"}
    assert written(played) == [
        ("device-let-in", {"device": first, "way": "invitation", "address": "192.168.1.100", **entry}),
        ("device-let-in", {"device": second, "way": "appointment", "address": "192.168.1.101", **entry}),
        ("role-given", {"device": first, "role": "host", "player": "", "by": "host"}),
        ("device-sent-out", {"device": second, "by": f"guest {first}, host"}),
        ("code-renewed", {"by": "host"}),
    ]


def test_a_siege_is_one_line_of_the_journal_and_one_when_the_program_ends(
    guest: FlaskClient, access: Access, played: Played
) -> None:
    for _ in range(50):
        guest.post("/door", json={"code": wrong(access)})
    assert written(played) == [("codes-wrong", {"number": 1, "addresses": 1})]
    played.runner.close()
    with Journal(played.folder / "data") as journal:
        assert [event.data["number"] for event in journal.events()] == [1, 49]


def test_wrong_codes_are_counted_and_no_minute_has_more_than_one_line() -> None:
    told: list[CodesWrong] = []
    knocks = Knocks(told.append)
    for k in range(500):
        knocks.note(f"10.0.0.{k % 7}")
    assert told == [CodesWrong(1, 1)]
    knocks.tell()  # as a minute later
    assert told[1:] == [CodesWrong(499, 7)]
    knocks.tell()
    knocks.note("10.0.0.1")
    assert told[2:] == [CodesWrong(1, 1)]


@pytest.mark.slow
def test_the_host_sends_a_device_out_and_the_code_and_the_picture_change_at_once(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with party("turn", THREE, tmp_path_factory.mktemp("table")) as table:
        phone = table.join(browser, "Anna")
        page = browser.new_context(locale="en-GB").new_page()
        page.goto(table.host)
        page.get_by_role("button", name="Invite").click()
        expect(page.locator("#invite-code")).to_have_text(table.access.code)
        code = table.access.code
        picture = page.locator("#invite-image").get_attribute("src")
        page.get_by_role("button", name="Send out: Anna").click()
        expect(page.locator("#invite-code")).not_to_have_text(code)
        expect(page.locator("#invite-code")).to_have_text(table.access.code)
        assert page.locator("#invite-image").get_attribute("src") != picture
        expect(page.locator("#devices li")).to_have_count(0)
        expect(phone).to_have_url(f"{table.away}/door")
