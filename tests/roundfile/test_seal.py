from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from roundfile.document import FORMAT, Document, parse, write
from roundfile.seal import WORDS, alterations, code, code_of, seal_of, sealed

ROUND: Document = {
    "format": FORMAT,
    "players": ["Anna", "Zoë"],
    "rulebook": "jumbo-original-2016",
    "turns": [
        {"player": name, "after": table, "seconds": 41.0, "ours": [1, {"a": 2.5}]}
        for name, table in [("Anna", "R10 R11 R12"), ("Zoë", "R10 R11 R12 R13"), ("Anna", "")]
    ],
    "result": {"winner": "Anna", "points": {"Anna": 5, "Zoë": -5}},
}


def altered(document: Document) -> list[str]:
    return [*alterations(document)]


def test_what_nobody_altered_is_whole_in_either_form() -> None:
    document = sealed(ROUND, program="tileref")
    assert altered(document) == []
    assert altered(parse(write(document).encode())) == []
    assert altered(parse(json.dumps(document, indent=2).encode())) == []
    assert code_of(parse(write(document).encode())) == code_of(ROUND)


def test_a_digest_is_that_of_canonical_json() -> None:
    """By RFC 8785: keys in order, no blanks, numbers as ECMAScript writes them."""
    canonical = '{"after":"","ours":[1,{"a":2.5}],"player":"Anna","seconds":41}'
    assert seal_of(ROUND)["turns"][2] == hashlib.sha256(canonical.encode()).hexdigest()


def turns(change: Any) -> list[Any]:
    found = [dict(turn) for turn in ROUND["turns"]]
    return change(found) or found


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"turns": turns(lambda them: them[1].update(after="R10 R11 R12"))}, ["turn 2 was altered"]),
        (
            {"turns": turns(lambda them: them[1]["ours"].append(3) if False else them[1].update(ours=[]))},
            ["turn 2 was altered"],
        ),
        ({"turns": turns(lambda them: them[:1] + them[2:])}, ["turn 2 was taken away"]),
        ({"turns": turns(lambda them: them[:2])}, ["turn 3 was taken away"]),
        ({"turns": turns(lambda them: [{"player": "Anna"}, *them])}, ["turn 1 was added"]),
        ({"turns": turns(lambda them: [*them, {"player": "Anna"}])}, ["turn 4 was added"]),
        (
            {"result": {"winner": "Anna", "points": {"Anna": 6, "Zoë": -6}}},
            ["what stands besides the turns was altered: players, rulebook, deal or result"],
        ),
        ({"ours": 1}, ["what stands besides the turns was altered: players, rulebook, deal or result"]),
    ],
)
def test_what_was_altered_is_named(change: dict[str, Any], said: list[str]) -> None:
    assert altered({**sealed(ROUND), **change}) == said


def test_turns_that_changed_places_are_noticed() -> None:
    assert altered({**sealed(ROUND), "turns": turns(lambda them: them[::-1])})


def test_whoever_makes_the_digests_anew_is_shown_by_the_code_alone() -> None:
    forged = sealed({**ROUND, "turns": turns(lambda them: them[:2])})
    assert altered(forged) == []
    assert code_of(forged) != code_of(ROUND)


def test_the_head_is_sealed_as_well() -> None:
    document = sealed(ROUND)
    assert altered({**document, "seal": {**document["seal"], "head": "0" * 64}}) == ["the head of the seal was altered"]


def test_a_code_is_six_of_2048_words_and_tells_66_bits() -> None:
    assert len(set(WORDS)) == 2048
    ones = code(b"\xff" * 32)
    assert ones.split() == [WORDS[-1]] * 6
    assert code(bytes(32)).split() == [WORDS[0]] * 6
    assert code(b"\xff" * 8 + b"\x80" + bytes(7)) != ones  # the 66th bit
    assert code(b"\xff" * 8 + b"\xc0" + bytes(7)) == ones
