"""Ending a round: who has gone out, what the racks hold, the column that comes of it, and what is amended of it later."""

from __future__ import annotations

from collections.abc import Mapping

from live.game import events
from live.game.commands.move import Move, RefusedError, check_players
from live.game.counting import contradictions_of, rack_to_json, so_far
from live.game.state import Game, State
from referee.clock import TurnClock
from referee.round import Round
from referee.score import Rack, score_round
from referee.tiles import count_tiles


def end_round(game: Game, now: float, winner: str | None) -> Move:
    """Ends the round, `winner` having gone out; None where nobody could. Called again, it names another winner."""
    current = _round_to_end(game)
    if game.state is State.QUESTION:
        raise RefusedError("the last turn waits for an answer: give it first, or let the host decide", "asked")
    check_players([] if winner is None else [winner], current)
    racks = {} if game.counting is None else game.counting.racks
    found = contradictions_of(current, {name: racks[name] for name in racks if name != winner}, winner, game.held)
    event = events.RoundEnded(winner, found)
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
    return Move(events.StillHolds(game.winner), clock.pause(now) if is_over or game.waiting else clock)


def pool_holds(game: Game, now: float, tiles: int) -> Move:
    """Corrects a pool that was counted as empty.

    It holds `tiles` tiles, and the round, over without a winner, goes on where it stood. That happens where a player
    has not drawn the tiles of a penalty.
    """
    current = game.round
    if game.state is not State.OVER or current is None or game.winner is not None or current.pool:
        raise RefusedError("the round is not over because the pool is empty", "no-turn")
    most = current.rulebook.tiles - count_tiles(current.table).total() - len(current.players)
    if not 1 <= tiles <= most:
        raise RefusedError(f"the pool can hold 1 to {most} tiles, not {tiles}", "pool-number", number=tiles, held=most)
    clock = game.clock.start(now) if current.blocked else _as_it_ran(game, now)
    return Move(events.PoolHolds(tiles), clock.pause(now) if game.waiting else clock)


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
    counting = so_far(game.counting, current)
    if counting is None:
        raise RefusedError("the round is not over yet: say first who has gone out", "not-over")
    if player == counting.winner:
        raise RefusedError(f"{player} has gone out and has no tiles", "no-rack", name=player)
    if rack is not None and not (rack if isinstance(rack, int) else len(rack)):
        line = f"{player} has nothing left: whoever has tiles left has points, and who has none has won"
        raise RefusedError(line, "rack-empty", name=player)
    following = counting.with_rack(player, rack)
    found = contradictions_of(current, following.counted, counting.winner, game.held)
    kept = None if rack is None else rack_to_json(rack)
    return Move(events.RackCounted(player, kept, found), game.clock.pause(now))


def score(game: Game, now: float, racks: Mapping[str, Rack], winner: str | None, *, blocked: bool = False) -> Move:
    """Ends the round and writes its column.

    Args:
        game: as it stands.
        now: the present moment.
        racks: what is left on the rack of each player who has not gone out and whose rack has not been counted.
        winner: who went out; None where nobody could. In a `blocked` round, the one whom players with level racks
            agreed on.
        blocked: whether nobody could go out; taken to be True where there is no winner.
    """
    current = _round_to_end(game)
    check_players([*racks, *([] if winner is None else [winner])], current)
    blocked = blocked or winner is None
    counted = {} if game.counting is None else game.counting.racks
    given = {**counted, **racks}
    left = {
        name: given[name] for name in current.players if name in given and (blocked or name in racks or name != winner)
    }
    missing = [name for name in current.players if name not in left and (blocked or name != winner)]
    if missing:
        line = f"{missing[0]}'s rack is missing: give its points or its tiles"
        raise RefusedError(line, "rack-missing", name=missing[0])
    by_hand = not blocked and current.winner == winner and current.points_factor > 1
    column = score_round(left, current.rulebook, winner, blocked=blocked, by_hand=by_hand)
    found = contradictions_of(current, left, winner, game.held)
    kept = {name: rack_to_json(rack) for name, rack in left.items()}
    return Move(events.RoundScored(column, kept, found), game.clock.pause(now))


def amend(game: Game, now: float, number: int, player: str, points: int, at: float) -> Move:
    """Changes the points of `player` in round `number` of the score sheet, from 1; the old figure stays readable.

    Args:
        game: as it stands.
        now: the present moment.
        number: number of the round, from 1.
        player: whose points they are; the winner's follow, where the round adds up to 0.
        points: with their sign, as they stand on the sheet.
        at: the time of day, seconds since 1970-01-01 UTC.
    """
    del now
    if game.sheet is None:
        raise RefusedError("there is no sheet yet", "no-turn")
    if game.press is not None:  # undoing it would take the verdict back as well
        raise RefusedError("the last turn is still being read", "settling")
    amended = game.sheet.amended(number, player, points)
    if amended == game.sheet:
        raise RefusedError("that stands there already", "unchanged")
    return Move(events.ScoreAmended(number, player, points, at), game.clock)


def _round_to_end(game: Game) -> Round:
    if game.state in {State.SETUP, State.SCORED} or game.round is None:
        raise RefusedError("no round is being played", "no-turn")
    if game.state is State.READING:
        raise RefusedError("the last turn is still being read", "settling")
    return game.round
