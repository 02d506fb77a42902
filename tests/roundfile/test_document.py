from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundfile.document import FORMAT, MOST_BYTES, Document, RoundFileError, check, parse, read_table, write

SMALLEST = {"format": FORMAT, "players": ["Anna", "Ben"], "rulebook": "jumbo-original-2016"}
TURN = {"player": "Anna", "before": "", "after": "R10 R11 R12", "opened": False, "seconds": 41.5, "verdict": "legal"}

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NUMBERS = st.integers(-(2**53), 2**53) | st.floats(-1e9, 1e9).map(lambda number: round(number, 3) + 0.0)
UNKNOWN = st.recursive(
    st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
TILES = st.sampled_from(["K1", "R13", "B7", "O10", "J"])
TABLES = st.lists(st.lists(TILES, min_size=1, max_size=4).map(" ".join), max_size=4).map(" | ".join)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Rounds with fields of which nobody knows what they mean, at every depth."""
    turns = st.fixed_dictionaries(
        {"player": st.sampled_from(["Anna", "Ben"]), "after": TABLES},
        optional={"x": UNKNOWN, "seconds": st.floats(0, 500)},
    )
    return {
        **SMALLEST,
        "turns": draw(st.lists(turns, max_size=3)),
        "ours": draw(UNKNOWN),
        draw(TEXTS.map("x-{}".format)): draw(UNKNOWN),
    }


@given(documents())
@settings(deadline=None)
def test_what_is_written_reads_the_same_with_the_fields_that_nobody_knows(document: Document) -> None:
    assert parse(write(document).encode()) == document
    assert parse(json.dumps(document).encode()) == document


def test_the_sets_of_a_table_are_told_apart() -> None:
    assert read_table("R10 R11 R12 | J K4 ?") == [["R10", "R11", "R12"], ["J", "K4", "?"]]
    assert read_table("") == []


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"format": "rummi-round/9"}, 'has no format = "rummi-round/1"'),
        ({"players": []}, "players: must contain at least 1 items"),
        ({"players": ["Anna", "Anna"]}, "players: must contain unique items"),
        ({"turns": [{**TURN, "player": "Zoe"}]}, "Zoe takes a turn, and is none of the players"),
        (
            {"turns": [TURN, {**TURN, "after": "R10 R14"}]},
            'turns.1.after: "R10 R14" is not written as it should be: Sets with a bar between them',
        ),
        ({"turns": [{**TURN, "after": "R10 R11 R12\n"}]}, 'turns.0.after: "R10 R11 R12\\n" is not'),
        ({"turns": [{**TURN, "verdict": "guilty"}]}, "turns.0.verdict: must be one of"),
        ({"turns": [{**TURN, "seconds": -1}]}, "turns.0.seconds: must be bigger than or equal to 0"),
        ({"taken_back": [TURN]}, "number"),
        ({"result": {"winner": "Anna"}}, "result: must contain ['points'] properties"),
        ({"ours": {"deep": None}}, "ours.deep is null: leave out what is not known"),
        ({"ours": "\ud800"}, "ours is text that no file can hold"),
        ({"ours": 2**60}, "ours is no number that every reader understands"),
        ({"ours": 10**400}, "ours is no number that every reader understands"),
    ],
)
def test_what_is_wrong_with_a_round_file_is_said_in_one_line(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(RoundFileError) as caught:
        parse(json.dumps({**SMALLEST, **changed}).encode())
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "is no round file"),
        (b"\xff\xfe\x00", "is no UTF-8 text"),
        (b"\x89PNG\r\n\x1a\n", "is no UTF-8 text"),
        (b"format = ", "is neither TOML nor JSON"),
        (b"x = " + b"[" * 100_000, "nested too deep"),
        (b'{"a":' * 100_000, "nested too deep"),
        (b'{"a": ' + b"[" * 30 + b"]" * 30 + b"}", "nested too deep"),
        (".".join("a" * 30_000).encode() + b" = 1", "dots"),
        (b'{"format": "rummi-round/1", "format": "rummi-round/1"}', 'gives "format" twice'),
        (b'{"players": NaN}', "no number"),
        (b"x = nan", "no number"),
        (b"x = 2026-11-30", "x is a date of TOML: write it in quotes"),
        (b"x = 2026-11-30T20:00:00Z", "x is a date of TOML: write it in quotes"),
        (b" " * (MOST_BYTES + 1), "has more than 4096 KiB"),
        (b"[]", "is neither TOML nor JSON"),
    ],
)
def test_what_is_no_round_file_is_refused_in_one_line(text: bytes, said: str) -> None:
    with pytest.raises(RoundFileError, match=re.escape(said)) as caught:
        parse(text)
    assert "\n" not in str(caught.value)


def test_a_value_that_is_no_document_is_refused() -> None:
    values: list[Any] = [[], "round", 3, None, {}]
    for value in values:
        with pytest.raises(RoundFileError):
            check(value)
