"""What people say of the end of a round changes: who has gone out, what the pool and the racks hold, and the score sheet."""

from __future__ import annotations

from dataclasses import replace

from live.game import events
from live.game.amending import Struck
from live.game.case import Press
from live.game.counting import Counting, rack_from_json, so_far
from live.game.replay.step import Step
from live.game.state import Game, Unjudged
from referee.round import Round


def round_ended(step: Step, event: events.RoundEnded) -> Game:
    """Somebody says that the round is over, and perhaps who has gone out: the racks are counted."""
    game, counting = step.game, step.game.counting
    ran = game.clock.running or game.is_over
    ended = Counting(event.winner, ran=ran) if counting is None else replace(counting, winner=event.winner)
    return step.act(replace(game, counting=ended, contradictions=event.contradictions))


def still_holds(step: Step, event: events.StillHolds) -> Game:
    """Takes back what was said about who has gone out; what was seen is taken back only where it named the same player.

    Whatever is said of that player's turn later, it has not emptied the rack.
    """
    game = step.game
    before, counting = game.round, game.counting
    if before is None:
        raise ValueError("it is about a rack of no round")
    following = before.with_tiles_left(event.player)
    counted = replace(counting, winner=following.winner) if counting is not None and following.over else None
    judged, unjudged = game.judged, game.unjudged
    if before.winner == event.player:
        if judged is not None:
            press, uncounted = replace(judged.case.press, called=False), replace(judged.case.before, counts_known=False)
            judged = replace(judged, case=replace(judged.case, press=press, before=uncounted))
        if unjudged is not None:
            unjudged = replace(unjudged, press=replace(unjudged.press, called=False))
    held = replace(game, round=following, counting=counted, contradictions=(), judged=judged, unjudged=unjudged)
    return step.act(replace(held, dealing=game.dealing and not step.mark.running))


def pool_holds(step: Step, event: events.PoolHolds) -> Game:
    """Puts tiles into the pool, and takes back the racks counted meanwhile, since they are played on with.

    Whatever is said of the last turn later, the pool was not empty before it either, and a player who was to draw has
    drawn.
    """
    game = step.game
    if game.round is None:
        raise ValueError("it is about the pool of no round")

    def refilled(press: Press, before: Round) -> tuple[Press, Round]:
        if press.passed:
            press = replace(press, drew=before.rulebook.play.draw, passed=False)
        return press, before.with_pool(event.tiles + press.drew)

    judged, unjudged = game.judged, game.unjudged
    if judged is not None:
        press, before = refilled(judged.case.press, judged.case.before)
        judged = replace(judged, case=replace(judged.case, press=press, before=before))
    if unjudged is not None:
        unjudged = Unjudged(*refilled(unjudged.press, unjudged.round))
    current = game.round.with_pool(event.tiles)
    return step.act(replace(game, round=current, counting=None, contradictions=(), judged=judged, unjudged=unjudged))


def rack_counted(step: Step, event: events.RackCounted) -> Game:
    """The tiles that a player holds at the end of the round."""
    game = step.game
    counting = None if game.round is None else so_far(game.counting, game.round)
    if counting is None:
        raise ValueError("it counts a rack of a round that is not over")
    rack = None if event.rack is None else rack_from_json(event.rack)
    counted = counting.with_rack(event.player, rack)
    return step.act(replace(game, counting=counted, contradictions=event.contradictions))


def round_scored(step: Step, event: events.RoundScored) -> Game:
    """The points of the round stand in the sheet; nothing of it waits any more."""
    game = step.game
    if game.sheet is None:
        raise ValueError("it scores a round that never began")
    scored = replace(
        game,
        scored=True,
        sheet=game.sheet.add(event.column),
        press=None,
        counting=None,
        unjudged=None,
        contradictions=event.contradictions,
        waiting=False,
        dealing=False,
    )
    return step.act(scored)


def score_amended(step: Step, event: events.ScoreAmended) -> Game:
    """Points of a round that stands in the sheet are others; what stood there is kept."""
    game, sheet = step.game, step.game.sheet
    if sheet is None:
        raise ValueError("it amends a sheet that nobody began")
    amended = sheet.amended(event.round, event.player, event.points)
    struck = Struck(event.round, sheet.columns[event.round - 1].points, event.at, event.by)
    return step.act(replace(game, sheet=amended, struck=(*game.struck, struck)))
