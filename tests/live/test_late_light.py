"""A tile that was surely misread, and that a later picture shows as it is: nobody bears it, and everybody is told."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from live.game.state import State
from live.telling.evening import Evening, evening_of
from live.watching.lag import NETWORK
from tests.live.world import Sets, World

LAID = ("K12 R12 O12",)


def poorly_lit(folder: Path, monkeypatch: pytest.MonkeyPatch, laid: Sets) -> World:
    """Anna laid this set, whose last tile was read as a blue 12; from here on the light is better."""
    world = World(folder, lag=0.3, reading=0.2, limit=NETWORK)
    last = laid[0].split()[-1]
    with monkeypatch.context() as poor:
        poor.setattr(world.stage, "paint", partial(world.stage.paint, doubts={last: {"B12": 0.999}}))
        world.wait(5.0)
        world.lay(laid)
        world.leave()
        world.end()
        assert world.wait_until(State.TURN)
    world.brighten()
    world.table = laid
    return world


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """Anna's orange 12 was read as a blue one."""
    world = poorly_lit(tmp_path, monkeypatch, LAID)
    assert world.is_known(("K12 R12 B12",))
    return world


def evening(world: World) -> Evening:
    """What the journal tells of it."""
    return evening_of(world.live.record.journal.events())


def test_who_draws_after_it_does_not_bear_it(world: World) -> None:
    world.wait(5.0)
    world.reach(1.0)
    world.leave()
    world.wait(1.0)
    world.end(drew=True)
    assert world.wait_until(State.TURN, State.RESTORE)
    assert (world.wrongs(), world.state) == ([], State.TURN)
    assert world.is_known(LAID)


def test_who_lays_after_it_has_laid_just_that(world: World) -> None:
    world.wait(3.0)
    world.lay((*LAID, "B10 B11 B12"))
    world.leave()
    world.end()
    assert world.wait_until(State.TURN, State.RESTORE)
    assert (world.wrongs(), world.state) == ([], State.TURN)
    assert world.is_known((*LAID, "B10 B11 B12"))
    game = world.live.game
    assert game.round is not None
    assert [game.round.counts[name] for name in ("Anna", "Ben")] == [14 - 3, 14 - 3]
    assert world.live.bulletin.trouble is not None
    assert world.live.bulletin.trouble.values == {"change": "B12 → O12"}
    told = [(one.kind, one.reason) for turn in evening(world).turns for one in turn.said]
    assert told == [("tile-seen-anew", "B12 → O12")]
    assert evening(world).turns[0].said


def test_of_a_turn_that_was_legal_only_so_everybody_is_told_and_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = poorly_lit(tmp_path, monkeypatch, ("K12 R12 O1",))
    world.wait(3.0)
    world.lay(("K12 R12 O1", "B10 B11 B12"))
    world.leave()
    world.end()
    assert world.wait_until(State.TURN, State.RESTORE)
    assert (world.wrongs(), world.state) == ([], State.TURN)
    assert world.live.bulletin.trouble is not None
    assert world.live.bulletin.trouble.code == "misread-stands"


def test_who_takes_a_joker_for_the_tile_that_it_stood_for_has_taken_it(world: World) -> None:
    """The tile lies where the joker lay, as exactly as in a later picture of a joker that had been misread."""
    laid = (*LAID, "B10 B11 J")
    world.wait(3.0)
    world.lay(laid)
    world.leave()
    world.end()
    assert world.wait_until(State.TURN)
    world.table = laid
    world.wait(3.0)
    world.lay((*LAID, "B10 B11 B12"))
    world.leave()
    world.end()
    assert world.wait_until(State.TURN, State.RESTORE)
    assert world.state is State.RESTORE


def test_who_presses_twice_ends_no_turn_of_the_next_player(world: World) -> None:
    world.reach(0.5)
    world.leave()
    world.end()
    world.wait(6.0)
    assert (world.wrongs(), world.state) == ([], State.TURN)
    game = world.live.game
    assert game.round is not None
    assert (game.round.on_turn, game.round.turns, game.echo) == ("Ben", 1, True)
    assert world.is_known(LAID)
    world.table = LAID
    world.lay((*LAID, "B10 B11 B12"))
    world.leave()
    world.end()
    world.wait(6.0)
    assert (world.wrongs(), world.state, world.is_known((*LAID, "B10 B11 B12"))) == ([], State.TURN, True)
