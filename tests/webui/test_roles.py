"""Who may press what, and who is what over a restart."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from live.game.commands import RefusedError
from tests.live.stage import Played
from webui import Access, create_app
from webui.guests import FILE, KEPT, Guests
from webui.presses import PRESSES, allowed, check
from webui.roles import HERE, Person, Role

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "remote.md"

PLAYERS = ["Anna", "Ben", "Cleo"]
BOOK = "jumbo-original-2016"

ANNA, BEN, CLEO = (Person(Role.PLAYER, name, f"{name}-phone") for name in PLAYERS)
BUTTON = Person(Role.BUTTON, device="middle")
HOST_PHONE = Person(Role.HOST, device="phone")
WATCHING = Person(Role.WATCHING, device="television")
NEW = Person(Role.UNDECIDED, device="new")
EVERYBODY = {
    "Anna": ANNA, "Ben": BEN, "Cleo": CLEO, "button": BUTTON, "host": HERE, "host's phone": HOST_PHONE, "watching": WATCHING, "new": NEW
}  # fmt: skip

ALONE = {"host", "host's phone"}
SHARED = {"button", *ALONE}

NOBODYS_OWN = {
    "start", "first", "lots", "undo", "redo", "rule", "overrule", "judge-again", "over", "still-holds", "pool-holds", "score", "amend", "next", "new-game", "area",
    "accept-camera", "leave-camera", "forget", "keep-elsewhere", "refuse-phone", "demo", "clock", "rename", "leave",
}  # fmt: skip
"""What only the host presses, however the game stands."""


Situation = Callable[[Played], None]


def may(played: Played, command: str, body: dict[str, object] | None = None) -> set[str]:
    """Who may press `command` as the game stands."""
    granted = set()
    for name, person in EVERYBODY.items():
        try:
            check(played.live.game, command, body or {}, person)
        except RefusedError:
            continue
        granted.add(name)
    return granted


@pytest.fixture
def empty(tmp_path: Path) -> Played:
    """A table at which nobody has sat down."""
    return Played(tmp_path)


@pytest.fixture
def game(empty: Played) -> Played:
    empty.buttons.start_round(PLAYERS, BOOK)
    return empty


def dealing(played: Played) -> None:
    played.buttons.start_round(PLAYERS, BOOK, deal=True)


def reading(played: Played) -> None:
    """Anna has ended her turn, and a hand is over the table."""
    played.stage.hands().do(played.buttons.end_turn).hands()
    played.run()


def question(played: Played) -> None:
    played.turn("R10 R11 R12", doubts={"R12": {"R12": 0.6, "B12": 0.4}})


def illegal(played: Played) -> None:
    played.turn("R10 R11")


def legal(played: Played) -> None:
    played.turn("R10 R11 R12")


def paused(played: Played) -> None:
    played.buttons.pause()


@pytest.mark.parametrize("situation", [dealing, reading, question, illegal, legal, paused])
def test_what_is_the_hosts_is_nobody_elses_in_any_state(game: Played, situation: Situation) -> None:
    situation(game)
    assert {command: may(game, command) for command in NOBODYS_OWN} == dict.fromkeys(NOBODYS_OWN, ALONE)


@pytest.mark.parametrize(
    ("situation", "command", "body", "who"),
    [
        (dealing, "first-turn", {}, {"Anna", *SHARED}),
        (dealing, "resume", {}, {"Anna", *SHARED}),
        (dealing, "redeal", {"player": "Ben"}, {"Ben", *SHARED}),
        (legal, "count", {"player": "Ben"}, {"Ben", *SHARED}),
        (dealing, "rack", {}, {"Anna", "Ben", "Cleo", *SHARED}),
        (legal, "photo", {}, {"Anna", "Ben", "Cleo", *SHARED}),
        (legal, "audit", {}, {"Anna", "Ben", "Cleo", *SHARED}),
        (dealing, "pause", {}, SHARED),
        (reading, "end", {}, {"Anna", *SHARED}),
        (reading, "face-up", {}, {"Anna", *SHARED}),
        (reading, "judge-anyway", {}, SHARED),
        (reading, "whose", {"tiles": "R5 R6 R7"}, {"Anna", "Ben", "Cleo", *SHARED}),
        (question, "answer", {}, {"Anna", *SHARED}),
        (question, "correct", {}, {"Anna", *SHARED}),
        (illegal, "resume", {}, {"Anna", "Ben", *SHARED}),
        (illegal, "resume", {"anyway": True}, SHARED),
        (legal, "end", {}, {"Ben", *SHARED}),
        (legal, "draw", {}, {"Ben", *SHARED}),
        (legal, "answer", {}, {"Anna", *SHARED}),
        (legal, "correct", {"event": 1}, {"Anna", *SHARED}),
        (legal, "correct", {"seen": {"verdict": 1}}, {"Anna", *SHARED}),
        (legal, "correct", {}, {"Anna", "Ben", *SHARED}),
        (legal, "add", {}, {"Anna", "Ben", *SHARED}),
        (legal, "pause", {}, SHARED),
        (legal, "face-up", {}, SHARED),
        (paused, "resume", {}, SHARED),
    ],
)
def test_players_press_for_themselves(
    game: Played, situation: Situation, command: str, body: dict[str, object], who: set[str]
) -> None:
    situation(game)
    assert may(game, command, body) == who


def test_every_press_is_somebodys() -> None:
    own = {
        "first-turn",
        "end",
        "draw",
        "face-up",
        "answer",
        "correct",
        "add",
        "redeal",
        "count",
        "resume",
        "extend",
        "challenge",
    }
    assert {*NOBODYS_OWN, *own, "pause", "judge-anyway", "rack", "photo", "audit", "box", "camera", "whose"} == set(
        PRESSES
    )


def test_the_table_in_the_document_says_who_may_press_what() -> None:
    rows = re.findall(
        r"^\| (`[^|]*) \| ?([^|]*) ?\| ?([^|]*) ?\| ?([^|]*) ?\|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE
    )
    said = {
        name: [cell.strip() for cell in cells] for names, *cells in rows for name in re.findall(r"`([^`]+)`", names)
    }
    assert set(said) == set(PRESSES)
    assert {name for name, (player, _, _) in said.items() if player} == set(allowed(Role.PLAYER) or ())
    assert {name for name, (_, button, _) in said.items() if button} == set(allowed(Role.BUTTON) or ())
    assert all(host == "yes" for _, _, host in said.values())


def test_before_the_first_round_no_player_presses(empty: Played) -> None:
    for command in PRESSES:
        assert may(empty, command) <= SHARED


def test_a_seat_is_none_for_whoever_does_not_play(game: Played) -> None:
    stranger = Person(Role.PLAYER, "Dora", "old-phone")
    assert stranger.among(game.live.game).role is Role.UNDECIDED
    with pytest.raises(RefusedError) as refused:
        check(game.live.game, "end", {}, stranger)
    assert refused.value.code == "no-role"


def test_a_seat_is_kept_while_the_next_game_is_set(game: Played) -> None:
    game.buttons.close_game()
    assert ANNA.among(game.live.game) == ANNA
    assert may(game, "end") == ALONE | {"button"}


def joined(app: Flask, access: Access, address: str = "192.168.1.77") -> FlaskClient:
    """A device that has scanned the invitation."""
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = address
    client.environ_base["HTTP_HOST"] = "192.168.1.5:8000"
    client.get(f"/door/{access.invitation}")
    return client


@pytest.fixture
def round_on(played: Played) -> Played:
    played.buttons.start_round(PLAYERS, BOOK)
    return played


def test_each_refusal_says_who_presses(app: Flask, access: Access, round_on: Played) -> None:
    phone = joined(app, access)
    for role, code, values in (
        ({}, "no-role", {}),
        ({"role": "watching"}, "watching", {}),
        ({"role": "player", "player": "Ben"}, "not-yours", {"name": "Anna"}),
    ):
        if role:
            assert phone.post("/role", json=role).status_code == 200
        answer = phone.post("/api/end", json={"turn": 0})
        assert (answer.status_code, answer.get_json()["code"], answer.get_json()["values"]) == (409, code, values)
    assert phone.post("/api/undo", json={}).get_json()["code"] == "host-only"
    assert round_on.events() == ["round-started"]


def test_a_player_ends_their_own_turn(app: Flask, access: Access, round_on: Played) -> None:
    phone = joined(app, access)
    phone.post("/role", json={"role": "player", "player": "Anna"})
    assert phone.post("/api/end", json={"turn": 0}).status_code == 200
    assert round_on.events() == ["round-started", "turn-ended"]


@pytest.mark.usefixtures("round_on")
def test_who_watches_has_no_photos_read(app: Flask, access: Access) -> None:
    phone = joined(app, access)
    phone.post("/role", json={"role": "watching"})
    assert phone.post("/api/rack", json={"photo": ""}).get_json()["code"] == "watching"


def test_a_seat_that_is_taken_is_said_and_the_host_frees_it(
    app: Flask, access: Access, client: FlaskClient, round_on: Played
) -> None:
    first, second = joined(app, access), joined(app, access)
    device = first.post("/role", json={"role": "player", "player": "Anna"}).get_json()["device"]
    assert second.get("/role").get_json()["seats"] == {"Anna": device, "Ben": None, "Cleo": None}
    before = round_on.told()["version"]
    answer = second.post("/role", json={"role": "player", "player": "Anna"})
    assert (answer.status_code, answer.get_json()["code"]) == (409, "seat-taken")
    client.post("/role", json={"device": device, "role": "undecided"})
    assert second.post("/role", json={"role": "player", "player": "Anna"}).get_json()["player"] == "Anna"
    assert first.get("/role").get_json()["role"] == "undecided"
    assert round_on.told()["version"] > before  # so everybody is told


def test_a_device_keeps_its_seat_under_another_name(
    app: Flask, access: Access, client: FlaskClient, round_on: Played
) -> None:
    phone = joined(app, access)
    phone.post("/role", json={"role": "player", "player": "Ben"})
    assert round_on.on_turn() == "Anna"
    assert client.post("/api/rename", json={"player": "Ben", "name": " Benno "}).status_code == 200
    role = phone.get("/role").get_json()
    assert (role["player"], [*role["seats"]]) == ("Benno", ["Anna", "Benno", "Cleo"])


@pytest.mark.parametrize("wanted", ["host", "button", "undecided", "out", "king"])
def test_nobody_gives_themselves_more_than_a_seat(app: Flask, access: Access, round_on: Played, wanted: str) -> None:
    phone = joined(app, access)
    assert phone.post("/role", json={"role": wanted}).status_code == 409
    assert phone.get("/role").get_json()["choices"] == ["player", "watching"]
    assert round_on.live.game.number == 1


def test_nobody_but_the_host_gives_others_a_role_or_sees_who_is_there(
    app: Flask, access: Access, client: FlaskClient, round_on: Played
) -> None:
    one, other = joined(app, access), joined(app, access)
    device = other.post("/role", json={"role": "player", "player": "Ben"}).get_json()["device"]
    for role in ("watching", "out"):
        assert one.post("/role", json={"device": device, "role": role}).get_json()["code"] == "host-only"
    for body in ({"renew": True}, {"reach": "everything"}):
        assert one.post("/devices", json=body).get_json()["code"] == "host-only"
    assert one.get("/devices").get_json()["code"] == "host-only"
    told = client.get("/devices").get_json()["devices"]
    assert [(entry["role"], entry["player"]) for entry in told] == [("undecided", None), ("player", "Ben")]
    assert other.get("/role").get_json()["role"] == "player"
    assert round_on.events() == ["round-started"]


def test_whoever_the_host_sends_out_gives_the_code_again(app: Flask, access: Access, client: FlaskClient) -> None:
    phone = joined(app, access)
    client.post("/role", json={"device": phone.get("/role").get_json()["device"], "role": "out"})
    assert phone.get("/state").status_code == 401


@pytest.mark.usefixtures("round_on")
def test_the_hosts_own_link_makes_a_phone_the_hosts_until_the_host_takes_it_back(
    app: Flask, access: Access, client: FlaskClient
) -> None:
    phone = joined(app, access)
    phone.get(f"/door/{access.appointment}")
    told = phone.get("/role").get_json()
    assert (told["role"], told["presses"], told["choices"]) == ("host", None, ["host", "player", "watching"])
    assert phone.post("/api/undo", json={}).status_code == 200
    phone.post("/api/start", json={"players": PLAYERS, "rulebook": BOOK})
    phone.post("/role", json={"role": "player", "player": "Ben"})
    assert phone.post("/api/undo", json={}).get_json()["code"] == "host-only"
    assert phone.post("/role", json={"role": "host"}).status_code == 200
    client.post("/role", json={"device": told["device"], "role": "watching"})
    assert phone.post("/role", json={"role": "host"}).get_json()["code"] == "host-only"


@pytest.mark.usefixtures("round_on")
def test_a_seat_at_a_table_where_nobody_of_that_name_plays_is_not_given(app: Flask, access: Access) -> None:
    answer = joined(app, access).post("/role", json={"role": "player", "player": "Dora"})
    assert (answer.status_code, answer.get_json()["code"]) == (409, "stale")


def test_before_anybody_plays_a_phone_says_its_own_name_and_has_that_seat_then(
    app: Flask, access: Access, client: FlaskClient, played: Played
) -> None:
    phone = joined(app, access)
    said = phone.post("/role", json={"role": "player", "player": "  Lea "})
    assert (said.status_code, said.get_json()["player"]) == (200, "Lea")
    assert [one["player"] for one in client.get("/devices").get_json()["devices"]] == ["Lea"]
    played.buttons.start_round(["Lea", "Ben"], BOOK, deal=True)
    assert phone.get("/role").get_json()["role"] == "player"


@pytest.mark.parametrize(("name", "code"), [("", "name-long"), ("L" * 25, "name-long"), ("Le\u2060a", "name-unseen")])
def test_what_is_no_name_is_refused_on_a_phone_as_in_the_form(app: Flask, access: Access, name: str, code: str) -> None:
    said = joined(app, access).post("/role", json={"role": "player", "player": name})
    assert (said.status_code, said.get_json()["code"]) == (409, code)


def started(played: Played, folder: Path) -> tuple[Flask, Access]:
    """The program, started with that data folder."""
    access = Access("0.0.0.0", folder=folder)  # noqa: S104 - nothing listens here
    return create_app(played.live, played.read, access), access


def test_roles_outlive_a_restart(played: Played, tmp_path: Path) -> None:
    played.buttons.start_round(PLAYERS, BOOK)
    app, access = started(played, tmp_path)
    player, host = joined(app, access), joined(app, access)
    player.post("/role", json={"role": "player", "player": "Anna"})
    host.get(f"/door/{access.appointment}")
    cookies = [client.get_cookie(access.cookie) for client in (player, host)]
    app, access = started(played, tmp_path)
    told = []
    for cookie in cookies:
        assert cookie is not None
        phone = app.test_client()
        phone.environ_base["REMOTE_ADDR"] = "10.0.0.9"
        phone.set_cookie(access.cookie, cookie.value)
        told.append(phone.get("/role").get_json())
    assert [(one["role"], one["player"]) for one in told] == [("player", "Anna"), ("host", None)]


def test_what_is_kept_of_guests_is_for_its_owner_and_no_cookie(tmp_path: Path) -> None:
    token = Guests(tmp_path).let_in().token
    kept = tmp_path / FILE
    assert token not in kept.read_text()
    assert kept.stat().st_mode & 0o077 == 0
    assert Guests(tmp_path).find(token) is not None


def test_the_cookie_is_kept_by_the_browser_as_long_as_by_the_table(app: Flask, access: Access) -> None:
    phone = app.test_client()
    phone.environ_base["REMOTE_ADDR"] = "192.168.1.77"
    answer = phone.get(f"/door/{access.invitation}", headers={"Host": "192.168.1.5"})
    assert f"Max-Age={KEPT}" in answer.headers["Set-Cookie"]


def test_a_device_that_was_let_in_a_month_ago_gives_the_code_again(tmp_path: Path) -> None:
    now = [1000.0]
    guests = Guests(tmp_path, now=lambda: now[0], counted=lambda: now[0])
    token = guests.let_in().token
    now[0] += KEPT - 1
    assert guests.find(token) is not None
    now[0] += 2
    assert guests.find(token) is None
    assert Guests(tmp_path, now=lambda: now[0]).every() == []


HEAVY, ENDLESS = (
    f'{{"guests": [{{"digest": "a", "since": {since}, "role": "watching", "player": "", "right": false}}]}}'
    for since in ("1" * 400, "NaN")
)


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "{",
        "[]",
        '{"guests": [{}]}',
        '{"guests": [{"digest": "a", "since": 1, "role": "king"}]}',
        "[" * 9999,
        '{"reach": "moon", "guests": []}',
        HEAVY,
        ENDLESS,
    ],
)
def test_a_damaged_file_of_guests_costs_no_more_than_the_code_again(tmp_path: Path, kept: str) -> None:
    (tmp_path / FILE).write_text(kept)
    guests = Guests(tmp_path)
    assert guests.every() == []
    token = guests.let_in().token
    assert json.loads((tmp_path / FILE).read_text())["guests"]
    assert Guests(tmp_path).find(token) is not None


def test_a_disk_that_takes_nothing_keeps_nobody_from_playing(tmp_path: Path) -> None:
    guests = Guests(tmp_path / "gone")
    assert guests.find(guests.let_in().token) is not None


def test_the_page_of_a_guest_is_the_remote_and_the_hosts_the_whole_table(
    app: Flask, access: Access, client: FlaskClient
) -> None:
    phone = joined(app, access)
    assert 'id="setup-form"' in client.get("/").text
    assert 'id="setup-form"' not in phone.get("/").text
    phone.get(f"/door/{access.appointment}")
    assert 'id="setup-form"' in phone.get("/").text


def test_who_was_let_in_stays_when_the_computer_s_clock_is_set(tmp_path: Path) -> None:
    now = [0.0]  # a computer without a clock of its own begins in 1970
    guests = Guests(tmp_path, now=lambda: now[0])
    token = guests.let_in().token
    now[0] = 1.79e9
    assert guests.find(token) is not None
    assert len(guests.every()) == 1


def test_a_device_that_is_sent_out_while_it_asks_is_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    guests = Guests(tmp_path)
    token = guests.let_in().token
    (guest,) = guests.every()
    guests.send_out(guest.device)
    monkeypatch.setitem(guests._guests, guest.digest, guest)  # noqa: SLF001 - between the two, as another thread sees it
    assert guests.find(token) is None
