"""What a player could have laid is told only where that is certain, whichever tile was drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from files.rulebook_folder import FOLDER
from live.telling.evening import evening_of
from live.telling.missed_plays import missed
from referee.tiles import parse_tiles
from tests.live.stage import OPENING, RULEBOOK, Played

RUN = "K11 K12 K13"
LOW = f'id = "low"\ntitle = "Low"\ninherits = "{RULEBOOK}"\n[opening]\nsource = "agreed"\npoints = 5\n'


def told(played: Played, rack: str | int) -> list[tuple[str, int, int]]:
    """Player, turn and tiles of what was missed, once Ben's rack was counted and Anna has won."""
    played.buttons.score({"Ben": rack if isinstance(rack, int) else parse_tiles(rack.split())}, "Anna")
    found = missed(evening_of(played.live.record.journal.events()))
    return [(one.turn.player, one.turn.number, one.tiles) for one in found]


@pytest.fixture
def begun(played: Played) -> Played:
    """Anna has opened, and Ben has drawn."""
    played.begin()
    played.turn(OPENING)
    played.turn(OPENING, drew=True)
    return played


@pytest.mark.parametrize(
    ("rack", "expected"),
    [
        pytest.param(f"{RUN} B11 B12 B13 O4", [("Ben", 2, 3)], id="one run whichever was drawn"),
        pytest.param(f"{RUN} R1 O4", [], id="it may have been the tile drawn"),
        pytest.param("K1 R5 B9 O4 O4", [], id="nothing to lay"),
        pytest.param("R13 K1 K2 K3 B3 B4 B5", [], id="less than an opening"),
        pytest.param(55, [], id="nobody knows which tiles"),
    ],
)
def test_a_draw_that_could_have_laid(begun: Played, rack: str | int, expected: list[tuple[str, int, int]]) -> None:
    assert told(begun, rack) == expected


def test_what_was_laid_since_was_on_the_rack(begun: Played) -> None:
    begun.turn(OPENING, drew=True)
    begun.turn(OPENING, RUN)
    assert told(begun, "B11 B12 B13 R1") == [("Ben", 2, 3)]


def test_after_an_illegal_turn_nobody_knows_the_rack(begun: Played) -> None:
    begun.turn(OPENING, drew=True)
    begun.turn(OPENING, "K1 K2 O3")
    assert told(begun, f"{RUN} B11 B12 B13 O4") == []


def test_a_turn_that_was_taken_back_was_never_missed(begun: Played) -> None:
    begun.buttons.undo()
    begun.turn(OPENING, RUN)
    assert told(begun, "B11 B12 B13") == []


def test_it_is_told_by_the_rulebook_of_the_round_whatever_became_of_its_file(played: Played, tmp_path: Path) -> None:
    file = tmp_path / FOLDER / "low.toml"
    file.parent.mkdir()
    file.write_text(LOW, encoding="utf-8")
    played.begin(rulebook="low")
    file.unlink()
    played.turn(OPENING)
    played.turn(OPENING, drew=True)
    assert told(played, "R13 K1 K2 K3 B3 B4 B5") == [("Ben", 2, 3)]
