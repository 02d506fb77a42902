"""`tileref rulebooks` lists the rulebooks and prints one."""

import json
import re
from pathlib import Path

import pytest

from cli.main import main
from referee.rulebook import available
from tests.cli.conftest import Command


def test_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebooks"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(available())
    assert "(the default)" in lines[0]


@pytest.mark.parametrize("name", available())
def test_every_clause_is_printed_with_where_it_stands(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["rulebooks", name, "--json"])
    data = json.loads(capsys.readouterr().out)
    main(["rulebooks", name])
    printed = capsys.readouterr().out
    citations = printed.count("\n    ")
    assert citations == len(data["clauses"]) + len(data["variants"])
    for clause in [*data["clauses"].values(), *data["variants"]]:
        assert f"    {clause['citation']}\n" in printed


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (
            "hertzano-original",
            [
                "Direction: anticlockwise",
                "Deal: 14 tiles each, as 2 stacks",
                "Redeal: not provided",
                "Time for a turn: 120 seconds",
                "Variant hand: who keeps everything on the rack until all of it can be laid in one turn goes out by hand",
            ],
        ),
        (
            "jumbo-compact-2007",
            [
                "Pool: face down, unstacked",
                "Time for a turn: no limit",
                "Redeal: on request with 3 or more pairs of equal tiles, shown openly",
                "    Jumbo, 2016, Der Joker (inherited: page missing)",
            ],
        ),
        ("jumbo-fortuna-2005", ["left on a rack it counts 50", "the winner the total of those as plus"]),
        ("piatnik-xxl", ["Who begins: agreed upon, or by lot", "the last stack is drawn from first"]),
        (
            "jumbo-original-2016",
            [
                "plus 1 for each of those",
                "Tie in it: fewer tiles decide",
                "Match: as many rounds as agreed on; the highest total wins, and who are level share it",
                "    Jumbo, 2016, Punkte zählen, which leaves open how many rounds",
            ],
        ),
        (
            "jumbo-original-2016+bank=10m+delay=10+extensions=3+refill=4",
            [
                (
                    "Time for a turn: 10 seconds, then a bank of 10 minutes for each player and round, "
                    "3 extensions of 30 seconds for each player and 4 rounds"
                ),
            ],
        ),
        ("jumbo-original-2016+bank=5m+increment=5", ["a bank of 5 minutes", "to which each turn adds 5 seconds"]),
        (
            "jumbo-original-2016+overrun=1+goal=250",
            [
                "Only out of time: 1 tile is drawn",
                "Match: over after the round in which somebody comes to 250 points or more; the highest total wins",
            ],
        ),
    ],
)
def test_what_people_read(name: str, lines: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    main(["rulebooks", name])
    printed = capsys.readouterr().out
    assert [line for line in lines if line not in printed] == []


def test_json_has_every_key_and_no_limit_is_null(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rulebooks", "--json"])
    books = {book["id"]: book for book in map(json.loads, capsys.readouterr().out.splitlines())}
    assert list(books) == list(available())
    assert books["jumbo-compact-2007"]["clauses"]["time"]["seconds"] is None
    assert books["hertzano-original"]["clauses"]["joker"]["exchange_from"] == ["rack"]


def test_a_rulebook_of_one_s_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "home.toml"
    path.write_text(
        'id = "home"\ntitle = "Home"\ninherits = "piatnik-xxl"\n'
        '[tie]\nsource = "agreed"\nfewest_tiles = false\n'
        '[joker]\nsource = "agreed"\nexchange_before_opening = true\n',
        encoding="utf-8",
    )
    assert main(["rulebooks", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "Tie in it: left open\n    Home, agreed\n" in printed
    assert (
        "Joker: exchanged for the tile it stands for (in a group of three either missing colour) from rack or table; a set"
        in printed
    )


def test_an_unknown_rulebook(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebooks", "chess"]) == 2
    assert capsys.readouterr().err.startswith("tileref: there is no rulebook 'chess': take one of")


def test_two_rulebooks_are_compared_clause_by_clause(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebooks", "jumbo-original-2016", "jumbo-fortuna-2005"]) == 0
    printed = capsys.readouterr().out
    assert "\nBlocked round\n  jumbo-original-2016: the lowest rack wins; everyone, the winner too" in printed
    assert "\n    Jumbo Fortuna, 2005, Punkte zählen\n" in printed
    assert "Opening" not in printed, "inherited, so they say the same"


def test_a_rulebook_and_itself_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rulebooks", "piatnik-xxl", "piatnik-xxl"])
    assert capsys.readouterr().out.endswith("They say the same.\n")


def test_switches_are_read_and_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebooks", "hertzano-original+hand+discard+open-last-stack"]) == 0
    printed = capsys.readouterr().out
    assert (
        "Going out by hand: who goes out in the turn of the first lay-down makes the others' minus points count 2 times"
        in printed
    )
    assert "Discards: every turn takes a tile" in printed
    assert "Open tile: the last tile of the pool lies face up" in printed
    main(["rulebooks", "jumbo-original-2016", "jumbo-original-2016+opening=50"])
    printed = capsys.readouterr().out
    assert "at least 50 points" in printed
    assert "    house rule opening=50, in place of Jumbo, 2016, Spielbeginn\n" in printed


def test_three_rulebooks_are_too_many(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebooks", *available()[:3]]) == 2
    assert "two to see where they differ" in capsys.readouterr().err


def test_the_discard_variant_says_how_a_turn_goes(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rulebooks", "hertzano-original+discard"])
    printed = capsys.readouterr().out
    assert "A turn: takes a tile, lays or does not, and discards one" in printed
    assert "drawing ends the turn" not in printed


OURS = 'id = "ours"\ntitle = "Ours"\ninherits = "jumbo-original-2016"\n'


def test_a_rulebook_that_windows_wrote_is_read(tileref: Command, tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(OURS, encoding="utf-8-sig")
    assert tileref("rulebooks", path).code == 0


def test_no_rulebook_of_one_s_own_passes_for_a_booklet(tileref: Command, tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(OURS.replace('"ours"', '"piatnik-xxl"'), encoding="utf-8")
    ran = tileref("score", "--rulebook", path, "--winner", "Ben", "Anna=J", "--json")
    assert (ran.code, "is that of a booklet: give it an id of its own" in ran.err) == (2, True)


MISTAKEN = """
id = "sundays"
titel = "Our Sundays"
inherits = "jumbo-orginal-2016"

[opneing]
source = "agreed"
point = 40

[penalty]
source = "agreed"
table = "restord"
lost = "none"

[players]
source = "agreed"
most = 8

[variants.quick]
source = "agreed"
summary = "half the time"

[variants.quick.time]
second = 30
"""


def test_a_check_says_everything_that_is_wrong_a_line_each(tmp_path: Path, tileref: Command) -> None:
    path = tmp_path / "sundays.toml"
    path.write_text(MISTAKEN, encoding="utf-8")
    ran = tileref("rulebooks", "check", path)
    lines = [line.removeprefix(f"{path}: ") for line in ran.out.splitlines()]
    assert ran.code == 2
    assert lines == [
        "[titel] is no clause: do you mean title?",
        "[opneing] is no clause: do you mean opening?",
        "inherits = 'jumbo-orginal-2016': do you mean jumbo-original-2016?",
        "[opening] point is unknown: do you mean points?",
        '[penalty] table must be one of "restored", "loose-to-rack", not \'restord\': do you mean restored?',
        "[variants.quick.time] second is unknown: do you mean seconds?",
        "contradiction: [deal] tiles for [players] most come to 112, but the [box] holds 106",
        'contradiction: [penalty] lost must be "none" exactly where table is "loose-to-rack"',
    ]


def test_a_check_answers_scripts(tmp_path: Path, tileref: Command) -> None:
    right = tmp_path / "right.toml"
    right.write_text('id = "right"\ntitle = "Right"\ninherits = "piatnik-xxl"\n', encoding="utf-8")
    assert tileref("rulebooks", "check", right).out == f"{right}: Right (right) holds together\n"
    ran = tileref("rulebooks", "check", right, "-", "--json", given=b"id = ")
    first, second = ran.lines()
    assert first == {"file": str(right), "id": "right", "faults": []}
    assert (ran.code, second["file"], second["id"], len(second["faults"])) == (2, "standard input", None, 1)


@pytest.mark.parametrize("arguments", [(), ("nowhere.toml",)])
def test_a_check_of_nothing_is_refused_in_one_line(arguments: tuple[str, ...], tileref: Command) -> None:
    ran = tileref("rulebooks", "check", *arguments)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)


GUIDE = (Path(__file__).parents[2] / "docs" / "rulebooks.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_guide_hold_together_and_differ_from_their_booklets(
    example: str, tmp_path: Path, tileref: Command
) -> None:
    path = tmp_path / "example.toml"
    path.write_text(example, encoding="utf-8")
    assert tileref("rulebooks", "check", path).code == 0
    booklet = re.findall(r'inherits = "(.*)"', example)[0]
    stated = re.findall(r"^\[(\w+)\]$", example, re.MULTILINE)
    told = tileref("rulebooks", booklet, path).out
    assert told.count(f"\n  {booklet}: ") >= len(stated) - 1  # players and box may be told in one


def test_the_guide_has_three_examples_and_names_every_clause_with_its_keys(tileref: Command) -> None:
    rows = {row.split("`")[1]: row for row in GUIDE.splitlines() if row.startswith("| `[")}
    clauses = tileref("rulebooks", available()[0], "--json").data["clauses"]
    assert len(EXAMPLES) == 3
    assert rows.keys() == {f"[{name}]" for name in clauses}
    for name, clause in clauses.items():
        assert all(f"`{key}`" in rows[f"[{name}]"] for key in clause if key not in {"citation", "is_inherited"})
