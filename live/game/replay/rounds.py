"""What the beginning of a round, of its turns, of a new deal, and the end of a game change."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from files.rulebook import load as load_rulebook
from live.game import events
from live.game.replay.step import Step
from live.game.state import Claim, Game
from referee.round import Round
from referee.score import ScoreSheet


def round_started(step: Step, event: events.RoundStarted) -> Game:
    """A new game, but for what is named here."""
    game = step.game
    started = Round.start(event.players, load_rulebook(event.rulebook, event.rulebook_text), event.first)
    carried = event.carried
    columns = game.columns_for(event.players, new_game=event.new_game)
    if carried is not None and carried.columns != columns:
        # Equal ones are those of earlier games, which need not be held twice.
        columns = carried.columns
    sheet = ScoreSheet(event.players, columns)
    goes_on = game.struck if columns else ()
    fresh = Game(
        sheet=sheet,
        struck=goes_on if carried is None else carried.struck,
        round=started,
        number=len(sheet.columns) + 1,
        starter=started.on_turn,
        dealing=event.deal,
        watched=event.watched,
        elsewhere=event.elsewhere,
        viewpoint=game.viewpoint,
        accepted=game.accepted,
    )
    is_same_deal = game.fresh_round is not None and game.watched and event.watched
    if is_same_deal:
        fresh = replace(fresh, rack_areas=game.rack_areas, strays=game.strays, pins=game.pins)
    following = step.act(fresh)
    if carried is None:
        return following
    return replace(
        following,
        begun=step.number if game.fresh_round is None else game.begun,
        undo_from=carried.undo_from,
        viewpoint=carried.viewpoint,
        history=tuple(past for past in following.history if past.last_event >= carried.undo_from),
    )


def first_turn(step: Step, _: events.FirstTurn) -> Game:
    """The tiles are dealt: somebody is on turn, and the round is played here."""
    return step.act(replace(step.game, dealing=False, elsewhere=False))


def redeal_claimed(step: Step, event: events.RedealClaimed) -> Game:
    """A claim that is granted has all tiles mixed anew.

    After one that is not granted, the rack that was shown is known from here on.
    """
    game = step.game
    held = {} if event.granted else {**game.held, event.player: event.rack}
    claimed = replace(
        game,
        held=MappingProxyType(held),
        claim=Claim(event.player, event.granted, event.pairs, event.clause),
        dealing=game.dealing or event.granted,
        contradictions=event.contradictions,
    )
    return step.act(claimed)


def game_closed(step: Step, _: events.GameClosed) -> Game:
    """A new game, but for the camera and where the journal stands."""
    game = step.game
    fresh = Game(
        number=game.number,
        viewpoint=game.viewpoint,
        rack_areas=game.rack_areas,
        accepted=game.accepted,
        begun=game.begun,
        undo_from=game.undo_from,
    )
    return step.act(fresh)
