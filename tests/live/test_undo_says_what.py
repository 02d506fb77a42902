"""Undo and redo name what they take back: the action, the turn of the round that it was about, and whose that was."""

from __future__ import annotations

import pytest

from live.game.events import KINDS
from referee.tiles import Tile
from tests.live.stage import Played
from webui.languages import catalog

NAMED = {key.removeprefix("deed.") for key in catalog("en") if key.startswith("deed.")}
DOUBT = {"R12": {"R12": 0.6, "B12": 0.39}}


def test_every_action_that_can_be_undone_has_a_name(played: Played) -> None:
    assert set(KINDS) >= NAMED
    played.begin(deal=True)
    assert played.told()["undoes"] == {"kind": "round-started", "player": "", "turn": 0}
    played.buttons.first_turn()
    assert played.told()["undoes"] == {"kind": "first-turn", "player": "Anna", "turn": 1}


def test_the_end_of_a_turn_is_named_by_its_player_and_number(played: Played) -> None:
    played.begin()
    played.turn("R10 R11 R12")
    played.turn("R10 R11 R12", drew=True)
    second = {"kind": "turn-ended", "player": "Ben", "turn": 2}
    assert played.told()["undoes"] == second
    played.buttons.undo()
    assert played.told()["redoes"] == second
    assert played.told()["undoes"] == {"kind": "turn-ended", "player": "Anna", "turn": 1}
    played.again()
    assert played.told()["redoes"] == second


def test_an_answer_is_named_by_the_turn_that_was_asked_about(played: Played) -> None:
    played.begin()
    played.turn("R10 R11 R12", doubts=DOUBT)
    played.buttons.answer(0, 2, Tile.parse("R12"))
    assert played.told()["undoes"] == {"kind": "question-answered", "player": "Anna", "turn": 1}


@pytest.mark.parametrize("watched", [True, False])
def test_where_there_is_nothing_to_undo_nothing_is_named(played: Played, *, watched: bool) -> None:
    assert (played.told()["undoes"], played.told()["redoes"]) == (None, None)
    played.begin(watched=watched)
    played.buttons.undo()
    assert played.told()["undoes"] is None
