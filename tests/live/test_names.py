"""The names that a table offers: of whoever has played there, until they are forgotten."""

from __future__ import annotations

from live.game import commands
from live.telling.names import MOST, last_round, remembered
from tests.live.stage import Played

BOOK = "jumbo-original-2016"


def begin(played: Played, *names: str) -> None:
    played.buttons.start_round(list(names), BOOK, new_game=True)


def test_who_played_last_comes_first_and_nobody_twice(played: Played) -> None:
    begin(played, "Anna", "Ben")
    begin(played, "Cleo", "Anna")
    assert remembered(played.live.record.journal) == ["Cleo", "Anna", "Ben"]


def test_a_name_that_was_forgotten_comes_back_with_its_next_round(played: Played) -> None:
    begin(played, "Anna", "Ben")
    played.live.do(commands.forget, "Ben")
    assert remembered(played.live.record.journal) == ["Anna"]
    played.again()
    assert remembered(played.live.record.journal) == ["Anna"]
    begin(played, "Ben", "Dora")
    assert remembered(played.live.record.journal) == ["Ben", "Dora", "Anna"]


def test_no_more_names_are_offered_than_can_be_looked_through(played: Played) -> None:
    for number in range(MOST):
        begin(played, "Anna", f"Guest {number}x")
    assert len(remembered(played.live.record.journal)) == MOST


def test_a_round_that_cannot_be_read_is_passed_over(played: Played) -> None:
    begin(played, "Anna", "Ben")
    played.live.record.journal.append("round-started", {"players": None})
    assert remembered(played.live.record.journal) == ["Anna", "Ben"]


def test_the_same_players_can_play_once_more_unless_one_of_them_was_forgotten(played: Played) -> None:
    assert last_round(played.live.record.journal) is None
    begin(played, "Anna", "Ben")
    begin(played, "Cleo", "Anna")
    last = last_round(played.live.record.journal)
    assert last is not None
    assert (last.players, last.rulebook) == (("Cleo", "Anna"), BOOK)
    played.live.do(commands.forget, "Anna")
    assert last_round(played.live.record.journal) is None
