"""Who sits at the table: a name is mended, and a player leaves in mid-round. Who joins sits down for the next one (`live.game.rounds.next_round`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

from live.game import phases
from live.game.case import Press
from live.game.event import Event, Move, RefusedError, Step, check_players
from live.game.pausing import clock_after
from live.game.phases import Judged, TakenTurn
from live.game.scoring import Struck
from live.game.state import Game, State
from referee.names import check_apart, plain_name
from referee.round import Round
from referee.score import Column, ScoreSheet

_Value = TypeVar("_Value")


@dataclass(frozen=True)
class NameMended(Event):
    """A player goes by another name: it has been that all along."""

    kind = "name-mended"
    lasts = True
    player: str
    """The name as it was."""
    name: str

    def apply(self, step: Step) -> Game:
        """The player has the name also in every game to which undo and redo lead: they leave it as it is."""
        return Mending(self.player, self.name).game(step.game)


@dataclass(frozen=True)
class PlayerLeft(Event):
    """A player has left in mid-round: the rack is mixed into the pool, and what stands on the score sheet stays there."""

    kind = "player-left"
    player: str

    def apply(self, step: Step) -> Game:
        """The others play on. The turns that were taken with that player stand: none is judged once more."""
        game, current, phase = step.game, step.game.round, step.game.phase
        if current is None or not isinstance(phase, phases.Dealing | phases.Playing | phases.Paused):
            raise ValueError("somebody leaves a round that is not played")
        before = current.players[current.players.index(self.player) - 1]
        held = {name: tiles for name, tiles in game.held.items() if name != self.player}
        left = replace(
            game,
            round=current.without(self.player),
            starter=before if game.starter == self.player else game.starter,
            turns=(),
            held=MappingProxyType(held),
            claim=None,
            contradictions=(),
        )
        return step.act(left)


@dataclass(frozen=True)
class Mending:
    """Puts another name in the place of a player's."""

    player: str
    instead: str

    def name(self, name: str) -> str:
        """The name that whoever had `name` has."""
        return self.instead if name == self.player else name

    def names(self, players: tuple[str, ...]) -> tuple[str, ...]:
        """The names in their order."""
        return tuple(map(self.name, players))

    def keys(self, told: Mapping[str, _Value]) -> Mapping[str, _Value]:
        """What is told of each player, by the names."""
        return MappingProxyType({self.name(name): value for name, value in told.items()})

    def column(self, column: Column) -> Column:
        """A column of the score sheet."""
        winner = None if column.winner is None else self.name(column.winner)
        return replace(column, points=self.keys(column.points), winner=winner)

    def struck(self, struck: Struck) -> Struck:
        """A column as it stood before."""
        return replace(struck, points=self.keys(struck.points))

    def game(self, game: Game) -> Game:
        """A game, with those to which undo and redo lead."""
        sheet, deed, claim = game.sheet, game.deed, game.claim
        if sheet is not None:
            sheet = ScoreSheet(self.names(sheet.players), tuple(map(self.column, sheet.columns)))
        return replace(
            game,
            sheet=sheet,
            struck=tuple(map(self.struck, game.struck)),
            round=None if game.round is None else self.round(game.round),
            starter=None if game.starter is None else self.name(game.starter),
            phase=self._phase(game.phase),
            turns=tuple(map(self.turn, game.turns)),
            held=self.keys(game.held),
            claim=None if claim is None else replace(claim, player=self.name(claim.player)),
            challenges=tuple(replace(one, player=self.name(one.player)) for one in game.challenges),
            deed=None if deed is None else replace(deed, player=self.name(deed.player)),
            contradictions=(),
            history=tuple(map(self.game, game.history)),
            future=None if game.future is None else self.game(game.future),
        )

    def round(self, current: Round) -> Round:
        """A round."""
        return replace(
            current,
            players=self.names(current.players),
            counts=self.keys(current.counts),
            opened=frozenset(map(self.name, current.opened)),
            winner=None if current.winner is None else self.name(current.winner),
            discards=self.keys(current.discards),
            times=self.keys(current.times),
            extensions=tuple((turn, self.name(name)) for turn, name in current.extensions),
        )

    def _phase(self, phase: phases.Phase) -> phases.Phase:
        match phase:
            case phases.Reading():
                return phases.Reading(self._press(phase.press))
            case phases.Counting():
                return self._counting(phase)
            case phases.Asking(next=phases.Counting() as counting):
                return phases.Asking(self._counting(counting))
        return phase

    def _counting(self, counting: phases.Counting) -> phases.Counting:
        winner = None if counting.winner is None else self.name(counting.winner)
        return replace(counting, winner=winner, racks=self.keys(counting.racks))

    def _press(self, press: Press) -> Press:
        return replace(press, player=self.name(press.player))

    def turn(self, turn: TakenTurn) -> TakenTurn:
        """A turn with what it was judged by."""
        mended = turn.amended(self._press(turn.press), self.round(turn.before))
        if not isinstance(mended, Judged):
            return mended
        left = mended.left_unseen
        return replace(
            mended,
            case=replace(mended.case, held=self.keys(mended.case.held)),
            left_unseen=None if left is None else replace(left, player=self.name(left.player)),
        )


def mend_name(game: Game, _now: float, player: str, name: str) -> Move:
    """Gives `player` another name, by which all that was played in this game goes from here on."""
    current = game.round
    if current is None or game.sheet is None:
        raise RefusedError("nobody plays yet", "no-turn")
    check_players([player], current)
    if game.press is not None:
        raise RefusedError("the last turn is still being read", "settling")
    instead = plain_name(name)
    others = [one for one in game.sheet.players if one != player]
    if not instead or instead in others:
        raise RefusedError(f"every player needs a name of their own: {instead!r}", "players-names")
    check_apart([*others, instead])
    if instead == player:
        raise RefusedError("that stands there already", "unchanged")
    return Move(NameMended(player, instead), game.clock)


def leave(game: Game, now: float, player: str) -> Move:
    """Lets `player` leave in mid-round; the turn of who follows begins where it was that player's."""
    current = game.round
    if current is None or game.state not in {State.DEAL, State.TURN, State.PAUSED} or game.elsewhere:
        raise RefusedError(
            "nobody can leave now: once the round is written down, begin the next without them", "no-leave"
        )
    check_players([player], current)
    current.without(player)
    clock = game.clock
    if current.on_turn == player and game.state is not State.DEAL:
        clock = clock_after(clock, now, stops=game.state is State.PAUSED)
    return Move(PlayerLeft(player), clock)
