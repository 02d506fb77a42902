"""Round files at the command line: exported, judged once more, and verified."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from journal import FILE_NAME, Journal
from journal.salvage import write as write_journal
from referee.tiles import Tile
from roundfile.document import parse, write
from roundfile.seal import code, sealed
from tests.cli.conftest import Command
from tests.live.stage import Played

OPENING = "R10 R11 R12"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of a journal with one round that was written down."""
    played = Played(tmp_path)
    played.begin(rulebook="jumbo-original-2016")
    played.turn(OPENING)
    played.turn(OPENING, drew=True)
    played.buttons.score({"Ben": (Tile.parse("K3"),)}, "Anna")
    played.live.close()
    return tmp_path / "data"


@pytest.fixture
def file(tileref: Command, data: Path) -> Path:
    path = data.parent / "evening.rummi.toml"
    assert tileref("export", "last", "--data", data, "-o", path).code == 0
    return path


def test_rounds_are_listed_with_the_numbers_that_name_them(tileref: Command, data: Path) -> None:
    ran = tileref("export", "--data", data)
    assert "Anna, Ben: 2 turns, Anna won (jumbo-original-2016)" in ran.out
    (listed,) = tileref("export", "--data", data, "--json").lines()
    assert parse(tileref("export", listed["round"], "--data", data).out.encode())["players"] == ["Anna", "Ben"]


def test_what_is_exported_reads_the_same_in_both_forms(tileref: Command, data: Path) -> None:
    toml, as_json = (parse(tileref("export", "last", "--data", data, *how).out.encode()) for how in ([], ["--json"]))
    assert toml == as_json
    assert toml["turns"][0]["after"] == OPENING


@pytest.mark.parametrize(
    ("name", "said"), [("99", "is the number of no round"), ("yesterday", "is the number of no round")]
)
def test_a_round_that_there_is_not_is_said_to_be_none(tileref: Command, data: Path, name: str, said: str) -> None:
    ran = tileref("export", name, "--data", data)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err


def test_a_folder_without_a_journal_is_named(tileref: Command, tmp_path: Path) -> None:
    ran = tileref("export", "last", "--data", tmp_path)
    assert ran.code == 2
    assert "there is no journal here" in ran.err


def test_a_round_is_judged_by_another_rulebook(tileref: Command, file: Path) -> None:
    same = tileref("judge", file)
    assert same.code == 0
    assert same.out.splitlines()[-1] == "2 turns, 0 judged otherwise than at the table"
    other = tileref("judge", file, "--rulebook", "jumbo-original-2016+opening=40")
    assert other.code == 1
    assert "1 Anna: illegal, was legal" in other.out
    assert "opening-below-30" in other.out
    first, second = tileref("judge", file, "--rulebook", "jumbo-original-2016+opening=40", "--json").lines()
    assert (first["turn"], first["was"], first["verdict"]) == (1, "legal", "illegal")
    assert second["verdict"] == "legal"


def test_a_round_from_standard_input_is_judged(tileref: Command, file: Path) -> None:
    assert tileref("judge", given=file.read_bytes()).code == 0


def test_a_turn_is_judged_by_another_rulebook_than_it_names(tileref: Command) -> None:
    turn = b'{"before": [], "after": [["R10", "R11", "R12"]], "opened": false}'
    assert tileref("judge", given=turn).code == 0
    assert tileref("judge", "--rulebook", "jumbo-original-2016+opening=40", given=turn).code == 1


def test_a_whole_file_is_whole_and_its_witness_knows_it(tileref: Command, file: Path) -> None:
    ran = tileref("verify", file, "--json")
    assert (ran.code, ran.data["whole"], ran.data["faults"]) == (0, True, [])
    words = ran.data["code"]
    assert tileref("verify", file, "--witness", words.upper()).code == 0


def test_an_altered_file_is_caught_at_the_altered_turn(tileref: Command, file: Path) -> None:
    file.write_text(file.read_text(encoding="utf-8").replace("drew = 1", "drew = 0"), encoding="utf-8")
    ran = tileref("verify", file)
    assert ran.code == 1
    assert "turn 2 was altered" in ran.out


def test_a_forged_file_is_caught_by_its_witness_alone(tileref: Command, file: Path) -> None:
    words = tileref("verify", file, "--json").data["code"]
    forged = parse(file.read_bytes().replace(b"drew = 1", b"drew = 0"))
    file.write_text(write(sealed(forged)), encoding="utf-8")
    assert tileref("verify", file).code == 0
    ran = tileref("verify", file, "--witness", words)
    assert ran.code == 1
    assert "the witness knows another round" in ran.out


def test_a_journal_is_whole_up_to_what_its_witness_saw(tileref: Command, data: Path) -> None:
    ran = tileref("verify", data, "--json")
    assert ran.code == 0
    words = ran.data["code"]
    met = tileref("verify", data, "--witness", words)
    assert met.code == 0
    assert "the witness vouches for all up to event" in met.out
    assert tileref("verify", data, "--witness", "bababa " * 6).code == 2
    assert tileref("verify", data, "--witness", " ".join(words.split()[::-1])).code == 1


def test_an_altered_journal_is_caught_at_the_altered_event(tileref: Command, data: Path) -> None:
    with Journal(data) as journal:
        written = journal.last("round-scored")
    path = data / FILE_NAME
    path.write_bytes(path.read_bytes().replace(b'"K3"', b'"K4"'))
    assert written is not None
    ran = tileref("verify", data)
    assert ran.code == 1
    assert f"event {written.id}: it is not as it was written" in ran.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is no round file"),
        ("[", "is neither TOML nor JSON"),
        ('format = "rummi-round/1"\nplayers = ["A"]\nrulebook = "x"\n', "bears no seal"),
    ],
)
def test_what_cannot_be_verified_is_told_in_one_line(tileref: Command, tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "a.rummi.toml"
    path.write_text(text, encoding="utf-8")
    ran = tileref("verify", path)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert said in ran.err
    assert tileref("verify", tmp_path / "none").code == 2


def test_a_journal_that_was_rewritten_half_way_meets_the_codes_told_before_and_none_after(
    tileref: Command, data: Path, tmp_path: Path
) -> None:
    with Journal(data) as journal:
        events = journal.events()
        told = {one.id: code(journal.link(one.id) or b"") for one in events}
    first = next(one.id for one in events if one.kind == "verdict")
    rewritten = [
        one if one.id <= first else replace(one, data=json.loads(json.dumps(one.data).replace("K3", "K4")))
        for one in events
    ]
    write_journal(rewritten, tmp_path / "other" / FILE_NAME)
    assert tileref("verify", tmp_path / "other").code == 0
    assert tileref("verify", tmp_path / "other", "--witness", told[first]).code == 0
    assert tileref("verify", tmp_path / "other", "--witness", told[events[-1].id]).code == 1
