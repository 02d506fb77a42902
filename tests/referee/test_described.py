"""A turn in JSON is understood, or refused in one line that says how to mend it."""

from pathlib import Path
from typing import Any

import pytest

import files.rulebook
from referee.described import DescribedTurn
from referee.description import DescriptionError
from referee.faceup import FaceUp
from referee.rulebook_model import RulebookError
from referee.tiles import parse_tiles
from referee.verdict import Outcome

TURN: dict[str, Any] = {"before": [["R4", "R5", "R6"]], "after": [["R4", "R5", "R6", "R7"]], "opened": True}


def nested(depth: int) -> Any:
    """A list in a list in a list."""
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


def test_what_is_not_given_is_not_judged() -> None:
    turn = DescribedTurn.parse(TURN)
    assert (turn.rulebook.id, turn.drew, turn.rack, turn.seconds, turn.pool) == (
        "jumbo-original-2016",
        0,
        None,
        None,
        None,
    )
    assert turn.settle().verdict.outcome is Outcome.LEGAL


def test_everything_given_reaches_the_verdict() -> None:
    given = {"rulebook": "hertzano-original", "drew": 1, "rack": ["K1"], "seconds": 121, "pool": 3}
    found = DescribedTurn.parse({**TURN, **given}).settle().verdict
    assert [violation.code.value for violation in found.violations] == [
        "laid-and-drew",
        "drawn-tile-played",
        "overtime",
    ]


def test_null_is_the_same_as_missing() -> None:
    assert DescribedTurn.parse({**TURN, "rack": None, "seconds": None, "pool": None}) == DescribedTurn.parse(TURN)


def test_yellow_and_lower_case_are_accepted() -> None:
    turn = DescribedTurn.parse({**TURN, "after": [["r4", "R5", "R6"], ["Y1", "O2", "y3"]]})
    assert turn.settle().verdict.points == 6


def test_an_unread_tile_leaves_it_undecided() -> None:
    turn = DescribedTurn.parse({**TURN, "after": [["R4", "R5", "R6", "?"]]})
    assert turn.settle().verdict.outcome is Outcome.UNDECIDED


def test_an_empty_pool_lets_a_player_pass() -> None:
    turn = DescribedTurn.parse({**TURN, "after": TURN["before"], "pool": 0})
    assert turn.settle().verdict.outcome is Outcome.LEGAL


def test_keys_that_no_turn_has_are_told() -> None:
    assert DescribedTurn.parse({**TURN, "player": "Anna"}).ignored == ("player",)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ([], "a turn is a JSON object with before, after and opened, not []"),
        ("legal", 'not "legal"'),
        (None, "not null"),
        ({"before": [], "after": []}, '"opened" is missing'),
        ({"after": [], "opened": True}, '"before" is missing'),
        ({**TURN, "rulebook": "chess"}, "there is no rulebook 'chess'"),
        ({**TURN, "rulebook": 3}, '"rulebook" must be the id of a rulebook in quotes, not 3'),
        ({**TURN, "opened": "yes"}, '"opened" must be true or false, not "yes"'),
        ({**TURN, "opened": 1}, '"opened" must be true or false, not 1'),
        ({**TURN, "before": "R4"}, '"before" must be a list of sets'),
        ({**TURN, "after": ["R4", "R5"]}, '"after" must be a list of sets'),
        ({**TURN, "after": [[]]}, '"after", set 0 is empty'),
        ({**TURN, "after": [["R4", "R99", "R5"]]}, "\"after\", set 0: 'R99' is no tile"),
        ({**TURN, "after": [[4]]}, '"after", set 0: a tile is written in quotes'),
        ({**TURN, "after": [["R4"] * 1001]}, '"after" has more than 1000 tiles'),
        ({**TURN, "drew": -1}, '"drew" must be a number of tiles, 0 to 1000, not -1'),
        ({**TURN, "drew": True}, '"drew" must be a number of tiles'),
        ({**TURN, "drew": 1.5}, '"drew" must be a number of tiles'),
        ({**TURN, "pool": "many"}, '"pool" must be a number of tiles'),
        ({**TURN, "rack": "R4"}, '"rack" must be a list of tiles'),
        ({**TURN, "rack": ["R4", "?"]}, '"rack" holds a tile that was not read'),
        ({**TURN, "rack": ["Z4"]}, "\"rack\": 'Z4' is no tile"),
        ({**TURN, "seconds": "60"}, '"seconds" must be a number, 0 or more, or null, not "60"'),
        ({**TURN, "seconds": float("nan")}, '"seconds" must be a number'),
        ({**TURN, "seconds": 10**400}, '"seconds" must be a number'),
        ({**TURN, "opened": "x" * 100}, "..."),
        ({**TURN, "opened": nested(10_000)}, "nested too deep"),
    ],
)
def test_what_describes_no_turn(data: Any, complaint: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]*$") as caught:
        DescribedTurn.parse(data)
    assert complaint in str(caught.value)
    assert type(caught.value) is not ValueError


DISCARD = {**TURN, "rulebook": "hertzano-original+discard+open-last-stack", "drew": 1}


def test_tiles_that_lie_face_up() -> None:
    turn = DescribedTurn.parse({**DISCARD, "discarded": "K1", "took_discard": "k2", "took_open": "Y3"})
    assert turn.face_up == FaceUp(*parse_tiles(["K1", "K2", "O3"]))
    assert DescribedTurn.parse(DISCARD).face_up == FaceUp()
    assert [v.code for v in turn.settle().verdict.violations] == [
        "drew-too-many",
        "discard-not-laid",
        "open-tile-not-out",
    ]


@pytest.mark.parametrize("key", ["discarded", "took_discard", "took_open"])
def test_without_the_variant_there_is_nothing_face_up(key: str) -> None:
    variant = "open-last-stack" if key == "took_open" else "discard"
    line = f'"{key}" means nothing without the variant {variant}: name the rulebook with it, as in "hertzano-original+{variant}"'
    with pytest.raises(DescriptionError) as caught:
        DescribedTurn.parse({**TURN, key: "K1"})
    assert str(caught.value) == line


ILLEGAL = {**TURN, "after": [["R4", "R5", "R6"], ["K1"]]}


def test_what_was_shown_after_the_penalty() -> None:
    turn = DescribedTurn.parse({**ILLEGAL, "restored": [["R4", "R5"]]})
    found = turn.restoration(turn.settle().verdict)
    assert found is not None
    assert found.to_json() == {
        "table": [],
        "not_returned": ["R4", "R5", "R6"],
        "to_pool": ["R4", "R5", "R6"],
        "to_rack": ["K1"],
        "draw": 6,
    }


@pytest.mark.parametrize(
    "given",
    [
        ILLEGAL,
        {**ILLEGAL, "restored": None},
        {**TURN, "restored": []},
        {**ILLEGAL, "before": [["R4", "R5", "?"]], "restored": []},
    ],
)
def test_where_there_is_nothing_to_restore(given: dict[str, Any]) -> None:
    turn = DescribedTurn.parse(given)
    assert turn.restoration(turn.settle().verdict) is None


def test_the_table_shown_must_be_read() -> None:
    with pytest.raises(DescriptionError, match='"restored" holds a tile that was not read: name it'):
        DescribedTurn.parse({**ILLEGAL, "restored": [["R4", "?"]]})


def test_a_rack_beyond_the_box_is_refused_as_in_a_position() -> None:
    with pytest.raises(
        DescriptionError, match=r"^R4 is there 3 times, but the box holds 2: look at table and rack again$"
    ):
        DescribedTurn.parse({**TURN, "before": [["R4", "R5", "R6"]], "rack": ["R4", "R4"]})


def test_a_path_is_no_rulebook_to_the_referee_itself(tmp_path: Path) -> None:
    """Whoever calls it reads files."""
    home = tmp_path / "home.toml"
    home.write_text('id = "home"\ntitle = "Home"\ninherits = "jumbo-original-2016"\n', encoding="utf-8")
    with pytest.raises(RulebookError, match="there is no rulebook"):
        DescribedTurn.parse({**TURN, "rulebook": str(home)})
    assert DescribedTurn.parse({**TURN, "rulebook": str(home)}, files.rulebook.load).rulebook.id == "home"
