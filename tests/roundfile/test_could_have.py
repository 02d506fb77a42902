"""What a player could have laid at each turn, told from a rack that is known later."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from files.rulebook import load as book
from referee.rulebook import load
from referee.tiles import parse_tiles
from roundfile.could_have import Could, CouldHave, could_have
from roundfile.document import FORMAT, RoundFileError, check, parse

FILES = sorted((Path(__file__).parents[2] / "docs" / "rounds").iterdir())
JUMBO = "jumbo-original-2016"
THIRTY = "R10 R11 R12"


def turn(
    player: str = "Anna", before: str = "", after: str | None = None, *, opened: bool = False, **more: Any
) -> dict[str, Any]:
    return {
        "player": player,
        "before": before,
        "after": before if after is None else after,
        "opened": opened,
        "verdict": "legal",
        **more,
    }


def look(rack: str, *turns: dict[str, Any], rulebook: str = JUMBO) -> list[CouldHave]:
    """The turns of Anna, who has these tiles in the end."""
    document = {"format": FORMAT, "players": ["Anna", "Ben"], "rulebook": rulebook, "turns": [*turns]}
    check(document)
    return [*could_have(document, "Anna", load(rulebook), parse_tiles(rack.split()))]


def answers(rack: str, *turns: dict[str, Any], rulebook: str = JUMBO) -> str:
    return " ".join(one.could.value for one in look(rack, *turns, rulebook=rulebook))


def test_a_rack_that_only_grew_by_one_tile_could_have_opened_without_it() -> None:
    """Whichever of the seven was drawn, thirty points were there: of either run of black, or of red."""
    (one,) = look("R10 R11 R12 K10 K11 K12 K13", turn(drew=1))
    assert one.could is Could.YES
    assert one.play is not None
    assert len(one.play.played) >= 3


def test_a_rack_that_needs_each_of_its_tiles_could_have_opened_only_if_none_of_them_was_drawn() -> None:
    (one,) = look(f"{THIRTY} K1", turn(drew=1))
    assert (one.could, one.needs) == (Could.IF, parse_tiles(THIRTY.split()))


def test_points_below_those_of_the_booklet_could_not_have_opened() -> None:
    """Jumbo 2016, Spielbeginn: 30 points; 27 are too few, and by a house rule of 25 enough."""
    rack = "R8 R9 R10 K1"
    assert answers(rack, turn(drew=1)) == "no"
    assert answers(rack, turn(drew=1), rulebook=f"{JUMBO}+opening=25") == "if"


def test_the_first_lay_down_may_not_lean_on_the_table() -> None:
    """Jumbo 2016, Spielbeginn: own tiles alone; who has opened lays to what is there."""
    table = "R10 R11 R12"
    assert answers("R13", turn(before=table)) == "no"
    assert answers("R13", turn(before=table, opened=True)) == "yes"


def test_who_may_go_on_after_the_points_opens_with_the_tables_help() -> None:
    (one,) = look("K10 K11 K12 R13", turn(before=THIRTY), rulebook="hertzano-original")
    assert one.could is Could.YES
    assert one.play is not None
    assert len(one.play.played) == 4


def test_what_was_laid_before_the_next_draw_was_on_the_rack() -> None:
    """Anna drew in turn 1 and opened in turn 2: of the three tiles one may be the one drawn; of those of turn 2 none is in doubt in turn 2."""
    first, second = look("", turn(drew=1), turn(after=THIRTY))
    assert (first.could, second.could) == (Could.NO, Could.YES)


def test_of_what_was_laid_between_two_draws_only_the_first_can_have_brought_a_tile() -> None:
    """Two tiles were drawn in all, and one run alone can lack its own: the other could have been laid in the first turn."""
    table = f"{THIRTY} | K10 K11 K12"
    first, _, _ = look("K1", turn(drew=1), turn(after=table), turn(before=table, opened=True, drew=1))
    assert first.could is Could.YES
    assert len(first.needs) == 3


def test_an_illegal_lay_down_shows_what_was_on_the_rack() -> None:
    """Its tiles went back, three were drawn, and yet nobody can say that they had not been there."""
    faulted = turn(
        after="R10 R11 R12 K2", verdict="illegal", played="R10 R11 R12 K2", penalty={"draw": 3, "restore": True}
    )
    (one,) = look(f"{THIRTY} K2 B1 B5 O9", faulted)
    assert (one.could, one.needs) == (Could.YES, ())


def test_what_is_not_known_is_said_to_be_so() -> None:
    unread = turn(after="R10 ? R12")
    assert answers("K1", unread) == "unknown"
    assert answers("K1", turn(drew=1), turn(verdict="undecided"), turn(drew=1)) == "unknown unknown no"
    assert answers("K1", turn(drew=1, rack_size=14)) == "unknown"
    assert answers("K1", turn(), rulebook="hertzano-original+discard") == "unknown"


def test_a_rack_that_the_file_knows_needs_no_end() -> None:
    document = {"format": FORMAT, "players": ["Anna"], "rulebook": JUMBO, "turns": [turn(rack=THIRTY, drew=1)]}
    (one,) = could_have(document, "Anna", load(JUMBO))
    assert one.could is Could.YES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.split(".")[0])
def test_every_corner_of_the_format_gets_an_answer(path: Path) -> None:
    document = parse(path.read_bytes())
    rules = book(document["rulebook"], document.get("rulebook_text"))
    turns = document.get("turns", ())
    for player in document["players"]:
        found = [*could_have(document, player, rules, parse_tiles(("K1", "J")))]
        assert [one.turn for one in found] == [turn for turn in turns if turn["player"] == player]


def test_who_does_not_play_is_named_with_those_who_do() -> None:
    with pytest.raises(RoundFileError, match="take one of Anna, Ben"):
        [*could_have({"players": ["Anna", "Ben"]}, "Zoe", load(JUMBO))]


def test_of_who_went_out_all_is_known() -> None:
    """Nothing was left."""
    laid = turn(after=THIRTY, played=THIRTY)
    document = {
        "format": FORMAT,
        "players": ["Anna", "Ben"],
        "rulebook": JUMBO,
        "turns": [turn(), laid],
        "result": {"winner": "Anna", "racks": {"Ben": "K1"}},
    }
    assert [one.could for one in could_have(document, "Anna", load(JUMBO))] == [Could.YES, Could.YES]
