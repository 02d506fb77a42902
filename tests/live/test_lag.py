"""How late the camera is, is learned from what it shows after presses; nobody bears a penalty for it meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from journal import Journal, JournalError, StoredEvent
from live.game.state import State
from live.watching.lag import NETWORK, Halts, Lag
from tests.live.stage import OPENING, Played
from tests.live.world import Moment, World


def test_a_lag_is_learned_from_what_the_picture_shows_after_the_press() -> None:
    lag = Lag(2.5, Halts())
    assert (lag.least, lag.most) == (0.0, 2.5)
    for press, rested in 2 * ((10.0, 11.6), (20.0, 21.4), (30.0, 31.5)):
        lag.learn(press, rested)
    assert 0 < lag.least <= 1.5 <= lag.most < 2.5
    for press in range(100, 1300, 100):
        lag.learn(press, press - 1.0)  # everybody takes their time: nothing is late any more that anybody saw
    assert lag.least == 0
    assert lag.most < 1


def test_one_hand_that_stays_does_not_make_the_camera_late() -> None:
    lag = Lag(2.5, Halts())
    for press, rested in ((10.0, 12.4), (20.0, 19.0), (30.0, 29.5), (40.0, 40.1)):
        lag.learn(press, rested)
    assert lag.least == 0


def test_a_verdict_that_has_to_wait_for_the_disk_makes_the_camera_no_later(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand that stayed over the table once says nothing of the camera, however often its verdict is drawn."""
    played.begin()
    learned: list[float] = []
    monkeypatch.setattr(Lag, "learn", lambda _lag, _pressed, rested: learned.append(rested))

    append = Journal.append

    def full(journal: Journal, kind: str, data: Mapping[str, Any]) -> StoredEvent:
        if kind == "verdict":
            raise JournalError("the disk is full: free some space and press again", "disk-full")
        return append(journal, kind, data)

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", full)
        played.stage.hands().do(played.buttons.end_turn).hands(0.5).show(OPENING)
        played.run()
        assert played.told()["ending"] is True
    played.stage.show(OPENING)
    played.run()
    assert (played.told()["verdict"]["outcome"], len(learned)) == ("legal", 1)


def test_a_draw_says_nothing_of_the_camera_where_no_hand_came_over_the_table_in_that_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned: list[float] = []
    monkeypatch.setattr(Lag, "learn", lambda _lag, pressed, _rested: learned.append(pressed))
    world = World(tmp_path, lag=1.5, reading=0.2, limit=2.5)
    world.wait(3.0)
    world.lay((OPENING,))
    world.leave()
    world.end()
    assert world.wait_until(State.TURN)
    world.wait(1.4)
    world.end(drew=True)
    assert world.wait_until(State.TURN)
    assert (len(world.presses), len(learned)) == (2, 1)


@pytest.mark.slow
@pytest.mark.parametrize("lag", [0.0, 0.1, 1.0, 1.5, 2.0])
@pytest.mark.parametrize("reading", [0.0, 1.5])
def test_however_late_the_camera_the_turn_is_judged_by_the_table_that_the_player_left(
    tmp_path_factory: pytest.TempPathFactory, lag: float, reading: float
) -> None:
    world = World(tmp_path_factory.mktemp("world"), lag=lag, reading=reading, limit=2.5)
    world.wait(5.0)
    world.lay((OPENING,))
    world.leave()
    world.end()
    world.wait(0.7)
    world.reach(1.0)
    world.leave()
    assert world.wait_until(State.TURN)
    assert (world.wrongs(), world.is_known((OPENING,))) == ([], True)


@pytest.mark.slow
@pytest.mark.parametrize("lag", [1.5, 2.0])
def test_who_presses_late_does_not_hide_a_late_camera_from_who_presses_at_once(tmp_path: Path, lag: float) -> None:
    world = World(tmp_path, lag=lag, reading=0.2, limit=2.5)
    laid = world.play(3, pressed_after=3.0)
    world.wait(5.0)
    world.lay((*laid, "O10 O11 O12"))
    world.leave()
    world.end()
    world.wait(5.0)
    assert (world.wrongs(), world.is_known((*laid, "O10 O11 O12"))) == ([], True)


@pytest.mark.slow
@pytest.mark.parametrize("lag", [1.5, 2.0])
def test_a_quick_turn_is_no_echo_where_a_late_camera_still_shows_the_table_before_it(
    tmp_path: Path, lag: float
) -> None:
    world = World(tmp_path, lag=lag, reading=0.2, limit=2.5)
    laid = (*world.play(3, pressed_after=lag), "O10 O11 O12")
    world.lay(laid, seconds=0.8)
    world.leave()
    world.end()
    assert world.wait_until(State.TURN)
    assert (world.wrongs(), world.is_known(laid)) == ([], True)


@pytest.mark.parametrize("halt", [1.0, 2.0, 4.0])
def test_a_stream_that_comes_to_a_halt_shows_what_was_laid_so_much_later(tmp_path: Path, halt: float) -> None:
    world = World(tmp_path, lag=2.0, reading=0.2, limit=2.5)
    world.wait(3.0)
    world.lay((OPENING,))
    world.leave()
    world.end()
    world.wait(0.3)
    world.stall(halt)
    assert world.wait_until(State.TURN, State.RESTORE)
    assert (world.wrongs(), world.is_known((OPENING,))) == ([], True)


def test_a_camera_that_is_connected_anew_may_be_later_than_it_was(tmp_path: Path) -> None:
    world = World(tmp_path, lag=0.0, reading=0.2, limit=2.5)
    laid = world.play(3, pressed_after=0.2)
    world.connect_anew(lag=2.0)
    world.wait(5.0)
    world.lay((*laid, "O10 R11 O12"))
    world.leave()
    world.wait(2.0)
    world.lay((*laid, "O10 O11 O12"))
    world.leave()
    world.end()
    assert world.wait_until(State.TURN, State.RESTORE)
    assert (world.wrongs(), world.is_known((*laid, "O10 O11 O12"))) == ([], True)


def test_a_late_camera_s_old_picture_gives_way_to_what_was_laid_also_where_that_is_wrong(tmp_path: Path) -> None:
    world = World(tmp_path, lag=1.0, reading=0.2, limit=2.5)
    world.wait(3.0)
    world.lay(("K10 R11 B12",))
    world.leave()
    world.end()
    assert world.wait_until(State.RESTORE)
    judged = world.live.game.judged
    assert judged is not None
    assert "set-invalid" in [violation.code for violation in judged.verdict.violations]


def test_a_late_camera_s_old_picture_says_nothing_while_the_hand_lies_over_what_was_laid(tmp_path: Path) -> None:
    world = World(tmp_path, lag=2.0, reading=0.2, limit=2.5)
    world.wait(4.0)
    world.lay((OPENING,))
    world.now = Moment((OPENING,), 0)  # the arm stays there, over the set
    world.end()
    world.wait(14.0)
    assert (world.state, world.live.sitting.waits_for) == (State.READING, "hand")
    world.leave()
    assert world.wait_until(State.TURN)
    assert (world.wrongs(), world.is_known((OPENING,))) == ([], True)


def test_what_the_next_player_lays_at_once_does_not_mend_a_wrong_turn(tmp_path: Path) -> None:
    world = World(tmp_path, lag=0.0, reading=1.0, limit=0.6)  # a slow computer
    world.wait(4.0)
    world.lay(("R1 R2 R3",))  # too few points for a first lay-down
    world.leave()
    world.wait(0.6)
    world.end()
    world.wait(1.2)
    world.lay(("R1 R2 R3", OPENING))
    world.leave()
    assert world.wait_until(State.RESTORE)
    judged = world.live.game.judged
    assert judged is not None
    assert [violation.code for violation in judged.verdict.violations] == ["opening-below-30"]


@pytest.mark.parametrize("lag", [1.5, 2.0])
def test_who_lays_and_draws_is_seen_to_by_a_late_camera_that_nobody_knows_yet(tmp_path: Path, lag: float) -> None:
    world = World(tmp_path, lag=lag, reading=0.2, limit=NETWORK)
    world.lay((OPENING,), seconds=lag)
    world.leave()
    world.end(drew=True)
    assert world.wait_until(State.RESTORE)


def test_who_lays_and_draws_is_seen_to_by_a_camera_that_is_later_than_it_was(tmp_path: Path) -> None:
    """Presses that come late hide how late the camera is.

    The movement in the picture when it should be at rest shows it.
    """
    world = World(tmp_path, lag=2.0, reading=0.2, limit=NETWORK)
    laid = world.play(3, pressed_after=1.0)
    world.wait(5.0)
    world.lay((*laid, "O10 O11 O12"), seconds=1.8)
    world.leave()
    world.end(drew=True)
    assert world.wait_until(State.RESTORE)


@pytest.mark.parametrize("lag", [0.1, 1.0, 2.0])
def test_who_draws_does_not_bear_what_a_hasty_next_player_lays(tmp_path: Path, lag: float) -> None:
    world = World(tmp_path, lag=lag, reading=0.2, limit=NETWORK)
    world.wait(4.0)
    world.end(drew=True)
    world.wait(0.7)
    world.lay((OPENING,))
    world.leave()
    assert world.wait_until(State.TURN)
    assert (world.wrongs(), world.live.game.judged is not None) == ([], True)
