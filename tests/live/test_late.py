"""A camera that shows the table late takes nothing from anybody: neither what was laid last, nor what was laid in haste."""

from __future__ import annotations

from pathlib import Path

import pytest

from live.game import commands
from live.game.state import State
from live.watching.bearings import Bearings
from live.watching.lag import NETWORK
from referee.verdict import Code
from tests.live.stage import RULEBOOK, Played, Stage
from tests.live.world import Sets, World

LAST = "O10 O11 O12"


def late(folder: Path, lag: float, reading: float = 0.2) -> World:
    """A table under a camera of the network that is so late, in seconds."""
    return World(folder, lag=lag, reading=reading, limit=NETWORK)


def assert_who_draws_does_not_bear_what_the_next_player_lays(world: World, laid: Sets) -> None:
    """Whose hand comes at once; the table of the sets `laid` is left as it was by who draws."""
    world.wait(5.0)
    world.end(drew=True)
    world.wait(0.7)
    world.lay((*laid, LAST), seconds=0.8)
    world.leave()
    assert world.wait_until(State.TURN, State.RESTORE)
    assert (world.wrongs(), world.state) == ([], State.TURN)


def lay_more_just_before_the_press(world: World, laid: Sets, more: str = "O1 O2 O3") -> Sets:
    """A set is laid beside those that lie there, and `more` so late that the verdict does not know of it; what then lies there."""
    world.wait(5.0)
    world.lay((*laid, LAST))
    world.leave()
    world.wait(0.8)
    left = (*laid, LAST, more)
    world.lay(left, seconds=0.8)
    world.leave()
    world.end()
    assert world.wait_until(State.TURN)
    world.table = left
    world.wait(6.0)
    return left


@pytest.mark.slow
@pytest.mark.parametrize("lag", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("at_first", ["O10 O11", LAST])
def test_what_was_laid_last_counts_however_fast_it_was_laid(tmp_path: Path, lag: float, at_first: str) -> None:
    world = late(tmp_path, lag)
    laid = world.play(6)
    world.wait(5.0)
    world.lay((*laid, at_first))
    world.leave()
    world.wait(0.6)
    left = (*laid, LAST) if at_first != LAST else (*laid, LAST, "O1 O2 O3")
    world.lay(left, seconds=0.8)
    world.leave()
    world.end()
    assert world.wait_until(State.TURN)
    assert (world.wrongs(), world.is_known(left)) == ([], True)


@pytest.mark.slow
@pytest.mark.parametrize("lag", [1.5, 2.0])
def test_half_a_set_is_held_against_nobody_where_players_have_pressed_late(tmp_path: Path, lag: float) -> None:
    world = late(tmp_path, lag)
    laid = world.play(3, pressed_after=3.0)
    world.wait(5.0)
    world.lay((*laid, "O10 O11"))
    world.leave()
    world.wait(0.6)
    world.lay((*laid, LAST), seconds=0.8)
    world.leave()
    world.end()
    assert world.wait_until(State.TURN, State.RESTORE)
    assert (world.wrongs(), world.is_known((*laid, LAST))) == ([], True)


@pytest.mark.slow
@pytest.mark.parametrize("others", [0, 3])
def test_players_who_straighten_tiles_after_the_press_do_not_make_the_camera_late(tmp_path: Path, others: int) -> None:
    """Otherwise what the next player lays at once counts as theirs."""
    world = late(tmp_path, 0.1)
    world.play(others, pressed_after=0.5)
    world.wait(5.0)
    laid = world.play(3, stays=2.5)
    assert_who_draws_does_not_bear_what_the_next_player_lays(world, laid)


@pytest.mark.slow
@pytest.mark.parametrize(("lag", "stays"), [(0.1, 1.3), (0.3, 1.2)])
def test_one_in_three_who_does_not_straighten_tiles_shows_that_the_camera_is_prompt(
    tmp_path: Path, lag: float, stays: float
) -> None:
    """Otherwise what the next player lays at once counts as theirs who drew."""
    world = late(tmp_path, lag)
    laid = world.table
    for straightens in (False, True, True, False, True, True):
        laid = world.play(1, pressed_after=0.0 if straightens else 0.5, stays=stays if straightens else 0.0)
    assert_who_draws_does_not_bear_what_the_next_player_lays(world, laid)


@pytest.mark.slow
@pytest.mark.parametrize(("lag", "turns", "looked"), [(1.5, 0, 0.0), (2.0, 5, 0.0), (1.0, 3, 2.5)])
def test_who_draws_does_not_bear_what_the_last_player_laid_just_before_the_press(
    tmp_path: Path, lag: float, turns: int, looked: float
) -> None:
    """Of two sets, each legal, the picture shows the second after the verdict on the first.

    Nobody knows yet how late it is.
    """
    world = late(tmp_path, lag)
    left = lay_more_just_before_the_press(world, world.play(turns, pressed_after=looked))
    world.end(drew=True)
    assert world.wait_until(State.TURN, State.RESTORE)
    assert (world.wrongs(), world.state, world.is_known(left)) == ([], State.TURN, True)
    assert world.live.game.round is not None
    assert sum(world.live.game.round.counts.values()) == 3 * 14 + 1 - sum(len(text.split()) for text in left)


@pytest.mark.slow
@pytest.mark.parametrize(("lag", "turns"), [(1.5, 0), (2.0, 1), (2.0, 6)])
def test_who_draws_does_not_bear_half_a_set_that_the_last_player_added_just_before_the_press(
    tmp_path: Path, lag: float, turns: int
) -> None:
    """The verdict on the set beside it came before the picture showed it."""
    world = late(tmp_path, lag)
    left = lay_more_just_before_the_press(world, world.play(turns), "K7 K8")
    world.end(drew=True)
    assert world.wait_until(State.TURN, State.RESTORE)
    assert (world.wrongs(), world.state, world.is_known(left)) == ([], State.TURN, True)


def test_undoing_what_was_done_while_a_press_waited_leaves_the_late_verdict_on_the_turn_before(tmp_path: Path) -> None:
    world = late(tmp_path, 1.5)
    left = lay_more_just_before_the_press(world, ())
    world.end(drew=True)
    world.do(commands.judge_anyway)
    assert world.wait_until(State.TURN)
    world.live.do(commands.undo)
    assert world.wait_until(State.TURN, State.RESTORE)
    assert (world.wrongs(), world.state, world.is_known(left)) == ([], State.TURN, True)


@pytest.mark.slow
@pytest.mark.parametrize(("lag", "turns"), [(1.5, 0), (2.0, 1), (2.0, 5)])
@pytest.mark.parametrize("drew", [True, False])
def test_nobody_bears_what_the_last_player_laid_beside_a_draw(
    tmp_path: Path, lag: float, turns: int, *, drew: bool
) -> None:
    """The picture shows it after the verdict on the draw; nobody knows yet how late it is, and whose it is."""
    world = late(tmp_path, lag)
    laid = world.play(turns)
    world.wait(5.0)
    world.lay((*laid, LAST), seconds=0.8)
    world.leave()
    world.end(drew=True)
    assert world.wait_until(State.TURN)
    world.table = (*laid, LAST)
    world.wait(6.0)
    if not drew:
        world.lay((*laid, LAST, "O1 O2 O3"))
        world.leave()
    world.end(drew=drew)
    assert world.wait_until(State.TURN, State.RESTORE)
    assert (world.wrongs(), world.state) == ([], State.TURN)
    if drew:
        assert world.is_known(world.now.sets)
        assert world.live.game.round is not None
        counts = world.live.game.round.counts
        assert sum(counts.values()) == 3 * 14 + 2 - sum(len(text.split()) for text in world.now.sets)
        assert not world.live.game.contradictions
        world.power_cut()
        assert (world.state, world.is_known(world.now.sets)) == (State.TURN, True)


@pytest.mark.slow
def test_who_draws_and_lays_is_told_so_under_a_prompt_camera_however_soon(tmp_path: Path) -> None:
    """The next player's hand comes right after the press, once the camera is known."""
    world = late(tmp_path, 0.1)
    laid = world.play(6)
    world.wait(5.0)
    world.lay((*laid, LAST))
    world.leave()
    world.end()
    world.wait(0.9)
    world.table = (*laid, LAST)
    world.lay((*laid, LAST, "O1 O2 O3"), seconds=0.8)
    world.leave()
    assert world.wait_until(State.TURN)
    world.wait(2.0)
    world.end(drew=True)
    assert world.wait_until(State.RESTORE)


@pytest.mark.slow
def test_a_second_press_does_not_end_the_turn_of_who_lays_right_after_it(tmp_path: Path) -> None:
    """The camera is known to be prompt; the table is untouched for most of a second after the press."""
    world = late(tmp_path, 0.1)
    laid = world.play(6)
    assert world.live.game.round is not None
    on_turn = world.live.game.round.on_turn
    world.wait(0.8)
    world.end()
    world.wait(0.9)
    world.lay((*laid, LAST))
    world.leave()
    world.wait(5.0)
    assert world.live.game.round.on_turn == on_turn
    assert world.state is State.TURN


@pytest.mark.slow
@pytest.mark.parametrize("reading", [0.2, 1.5])
def test_a_table_that_was_put_back_for_a_moment_was_put_back(tmp_path: Path, reading: float) -> None:
    """The next player lays a second later, before a slow computer has read the table as it was put back."""
    world = late(tmp_path, 0.1, reading)
    laid = world.play(1)
    world.wait(3.0)
    world.lay((*laid, "O10 R11 O12"))
    world.leave()
    world.end()
    assert world.wait_until(State.RESTORE)
    world.wait(2.0)
    world.lay(laid)
    world.leave()
    world.wait(1.2)
    world.lay((*laid, LAST))
    world.leave()
    assert world.wait_until(State.TURN, patience=6.0)
    assert world.end()
    assert world.wait_until(State.TURN, State.RESTORE)
    assert (world.state, world.is_known((*laid, LAST))) == (State.TURN, True)


@pytest.mark.slow
def test_who_lays_and_draws_is_told_so_where_the_picture_grows_later(tmp_path: Path) -> None:
    """The hand leaves in the picture later than in that of any turn before."""
    world = late(tmp_path, 1.2)
    world.play(5, stays=0.3)
    laid = world.play(1, stays=1.1)
    world.wait(5.0)
    world.grow_later(lag=2.0)
    world.wait(3.0)
    world.lay((*laid, LAST))
    world.end(drew=True)
    world.reach(0.9)
    world.leave()
    assert world.wait_until(State.TURN, State.RESTORE)
    assert world.state is State.RESTORE


@pytest.mark.slow
@pytest.mark.parametrize(("lag", "reading"), [(1.0, 0.2), (1.5, 1.5), (2.0, 0.2)])
def test_a_press_that_is_undone_and_redone_waits_for_the_same_picture(
    tmp_path: Path, lag: float, reading: float
) -> None:
    world = late(tmp_path, lag, reading)
    laid = world.play(3, pressed_after=0.5)
    world.wait(5.0)
    world.lay((*laid, LAST))
    world.leave()
    world.end()
    world.wait(0.3)
    assert world.do(commands.undo)
    world.wait(0.3)
    assert world.do(commands.redo)
    assert world.wait_until(State.TURN, State.RESTORE, patience=20.0)
    assert world.live.game.round is not None
    assert (world.live.game.state, world.is_known((*laid, LAST))) == (State.TURN, True)


@pytest.mark.slow
@pytest.mark.parametrize("reading", [1.5, 3.0])
def test_a_camera_that_is_connected_anew_after_the_press_leaves_nobody_waiting(tmp_path: Path, reading: float) -> None:
    world = late(tmp_path, 2.0, reading)
    laid = world.play(6)
    world.wait(5.0)
    world.lay((*laid, "O10 O11"), seconds=1.6)
    world.leave()
    world.wait(1.0)
    world.lay((*laid, LAST), seconds=1.4)
    world.leave()
    world.end()
    world.wait(0.2)
    world.connect_anew(lag=0.1)
    assert world.wait_until(State.TURN, State.RESTORE, patience=40.0)
    assert (world.wrongs(), world.is_known((*laid, LAST))) == ([], True)


def test_nobody_is_judged_by_an_old_picture_while_the_new_one_cannot_be_placed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A blurred picture shows no landmark, and what was laid cannot be read in it."""
    world = late(tmp_path, 2.0)
    laid = world.play(3)
    world.wait(5.0)
    world.lay((*laid, LAST))
    world.leave()
    world.end()
    monkeypatch.setattr(Bearings, "take", lambda *_, **__: None)
    monkeypatch.setattr(Bearings, "read", lambda *_, **__: None)
    world.wait(3.5)
    assert (world.wrongs(), world.state) == ([], State.READING)


@pytest.mark.parametrize("follows", ["K1 K2 K3", "K1 K2"])
def test_a_tile_in_doubt_is_settled_by_what_shows_it_next_and_not_with_what_the_next_player_lays(
    tmp_path: Path, follows: str
) -> None:
    """A lamp is dim while a set is laid; the next player's hand comes before the camera is known to be prompt."""
    stage = Stage()
    stage.lag = NETWORK
    played = Played(tmp_path, stage)
    played.begin()
    laid, dim = (LAST, "O6 R6 B6"), {"B6": {"B6": 0.6, "B9": 0.39}}
    stage.show(seconds=3).hands().show(*laid, doubts=dim).do(played.buttons.end_turn).show(*laid, seconds=1, doubts=dim)
    stage.hands(0.5).show(*laid, follows, seconds=4)
    played.run()
    verdict = played.told()["verdict"]
    assert (verdict["outcome"], sorted(verdict["played"])) == ("legal", sorted(" ".join(laid).split()))
    assert played.live.game.round is not None
    assert (played.live.game.round.on_turn, len(played.live.game.round.table)) == ("Ben", 2)


def test_what_may_be_no_tile_is_not_taken_for_what_the_player_laid(tmp_path: Path) -> None:
    """Spots on the table look a little like tiles, one while the late picture still shows the table as it was before the turn."""
    stage = Stage()
    stage.lag = NETWORK
    played = Played(tmp_path, stage)
    played.begin()
    spot, at_first = {"?": {"O7": 0.2}}, "R10 R11 R12"
    stage.show(seconds=3).hands().show(at_first).do(played.buttons.end_turn).show(at_first, seconds=4)
    stage.show(f"{at_first} ?", seconds=3, doubts=spot).do(played.buttons.end_turn)
    stage.show(f"{at_first} ?", seconds=1, doubts=spot).hands(0.6).show(at_first, f"{LAST} ?", seconds=0.8, doubts=spot)
    stage.hands(0.6).show(at_first, f"{LAST} ?", "K1 K2 K3", seconds=5, doubts=spot)
    played.run()
    shown = [tile["tile"] for members in played.told()["verdict"]["table"]["sets"] for tile in members]
    assert (played.told()["verdict"]["outcome"], *sorted(shown)) == (
        "undecided",
        "?",
        *sorted([*at_first.split(), *LAST.split()]),
    )


@pytest.mark.slow
def test_who_takes_too_long_is_not_cleared_by_the_last_player_going_out(tmp_path: Path) -> None:
    world = World(tmp_path, lag=0.3, reading=0.2, limit=NETWORK, book=f"{RULEBOOK}+time=10")
    world.wait(5.0)
    world.lay(("B7 B8 B9 B10 B11 B12 B13",))
    world.leave()
    world.end()
    world.wait(1.0)
    world.lay(("B7 B8 B9 B10 B11 B12 B13", "R7 R8 R9 R10 R11 R12 R13"))
    world.leave()
    world.wait(12.0)
    world.end()
    assert world.wait_until(State.RESTORE)
    judged = world.live.game.judged
    assert judged is not None
    assert (judged.case.press.player, [each.code for each in judged.verdict.violations]) == ("Ben", [Code.OVERTIME])
