"""What is remembered of evenings that are over: their sheets, and what each player did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from journal import StoredEvent
from live.telling.evenings import EveningSummary, Memory, Tally, summary_of, total_tallies
from referee.tiles import Tile
from tests.live.stage import OPENING, Played

DAY = 86400.0


class Days(Played):
    """A table whose evenings are days apart."""

    def __init__(self, folder: Path) -> None:
        self.now = 1.7e9
        super().__init__(folder, wall_time=lambda: self.now)

    def remembered(self) -> list[EveningSummary]:
        return Memory(self.live.record.journal).evenings()


@pytest.fixture
def days(tmp_path: Path) -> Days:
    return Days(tmp_path)


def evening(days: Days) -> None:
    """Anna opens, Ben lays nonsense, and Anna wins the round."""
    days.begin(new_game=True)
    days.stage.wait(20)
    days.turn(OPENING)
    days.stage.wait(30)
    days.turn(OPENING, "K1 K2 O3")
    days.buttons.resume(anyway=True)
    days.buttons.score({"Ben": 24}, "Anna")


def test_each_evening_is_told_with_its_sheets_and_what_each_player_did(days: Days) -> None:
    assert days.remembered() == []
    evening(days)
    days.now += DAY
    evening(days)
    days.buttons.next_round()
    days.buttons.score({"Anna": 5}, "Ben")
    first, second = days.remembered()
    assert [(summary.players, summary.turns, len(summary.sheets)) for summary in (first, second)] == [
        (("Anna", "Ben"), 2, 1)
    ] * 2
    assert second.began - first.ended == pytest.approx(DAY)
    assert [sheet.score.totals for sheet in second.sheets] == [{"Anna": 19, "Ben": -19}]
    anna, ben = first.tallies["Anna"], first.tallies["Ben"]
    assert (anna.rounds, anna.won, anna.opened, anna.opening_points, anna.illegal) == (1, 1, 1, 33, 0)
    assert (ben.rounds, ben.won, ben.opened, ben.illegal, ben.drawn) == (1, 0, 0, 1, 3)
    assert anna.average == pytest.approx(23, abs=1)
    both = total_tallies([first, second])
    assert (both["Anna"].rounds, both["Anna"].won, both["Ben"].won, both["Ben"].illegal) == (3, 2, 1, 2)
    assert Tally().average is None


def test_what_was_undone_is_not_remembered_until_it_is_done_again(days: Days) -> None:
    evening(days)
    days.buttons.undo()
    assert days.remembered()[0].sheets[0].columns == ()
    days.buttons.redo()
    assert days.remembered()[0].sheets[0].score.totals["Anna"] == 24
    for _ in range(2):
        days.buttons.undo()
    assert days.remembered()[0].turns == 1
    assert days.remembered()[0].tallies["Ben"].illegal == 0


def test_a_verdict_that_was_put_right_and_a_sheet_that_was_amended_are_remembered_so(days: Days) -> None:
    days.begin()
    days.turn(OPENING, "K1 K2 O3")
    verdict = days.told()["verdict"]
    days.buttons.correct(verdict["table"]["sets"][1][2]["corners"], Tile.parse("K3"), verdict["event"])
    days.buttons.score({"Ben": 24}, "Anna")
    days.buttons.amend(1, "Ben", -30, days.now)
    (summary,) = days.remembered()
    anna = summary.tallies["Anna"]
    assert (summary.turns, anna.illegal, anna.opened, anna.opening_points) == (1, 0, 1, 39)
    assert summary.sheets[0].score.totals["Anna"] == 30
    assert summary.sheets[0].struck[0].points["Ben"] == -24


def test_a_game_that_goes_on_another_day_keeps_its_sheet(days: Days) -> None:
    evening(days)
    days.now += DAY
    days.buttons.next_round()
    days.buttons.score({"Anna": 5}, "Ben")
    first, second = days.remembered()
    assert [len(summary.sheets[0].columns) for summary in (first, second)] == [1, 2]
    assert second.tallies["Anna"].rounds == 1


def test_saying_again_who_begins_and_playing_with_others_begins_no_sheet_too_many(days: Days) -> None:
    days.begin()
    days.buttons.begin_with("Ben")
    assert [sheet.players for sheet in days.remembered()[0].sheets] == [("Anna", "Ben")]
    days.buttons.score({"Ben": 24}, "Anna")
    days.begin("Anna", "Ben", "Cleo")
    days.buttons.close_game()
    days.begin("Cleo", "Dora")
    assert [sheet.players for sheet in days.remembered()[0].sheets] == [("Anna", "Ben"), ("Cleo", "Dora")]


def test_a_sheet_of_a_journal_that_carries_nothing_ends_where_the_table_was_set_anew(days: Days) -> None:
    evening(days)
    days.buttons.close_game()
    days.begin()
    days.buttons.score({"Anna": 5}, "Ben")
    journal = days.live.record.journal
    (summary,) = days.remembered()
    early = [replace(event, data={**event.data, "carried": None}) for event in journal.since(*summary.span)]
    for told_of in (summary, summary_of(summary.span, early)):
        assert [sheet.score.totals["Anna"] for sheet in told_of.sheets] == [24, -5]


def test_an_evening_that_is_over_is_read_once(days: Days, monkeypatch: pytest.MonkeyPatch) -> None:
    evening(days)
    days.now += DAY
    days.begin(new_game=True)
    memory, journal = Memory(days.live.record.journal), days.live.record.journal
    asked: list[int] = []
    read = journal.briefly

    def briefly(first: int, last: int, blank: Mapping[str, object]) -> Iterator[StoredEvent]:
        asked.append(first)
        return read(first, last, blank)

    monkeypatch.setattr(journal, "briefly", briefly)
    memory.evenings()
    days.buttons.score({"Ben": 24}, "Anna")
    again = memory.evenings()
    second = again[1].span.first
    assert asked == [1, second, second]
    assert again[1].sheets[0].score.totals["Anna"] == 24
    assert memory.evening(second) == again[1]
    assert memory.evening(second + 1) is None
