"""What comes in is bounded in size, depth and time, and nothing of it reaches the terminal raw: one line, exit code 2."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from files import bounded
from files.toml import MOST_DOTS
from tests.cli.conftest import Command

ENDLESS = "/dev/zero"


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounded, "PATIENCE", 0.2)


@pytest.mark.skipif(not Path(ENDLESS).exists(), reason="this system has no such device")
@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("judge", ENDLESS), "has more than 256 KiB"),
        (("solve", ENDLESS), "has more than 4096 KiB"),
        (("read", ENDLESS), "more than 128 MB"),
        (("rulebooks", ENDLESS), "there is no rulebook '/dev/zero'"),
    ],
)
def test_a_file_without_an_end_is_refused(tileref: Command, arguments: tuple[str, ...], line: str) -> None:
    ran = tileref(*arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert line in ran.err


@pytest.mark.usefixtures("hasty")
@pytest.mark.skipif(os.name != "posix", reason="Windows has no such pipes")
@pytest.mark.parametrize("command", ["read", "judge", "solve"])
def test_a_pipe_that_nobody_writes_to_is_given_up(tileref: Command, tmp_path: Path, command: str) -> None:
    os.mkfifo(tmp_path / "f.jpg")
    ran = tileref(command, tmp_path / "f.jpg")
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "has not said everything" in ran.err


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (b"x" * 300_000, "line 1 has more than 256 KiB: no turn has"),
        (b" \r\n" * 400_000, "goes on and on without a turn"),
        (b"no turn in sight\n" * 300_000, "and its first line is no turn"),
    ],
)
def test_standard_input_out_of_all_proportion_is_refused(tileref: Command, given: bytes, line: str) -> None:
    ran = tileref("judge", given=given)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert line in ran.err


@pytest.mark.parametrize("value", ["9" * 5000, "9" * 4000 + "x"])
def test_a_number_of_thousands_of_digits_is_refused_in_a_short_line(tileref: Command, value: str) -> None:
    ran = tileref(
        "judge",
        given=b'{"rulebook": "jumbo-original-2016+time=%s", "before": [], "after": [], "opened": true}'
        % value.encode(),
    )
    assert ran.code == 2
    assert "must be a whole number from 1 to 3600, or none" in ran.err
    assert len(ran.err) < 300


@pytest.mark.parametrize(
    "text", [".".join("a" * 20_000) + " = 1", "\n".join(f"a.b{i} = 1" for i in range(20_000)), "#" * 200_000]
)
def test_a_rulebook_that_would_fill_the_memory_is_refused(tileref: Command, tmp_path: Path, text: str) -> None:
    path = tmp_path / "large.toml"
    path.write_text(text, encoding="utf-8")
    ran = tileref("rulebooks", path)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert f"more than {MOST_DOTS} dots" in ran.err or "has more than 128 KiB" in ran.err


RAW = "\x1b]0;owned\x07\N{RIGHT-TO-LEFT OVERRIDE}\x9b2J\r"


def test_the_title_of_a_rulebook_moves_no_cursor(tileref: Command, tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    escaped = RAW.encode("unicode_escape").decode().replace("\\x", "\\u00")
    path.write_text(f'id = "ours"\ntitle = "Ours {escaped}"\ninherits = "jumbo-original-2016"\n', encoding="utf-8")
    ran = tileref("rulebooks", path)
    assert ran.code == 0
    assert "Ours \\x1b]0;owned\\x07\\u202e\\x9b2J\\r" in ran.out
    assert not set(RAW[:1] + RAW[-5:-4] + "\x9b\r") & set(ran.out)


@pytest.mark.parametrize(
    "arguments", [("read", RAW + ".jpg"), ("judge", RAW), ("solve", RAW), ("rulebooks", RAW), (RAW,), ("score", RAW)]
)
def test_no_argument_moves_a_cursor(tileref: Command, arguments: tuple[str, ...]) -> None:
    ran = tileref(*arguments)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert ran.err.rstrip("\n").isprintable()


def test_players_who_read_as_one_are_refused(tileref: Command) -> None:
    ran = tileref("score", "--winner", "Cleo", "Anna=3", "\N{CYRILLIC CAPITAL LETTER A}nna=4")
    assert ran.code == 2
    assert "look the same" in ran.err
    assert tileref("score", "--winner", "anna", "Anna=3").code == 2
    assert tileref("score", "--winner", "Cleo\N{ZERO WIDTH SPACE}", "Anna=3").code == 2
