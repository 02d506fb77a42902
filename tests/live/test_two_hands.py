"""Two hands over the table at once, as a next player is in haste: nobody bears what the other laid, for one tap at most."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from live.game.commands import RefusedError
from live.game.state import State
from live.watching.lag import NETWORK
from referee.tiles import parse_tiles
from tests.live.world import World

OWN, NEXT = "O7 O8 O9", "O10 O11 O12"


@pytest.fixture
def world(tmp_path: Path) -> World:
    """Under a camera that is prompt, of which that is not known yet."""
    return World(tmp_path, lag=0.3, reading=0.2, limit=NETWORK)


def decided(world: World) -> None:
    assert world.wait_until(State.TURN, State.RESTORE)


@pytest.mark.parametrize("at_first", ["O10 O11", NEXT])
def test_who_draws_does_not_bear_what_the_next_hand_lays_a_moment_after_the_press(world: World, at_first: str) -> None:
    world.wait(5.0)
    world.end(drew=True)
    world.wait(0.2)
    world.lay((at_first,), seconds=0.8)
    world.leave()
    world.wait(1.0)
    world.lay((NEXT,), seconds=0.8)
    world.leave()
    decided(world)
    assert (world.wrongs(), world.state, world.taps) == ([], State.TURN, 1)
    world.table = ()
    world.end()
    decided(world)
    assert (world.wrongs(), world.state, world.is_known((NEXT,)), world.taps) == ([], State.TURN, True, 1)


@pytest.mark.slow
def test_who_laid_a_set_in_the_movement_of_the_player_before_has_laid_it(world: World) -> None:
    laid = world.play(3)
    world.wait(5.0)
    world.lay((*laid, OWN))
    world.leave()
    world.end()
    world.wait(0.3)
    world.lay((*laid, OWN, NEXT), seconds=0.8)
    world.leave()
    decided(world)
    world.table = (*laid, OWN)
    world.wait(4.0)
    world.end()
    decided(world)
    assert (world.wrongs(), world.state, world.taps) == ([], State.TURN, 1)
    game = world.live.game
    assert game.round is not None
    assert {game.round.counts[name] for name in ("Anna", "Ben")} == {14 - 6, 14 - 6}  # each laid two sets


def test_who_says_that_nothing_of_it_was_the_next_players_has_laid_it(world: World) -> None:
    world.wait(5.0)
    world.end(drew=True)
    world.wait(0.2)
    world.lay((NEXT,), seconds=0.8)
    world.leave()
    for _ in range(80):
        world.wait(0.1)
        if world.live.sitting.witness.asks:
            break
    assert [one.tiles for one in world.live.sitting.witness.asks] == [tuple(parse_tiles(NEXT.split()))]
    with pytest.raises(RefusedError, match="cannot have laid that alone"):
        world.live.say_whose(tuple(parse_tiles(["O10"])))
    world.live.say_whose(())
    decided(world)
    assert world.state is State.RESTORE


def test_nobody_says_whose_tiles_are_unasked(world: World) -> None:
    with pytest.raises(RefusedError, match="nobody asks"):
        world.live.say_whose(())


@pytest.mark.parametrize("split", [("R2 R3 R4", "R4 R5 R6"), ("R2 R3 R4 R5 R6 R7 R8",)])
def test_who_lays_down_first_does_not_bear_what_the_next_hand_moves_and_adds(
    world: World, split: tuple[str, ...]
) -> None:
    """The numbers of the first lay-down lie in other sets as well."""
    lay, others, own = (
        ("R2 R3 R4 R5 R6",),
        ("B10 B11 B12", "O10 O11 O12"),
        ("K12 R12 B12 O12", "R2 B2 O2"),
    )
    world.lay((*lay, *others))
    world.leave()
    world.end()
    decided(world)
    world.table = (*lay, *others)
    world.wait(5.0)
    world.lay((*lay, *others, *own), seconds=0.2)
    world.end()
    world.lay((*split, *others, *own), seconds=0.8)
    world.leave()
    decided(world)
    assert (world.wrongs(), world.state, world.taps) == ([], State.TURN, 1)


def test_whose_a_set_is_of_which_a_tile_is_in_doubt_is_asked_before_what_that_tile_is(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(world.stage, "paint", partial(world.stage.paint, doubts={"R12": {"R12": 0.3}}))
    world.wait(5.0)
    world.lay(("O10 O11 O12",), seconds=0.2)
    world.end()
    world.lay(("O10 O11 O12", "R11 R12 R13"), seconds=0.8)
    world.leave()
    decided(world)
    assert (world.wrongs(), world.state, world.taps) == ([], State.TURN, 1)
    assert world.is_known(("O10 O11 O12",))


def test_who_draws_does_not_bear_that_the_next_hand_took_a_joker_and_holds_it(world: World) -> None:
    world.wait(5.0)
    world.lay(("J R12 R13",))
    world.leave()
    world.end()
    decided(world)
    world.table = ("J R12 R13",)
    world.wait(5.0)
    world.end(drew=True)
    world.wait(0.2)
    world.lay(("R12 R13",), seconds=0.8)
    world.leave()
    decided(world)
    assert (world.wrongs(), world.state, world.taps) == ([], State.TURN, 1)
    assert world.is_known(("J R12 R13",))


@pytest.mark.parametrize(
    ("laid", "left"), [("R12 B12 K12", "R12 K12"), ("O10 O11 O12", "O10 O12"), ("J B12 K12", "B12 K12")]
)
def test_who_laid_a_set_does_not_bear_that_the_next_hand_took_a_tile_of_it_at_once(
    world: World, laid: str, left: str
) -> None:
    world.wait(5.0)
    world.lay((laid,), seconds=0.2)
    world.end()
    world.lay((left,), seconds=0.8)
    world.leave()
    decided(world)
    assert (world.wrongs(), world.state, world.taps) == ([], State.TURN, 1)
    assert world.is_known((laid,))


def test_who_lays_down_first_does_not_bear_that_the_next_hand_swaps_a_joker_and_lays_a_set_with_it(
    world: World,
) -> None:
    lay, own = ("B6 B7 J B9 B10", "R11 R12 R13"), ("K12 R12 O12", "K4 K5 K6 K7")
    world.lay(lay)
    world.leave()
    world.end()
    decided(world)
    world.table = lay
    world.wait(5.0)
    world.lay((*lay, *own), seconds=0.2)
    world.end()
    world.lay(("B6 B7 B8 B9 B10", "R11 R12 R13", *own, "R3 R4 J R6"), seconds=0.8)
    world.leave()
    decided(world)
    assert (world.wrongs(), world.state, world.taps) == ([], State.TURN, 1)


def test_who_laid_too_short_a_set_with_the_next_hand_over_the_table_bears_it(world: World) -> None:
    world.wait(5.0)
    world.lay(("R12 K12",), seconds=0.2)
    world.end()
    world.lay(("R12 K12",), seconds=0.8)
    world.leave()
    decided(world)
    assert (world.wrongs(), world.state) == ([], State.RESTORE)
