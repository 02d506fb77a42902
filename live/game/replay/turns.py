"""What ending a turn changes, and what is said of it until its verdict."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from live.game import events
from live.game.case import Held, Press
from live.game.replay.restoring import put_back, staying
from live.game.replay.step import Step
from live.game.replay.undoing import as_things_are
from live.game.state import Game, Unjudged


def turn_ended(step: Step, event: events.TurnEnded) -> Game:
    """A turn is ended: it waits for its verdict, or, where no camera sees it, stands without one."""
    ran = event.seconds if event.ran is None else event.ran
    press = Press(
        event.player,
        event.drew,
        event.seconds,
        event.face_up,
        step.number,
        called=event.called,
        ran=ran,
        passed=event.passed,
    )
    if event.unseen:
        ended = standing(step.game, press, out=event.called)
    else:
        ended = replace(step.game, press=press, echo=False, unjudged=None)
    return step.act(replace(ended, waiting=False, dealing=False, elsewhere=False, late=None, left_unseen=None))


def standing(game: Game, press: Press, *, out: bool) -> Game:
    """The game after a turn that stands without a verdict; `out` says whether the player went out with it."""
    before = game.round
    if before is None:
        raise ValueError("it ends a turn of no round")
    return replace(
        game,
        press=None,
        echo=False,
        judged=None,
        unjudged=Unjudged(press, before),
        round=before.after_unseen(press.drew, press.face_up, laid=press.is_said_to_lay, out=out),
        held=_without(game.held, press) if press.is_said_to_lay else game.held,
        contradictions=(),
    )


def _without(held: Held, press: Press) -> Held:
    """What is still known of the racks after a turn that laid tiles which nobody saw: nothing of that player's."""
    return MappingProxyType({player: tiles for player, tiles in held.items() if player != press.player})


def press_of(step: Step) -> Press:
    """The press that waits for its verdict.

    Raises:
        ValueError: none waits.
    """
    if step.game.press is None:
        raise ValueError("it is about a turn that nobody ended")
    return step.game.press


def face_up_said(step: Step, event: events.FaceUpSaid) -> Game:
    """What the turn took and discarded, where every turn does both."""
    press = replace(press_of(step), drew=event.drew, face_up=event.face_up)
    return step.act(replace(step.game, press=press))


def table_kept(step: Step, event: events.TableKept) -> Game:
    """Photos of the table after the press are safe: after a restart the turn is judged by them."""
    press = press_of(step)
    return replace(step.game, press=replace(press, kept=(*press.kept, event.photos)))


def judge_anyway(step: Step, _: events.JudgeAnyway) -> Game:
    """The turn is to be judged by the table as it is seen, whatever hides it."""
    return step.act(replace(step.game, press=replace(press_of(step), anyway=True)))


def press_dropped(step: Step, _: events.PressDropped) -> Game:
    """The game as it was before the press, except for what was said in between."""
    game = step.game
    past = game.past
    if past is not None and game.action == press_of(step).event:
        return replace(as_things_are(past, game), pins=game.pins, echo=True)
    return replace(game, press=None, echo=True)


def paused(step: Step, _: events.Paused) -> Game:
    """The clock stands still; a table to be put back waits no longer."""
    return replace(step.game, waiting=False)


def resumed(step: Step, event: events.Resumed) -> Game:
    """Where the table stays as it lies after an illegal turn, the game goes on from there."""
    game, judged = step.game, step.game.judged
    if event.table is None or judged is None:
        return put_back(game) if game.waiting else game
    return replace(game, waiting=False, round=staying(judged, event.table), judged=replace(judged, stays=event.table))


def camera_left(step: Step, _: events.CameraLeft) -> Game:
    """Nobody looks through a camera any more: a turn that waits for its verdict stands without one."""
    game, press = step.game, step.game.press
    left = game if press is None else standing(game, press, out=press.called)
    return step.act(replace(left, watched=False, chosen=0, pins=(), rack_areas=()))
