"""`tileref solve` as scripts and people use it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cli.solve import describe, to_json
from referee.description import Position
from referee.solver.play import BestPlay
from referee.solver.search import Budget
from referee.tiles import parse_tiles
from tests.notation import parse_table

if TYPE_CHECKING:
    from tests.cli.conftest import Command, Ran


POSITION: dict[str, Any] = {
    "rulebook": "jumbo-original-2016",
    "table": [["R4", "R5", "R6"], ["K7", "B7", "O7"]],
    "rack": ["R3", "K1"],
    "opened": True,
}


@pytest.fixture
def solve(tileref: Command) -> Command:
    """Runs `tileref solve` with arguments and with bytes or a JSON value as standard input."""

    def run(*arguments: str, given: Any = b"") -> Ran:
        return tileref("solve", *arguments, given=given if isinstance(given, bytes) else json.dumps(given).encode())

    return run


def test_the_play_as_json(solve: Command) -> None:
    ran = solve("--json", given=POSITION)
    found = json.loads(ran.out)
    assert found.pop("elapsed_ms") >= 0
    assert found == {
        "playable": True,
        "played": ["R3"],
        "table": [["K7", "B7", "O7"], ["R3", "R4", "R5", "R6"]],
        "changed": 1,
        "exact": True,
        "most": True,
    }
    assert (ran.code, ran.err) == (0, "")


def test_no_play_is_an_answer_too(solve: Command) -> None:
    ran = solve("-", "--json", given={**POSITION, "rack": ["K1"]})
    found = json.loads(ran.out)
    assert (ran.code, found["playable"], found["played"], found["table"]) == (0, False, [], POSITION["table"])


def test_what_people_read(solve: Command) -> None:
    assert solve(given=POSITION).out == ("lay R3, 1 set stays as it is; then these lie there:\n  R3 R4 R5 R6\n")
    assert solve(given={**POSITION, "rack": ["K1"]}).out == "nothing can be laid\n"
    assert solve(given={**POSITION, "table": [], "rack": ["K10", "K11", "K12"], "opened": False}).out == (
        "lay K10 K11 K12; then these lie there:\n  K10 K11 K12\n"
    )


def test_what_may_not_be_the_best_says_so() -> None:
    position = Position.parse(POSITION)
    play = BestPlay(parse_tiles(["R3"]), parse_table("K7 B7 O7 / R3 R4 R5 R6"), 1, exact=False, most=False)
    assert describe(position, play)[0].startswith("lay R3 (may not be the best), 1 set stays")
    assert describe(position, play._replace(most=True))[0].startswith(
        "lay R3 (another may change fewer sets), 1 set stays"
    )
    assert (to_json(play, 1.0)["exact"], to_json(play, 1.0)["most"]) == (False, False)


def test_nothing_found_before_the_search_was_at_its_end_is_not_called_impossible(
    solve: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.solver.play.Budget", lambda *_: Budget(0))
    monkeypatch.setattr("referee.solver.search.BEAM", 0)
    monkeypatch.setattr("referee.solver.search.WIDER_BEAM", 0)
    found = json.loads(solve("--json", given=POSITION).out)
    assert (found["playable"], found["exact"], found["table"]) == (False, False, POSITION["table"])
    assert solve(given=POSITION).out == "nothing was found that can be laid (there may be something)\n"


def test_the_rulebook_decides(solve: Command) -> None:
    position = {"table": [["R4", "R5", "R6", "J"]], "rack": ["K9", "K10"], "opened": True}
    assert json.loads(solve("--json", given=position).out)["played"] == ["K9", "K10"]
    bound = {**position, "rulebook": "hertzano-original"}
    assert json.loads(solve("--json", given=bound).out)["playable"] is False


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_position_from_a_file(solve: Command, tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(POSITION, indent=2), encoding=encoding)
    assert json.loads(solve(str(path), "--json").out)["played"] == ["R3"]


def test_keys_that_are_not_looked_at_are_told_on_standard_error(solve: Command) -> None:
    ran = solve("--json", given={**POSITION, "rak": []})
    assert ran.code == 0
    assert "'rak' is not looked at: a position has rulebook, table, rack, opened" in ran.err


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        (b"", "no position was given"),
        (b"hello", "is not JSON: Expecting value at line 1, column 1"),
        (b"\xff\xfe\x00", "is neither UTF-8 nor UTF-16 text"),
        (b'{"rack": ["\xe4"]}', "is neither UTF-8 nor UTF-16 text"),
        (b"[" * 100_000, "is nested too deep"),
        (b"9" * 5000, "is not JSON that a position could be"),
        ([], "a position is a JSON object with table, rack and opened, not []"),
        ({"table": [], "opened": True}, '"rack" is missing'),
        ({**POSITION, "rack": ["X9"]}, "\"rack\": 'X9' is no tile"),
        ({**POSITION, "rack": ["?"]}, '"rack" holds a tile that was not read'),
        ({**POSITION, "rack": "R4"}, '"rack" must be a list of tiles'),
        ({**POSITION, "rack": [4]}, '"rack": a tile is written in quotes'),
        ({**POSITION, "rack": ["R4"] * 2}, "R4 is there 3 times, but the box holds 2"),
        ({**POSITION, "table": [["R4"], "R5"]}, '"table" must be a list of sets'),
        ({**POSITION, "table": [["R4", "?"]]}, '"table", set 0 holds a tile that was not read'),
        ({**POSITION, "opened": 1}, '"opened" must be true or false, not 1'),
        ({**POSITION, "rulebook": 5}, '"rulebook" must be the id of a rulebook in quotes'),
        ({**POSITION, "rulebook": "chess"}, "there is no rulebook 'chess'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(solve: Command, given: Any, complaint: str) -> None:
    ran = solve(given=given)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("tileref: standard input: ")
    assert complaint in ran.err
    assert ran.err.count("\n") == 1


def test_a_file_that_is_not_there(solve: Command, tmp_path: Path) -> None:
    ran = solve(str(tmp_path / "none.json"))
    assert (ran.code, ran.err) == (2, f"tileref: {tmp_path / 'none.json'}: No such file or directory\n")


ROUND = b"""format = "rummi-round/1"
players = ["Anna", "Ben"]
rulebook = "jumbo-original-2016"
turns = [{ player = "Anna", before = "", after = "", opened = false, drew = 1, verdict = "legal", played = "" }]
"""


def test_a_round_says_whether_a_player_could_have_opened(solve: Command) -> None:
    ran = solve("--player", "Anna", "--rack", "R10,R11,R12,K1", given=ROUND)
    first, *rest = ran.out.splitlines()
    assert first.startswith("1 Anna: could have opened, if R10 R11 R12 were on the rack by then: lay R10 R11 R12")
    assert rest == ["  R10 R11 R12"]


def test_a_rack_before_a_turn_is_known_whole(solve: Command) -> None:
    ran = solve("--player", "Anna", "--rack", "R10,R11,R12,K1", "--turn", "1", "--json", given=ROUND)
    assert json.loads(ran.out) == {
        "turn": 1,
        "opened": False,
        "laid": [],
        "could": "yes",
        "played": ["R10", "R11", "R12"],
        "table": [["R10", "R11", "R12"]],
        "needs": [],
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--player", "Zoe"], "take one of Anna, Ben"),
        (["--player", "Ben"], "Ben has no turn"),
        (["--player", "Anna", "--rack", "24"], "give its tiles"),
        (["--player", "Anna", "--rack", "K1", "--turn", "2"], "number of a turn of Anna"),
        (["--rack", "K1"], "--player NAME"),
        ([], "whose turns"),
    ],
)
def test_what_is_asked_amiss_of_a_round_is_said_in_one_line(solve: Command, arguments: list[str], said: str) -> None:
    ran = solve(*arguments, given=ROUND)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err
    assert ran.err.count("\n") == 1
