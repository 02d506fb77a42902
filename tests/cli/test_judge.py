"""`tileref judge` as scripts and people use it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Command, Ran


LEGAL: dict[str, Any] = {
    "rulebook": "jumbo-original-2016",
    "before": [["R4", "R5", "R6"]],
    "after": [["R4", "R5", "R6", "R7"]],
    "opened": True,
    "drew": 0,
    "rack": None,
    "seconds": 41.5,
}
ILLEGAL = {**LEGAL, "seconds": 61}
UNDECIDED = {**LEGAL, "after": [["R4", "R5", "R6", "?"]]}


@pytest.fixture
def judge(tileref: Command) -> Command:
    """Runs `tileref judge` with arguments and with bytes or JSON lines as standard input."""

    def run(*arguments: str, given: bytes | list[Any] = b"") -> Ran:
        data = given if isinstance(given, bytes) else "\n".join(map(json.dumps, given)).encode()
        return tileref("judge", *arguments, given=data)

    return run


def test_the_example_of_a_legal_turn(judge: Command) -> None:
    ran = judge("--json", given=[LEGAL])
    assert ran.code == 0
    assert ran.lines() == [
        {"verdict": "legal", "played": ["R7"], "points": 7, "violations": [], "notices": [], "penalty": None}
    ]
    assert ran.err == ""


def test_what_was_allowed_is_taken_in_and_what_was_counted_is_said(judge: Command) -> None:
    rulebook = "jumbo-original-2016+bank=10m+delay=10+extensions=2"
    turn = {**LEGAL, "rulebook": rulebook, "seconds": 75.2, "time": {"bank": 30, "extensions": 1}}
    ran = judge("--json", given=[turn])
    assert (ran.code, ran.lines()[0]["time"]["allowed"], ran.lines()[0]["time"]["from_bank"]) == (1, 70.0, 30.0)
    said = judge(given=[turn]).out
    assert "time: 75.2 seconds, allowed: 10 of its own, 1 x 30 by extension, 30 of the bank's 30" in said


@pytest.mark.parametrize(("turn", "code"), [(LEGAL, 0), (ILLEGAL, 1), (UNDECIDED, 3)])
def test_exit_codes(judge: Command, turn: dict[str, Any], code: int) -> None:
    assert judge("-", given=[turn]).code == code


@pytest.mark.parametrize(
    ("turns", "code"),
    [
        ([LEGAL, LEGAL], 0),
        ([LEGAL, UNDECIDED], 3),
        ([UNDECIDED, ILLEGAL, LEGAL], 1),
        ([LEGAL, "nonsense", ILLEGAL], 2),
    ],
)
def test_several_turns_end_with_the_worst(judge: Command, turns: list[Any], code: int) -> None:
    ran = judge("-", "--json", given=turns)
    assert ran.code == code
    assert len(ran.lines()) == len(turns)


def test_a_turn_that_cannot_be_used_does_not_keep_the_others_from_being_judged(judge: Command) -> None:
    ran = judge("--json", given=[LEGAL, {"before": []}, ILLEGAL])
    assert [line.get("verdict") for line in ran.lines()] == ["legal", None, "illegal"]
    assert ran.lines()[1] == {"error": '"after" is missing: a turn needs before, after and opened'}
    assert ran.err == 'tileref: standard input, line 2: "after" is missing: a turn needs before, after and opened\n'


def test_undecided_says_what_it_hangs_on(judge: Command) -> None:
    ran = judge("--json", given=[UNDECIDED])
    assert ran.lines()[0]["verdict"] == "undecided"
    assert ran.lines()[0]["questions"] == [{"table": "after", "set": 0, "place": 3}]
    assert "look at tile 4 of set 1 after the turn" in judge(given=[UNDECIDED]).out


def test_a_file_may_be_written_over_several_lines(judge: Command, tmp_path: Path) -> None:
    path = tmp_path / "turn.json"
    path.write_text(json.dumps(LEGAL, indent=2), encoding="utf-8-sig")
    assert judge(str(path), "--json").lines()[0]["verdict"] == "legal"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("indent", [None, 2])
def test_what_powershell_writes_is_read(judge: Command, tmp_path: Path, encoding: str, indent: int | None) -> None:
    path = tmp_path / "turns.json"
    turns = [LEGAL] if indent else [LEGAL, ILLEGAL]
    data = "".join(json.dumps(turn, indent=indent).replace("\n", "\r\n") + "\r\n" for turn in turns).encode(encoding)
    path.write_bytes(data)
    told = [turn["verdict"] for turn in judge(str(path), "--json").lines()]
    assert told == ["legal", "illegal"][: len(turns)]
    assert [turn["verdict"] for turn in judge("--json", given=data).lines()] == told


def test_a_line_in_utf_16_without_an_end_is_refused(judge: Command) -> None:
    ran = judge(given=('{"before": "' + "a" * 300_000).encode("utf-16"))
    assert ran.code == 2
    assert "line 1 has more than 256 KiB" in ran.err


def test_files_are_judged_one_after_the_other(judge: Command, tmp_path: Path) -> None:
    paths = []
    for name, turn in (("a.json", LEGAL), ("b.json", ILLEGAL)):
        (tmp_path / name).write_text(json.dumps(turn), encoding="utf-8")
        paths.append(str(tmp_path / name))
    ran = judge(*paths)
    assert ran.code == 1
    assert ran.out.index("a.json:") < ran.out.index("legal") < ran.out.index("b.json:") < ran.out.index("illegal")


def test_what_people_read(judge: Command) -> None:
    turn = {**LEGAL, "after": [["R4", "R5"], ["R6", "K1", "K2"]], "rulebook": "hertzano-original"}
    assert judge(given=[turn]).out.splitlines() == [
        "illegal",
        "  laid: K1 K2, worth 3",
        "  set 1: R4 R5 is too short for a set: it needs at least three tiles. Add to it or take it away.",
        "      set-invalid; Original Rummikub (Hertzano), Spielanleitung 2; Preliminari",
        "  set 2: R6 K1 K2 is neither a group of one number nor a run of one colour. Sort it out or take it away.",
        "      set-invalid; Original Rummikub (Hertzano), Spielanleitung 2; Preliminari",
        "  penalty: take R4 R5 R6 K1 K2 onto the rack, draw 3",
        "      Original Rummikub (Hertzano), Joker",
    ]


def test_a_notice_makes_nothing_illegal(judge: Command) -> None:
    turn = {**LEGAL, "after": [["R7", "R6", "R5", "R4"]]}
    ran = judge(given=[turn])
    assert ran.code == 0
    assert "note: R7 R6 R5 R4 is a run that lies in another order" in ran.out


def test_keys_that_are_not_judged_are_told_on_standard_error(judge: Command) -> None:
    ran = judge("--json", given=[{**LEGAL, "secnds": 70}])
    assert (ran.code, ran.lines()[0]["verdict"]) == (0, "legal")
    assert "'secnds' is not judged: a turn has rulebook, before," in ran.err


def test_a_rulebook_of_one_s_own(judge: Command, tmp_path: Path) -> None:
    path = tmp_path / "home.toml"
    text = 'id = "home"\ntitle = "Home"\ninherits = "jumbo-original-2016"\n[time]\nsource = "agreed"\nseconds = 30\n'
    path.write_text(text, encoding="utf-8")
    ran = judge("--json", given=[{**LEGAL, "rulebook": str(path)}])
    assert ran.lines()[0]["violations"][0]["clause"] == "Home, agreed"


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        (b"", "no turn was given"),
        (b"\n \n", "no turn was given"),
        (b"hello", "is not JSON: Expecting value at line 1, column 1"),
        (b'{"before": [', "is not JSON"),
        (
            b'{"before": [], "after": [], "opened": true, "opened": false}',
            'gives "opened" twice: leave one of the two out',
        ),
        (b"\xff\xfe\x00", "is neither UTF-8 nor UTF-16 text"),
        (b'{"rack": ["\xe4"]}', "is neither UTF-8 nor UTF-16 text"),
        (b"[" * 100_000, "is nested too deep"),
        (b"9" * 5000, "is not JSON that a turn could be"),
        (b"[]", "a turn is a JSON object"),
        (b'{"before": [], "after": [["R4", "X9"]], "opened": true}', "'X9' is no tile: write a colour letter"),
        (b'{"before": [], "after": [], "opened": true, "rulebook": "chess"}', "there is no rulebook 'chess'"),
        (b'{"before": [], "after": {}, "opened": true}', '"after" must be a list of sets'),
        (b'{"before": [], "after": [], "opened": true, "seconds": "x"}', '"seconds" must be a number'),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(judge: Command, given: bytes, complaint: str) -> None:
    ran = judge(given=given)
    assert ran.code == 2
    assert ran.out == ""
    assert complaint in ran.err
    assert ran.err.startswith("tileref: ")
    assert ran.err.count("\n") == 1


def test_nonsense_among_json_lines_is_said_where_it_stands(judge: Command) -> None:
    ran = judge("--json", given=b"nonsense\n" + json.dumps(LEGAL).encode() + b"\n")
    assert [line.get("verdict") for line in ran.lines()] == [None, "legal"]
    assert "standard input, line 1: is not JSON" in ran.err


def test_a_file_that_is_not_there(judge: Command, tmp_path: Path) -> None:
    ran = judge(str(tmp_path / "none.json"))
    assert ran.code == 2
    assert ran.err == f"tileref: {tmp_path / 'none.json'}: No such file or directory\n"


def test_a_folder_is_no_turn(judge: Command, tmp_path: Path) -> None:
    assert "Is a directory" in judge(str(tmp_path)).err


class TestAfterThePenalty:
    """The table shown once everything was put back tells what was not."""

    TURN: ClassVar[dict[str, Any]] = {
        **LEGAL,
        "before": [["R4", "R5", "R6", "R7"], ["K1", "K2", "K3"]],
        "after": [["R4", "R5", "R6"], ["K1", "K2", "K3", "R7"], ["B9"]],
        "restored": [["R4", "R5", "R6"], ["K1", "K2", "K3"], ["R7"]],
    }

    def test_what_was_not_put_back_and_what_it_costs(self, judge: Command) -> None:
        ran = judge("--json", given=[self.TURN])
        assert ran.code == 1
        assert ran.lines()[0]["restored"] == {
            "table": [["R4", "R5", "R6"], ["K1", "K2", "K3"]],
            "not_returned": ["R7"],
            "to_pool": ["R7"],
            "to_rack": ["B9"],
            "draw": 4,
        }
        assert ran.lines()[0]["penalty"]["draw"] == 3

    def test_as_people_read_it(self, judge: Command) -> None:
        lines = judge(given=[self.TURN]).out.splitlines()
        assert lines[-4:] == ["  not put back: R7", "  into the pool: R7", "  onto the rack: B9", "  to draw in all: 4"]

    def test_everything_is_back(self, judge: Command) -> None:
        turn = {**self.TURN, "after": [*self.TURN["before"], ["B9"]], "restored": self.TURN["before"]}
        assert judge(given=[turn]).out.splitlines()[-2:] == ["  onto the rack: B9", "  to draw in all: 3"]
        turn = {**ILLEGAL, "after": ILLEGAL["before"], "restored": ILLEGAL["before"]}
        assert judge(given=[turn]).out.splitlines()[-1] == "  to draw in all: 3"

    @pytest.mark.parametrize("change", [{"restored": None}, {"after": [["R4", "R5", "R6", "R7"]], "restored": []}])
    def test_there_is_nothing_to_say(self, judge: Command, change: dict[str, Any]) -> None:
        given = {**LEGAL, **change}
        assert "restored" not in judge("--json", given=[given]).lines()[0]
        assert "to draw in all" not in judge(given=[given]).out

    def test_where_a_tile_was_not_read_nobody_knows(self, judge: Command) -> None:
        turn = {**self.TURN, "before": [["R4", "R5", "R6", "?"], ["K1", "K2", "K3"]]}
        assert "restored" not in judge("--json", given=[turn]).lines()[0]

    def test_it_must_be_read_for_certain(self, judge: Command) -> None:
        ran = judge(given=[{**self.TURN, "restored": [["R4", "?"]]}])
        assert (ran.code, '"restored" holds a tile that was not read: name it' in ran.err) == (2, True)


class TestVariants:
    def test_a_rulebook_with_switches(self, judge: Command) -> None:
        opening = {**LEGAL, "before": [], "after": [["R13", "K13", "B13"]], "opened": False}
        assert judge(given=[{**opening, "rulebook": "jumbo-original-2016+opening=40"}]).code == 1
        assert judge(given=[opening]).code == 0

    def test_draw_and_discard(self, judge: Command) -> None:
        turn = {**LEGAL, "rulebook": "hertzano-original+discard", "drew": 1, "discarded": "K3"}
        assert judge(given=[turn]).code == 0
        ran = judge("--json", given=[{**turn, "drew": 0, "took_discard": "K9"}])
        assert [violation["code"] for violation in ran.lines()[0]["violations"]] == ["discard-not-laid"]

    @pytest.mark.parametrize(
        ("key", "variant"),
        [("discarded", "discard"), ("took_discard", "discard"), ("took_open", "open-last-stack")],
    )
    def test_without_the_variant_there_are_no_such_tiles(self, judge: Command, key: str, variant: str) -> None:
        ran = judge(given=[{**LEGAL, key: "K3"}])
        assert ran.code == 2
        assert f'"{key}" means nothing without the variant {variant}: name the rulebook with it' in ran.err
        assert judge(given=[{**LEGAL, key: None}]).code == 0

    def test_the_open_tile(self, judge: Command) -> None:
        turn = {**LEGAL, "rulebook": "hertzano-original+open-last-stack", "took_open": "R7", "rack": ["K1"]}
        ran = judge("--json", given=[turn])
        assert [violation["code"] for violation in ran.lines()[0]["violations"]] == ["open-tile-not-out"]
        assert judge(given=[{**turn, "rack": []}]).code == 0

    def test_a_tile_that_there_is_not(self, judge: Command) -> None:
        ran = judge(given=[{**LEGAL, "rulebook": "hertzano-original+discard", "discarded": "X9"}])
        assert (ran.code, "\"discarded\": 'X9' is no tile" in ran.err) == (2, True)


NESTED = b"[" * 900 + b"]" * 900


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        (b'{"before": [], "after": [], "opened": ' + NESTED + b"}", '"opened" must be true or false'),
        (b'{"before": [], "after": [], "opened": true, "rulebook": "' + b"x" * 5000 + b'"}', "there is no rulebook"),
        (
            b'{"before": [], "after": [], "opened": true, "drew": ' + b"9" * 4000 + b"}",
            '"drew" must be a number of tiles',
        ),
    ],
)
def test_what_is_out_of_all_proportion_gets_one_line_and_the_next_turn_is_judged(
    judge: Command, given: bytes, complaint: str
) -> None:
    ran = judge("--json", given=given + b"\n" + json.dumps(LEGAL).encode())
    assert ran.code == 2
    assert complaint in ran.err
    assert len(ran.err.splitlines()) == 1
    assert [line.get("verdict", "error") for line in ran.lines()] == ["error", "legal"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("x = " + "[" * 5000, "nested too deep"),
        ("x = " + "9" * 5000, "is not TOML"),
        (
            'id = "a"\ntitle = "a"\ninherits = "piatnik-xxl"\n[time]\nsource = "a"\nseconds = 1' + "0" * 400,
            "must be a number of seconds",
        ),
    ],
)
def test_a_rulebook_out_of_all_proportion(judge: Command, tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    ran = judge(given=[{**LEGAL, "rulebook": str(path)}])
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert complaint in ran.err


def test_a_slip_in_a_turn_on_several_lines_is_one_complaint(judge: Command) -> None:
    slip = json.dumps(LEGAL, indent=2).replace("41.5", "41.5,")
    ran = judge("--json", given=slip.encode())
    assert ran.code == 2
    assert len(ran.lines()) == len(ran.err.splitlines()) == 1


def test_an_empty_file_beside_others_is_complained_of(judge: Command, tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text(json.dumps(LEGAL))
    (tmp_path / "empty.json").touch()
    ran = judge("--json", str(tmp_path / "good.json"), str(tmp_path / "empty.json"))
    assert ran.code == 2
    assert [line.get("verdict") for line in ran.lines()] == ["legal", None]
    assert "empty.json: is empty" in ran.err


@pytest.mark.parametrize(
    "text",
    [json.dumps({**LEGAL, "rulebook": "x\n.toml"}), json.dumps(LEGAL).replace("41.5", "1" * 6000)],
    ids=["a name on two lines", "a number of 6,000 digits"],
)
def test_a_complaint_is_one_line_in_words(judge: Command, text: str) -> None:
    ran = judge(given=text.encode())
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1
    assert "sys." not in ran.err
