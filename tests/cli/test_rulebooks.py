"""`tileref rulebooks` lists the rulebooks and prints one."""

import json
from pathlib import Path

import pytest

from cli.main import main
from referee.rulebook import available


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
                "Variant hand: everything stays on the rack until all of it can be laid in one turn",
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
        ("jumbo-original-2016", ["plus 1 for each of those", "Tie in it: fewer tiles decide"]),
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
        '[joker]\nsource = "agreed"\nexchange_before_opening = true\neither_missing_colour = false\n',
        encoding="utf-8",
    )
    assert main(["rulebooks", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "Tie in it: left open\n    Home, agreed\n" in printed
    assert "Joker: exchanged for the tile it stands for, from rack or table; a set" in printed


def test_an_unknown_rulebook(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rulebooks", "chess"]) == 2
    assert capsys.readouterr().err.startswith("tileref: there is no rulebook 'chess': take one of")
