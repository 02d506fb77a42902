"""A game is taken up from its last rounds, however long the journal, and is the same as if all of it had been replayed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from journal import FILE_NAME, Journal, JournalError
from live import record
from live.game import commands, events
from live.game.state import Game, State
from live.record import Record
from live.watching.lag import NETWORK
from referee.errors import UserError
from tests.live.stage import OPENING, Played
from tests.live.world import World
from workshop.benchmarks.cameraless import PLAYERS, CameralessGame

NOW = 5.0
PRESSES = 250


def replayed(journal: Journal) -> Game:
    """The game after every event of the journal."""
    game = Game()
    for written in journal.events():
        event, mark = events.read(written.kind, written.data)
        game = events.apply(game, event, written.id, mark, NOW)
    return game


@pytest.fixture
def game(tmp_path: Path) -> Iterator[CameralessGame]:
    with Journal(tmp_path / "data") as journal:
        yield CameralessGame(journal, seed=1)


def play(game: CameralessGame, rounds: int, turns: int = 3) -> None:
    for _ in range(rounds):
        game.start()
        for _ in range(turns):
            game.take_turn()
        game.score()


@pytest.mark.parametrize("seed", range(4))
def test_whatever_was_pressed_the_game_is_the_same(tmp_path: Path, seed: int) -> None:
    with Journal(tmp_path) as journal:
        game = CameralessGame(journal, seed=seed)
        play(game, 2, turns=1)
        for number in range(PRESSES):
            game.press()
            if number % 25 == 0:
                taken_up, whole = Record(journal, NOW).game, replayed(journal)
                assert replace(taken_up, clock=whole.clock) == whole
                assert [past.action for past in taken_up.history] == [past.action for past in game.record.game.history]


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Numbers of the events that records apply."""
    numbers: list[int] = []

    def noting(before: Game, event: events.Event, number: int, *others: object) -> Game:
        numbers.append(number)
        return events.apply(before, event, number, *others)  # type: ignore[arg-type] # passed on as they come

    monkeypatch.setattr(record, "apply", noting)
    return numbers


def test_evenings_that_are_past_are_not_read(game: CameralessGame, applied: list[int]) -> None:
    play(game, 6)
    applied.clear()
    Record(game.record.journal, NOW)
    rounds = [event.id for event in game.record.journal.events() if event.kind == "round-started"]
    assert min(applied) == rounds[-2]


def test_the_round_before_can_be_undone_to_its_beginning_and_no_further(game: CameralessGame) -> None:
    play(game, 3)
    game.start()
    game.take_turn()
    again = CameralessGame(game.record.journal)
    while again.do(commands.undo):
        pass
    assert (again.record.game.number, again.state) == (3, State.DEAL)
    while again.do(commands.redo):
        pass
    assert again.record.game.round == game.record.game.round


def test_a_round_that_was_begun_by_mistake_is_undone_and_redone_after_a_new_start(game: CameralessGame) -> None:
    play(game, 3)
    before = game.record.game
    game.start()
    game.do(commands.begin_with, PLAYERS[2])
    game.do(commands.undo)
    again = CameralessGame(game.record.journal)
    assert again.do(commands.undo)
    assert (again.state, again.record.game.sheet) == (State.SCORED, before.sheet)
    assert again.do(commands.redo)
    once_more = CameralessGame(game.record.journal)
    assert (once_more.state, once_more.record.game.number) == (State.DEAL, 4)
    assert once_more.do(commands.undo)
    assert once_more.do(commands.undo)
    assert once_more.record.game.sheet is not None
    assert len(once_more.record.game.sheet.columns) == 2


def test_a_journal_of_an_earlier_version_is_taken_up_and_shortens_as_it_goes_on(
    game: CameralessGame, tmp_path: Path, applied: list[int]
) -> None:
    play(game, 2)
    with Journal(tmp_path / "old") as journal:
        for event in game.record.journal.events():
            data = {name: value for name, value in event.data.items() if name != "carried"}
            journal.append(event.kind, data)
        old = CameralessGame(journal, seed=2)
        assert old.record.game.sheet == game.record.game.sheet
        play(old, 3)
        sheet = old.record.game.sheet
        applied.clear()
        assert Record(journal, NOW).game.sheet == sheet
        assert min(applied) > 1


def test_where_the_beginning_of_the_last_rounds_is_gone_everything_is_replayed(
    game: CameralessGame, tmp_path: Path
) -> None:
    play(game, 4)
    rounds = [event.id for event in game.record.journal.events() if event.kind == "round-started"]
    with Journal(tmp_path / "new") as journal:
        for event in game.record.journal.events():
            data = dict(event.data)
            if event.kind == "round-started" and event.id == rounds[-1]:
                data["carried"] = {**data["carried"], "undo_from": rounds[-2] + 1}  # begins no round
            journal.append(event.kind, data)
        assert Record(journal, NOW).game.sheet == game.record.game.sheet


def test_a_deleted_folder_is_told_at_the_next_press_and_the_game_can_be_written_anew(played: Played) -> None:
    played.begin()
    shutil.rmtree(played.folder / "data")
    with pytest.raises(JournalError, match="was deleted"):
        played.buttons.pause()
    assert (played.told()["state"], played.told()["trouble"]["code"]) == ("turn", "gone")
    played.live.keep_elsewhere()
    assert played.told()["trouble"]["values"]["folder"] == str(played.folder / "data")
    played.buttons.pause()
    assert played.told()["trouble"] is None
    played.again()
    assert (played.told()["state"], played.events()) == ("paused", ["round-started", "paused"])


def test_a_clock_that_could_not_be_noted_before_the_game_was_written_anew_is_no_trouble_afterwards(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.begin()
    shutil.rmtree(played.folder / "data")
    live, note = played.live, played.live.record.note

    def note_as_it_is_pressed(now: float) -> None:
        try:
            note(now)
        except JournalError:
            live.keep_elsewhere()
            raise

    monkeypatch.setattr(live.record, "note", note_as_it_is_pressed)
    live.note_beat()
    assert played.told()["trouble"]["code"] == "kept-elsewhere"


def test_what_cannot_be_written_where_it_was_is_written_at_home_on_every_evening(
    played: Played, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    data, home = played.folder / "data", tmp_path / "home"
    monkeypatch.setenv("HOME", str(home))
    for evening in (1, 2):
        played.begin()
        shutil.rmtree(data)
        data.write_text("something else")
        played.live.keep_elsewhere()
        told = played.told()["trouble"]["values"]["folder"]
        kept = [path.parent for path in home.glob(f"tileref-kept-*/{FILE_NAME}")]
        assert (len(kept), Path(told) in kept) == (evening, True)
        assert played.events() == ["round-started"]
        data.unlink()
        played.again()


def test_a_journal_that_is_in_its_place_is_not_moved(played: Played) -> None:
    with pytest.raises(commands.RefusedError, match="the journal is where it was"):
        played.live.keep_elsewhere()


def test_events_that_were_missing_at_the_start_are_told_on_the_page(played: Played) -> None:
    played.begin()
    played.buttons.pause()
    folder = played.folder / "data"
    log = (folder / f"{FILE_NAME}-wal").read_bytes()
    shutil.copytree(folder, played.folder / "cut")
    played.live.close()
    shutil.rmtree(folder)
    shutil.move(played.folder / "cut", folder)
    (folder / f"{FILE_NAME}-wal").write_bytes(log[:-100])
    played.again()
    trouble = played.told()["trouble"]
    assert (trouble["code"], trouble["values"]["number"]) == ("events-lost", 1)
    assert played.events() == ["round-started"]
    played.buttons.pause()
    assert played.told()["trouble"] is None


def test_that_events_were_missing_is_told_until_somebody_presses_a_button(played: Played) -> None:
    played.begin()
    played.stage.show(seconds=2).hands().do(played.buttons.end_turn)
    played.run()
    played.live.bulletin.tell(news=UserError("2 events are missing", "events-lost"))
    played.stage.hands(0.5).show(OPENING)
    played.run()
    assert played.told()["verdict"]["outcome"] == "legal"  # recorded without a press
    assert played.told()["trouble"]["code"] == "events-lost"
    played.buttons.pause()
    assert played.told()["trouble"] is None


@pytest.mark.slow
def test_a_hand_that_rests_over_the_table_as_the_program_comes_back_holds_up_no_verdict(tmp_path: Path) -> None:
    world = World(tmp_path, lag=1.0, reading=0.0, limit=NETWORK)
    world.lay(("R10 R11 R12",))
    world.leave()
    world.wait(1.0)
    world.end()
    assert world.wait_until(State.TURN)
    world.reach(1.0)
    world.wait(3.0)
    world.power_cut()
    world.wait(3.0)
    world.leave()
    world.wait(2.0)
    world.end()
    assert world.wait_until(State.RESTORE, State.TURN, patience=6.0)
    judged = world.live.game.judged
    assert judged is not None
    assert (judged.case.press.player, judged.verdict.outcome.value) == ("Ben", "illegal")
