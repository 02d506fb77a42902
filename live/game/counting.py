"""Ending a round: who has gone out, what the pool and the racks hold, the column that comes of it, and what is amended of it later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from live.game import phases
from live.game.event import Event, Move, RefusedError, Step, check_players
from live.game.phases import Judged
from live.game.scoring import Struck, contradictions_of
from live.game.state import Game, State
from referee.clock import TurnClock
from referee.conservation import Contradiction
from referee.round import Round
from referee.score import Column, Rack, score_round
from referee.tiles import count_tiles


@dataclass(frozen=True)
class RoundEnded(Event):
    """People said that the round is over, whatever was seen of it."""

    kind = "round-ended"
    winner: str | None
    """Who went out; None where nobody could."""
    contradictions: tuple[Contradiction, ...] = ()

    def apply(self, step: Step) -> Game:
        """Somebody says that the round is over, and perhaps who has gone out: the racks are counted."""
        match step.game.phase:
            case phases.Counting() as counting:
                ended = replace(counting, winner=self.winner, said=True)
            case phases.Dealing() | phases.Playing() | phases.Paused() | phases.Restoring() as phase:
                ended = phases.Counting(self.winner, phase, said=True, ran=isinstance(phase, phases.Playing))
            case _:
                raise ValueError("it ends a round that is not played")
        return step.act(replace(step.game, phase=ended, contradictions=self.contradictions))


@dataclass(frozen=True)
class StillHolds(Event):
    """The player who had gone out, as was counted or said, still holds tiles: the round goes on."""

    kind = "still-holds"
    player: str

    def apply(self, step: Step) -> Game:
        """Takes back what was said about who has gone out; what was seen is taken back only where it named the same player.

        Whatever is said of that player's turn later, it has not emptied the rack.
        """
        game, current, last = step.game, step.game.round, step.game.last
        if current is None:
            raise ValueError("it is about a rack of no round")
        following, phase = current.with_tiles_left(self.player), game.phase
        if last is not None and current.winner == self.player:
            uncounted = replace(last.before, counts_known=False) if isinstance(last, Judged) else last.before
            game = game.with_last(last.amended(replace(last.press, called=False), uncounted))
        if isinstance(phase, phases.Counting):
            goes_on = phases.Playing() if isinstance(phase.next, phases.Dealing) and step.mark.running else phase.next
            phase = replace(phase, winner=following.winner, next=goes_on) if following.over else goes_on
        return step.act(replace(game, phase=phase, round=following, contradictions=()))


@dataclass(frozen=True)
class PoolHolds(Event):
    """The pool, which was counted as empty, holds this many tiles: the round goes on."""

    kind = "pool-holds"
    tiles: int

    def apply(self, step: Step) -> Game:
        """Puts tiles into the pool, and takes back the racks counted meanwhile, since they are played on with.

        Whatever is said of the last turn later, the pool was not empty before it either, and a player who was to draw has
        drawn.
        """
        game, before, last = step.game, step.game.round, step.game.last
        if before is None:
            raise ValueError("it is about the pool of no round")
        if last is not None:
            press = last.press
            if press.passed:
                press = replace(press, drew=last.before.rulebook.play.draw, passed=False)
            game = game.with_last(last.amended(press, last.before.with_pool(self.tiles + press.drew)))
        current, phase = before.with_pool(self.tiles), game.phase
        if isinstance(phase, phases.Counting):
            phase = phases.going_on(current, phase.next)
        return step.act(replace(game, phase=phase, round=current, contradictions=()))


@dataclass(frozen=True)
class RackCounted(Event):
    """A rack was counted after the round."""

    kind = "rack-counted"
    player: str
    rack: Rack | None
    """What the player has left: points, or tiles; None where an earlier count was taken back."""
    contradictions: tuple[Contradiction, ...] = ()

    def apply(self, step: Step) -> Game:
        """The tiles that a player holds at the end of the round."""
        game, counting = step.game, step.game.counting
        if counting is None:
            raise ValueError("it counts a rack of a round that is not over")
        counted = counting.with_rack(self.player, self.rack)
        phase = replace(game.phase, next=counted) if isinstance(game.phase, phases.Asking) else counted
        return step.act(replace(game, phase=phase, contradictions=self.contradictions))


@dataclass(frozen=True)
class RoundScored(Event):
    """The racks were counted and the round written down."""

    kind = "round-scored"
    lasts = True
    column: Column
    racks: Mapping[str, Rack]
    """What each player had left: points, or tiles."""
    contradictions: tuple[Contradiction, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The event as the journal keeps it, with the fields of the column beside the others."""
        data = super().to_json()
        return {**data.pop("column"), **data}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The event that `to_json` wrote; an earlier version kept no racks."""
        return super().from_json({"racks": {}, **data, "column": data})

    def apply(self, step: Step) -> Game:
        """The points of the round stand in the sheet; nothing of it waits any more."""
        game = step.game
        if game.sheet is None:
            raise ValueError("it scores a round that never began")
        scored = replace(
            game,
            phase=phases.Scored(game.elsewhere, self.racks),
            sheet=game.sheet.add(self.column),
            contradictions=self.contradictions,
        )
        return step.act(scored)


@dataclass(frozen=True)
class ScoreAmended(Event):
    """A person wrote other points into a round of the score sheet."""

    kind = "score-amended"
    lasts = True
    round: int
    """Number of the round on the sheet, from 1."""
    player: str
    points: int
    at: float
    """When it was amended, seconds since 1970-01-01 UTC."""

    def apply(self, step: Step) -> Game:
        """Points of a round that stands in the sheet are others; what stood there is kept."""
        game, sheet = step.game, step.game.sheet
        if sheet is None:
            raise ValueError("it amends a sheet that nobody began")
        amended = sheet.amended(self.round, self.player, self.points)
        struck = Struck(self.round, sheet.columns[self.round - 1].points, self.at, self.by)
        return step.act(replace(game, sheet=amended, struck=(*game.struck, struck)))


def end_round(game: Game, now: float, winner: str | None) -> Move:
    """Ends the round, `winner` having gone out; None where nobody could. Called again, it names another winner."""
    current = _round_to_end(game)
    if game.state is State.QUESTION:
        raise RefusedError("the last turn waits for an answer: give it first, or let the host decide", "asked")
    check_players([] if winner is None else [winner], current)
    racks = {} if game.counting is None else game.counting.racks
    found = contradictions_of(current, {name: racks[name] for name in racks if name != winner}, winner, game.held)
    event = RoundEnded(winner, found)
    return Move(event, game.clock.pause(now))


def still_holds(game: Game, now: float) -> Move:
    """Takes back that a player has gone out, as was counted or said.

    That player still holds tiles, and the round goes on where it stood.
    """
    current = game.round
    if game.state is not State.OVER or current is None or game.winner is None:
        raise RefusedError("nobody has gone out", "no-turn")
    is_over = current.with_tiles_left(game.winner).over
    clock = game.clock.start(now) if current.winner == game.winner else _as_it_ran(game, now)
    return Move(StillHolds(game.winner), clock.pause(now) if is_over or game.is_restoring else clock)


def pool_holds(game: Game, now: float, tiles: int) -> Move:
    """Corrects a pool that was counted as empty.

    It holds `tiles` tiles, and the round, over without a winner, goes on where it stood. That happens where a player
    has not drawn the tiles of a penalty.
    """
    current = game.round
    if game.state is not State.OVER or current is None or game.winner is not None or current.pool:
        raise RefusedError("the round is not over because the pool is empty", "no-turn")
    most = current.rulebook.box.size - count_tiles(current.table).total() - len(current.players)
    if not 1 <= tiles <= most:
        raise RefusedError(f"the pool can hold 1 to {most} tiles, not {tiles}", "pool-number", number=tiles, held=most)
    clock = game.clock.start(now) if current.blocked else _as_it_ran(game, now)
    return Move(PoolHolds(tiles), clock.pause(now) if game.is_restoring else clock)


def _as_it_ran(game: Game, now: float) -> TurnClock:
    """The clock of the turn that goes on: it stands where it stood when people said that the round is over."""
    return game.clock if game.counting is not None and not game.counting.ran else game.clock.resume(now)


def count_rack(game: Game, now: float, player: str, rack: Rack | None) -> Move:
    """Records what `player` has left, in place of an earlier count; None takes that count back.

    Contradictions are reported (`live.game.state.Game.contradictions`) but stop nothing: the rack may be counted again until
    the round is written down.
    """
    current = _round_to_end(game)
    check_players([player], current)
    counting = game.counting
    if counting is None:
        raise RefusedError("the round is not over yet: say first who has gone out", "not-over")
    if player == counting.winner:
        raise RefusedError(f"{player} has gone out and has no tiles", "no-rack", name=player)
    if rack is not None and not (rack if isinstance(rack, int) else len(rack)):
        line = f"{player} has nothing left: whoever has tiles left has points, and who has none has won"
        raise RefusedError(line, "rack-empty", name=player)
    following = counting.with_rack(player, rack)
    found = contradictions_of(current, following.counted, counting.winner, game.held)
    return Move(RackCounted(player, rack, found), game.clock.pause(now))


def score(game: Game, now: float, racks: Mapping[str, Rack], winner: str | None, *, blocked: bool = False) -> Move:
    """Ends the round and writes its column.

    `racks` are those of players who have not gone out and whose racks have not been counted. `winner` is who went out or, in a
    round that is `blocked`, whom players with level racks agreed on; without one the round counts as blocked.
    """
    current = _round_to_end(game)
    check_players([*racks, *([] if winner is None else [winner])], current)
    blocked = blocked or winner is None
    out = None if blocked else winner
    left = _racks_left(game, current, racks, out)
    by_hand = out is not None and current.winner == out and current.points_factor > 1
    column = score_round(left, current.rulebook, winner, blocked=blocked, by_hand=by_hand)
    found = contradictions_of(current, left, winner, game.held)
    return Move(RoundScored(column, left, found), game.clock.pause(now))


def _racks_left(game: Game, current: Round, racks: Mapping[str, Rack], out: str | None) -> Mapping[str, Rack]:
    """The racks by player, given now or counted before: of whoever went `out` only where it is given."""
    given = {**({} if game.counting is None else game.counting.racks), **racks}
    left = {name: given[name] for name in current.players if name in given and (name != out or name in racks)}
    missing = next((name for name in current.players if name not in left and name != out), None)
    if missing is not None:
        line = f"{missing}'s rack is missing: give its points or its tiles"
        raise RefusedError(line, "rack-missing", name=missing)
    return left


def amend(game: Game, _now: float, number: int, player: str, points: int, at: float) -> Move:
    """Changes the points of `player` in round `number` of the score sheet, from 1; the old figure stays readable.

    They have their sign, and the winner's follow where the round adds up to 0. `at` is the time of day, seconds since 1970-01-01 UTC.
    """
    if game.sheet is None:
        raise RefusedError("there is no sheet yet", "no-turn")
    if game.press is not None:  # undoing it would take the verdict back as well
        raise RefusedError("the last turn is still being read", "settling")
    amended = game.sheet.amended(number, player, points)
    if amended == game.sheet:
        raise RefusedError("that stands there already", "unchanged")
    return Move(ScoreAmended(number, player, points, at), game.clock)


def _round_to_end(game: Game) -> Round:
    if game.state in {State.SETUP, State.SCORED} or game.round is None:
        raise RefusedError("no round is being played", "no-turn")
    if game.state is State.READING:
        raise RefusedError("the last turn is still being read", "settling")
    return game.round
