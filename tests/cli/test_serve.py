"""`tileref serve` starts, says where, ends politely, and refuses what it cannot use in one line."""

from __future__ import annotations

import ipaddress
import json
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest

from cli.common import data_folder
from cli.main import main
from journal import FILE_NAME, Journal

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder_of_frames(tmp_path: Path) -> Path:
    folder = tmp_path / "frames"
    folder.mkdir()
    for i in range(3):
        cv2.imwrite(str(folder / f"{i}.png"), np.full((90, 160, 3), 90, np.uint8))
    return folder


@contextmanager
def running(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """The command running, and what it printed."""
    process = subprocess.Popen(
        [sys.executable, "-m", "cli.main", "serve", "--port", "0", "--json", *arguments],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    with process:
        line = process.stdout.readline()
        if not line:
            raise AssertionError(process.communicate()[1])
        yield process, json.loads(line)
        process.kill()


@pytest.fixture
def served(tmp_path: Path, folder_of_frames: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command running on a folder of frames, and its address."""
    with running("--camera", str(folder_of_frames), "--data", str(tmp_path / "data")) as (process, printed):
        yield process, printed["address"]


def test_the_page_is_served_and_ctrl_c_ends_it_without_a_traceback(served: tuple[subprocess.Popen[str], str]) -> None:
    process, address = served
    with urllib.request.urlopen(address) as answer:  # noqa: S310 - our own server
        assert "<title>tileref</title>" in answer.read().decode()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert errors.strip() == "tileref: the game is kept; start again to go on"


def test_a_rulebook_with_a_mistake_is_named_at_the_start_and_the_others_are_offered(tmp_path: Path) -> None:
    folder = tmp_path / "rulebooks"
    folder.mkdir()
    (folder / "sundays.toml").write_text(
        'id = "x"\ntitle = "Our Sundays"\ninherits = "piatnik-xxl"\n', encoding="utf-8"
    )
    (folder / "chess.toml").write_text("[castling]", encoding="utf-8")
    with running("--camera", "none", "--data", str(tmp_path)) as (process, printed):
        with urllib.request.urlopen(printed["address"]) as answer:  # noqa: S310 - our own server
            page = answer.read().decode()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert "Our Sundays" in page
    assert "tileref: a rulebook is left out: chess.toml: [castling] is no clause" in errors.splitlines()[0]


def test_an_open_page_does_not_keep_it_from_ending(served: tuple[subprocess.Popen[str], str]) -> None:
    process, address = served
    with urllib.request.urlopen(f"{address}/events") as events:  # noqa: S310 - our own server
        assert events.readline() == b"retry: 1000\n"
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
    assert process.returncode == 0


def test_without_a_camera_a_turn_is_ended_and_stands(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cli.main", "serve", "--camera", "none", "--port", "0", "--json"]
    with subprocess.Popen(
        [*command, "--data", str(tmp_path / "data")], cwd=ROOT, text=True, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        assert told["source"] == "none"
        players = {"players": ["Anna", "Ben"], "rulebook": "jumbo-original-2016", "deal": False}
        assert sent(told["address"], "start", players)[0] == 200
        assert sent(told["address"], "end", {"turn": 0})[0] == 200
        with urllib.request.urlopen(f"{told['address']}/state") as answer:  # noqa: S310 - our own server
            state = json.load(answer)
        assert (state["turn"], state["state"], state["watched"]) == (1, "turn", False)
        process.send_signal(signal.SIGINT)


@pytest.mark.parametrize(
    ("arguments", "warned"),
    [([], True), (["--tls"], True), (["--host", "0.0.0.0"], True), (["--tls", "--host", "0.0.0.0"], False)],  # noqa: S104 - what is tested
    ids=["here alone", "here alone, by https", "by http", "as a phone needs it"],
)
def test_who_starts_it_where_no_phone_can_be_the_camera_is_told_how(
    tmp_path: Path, arguments: list[str], *, warned: bool
) -> None:
    with running("--camera", "phone", "--data", str(tmp_path), *arguments) as (process, _):
        process.kill()
        errors = process.communicate(timeout=60)[1].splitlines()
    assert ["--camera phone --tls --host 0.0.0.0" in line for line in errors] == [True] * warned


def sent(address: str, command: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """The status and the body that a press is answered with."""
    return posted(f"{address}/api/{command}", body)


def posted(url: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """The status and the body that this is answered with."""
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)  # noqa: S310 - our own server
    try:
        with urllib.request.urlopen(request) as answer:  # noqa: S310 - the same
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code, json.load(refusal)


def state_of(address: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{address}/state") as answer:  # noqa: S310 - our own server
        told: dict[str, Any] = json.load(answer)
    return told


def test_a_game_that_was_begun_out_of_the_film_goes_on_at_the_next_start(tmp_path: Path) -> None:
    data = tmp_path / "data"
    players = {"players": ["Anna", "Ben"], "rulebook": "jumbo-original-2016", "deal": False}
    with running("--demo", "--data", str(data)) as (process, printed):
        address = printed["address"]
        assert sent(address, "camera", {"camera": None})[0] == 200
        assert state_of(address)["demo"] is None
        assert sent(address, "start", players)[0] == 200
        assert sent(address, "end", {"turn": 0})[0] == 200
        process.send_signal(signal.SIGINT)
        assert "the game is kept" in process.communicate(timeout=60)[1]
    with running("--data", str(data)) as (_, printed):
        state = state_of(printed["address"])
    assert (state["demo"], state["turn"], state["players"][0]["name"]) == (None, 1, "Anna")
    with running("--demo", "--data", str(data)) as (_, printed):
        assert state_of(printed["address"])["demo"] is not None


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux takes the disk from a program that runs")
def test_a_disk_that_takes_nothing_more_in_the_middle_of_a_game_loses_nothing(
    served: tuple[subprocess.Popen[str], str], tmp_path: Path
) -> None:
    process, address = served
    assert sent(address, "start", {"players": ["Anna", "Ben"], "rulebook": "jumbo-original-2016"})[0] == 200
    assert sent(address, "first-turn", {})[0] == 200
    before = state_of(address)
    limits = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, limits[1]))
    status, said = sent(address, "pause", {})
    assert (status, said["code"]) == (507, "disk")
    assert "check the disk and press again; what is recorded is kept" in said["error"]
    assert "\n" not in said["error"]
    during = state_of(address)
    assert during["trouble"]["code"] == "disk"
    assert [during[key] for key in ("state", "turn", "undo")] == [before[key] for key in ("state", "turn", "undo")]
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, limits)
    assert sent(address, "pause", {})[0] == 200
    after = state_of(address)
    assert (after["state"], after["trouble"]) == ("paused", None)
    process.kill()
    process.communicate()
    with Journal(tmp_path / "data") as journal:
        assert [event.kind for event in journal.events()] == ["round-started", "first-turn", "paused"]


def test_who_was_let_in_is_kept_with_the_journal_for_its_owner_alone(folder_of_frames: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    arguments = ["--camera", str(folder_of_frames), "--data", str(data), "--host", "0.0.0.0"]  # noqa: S104 - what is tested
    with running(*arguments) as (_, printed):
        here = f"http://127.0.0.1:{urlsplit(printed['address']).port}"
        assert {len(urlsplit(printed[link]).path) for link in ("invitation", "appointment")} == {len("/door/") + 22}
        assert posted(f"{here}/door", {"code": printed["code"]})[0] == 200
    kept = data / "guests.json"
    assert kept.stat().st_mode & 0o077 == 0
    with running(*arguments) as (_, printed):
        here = f"http://127.0.0.1:{urlsplit(printed['address']).port}"
        with urllib.request.urlopen(f"{here}/devices") as answer:  # noqa: S310 - our own server
            assert [one["role"] for one in json.load(answer)["devices"]] == ["undecided"]


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line with which the command refuses."""
    assert main(["serve", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert printed.err.startswith("tileref: ")
    return printed.err


def test_a_taken_port_is_told_with_the_way_out(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        line = refused(capsys, "--port", str(taken.getsockname()[1]))
    assert "choose another with --port" in line


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--port", "99999"], "must be from 0 to 65535"),
        (["--port", "eighty"], "invalid int value"),
        (["--host", "203.0.113.9", "--port", "0"], "cannot be used"),
        (["--host", "not an address"], "no address of this machine"),
        (["--camera", "no-such-video.mp4", "--port", "0"], "no such file"),
        (["--camera", "gopher://x", "--port", "0"], "no kind of stream"),
        (["--camera", "0", "--demo"], "not allowed with"),
        (["--tls", "--behind-proxy", "club.example"], "leave --tls out"),
        (["--behind-proxy", "ftp://club.example", "--port", "0"], "give the public name"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, arguments: list[str], complaint: str
) -> None:
    assert complaint in refused(capsys, *arguments, "--data", str(tmp_path))


def test_a_name_that_no_other_device_reaches_is_refused_with_the_reason(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.1.1", 0))
    ]  # as Debian has it for a computer's own name
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    line = refused(capsys, "--host", "gametable", "--port", "0", "--data", str(tmp_path))
    assert "means 127.0.1.1, which no other device reaches; take 0.0.0.0" in line


def test_https_on_an_address_that_nobody_vouches_for_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, folder_of_frames: Path
) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 0))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr("cli.serve.ip_address", lambda _: ipaddress.ip_address("100.64.3.2"))
    arguments = ["--camera", str(folder_of_frames), "--port", "0", "--data", str(tmp_path)]
    assert "may not vouch for 100.64.3.2" in refused(capsys, "--tls", "--host", "100.64.3.2", *arguments)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_this_machines_own_names_serve_it_alone(tmp_path: Path, host: str) -> None:
    with running("--camera", "none", "--host", host, "--data", str(tmp_path)) as (_, printed):
        assert urlsplit(printed["address"]).hostname == host
        assert not printed["code"]
        assert state_of(printed["address"])["state"]


def test_behind_a_proxy_the_public_name_is_told_with_the_link_of_the_host(tmp_path: Path) -> None:
    arguments = ["--camera", "none", "--behind-proxy", "https://club.example/tileref", "--data", str(tmp_path)]
    with running(*arguments) as (_, printed):
        assert printed["address"] == "https://club.example/tileref"
        assert printed["appointment"].startswith("https://club.example/tileref/door/")


NETWORKS = """
ip link set lo up
add() { ip link add $1 type veth peer name p$1; ip addr add $2 dev $1 $3; ip link set $1 up; ip link set p$1 up; }
add tun0 10.8.0.2/24; add tailscale0 100.101.102.103/32; add wlan0 192.168.1.50/24; ip addr add 2001:db8::50/64 dev wlan0 nodad
exec "$@"
"""

ASKED = """
import json, ssl, subprocess, sys, urllib.request
with subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE) as serving:
    told = json.loads(serving.stdout.readline())
    phone = ssl.create_default_context(cafile=sys.argv[1])
    for offer in told["addresses"]:
        with urllib.request.urlopen(offer["address"] + "/door", context=phone) as page:
            print(offer["address"], offer["interface"], offer["camera"], page.status)
    with urllib.request.urlopen("http://192.168.1.50:8326/stage", context=phone) as page:
        print(page.url)
    serving.terminate()
"""


@pytest.mark.skipif(
    shutil.which("unshare") is None or subprocess.run(["unshare", "-rn", "ip", "link"], capture_output=True, check=False).returncode != 0,
    reason="no namespace of networks can be made here",
)  # fmt: skip
def test_every_address_of_every_network_is_answered_and_trusted_where_it_can_be(tmp_path: Path) -> None:
    serve = [sys.executable, "-m", "cli.main", "serve", "--camera", "none", "--json", "--port", "8325"]
    serve += ["--host", "0.0.0.0", "--tls", "--data", str(tmp_path)]  # noqa: S104 - what is tested
    client = [sys.executable, "-c", ASKED, str(tmp_path / "tls" / "authority.pem"), *serve]
    done = subprocess.run(
        ["unshare", "-rn", "sh", "-c", NETWORKS, "sh", *client], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [
        "https://192.168.1.50:8325 wlan0 True 200",
        "http://[2001:db8::50]:8326 wlan0 False 200",
        "https://10.8.0.2:8325 tun0 True 200",
        "http://100.101.102.103:8326 tailscale0 False 200",
        "https://192.168.1.50:8325/door?to=/stage",
    ]


def test_a_file_in_the_place_of_the_data_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, folder_of_frames: Path
) -> None:
    (tmp_path / "file").write_text("")
    line = refused(capsys, "--camera", str(folder_of_frames), "--port", "0", "--data", str(tmp_path / "file"))
    assert "choose another with --data" in line


def test_a_broken_profile_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, folder_of_frames: Path
) -> None:
    (tmp_path / "table.toml").write_text("area = 5")
    assert "list of corners" in refused(
        capsys, "--camera", str(folder_of_frames), "--port", "0", "--data", str(tmp_path)
    )


def test_a_damaged_journal_is_refused_and_left_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, folder_of_frames: Path
) -> None:
    (tmp_path / "journal.sqlite3").write_bytes(b"nothing of ours" * 300)
    assert "is damaged" in refused(capsys, "--camera", str(folder_of_frames), "--port", "0", "--data", str(tmp_path))
    assert (tmp_path / "journal.sqlite3").read_bytes() == b"nothing of ours" * 300


def test_a_journal_that_another_tileref_holds_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, folder_of_frames: Path
) -> None:
    with Journal(tmp_path) as journal:
        journal.append("kept", {})
        line = refused(capsys, "--camera", str(folder_of_frames), "--port", "0", "--data", str(tmp_path))
        assert "is in use by another tileref: close that one or choose another folder with --data" in line
        assert [event.kind for event in journal.events()] == ["kept"]


def test_a_journal_of_a_newer_tileref_is_refused_and_left_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, folder_of_frames: Path
) -> None:
    Journal(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA user_version = 99")
    before = (tmp_path / FILE_NAME).read_bytes()
    line = refused(capsys, "--camera", str(folder_of_frames), "--port", "0", "--data", str(tmp_path))
    assert "was written by a newer tileref: update this one" in line
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_events_of_a_newer_tileref_are_refused_and_left_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, folder_of_frames: Path
) -> None:
    with Journal(tmp_path) as journal:
        journal.append("tiles-juggled", {"clock": {"was": 0, "spent": 0, "running": False}})
    line = refused(capsys, "--camera", str(folder_of_frames), "--port", "0", "--data", str(tmp_path))
    assert "event 1: tiles-juggled does not say what it should" in line
    assert "use the tileref that wrote it, or another folder with --data" in line
    with Journal(tmp_path) as journal:
        assert [event.kind for event in journal.events()] == ["tiles-juggled"]


def test_the_data_lies_where_the_desktop_keeps_such_things(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "tileref"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder() == Path.home() / ".local" / "share" / "tileref"
